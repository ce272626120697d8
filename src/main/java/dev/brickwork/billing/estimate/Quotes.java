package dev.brickwork.billing.estimate;

import dev.brickwork.catalog.PlanVersion;
import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.Quote;
import dev.brickwork.ids.PlanId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.pricing.Estimate;
import dev.brickwork.pricing.Pricing;
import dev.brickwork.pricing.PricingContext;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.PricingFault;
import dev.brickwork.pricing.terms.Validated;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Turns requests for orders that open a term into priced terms. The same for an estimate, for an open order
/// and for its closing, so the three agree to the cent.
final class Quotes {
    private static final int TRIAL_DAYS_MAX = 3650;

    private Quotes() {}

    static Quote.Opening opening(
            Fields fields, TermsInput.Given given, OrderOffers offers, PricingContext circumstances, boolean isTrial) {
        var trialDays = trialDays(fields, isTrial);
        var order = TermsInput.read(fields, offers, given);
        var terms = order.terms();
        var estimate = trialDays.isPresent()
                ? priced(Pricing.trial(terms, trialDays.get()))
                : priced(Pricing.estimate(terms, circumstances));
        var plans = terms.phases().stream()
                .map(phase -> new PlanId(phase.plan().planId()))
                .collect(Collectors.toCollection(HashSet::new));
        plans.add(order.version().plan());
        var pins = offers.pins(plans, order.coupons());
        return new Quote.Opening(terms, estimate, agreed(order.version()), order.coupons(), pins, trialDays);
    }

    static Order.PlanVersion agreed(PlanVersion version) {
        return new Order.PlanVersion(version.id().value(), version.document().number());
    }

    private static Optional<Integer> trialDays(Fields fields, boolean isTrial) {
        if (isTrial) return fields.require("trial_days", name -> fields.integer(name, 1, TRIAL_DAYS_MAX));
        if (fields.isSent("trial_days")) fields.fault("trial_days", "Only a TRIAL has trial days.");
        return Optional.empty();
    }

    static Estimate priced(Validated<Estimate> checked) {
        return checked.orElseThrow(Quotes::refusal);
    }

    static Refusal refusal(List<PricingFault> faults) {
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
