package dev.brickwork.billing.estimate;

import dev.brickwork.catalog.Offer;
import dev.brickwork.catalog.Offers;
import dev.brickwork.catalog.PlanVersion;
import dev.brickwork.ids.PlanId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.CouponClock;
import dev.brickwork.pricing.terms.PhasePlan;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.PricingCost;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.pricing.terms.Validated;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Reads the terms of an order that opens a term and puts prices to them. Whatever is wrong
/// is told at once, each fault at its path; only a plan that does not exist is a 404 of its own.
///
/// ```java
/// var wish = TermsInput.read(request.fields(), offers, TermsInput.Given.first(30));
/// Pricing.estimate(wish.terms(), circumstances);
/// ```
final class TermsInput {
    static final Map<String, BillingFrequency> FREQUENCIES = Fields.words(Enum::name, BillingFrequency.values());

    private static final String RENEWAL_MONTHS = "renewal_contract_period";

    private final Fields fields;
    private final Offers offers;
    private final CouponInput coupons;
    private final Given given;

    /// Inputs that are not in the request.
    ///
    /// @param currency of an order that must keep one (rule C-01); else it is read, and USD when absent
    /// @param couponClock of the subscription, for orders that follow another
    /// @param planWhenAbsent for orders that may leave the plan out; without it `plan_id` is required
    /// @param paymentTermsDays where neither a phase nor the order says otherwise
    record Given(
            Optional<Currency> currency,
            Optional<CouponClock> couponClock,
            Optional<Offer> planWhenAbsent,
            int paymentTermsDays) {
        /// For a subscription that is yet to be.
        static Given first(int paymentTermsDays) {
            return new Given(Optional.empty(), Optional.empty(), Optional.empty(), paymentTermsDays);
        }
    }

    /// Terms that can be priced.
    ///
    /// @param version of the plan of the order; a phase may have a plan of its own
    /// @param coupons those that apply, each once: closing the order redeems them
    record Input(Terms terms, PlanVersion version, List<Coupon> coupons) {
        Input {
            coupons = List.copyOf(coupons);
        }
    }

    /// The fields of the order itself, each as far as it could be read.
    private record Head(
            Optional<LocalDate> startsAt,
            Optional<Integer> months,
            Optional<BillingFrequency> frequency,
            Currency currency,
            Optional<List<BrickInput>> bricks,
            List<String> coupons) {
        private List<BrickInput> allBricks() {
            return bricks.orElse(List.of());
        }
    }

    private TermsInput(Fields fields, Offers offers, Given given) {
        this.fields = fields;
        this.offers = offers;
        this.coupons = new CouponInput(offers);
        this.given = given;
    }

    static Input read(Fields fields, Offers offers, Given given) {
        return new TermsInput(fields, offers, given).read();
    }

    /// Notes what can be said without looking anything up.
    ///
    /// @param required of the fields below
    static void checkForm(Fields fields, List<String> required) {
        for (var name : required) if (!fields.isSent(name)) fields.fault(name, Fields.REQUIRED);
        fields.date("starts_at");
        fields.integer("contract_length", 1, Terms.MONTHS_MAX);
        fields.oneOf("billing_frequency", FREQUENCIES);
        BrickInput.readAll(fields, "bricks");
        PhaseInput.readAll(fields, "phases");
        CouponInput.read(fields);
        for (var id : List.of("plan_id", "customer_id", "legal_entity_id")) fields.uuid(id);
    }

    private Input read() {
        var head = head();
        var phases = PhaseInput.readAll(fields, "phases");
        var plan = plan();
        var version = plan.flatMap(offer -> version(offer, head, fields));
        var coupon = coupons.first(head.coupons, fields);
        var laid = phases.isPresent()
                ? phases(head, phases.get(), version, coupon)
                : version.flatMap(known -> onlyPhase(known, head, coupon)).stream()
                        .toList();
        fields.check();
        return wish(head, phases.isPresent(), laid, version.orElseThrow());
    }

    private Head head() {
        return new Head(
                fields.require("starts_at", fields::date),
                fields.require("contract_length", name -> fields.integer(name, 1, Terms.MONTHS_MAX)),
                fields.require("billing_frequency", name -> fields.oneOf(name, FREQUENCIES)),
                given.currency.orElseGet(() -> fields.currency("currency").orElse(Currency.USD)),
                fields.require("bricks", name -> BrickInput.readAll(fields, name)),
                CouponInput.read(fields).orElse(List.of()));
    }

    /// A plan that is not there ends it (404), unless the request cannot be read anyway.
    private Optional<Offer> plan() {
        if (given.planWhenAbsent.isPresent() && !fields.isSent("plan_id")) return given.planWhenAbsent;
        var id = fields.require("plan_id", fields::uuid);
        if (id.isEmpty()) return Optional.empty();
        var offer = offers.plan(new PlanId(id.get()));
        if (offer.isEmpty()) {
            fields.check();
            throw Refusal.notFound("plan");
        }
        return offer;
    }

    private Optional<PlanVersion> version(Offer offer, Head head, Fields at) {
        if (offer.version().isEmpty()) at.fault("plan_id", "The plan has no published version.");
        if (head.frequency
                .filter(wanted -> !offer.frequencies().contains(wanted))
                .isPresent()) {
            fields.fault(
                    "billing_frequency",
                    "The plan allows only %s."
                            .formatted(
                                    offer.frequencies().stream().map(Enum::name).collect(Collectors.joining(", "))));
        }
        return offer.version();
    }

    /// The whole order as its one phase.
    private Optional<PhaseTerms> onlyPhase(PlanVersion version, Head head, Optional<Coupon> coupon) {
        if (!version.hasOwnPrice()) BrickInput.requireSome(fields);
        var slot = new PhasePlan.Slot(0, 1, 0, head.months.orElse(1));
        return phase(slot, version, head.allBricks(), head, given.paymentTermsDays, coupon);
    }

    private List<PhaseTerms> phases(
            Head head, List<PhaseInput> inputs, Optional<PlanVersion> version, Optional<Coupon> coupon) {
        // Bricks that no phase takes over are checked all the same.
        version.ifPresent(known -> BrickInput.priced(head.allBricks(), known, head.currency, fields));
        var laid = new ArrayList<PhaseTerms>(inputs.size());
        for (var slot : slots(head, inputs)) {
            var input = inputs.get(slot.index());
            var own = input.plan().isEmpty() ? version : phaseVersion(input, head);
            var ownCoupon = input.coupons().isEmpty()
                    ? coupon
                    : coupons.first(input.coupons().get(), input.at());
            int paymentTermsDays = input.paymentTermsDays().orElse(given.paymentTermsDays);
            var bricks = input.bricks().orElseGet(head::allBricks);
            own.flatMap(known -> phase(slot, known, bricks, head, paymentTermsDays, ownCoupon))
                    .map(phase -> input.name().map(phase::named).orElse(phase))
                    .ifPresent(laid::add);
        }
        if (!fields.hasFaults() && laid.stream().allMatch(TermsInput::isEmpty)) BrickInput.requireSome(fields);
        return laid;
    }

    /// Where each phase lies (rule F-01). When they cannot be laid they stand as they came, so that what is
    /// inside them is checked too.
    private List<PhasePlan.Slot> slots(Head head, List<PhaseInput> inputs) {
        var outlines = inputs.stream().map(PhaseInput::outline).toList();
        if (head.startsAt.isPresent() && head.months.isPresent()) {
            switch (PhasePlan.lay(head.startsAt.get(), head.months.get(), outlines)) {
                case Validated.Valid<PhasePlan>(var ramp) -> {
                    return ramp.slots();
                }
                case Validated.Invalid<PhasePlan>(var faults) -> fields.faults(faults);
            }
        }
        var slots = new ArrayList<PhasePlan.Slot>(inputs.size());
        for (int i = 0; i < inputs.size(); i++) slots.add(new PhasePlan.Slot(i, i, i, 1));
        return slots;
    }

    private Optional<PlanVersion> phaseVersion(PhaseInput input, Head head) {
        var offer = offers.plan(new PlanId(input.plan().orElseThrow()));
        if (offer.isEmpty()) input.at().fault("plan_id", "There is no such plan.");
        return offer.flatMap(known -> version(known, head, input.at()));
    }

    /// None when something of it has no price; that has been told.
    private Optional<PhaseTerms> phase(
            PhasePlan.Slot slot,
            PlanVersion version,
            List<BrickInput> bricks,
            Head head,
            int paymentTermsDays,
            Optional<Coupon> coupon) {
        var terms = BrickInput.priced(bricks, version, head.currency, fields);
        var plan = version.terms(head.currency);
        if (plan.isEmpty()) {
            var name = version.document().planName();
            fields.fault("currency", "The plan %s has no price in %s.".formatted(name, head.currency));
        }
        return plan.map(known -> new PhaseTerms(
                slot.position(), slot.fromMonth(), slot.months(), known, terms, paymentTermsDays, coupon));
    }

    /// Before anything is priced. A renewal is judged with the order that asks for its length: once agreed it comes by
    /// itself.
    private void requireAffordable(Terms terms) {
        PricingCost.of(terms).fault().ifPresent(why -> {
            throw Refusal.badField(terms.isPhased() ? "phases" : "bricks", why);
        });
        fields.integer(RENEWAL_MONTHS, 1, Terms.MONTHS_MAX)
                .flatMap(months -> PricingCost.ofRenewal(terms, months).fault())
                .ifPresent(why -> {
                    throw Refusal.badField(RENEWAL_MONTHS, why);
                });
    }

    private static boolean isEmpty(PhaseTerms phase) {
        return phase.bricks().isEmpty() && phase.plan().price().isEmpty();
    }

    private Input wish(Head head, boolean isPhased, List<PhaseTerms> phases, PlanVersion version) {
        var startsAt = head.startsAt.orElseThrow();
        var terms = new Terms(
                given.couponClock.orElseGet(() -> CouponClock.from(startsAt)),
                startsAt,
                head.months.orElseThrow(),
                head.frequency.orElseThrow(),
                head.currency,
                isPhased,
                phases);
        requireAffordable(terms);
        return new Input(
                terms,
                version,
                phases.stream()
                        .flatMap(phase -> phase.coupon().stream())
                        .distinct()
                        .toList());
    }
}
