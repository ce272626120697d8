package dev.brickwork.subscriptions;

import dev.brickwork.catalogue.Offers;
import dev.brickwork.kernel.Refusal;
import dev.brickwork.kernel.pricing.BrickId;
import dev.brickwork.kernel.pricing.BrickPrice;
import dev.brickwork.kernel.pricing.BrickTerms;
import dev.brickwork.kernel.pricing.Checked;
import dev.brickwork.kernel.pricing.Circumstances;
import dev.brickwork.kernel.pricing.Estimate;
import dev.brickwork.kernel.pricing.PhaseTerms;
import dev.brickwork.kernel.pricing.Pricing;
import dev.brickwork.kernel.pricing.PricingFault;
import dev.brickwork.kernel.pricing.Terms;
import dev.brickwork.plumbing.http.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Turns requests for orders that open a term into priced terms. The same for an estimate, for an open order
/// and for its closing, so the three agree to the cent.
final class Quotes {
    private static final int TRIAL_DAYS_MAX = 3650;

    private Quotes() {}

    /// @param contracted prices that were agreed before and that a renewal keeps; empty otherwise
    static Quote.Opening opening(
            Fields fields,
            TermsInput.Given given,
            Map<BrickId, BrickPrice> contracted,
            Offers offers,
            Circumstances circumstances,
            boolean isTrial) {
        var trialDays = trialDays(fields, isTrial);
        var order = TermsInput.read(fields, offers, given);
        var terms = contracted.isEmpty() ? order.terms() : repriced(order.terms(), contracted);
        var estimate = trialDays.isPresent()
                ? priced(Pricing.trial(terms, trialDays.get()))
                : priced(Pricing.estimate(terms, circumstances));
        return new Quote.Opening(
                terms,
                estimate,
                new Order.PlanVersion(
                        order.version().id().value(), order.version().document().number()),
                order.coupons(),
                trialDays);
    }

    private static Optional<Integer> trialDays(Fields fields, boolean isTrial) {
        if (isTrial) return fields.require("trial_days", name -> fields.integer(name, 1, TRIAL_DAYS_MAX));
        if (fields.isSent("trial_days")) fields.fault("trial_days", "Only a TRIAL has trial days.");
        return Optional.empty();
    }

    private static Terms repriced(Terms terms, Map<BrickId, BrickPrice> contracted) {
        var phases = new ArrayList<PhaseTerms>();
        for (var phase : terms.phases()) {
            var bricks = phase.bricks().stream()
                    .map(brick -> brick.withPrice(contracted.getOrDefault(brick.id(), brick.price())))
                    .toList();
            phases.add(new PhaseTerms(
                    phase.position(),
                    phase.fromMonth(),
                    phase.months(),
                    phase.plan(),
                    bricks,
                    phase.paymentTermsDays(),
                    phase.coupon()));
        }
        return new Terms(
                terms.couponsCountFrom(),
                terms.startsOn(),
                terms.months(),
                terms.frequency(),
                terms.currency(),
                terms.isPhased(),
                phases);
    }

    static Estimate priced(Checked<Estimate> checked) {
        return checked.orElseThrow(Quotes::refusal);
    }

    private static Refusal refusal(List<PricingFault> faults) {
        var fields = Fields.none();
        fields.faults(faults);
        return fields.refusal();
    }

    /// A brick at the price that was agreed for it before.
    static BrickTerms contracted(BrickInput input, BrickTerms before) {
        return new BrickTerms(
                before.id(),
                before.name(),
                before.code(),
                before.type(),
                before.taxCategory(),
                input.quantity().orElse(before.quantity()),
                input.isUnlimited(),
                input.discounts(),
                before.price());
    }
}
