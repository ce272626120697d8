package dev.brickwork.billing.rating;

import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.Contracts;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.usage.AdvanceFee;
import dev.brickwork.invoicing.usage.Billed;
import dev.brickwork.invoicing.usage.BilledWindow;
import dev.brickwork.invoicing.usage.UsageBillStore;
import dev.brickwork.invoicing.usage.UsageToRate;
import dev.brickwork.invoicing.usage.WindowKey;
import dev.brickwork.metering.MeterBook;
import dev.brickwork.metering.MeterWindow;
import dev.brickwork.metering.UsageSpan;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.platform.outbox.Problem;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.contract.Overage;
import dev.brickwork.pricing.money.AmountOutOfRange;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.PricingModel;
import dev.brickwork.pricing.terms.Slice;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Rates windows of usage (rules G-03, G-04): always all of a window up to a date, so that what is billed is the
/// difference to what was billed before.
public final class RateUsage {
    private final Contracts contracts = new Contracts();
    private final MeterBook book;
    private final UsageBillStore store = new UsageBillStore();

    public RateUsage(MeterBook book) {
        this.book = book;
    }

    /// A window rated up to a date.
    ///
    /// @param ratedOn service date
    /// @param rating what is owed of it
    /// @param waived what is not paid, beside that (see [BilledWindow])
    /// @param change what it adds to what was billed
    /// @param credited what the customer's ledger got instead of a line, above zero
    /// @param isPriced not where it comes to more than an amount may say, or its invoice with it (rule M-09)
    public record Rated(
            WindowKey key,
            MeterWindow window,
            LocalDate ratedOn,
            Quantity used,
            Overage rating,
            Overage waived,
            Overage change,
            Overage credited,
            boolean isPriced) {
        /// As it is written down.
        ///
        /// @param item the line of an unissued invoice that a correction waits on
        public Billed.Row row(UUID id, Billed.Kind kind, UUID invoice, Optional<UUID> item) {
            return new Billed.Row(id, key, ratedOn, kind, used, change, Optional.of(invoice), item);
        }

        public Billed.Row credit() {
            return Billed.Row.credit(key, ratedOn, used, change);
        }

        /// The usage that is in it.
        public UsageSpan billed() {
            return window.span(ratedOn);
        }

        /// Returns a copy with another change.
        public Rated adding(Overage other) {
            return new Rated(key, window, ratedOn, used, rating, waived, other, credited, isPriced);
        }

        /// Returns a copy with the credit that the ledger got.
        public Rated crediting(Overage given) {
            return new Rated(key, window, ratedOn, used, rating, waived, change, given, isPriced);
        }

        /// Returns a copy that bills nothing, for an invoice that has no room for it.
        public Rated leftOut() {
            var rest = rating.minus(change);
            return new Rated(key, window, ratedOn, used, rest, waived, Overage.NONE, credited, false);
        }

        /// Text for the seller about usage that was left out.
        public Problem problem(String objectKind, UUID object) {
            var terms = window.window().terms();
            var period = window.calendar();
            return new Problem(
                    Problem.Kind.USAGE_UNPRICED,
                    objectKind,
                    object,
                    Optional.of(key.subscription().value()),
                    ("%s units of %s (%s) between %s and %s come to more than can be billed, and were left off. "
                                    + "Correct or delete the entries: the difference is billed then.")
                            .formatted(used, terms.name(), terms.code(), period.start(), ratedOn));
        }

        /// Whether a line of it has something to say.
        public boolean isTold() {
            return !isPriced || change.net() != 0 || change.gross() != 0 || isFeeGivenBack();
        }

        private boolean isFeeGivenBack() {
            return credited.net() != 0 && window.window().fee().gross() > 0;
        }

        /// Returns a copy as a line shows it that was rated up to another date.
        public Rated upTo(LocalDate date) {
            return new Rated(key, window, date, used, rating, waived, change, credited, isPriced);
        }

        /// Returns a copy after so much more of it has been billed.
        public Rated after(Overage more) {
            return new Rated(key, window, ratedOn, used, rating, waived, change.minus(more), credited, isPriced);
        }

        /// The covered days up to the rating, as the line shows them.
        Period dates() {
            var clock = window.clock();
            return clock.calendar(new Period(window.window().period().start(), ratedOn));
        }

        public Billable line(Billable.Kind kind, UUID id) {
            var terms = window.window().terms();
            var currency = window.window().currency();
            return new Billable(
                    kind,
                    Optional.of(id),
                    Optional.empty(),
                    Optional.of(terms.id().value()),
                    terms.name(),
                    Optional.of(terms.code()),
                    change.units().value(),
                    dates(),
                    change.gross(),
                    change.discount(),
                    terms.taxCategory(),
                    JsonWriter.text(json -> json.object(out -> out.put("kind", "USAGE")
                            .put("usage_id", id)
                            .put("subscription_id", key.subscription().value())
                            .put("brick_id", key.brick().value())
                            .put("term_order_id", key.term().value())
                            .put("window_start", key.start())
                            .put("window_end", window.window().period().end())
                            .put("rated_on", ratedOn)
                            .putNumber("used", used.value())
                            .putNumber("included", window.window().included().value())
                            .putNumber("committed", window.window().committed().value())
                            .putNumber("over", rating.plus(waived).units().value())
                            .put("rated_gross", rating.plus(waived).gross())
                            .put("rated_discount", rating.plus(waived).discount())
                            .put("waived_gross", waived.gross())
                            .put("billed_before_gross", rating.gross() - change.gross() + credited.gross())
                            .put("credited_gross", credited.gross())
                            .put("unpriced_quantity", Optional.of(used.value()).filter(_ -> !isPriced))
                            .put("fee_gross", window.window().fee().gross())
                            .put(
                                    "overage_unit_price",
                                    terms.price().eachBeyond().map(price -> price.shown(currency)))
                            .put("percent", percent(terms.price().model()))
                            .putEach("tiers", tiers(), (each, slice) -> tier(each, slice, currency)))));
        }

        /// Where they make up the line, but for the cent of what was billed before (rule G-04): a window may have had
        /// two prices, and a part of it may be waived.
        private List<Slice> tiers() {
            if (!waived.equals(Overage.NONE)) return List.of();
            var told = isFeeGivenBack() ? change.minus(credited) : change;
            var slices = window.window().slices(rating.units().minus(told.units()), rating.units());
            var sum = slices.stream().map(Slice::minor).reduce(BigDecimal.ZERO, BigDecimal::add);
            boolean isWhole =
                    sum.subtract(BigDecimal.valueOf(told.gross())).abs().compareTo(BigDecimal.ONE) <= 0;
            return isWhole ? slices : List.of();
        }

        private static Optional<String> percent(PricingModel model) {
            return model instanceof PricingModel.Percentage(var percent)
                    ? Optional.of(percent.shownAsPercent())
                    : Optional.empty();
        }

        private static void tier(JsonWriter json, Slice slice, Currency currency) {
            json.object(out -> out.putNumber("quantity", slice.quantity().value())
                    .put("unit_price", slice.price().shown(currency))
                    .put("is_fee", slice.isFee()));
        }
    }

    /// A subscription with the windows that are billed, by their names.
    public record Metered(Subscription subscription, List<ContractTerm> terms, Map<WindowKey, BilledWindow> windows) {}

    public Optional<Metered> metered(Tx tx, SubscriptionId subscription) {
        return Optional.ofNullable(metered(tx, List.of(subscription)).get(subscription));
    }

    /// The billed windows of many subscriptions; one that has not started is not in the answer.
    public Map<SubscriptionId, Metered> metered(Tx tx, Collection<SubscriptionId> subscriptions) {
        var terms = contracts.terms(tx, subscriptions);
        var found = new LinkedHashMap<SubscriptionId, List<MeterWindow>>();
        terms.forEach((id, its) -> found.put(id, windows(its)));
        found.values().removeIf(List::isEmpty);
        var waivers = found.isEmpty()
                ? Map.<SubscriptionId, List<BilledWindow.Waiver>>of()
                : store.waivers(tx, found.keySet());
        var withFee = found.entrySet().stream()
                .filter(each -> each.getValue().stream()
                        .anyMatch(window -> window.window().fee().net() > 0))
                .map(Map.Entry::getKey)
                .toList();
        var charged =
                withFee.isEmpty() ? Map.<SubscriptionId, List<AdvanceFee.Charged>>of() : store.charged(tx, withFee);
        var metered = new HashMap<SubscriptionId, Metered>();
        terms.forEach((id, its) -> metered.put(
                id,
                metered(
                        its,
                        found.getOrDefault(id, List.of()),
                        waivers.getOrDefault(id, List.of()),
                        charged.getOrDefault(id, List.of()))));
        return metered;
    }

    /// The fee of a window, and nothing where the contract has no such window any more.
    AdvanceFee fee(Tx tx, WindowKey key) {
        return metered(tx, key.subscription())
                .flatMap(metered -> Optional.ofNullable(metered.windows.get(key)))
                .map(BilledWindow::fee)
                .orElse(AdvanceFee.NONE);
    }

    /// The windows of which an invoice bears usage or the fee, each with all that was billed of it.
    Map<WindowKey, Billed> borneBy(Tx tx, InvoiceId invoice) {
        var borne = new LinkedHashMap<WindowKey, Billed>();
        for (var subscription : store.bearing(tx, invoice)) {
            var windows = metered(tx, subscription).map(Metered::windows).orElse(Map.of());
            store.ofSubscription(tx, subscription).forEach((key, billed) -> {
                var window = Optional.ofNullable(windows.get(key));
                var all = billed.after(window.map(BilledWindow::fee).orElse(AdvanceFee.NONE));
                if (all.isOn(invoice.value())) borne.put(key, all);
            });
        }
        return borne;
    }

    /// A subscription that begins with this term.
    static Metered metered(ContractTerm first) {
        var terms = List.of(first);
        return metered(terms, windows(terms), List.of(), List.of());
    }

    private static Metered metered(
            List<ContractTerm> terms,
            List<MeterWindow> all,
            List<BilledWindow.Waiver> waivers,
            List<AdvanceFee.Charged> charged) {
        var windows = new LinkedHashMap<WindowKey, BilledWindow>();
        var subscription = terms.getLast().subscription();
        if (all.isEmpty()) return new Metered(subscription, terms, windows);
        record Meter(OrderId term, BrickId brick) {}
        var ofTerms = terms.stream().collect(Collectors.toMap(ContractTerm::termId, ContractTerm::sidesOfUsage));
        var parties = new HashMap<Meter, Function<LocalDate, Subscription.BillingParties>>();
        for (var window : all) {
            var key = WindowKey.of(window);
            var ofBrick = parties.computeIfAbsent(
                    new Meter(key.term(), key.brick()),
                    meter -> Objects.requireNonNull(ofTerms.get(meter.term)).apply(meter.brick));
            windows.put(key, BilledWindow.of(window, ofBrick.apply(key.start()), waivers, fee(window, charged)));
        }
        return new Metered(subscription, terms, windows);
    }

    private static AdvanceFee fee(MeterWindow window, List<AdvanceFee.Charged> charged) {
        var its = window.window();
        return AdvanceFee.of(
                its.fee(),
                charged.stream()
                        .filter(charge -> charge.term().equals(window.term())
                                && charge.brick().equals(its.terms().id())
                                && its.period().contains(charge.startsOn()))
                        .toList());
    }

    private static List<MeterWindow> windows(List<ContractTerm> terms) {
        return terms.stream()
                .flatMap(term -> MeterWindow.of(term, terms).values().stream())
                .flatMap(List::stream)
                .filter(MeterWindow::isBilled)
                .toList();
    }

    /// Everything of a payer that comes to be rated up to a calendar date and was not: each window at its last date
    /// up to then.
    public static List<UsageToRate> due(
            Metered metered, Subscription.BillingParties parties, LocalDate billOn, Map<WindowKey, Billed> billed) {
        var due = new ArrayList<UsageToRate>();
        metered.windows.forEach((key, window) -> {
            if (!window.parties().equals(parties)) return;
            var last = window.lastDate(billOn);
            var before = billed.getOrDefault(key, Billed.NOTHING);
            last.filter(before::isDueOn).ifPresent(date -> due.add(before.ask(window, date)));
        });
        return due;
    }

    /// Rates many windows; the usage of all of them is read at once.
    public List<Rated> rate(Tx tx, List<UsageToRate> asked) {
        var spans = asked.stream().flatMap(ask -> ask.spans().stream()).toList();
        var used = book.used(tx, spans);
        var rated = new ArrayList<Rated>();
        int from = 0;
        for (var ask : asked) {
            int until = from + ask.spans().size();
            rated.add(rated(ask, used.subList(from, until)));
            from = until;
        }
        return rated;
    }

    /// Usage beyond what an amount may say has no price (rule M-09): it adds nothing.
    private static Rated rated(UsageToRate ask, List<Quantity> used) {
        try {
            return priced(ask, used);
        } catch (AmountOutOfRange _) {
            return new Rated(
                    ask.key(),
                    ask.window().meter(),
                    ask.ratedOn(),
                    used.getLast(),
                    ask.before(),
                    Overage.NONE,
                    Overage.NONE,
                    Overage.NONE,
                    false);
        }
    }

    private static Rated priced(UsageToRate ask, List<Quantity> used) {
        var meter = ask.window().meter();
        var ratings = new HashMap<LocalDate, Overage>();
        var whole = Overage.NONE;
        int from = 0;
        for (var date : ask.window().datesFor(ask.ratedOn())) {
            int until = from + meter.ratedBy(date).size();
            whole = meter.window().rate(used.subList(from, until));
            ratings.put(date, whole);
            from = until;
        }
        var waived = ask.window().waived(ask.ratedOn(), ratings);
        var rating = counted(ask, ask.window().fee().bounded(whole.minus(waived)));
        return new Rated(
                ask.key(),
                meter,
                ask.ratedOn(),
                used.getLast(),
                rating,
                waived,
                rating.minus(ask.before()),
                Overage.NONE,
                true);
    }

    /// Limits what is given back: usage on voided invoices counts as billed, but was never paid, and is not
    /// given back when less was used (rule I-07).
    private static Overage counted(UsageToRate ask, Overage owed) {
        if (owed.net() >= ask.before().net()) return owed;
        long back = ask.billed().paidBeyond(owed.net(), ask.billed().credited());
        return back == ask.before().net() - owed.net()
                ? owed
                : new Overage(
                        owed.units(), ask.before().gross() - back, ask.before().discount());
    }
}
