package dev.brickwork.billing.estimate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.brickwork.catalog.Offer;
import dev.brickwork.catalog.PlanVersion;
import dev.brickwork.catalog.api.Catalogue;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.MilestoneStore;
import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.OrderSettings;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.Pins;
import dev.brickwork.contracts.Quote;
import dev.brickwork.ids.PlanId;
import dev.brickwork.ids.PlanVersionId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Identity;
import dev.brickwork.pricing.AdjustmentCredit;
import dev.brickwork.pricing.Pricing;
import dev.brickwork.pricing.PricingContext;
import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.contract.EarlyEnd;
import dev.brickwork.pricing.contract.Renewal;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.tax.TaxRates;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.CouponClock;
import dev.brickwork.pricing.terms.PricingFault;
import dev.brickwork.sellers.Seller;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Prices every kind of order from its request: for estimates, for open orders, and once more when they close.
public final class PriceOrder {
    private final Catalogue catalogue;
    private final UpgradeQuotes upgrades;
    private final EndTerms ending;

    public PriceOrder(Catalogue catalogue, EndTerms ending, MilestoneStore milestones) {
        this.catalogue = catalogue;
        this.upgrades = new UpgradeQuotes(catalogue, milestones);
        this.ending = ending;
    }

    /// The inputs of pricing besides the request.
    ///
    /// @param taxes also where they are not shown: an order that they make too large is refused (rule M-09)
    /// @param seller asked for only where nothing else says the payment terms or when the first invoice is due
    public record Setting(OrderOffers offers, TaxRates taxes, Supplier<Seller> seller, Purpose purpose) {
        /// For those who have the seller at hand.
        public Setting(OrderOffers offers, TaxRates taxes, Seller seller, Purpose purpose) {
            this(offers, taxes, () -> seller, purpose);
        }
    }

    /// Why an order is priced.
    public enum Purpose {
        /// To be shown only: nothing is written (rule W-03).
        ESTIMATE,
        /// It stays open, and the merged versions that it names are kept.
        OPEN,
        /// It closes, and the invoices that it replaces are locked.
        CLOSE
    }

    /// The first order of a subscription.
    public Quote.Opening first(Fields fields, Setting setting) {
        var isTrial = fields.oneOf("order_type", Fields.words(Enum::name, OrderType.STANDARD, OrderType.TRIAL))
                .filter(OrderType.TRIAL::equals)
                .isPresent();
        return Quotes.opening(
                fields,
                TermsInput.Given.first(paymentTerms(fields, OrderSettings.NOTHING, setting.seller)),
                setting.offers,
                PricingContext.PLAIN.taxedBy(setting.taxes),
                isTrial);
    }

    /// Tells all faults of a first order that has some already, those of its terms included.
    public Refusal refusal(Fields fields, OrderOffers offers, Seller seller) {
        first(fields, new Setting(offers, TaxRates.NONE, seller, Purpose.ESTIMATE));
        throw new IllegalStateException("a faulty order was priced");
    }

    /// An order that changes or follows what was agreed.
    public Quote change(Tx tx, ContractTerm now, OrderType type, Fields fields, Setting setting) {
        var circumstances = circumstances(tx.caller(), now, type, fields, setting);
        return switch (type) {
            case UPGRADE -> upgrades.quote(tx, now, fields, setting, circumstances);
            case RECAST -> recast(tx, now, fields, setting, circumstances);
            case RENEWAL, STANDARD, TRIAL -> renewal(now, fields, setting, circumstances);
        };
    }

    /// Notes what is wrong with a request as it is written, whatever it is to change.
    public static void checkForm(Fields fields, OrderType type) {
        if (type == OrderType.RECAST) {
            creditByHand(fields);
            creditLabel(fields);
        }
        TermsInput.checkForm(
                fields,
                type == OrderType.UPGRADE
                        ? List.of("starts_at", "bricks")
                        : List.of("starts_at", "contract_length", "billing_frequency", "bricks"));
    }

    /// As if the order were closed today (rule S-05). Only tax asks for it: it falls on invoices as wholes.
    private static PricingContext circumstances(
            Caller caller, ContractTerm now, OrderType type, Fields fields, Setting setting) {
        if (setting.taxes.equals(TaxRates.NONE)) return PricingContext.PLAIN;
        var today = now.subscription().today(caller.now());
        var firstCharge = fields.change("first_charge_date", _ -> OrderSettings.firstCharge(fields))
                .over(now.subscription().agreed().firstCharge())
                .orElseGet(() -> setting.seller.get().firstCharge());
        var taxed = PricingContext.PLAIN.taxedBy(setting.taxes);
        if (type != OrderType.UPGRADE) {
            var clock = fields.date("starts_at").map(now::clockFrom).orElse(ServiceClock.UNPAUSED);
            return taxed.closed(List.of(BillDates.closed(clock.service(today), firstCharge)));
        }
        var closings = new ArrayList<>(now.closings(today, firstCharge));
        closings.add(now.closing(today, firstCharge));
        var parties = now.parties().after(fields);
        var taxes = new ArrayList<>(now.taxes(it -> it.equals(parties) ? setting.taxes : TaxRates.NONE));
        taxes.add(setting.taxes);
        return taxed.taxedBy(taxes).closed(closings);
    }

    private Quote recast(Tx tx, ContractTerm now, Fields fields, Setting setting, PricingContext circumstances) {
        var startsAt = fields.require("starts_at", fields::date);
        var override = creditByHand(fields);
        var label = creditLabel(fields);
        if (startsAt.isPresent()) {
            if (startsAt.get().isBefore(now.calendarStart()) || !startsAt.get().isBefore(now.calendarEnd())) {
                fields.fault("starts_at", "Must lie inside the running term.");
            }
        }
        // A faulty request is read to its end, so that all its faults are told at once; it is not priced.
        boolean isAutomatic = override.isEmpty() && !fields.hasFaults();
        long credit = isAutomatic
                ? unused(tx, now, fields, startsAt.orElseThrow(), setting.purpose == Purpose.CLOSE)
                : override.orElse(0L);
        var given = new TermsInput.Given(
                Optional.of(now.terms().currency()),
                startsAt.map(it -> couponClock(now, it)),
                usualPlan(fields, setting.offers, planOn(now, startsAt)),
                paymentTerms(fields, now.subscription().agreed(), setting.seller));
        return Quotes.opening(
                fields,
                given,
                setting.offers,
                circumstances.crediting(new AdjustmentCredit(label.orElse(AdjustmentCredit.LABEL_DEFAULT), credit)),
                false);
    }

    private static Optional<Offer> usualPlan(Fields fields, OrderOffers offers, PlanId plan) {
        return fields.isSent("plan_id") ? Optional.empty() : offers.usual(plan);
    }

    /// The plan of the day, which phases and upgrades may have changed.
    private static PlanId planOn(ContractTerm now, Optional<LocalDate> day) {
        var service = day.map(now.clock().known()::service).orElse(now.base().startsOn());
        return new PlanId(now.contract().planOn(service).planId());
    }

    /// The credit of an open recast if it were closed now: the amount set by hand, else what is paid and unused.
    public long credit(Tx tx, ContractTerm now, Order recast) {
        return creditByHand(recast.fields())
                .orElseGet(() -> unused(tx, now, recast.fields(), recast.startsOn(), false));
    }

    /// Rule R-06.
    public static Optional<Long> creditByHand(Fields fields) {
        return fields.longInteger("adjustment_credit", 0, Money.MINOR_MAX);
    }

    private static Optional<String> creditLabel(Fields fields) {
        return fields.filledText("adjustment_credit_label", AdjustmentCredit.LABEL_LENGTH_MAX);
    }

    /// Paid for and not used at a date (rule R-02), by the customer whom the recast is for: what others have paid for
    /// stays theirs (rule I-16).
    private long unused(Tx tx, ContractTerm now, Fields fields, LocalDate startsAt, boolean isLocked) {
        var customer = fields.uuid("customer_id").orElse(now.subscription().customer());
        var endings =
                ending.endings(tx, now, EarlyEnd.credited(now.clock().known().service(startsAt)));
        long sum = ending.unused(tx, endings, isLocked).stream()
                .filter(unused -> unused.customer().equals(customer))
                .mapToLong(unused -> unused.settlement().credit())
                .sum();
        return Math.max(0, sum);
    }

    /// After a trial they begin to count, whichever order ends it (rule Z-03).
    private static CouponClock couponClock(ContractTerm now, LocalDate startsAt) {
        if (now.isTrial()) return CouponClock.from(startsAt);
        long paused =
                startsAt.toEpochDay() - now.clock().known().service(startsAt).toEpochDay();
        return now.terms().couponClock().paused(paused);
    }

    /// A renewal made by hand: bricks as sent, at contracted prices with uplift where it names no plan, else at the
    /// list prices of the plan that it names, also where that is the one it has (rules N-01, N-02).
    private static Quote renewal(ContractTerm now, Fields fields, Setting setting, PricingContext circumstances) {
        var startsOn = now.calendarEnd();
        fields.date("starts_at")
                .filter(sent -> !sent.equals(startsOn))
                .ifPresent(_ ->
                        fields.fault("starts_at", "A renewal starts the day after the term: %s.".formatted(startsOn)));
        var usual = usualPlan(fields, setting.offers, ContractedOffer.lastPlan(now));
        var given = new TermsInput.Given(
                Optional.of(now.terms().currency()),
                Optional.of(couponClock(now, startsOn)),
                now.isTrial() ? usual : usual.map(offer -> contracted(offer, now, setting.offers)),
                paymentTerms(fields, now.subscription().agreed(), setting.seller));
        return Quotes.opening(fields, given, setting.offers, circumstances, false);
    }

    private static Offer contracted(Offer listed, ContractTerm now, OrderOffers offers) {
        var uplift = offers.uplift(now.subscription().agreed().uplift().orElse(Percent.ZERO));
        return ContractedOffer.of(listed, now, uplift);
    }

    /// Completes a request for a renewal with values of the term before it.
    public static ObjectNode completed(ContractTerm now, ObjectNode body) {
        var agreed = now.subscription().agreed();
        if (!body.hasNonNull("starts_at"))
            body.put("starts_at", now.calendarEnd().toString());
        if (!body.hasNonNull("contract_length")) {
            body.put(
                    "contract_length", agreed.renewalMonths().orElse(now.terms().months()));
        }
        if (!body.hasNonNull("billing_frequency")) {
            body.put("billing_frequency", now.terms().frequency().name());
        }
        return body;
    }

    /// The renewal that happens by itself (rules N-01 to N-03).
    public Quote.Opening automaticRenewal(Tx tx, ContractTerm now, TaxRates taxes) {
        var agreed = now.subscription().agreed();
        var terms = Renewal.terms(
                now.contract(),
                now.clock(),
                agreed.renewalMonths().orElse(now.terms().months()),
                agreed.uplift().orElse(Percent.ZERO));
        var estimate =
                Pricing.estimate(terms, PricingContext.PLAIN.taxedBy(taxes)).orElseThrow(PriceOrder::unpriced);
        var version = upgrades.agreed(tx, now, terms.phases().getFirst().plan());
        return new Quote.Opening(terms, estimate, Quotes.agreed(version), List.of(), Pins.NONE, Optional.empty());
    }

    /// Refuses without naming fields: the service made this renewal itself, and no client sent any.
    private static Refusal unpriced(List<PricingFault> faults) {
        return Refusal.badRequest(
                "the renewal cannot be priced: %s".formatted(faults.getFirst().message()));
    }

    /// For a new order.
    public OrderOffers offers(Tx tx, Identity identity) {
        return OrderOffers.listed(catalogue.offers(tx, identity), versions(tx, Purpose.OPEN));
    }

    /// For the estimate of an order that is yet to be made.
    public OrderOffers recentOffers(Tx tx, Identity identity) {
        return OrderOffers.listed(catalogue.recentOffers(tx, identity), versions(tx, Purpose.ESTIMATE));
    }

    /// For an open order as it stands (rule Q-01).
    public OrderOffers offers(Tx tx, Identity identity, Order open, Purpose purpose) {
        var listed = catalogue.offers(tx, identity);
        return OrderOffers.pinned(listed, open.pins(), versions(tx, purpose), open.fields());
    }

    /// For an open order that is changed (rule Q-01).
    ///
    /// @param sent the change alone
    /// @param body the order with the change
    public OrderOffers offers(Tx tx, Identity identity, Pins before, JsonNode sent, JsonNode body) {
        var listed = catalogue.offers(tx, identity);
        var versions = versions(tx, Purpose.OPEN);
        return OrderOffers.changed(listed, before, versions, Fields.of(sent), Fields.of(body));
    }

    private OrderOffers.Source versions(Tx tx, Purpose purpose) {
        return new OrderOffers.Source() {
            @Override
            public Optional<PlanVersion> find(PlanVersionId id) {
                return catalogue.versions().find(tx, id);
            }

            @Override
            public PlanVersion merged(PlanVersion into, PlanVersion from, Collection<BrickId> named) {
                return purpose == Purpose.ESTIMATE
                        ? catalogue.merged(tx.caller(), into, from, named)
                        : catalogue.merge(tx, into, from, named);
            }
        };
    }

    private static int paymentTerms(Fields fields, OrderSettings before, Supplier<Seller> seller) {
        return fields.change("payment_terms", _ -> OrderSettings.paymentTermsDays(fields))
                .over(before.paymentTermsDays())
                .orElseGet(() -> seller.get().paymentTermsDays());
    }

    public static Refusal noOrder(OrderType type) {
        return Refusal.notFound(type.path() + " order");
    }
}
