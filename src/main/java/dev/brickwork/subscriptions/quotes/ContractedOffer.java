package dev.brickwork.subscriptions.quotes;

import dev.brickwork.catalogue.Offer;
import dev.brickwork.catalogue.Offers;
import dev.brickwork.catalogue.PlanId;
import dev.brickwork.catalogue.PlanVersion;
import dev.brickwork.kernel.money.Percent;
import dev.brickwork.kernel.pricing.terms.Coupon;
import dev.brickwork.subscriptions.Agreement;
import java.time.LocalDate;
import java.util.Optional;

/// What can be ordered by who renews by hand: the list of today and, in the plan that stays, what was agreed before,
/// raised by the uplift, whether the list still has it or not (rules N-01, N-02).
record RenewalOffers(Offers listed, Agreement now) implements Offers {
    @Override
    public Optional<Offer> plan(PlanId plan) {
        if (!plan.equals(lastPlan(now))) return listed.plan(plan);
        return listed.plan(plan)
                .map(offer -> new Offer(offer.frequencies(), offer.version().map(this::keeping)));
    }

    private PlanVersion keeping(PlanVersion version) {
        var uplift = now.subscription().agreed().uplift().orElse(Percent.ZERO);
        var contract = now.contract();
        var lastDay = lastDay(now);
        return version.keeping(
                now.terms().currency(),
                contract.planOn(lastDay).renewed(uplift),
                contract.bricksOn(lastDay).stream()
                        .map(brick -> brick.withPrice(brick.price().uplifted(uplift)))
                        .toList());
    }

    /// The plan that stays where none is named: that of the last day, which a phase may have changed.
    static PlanId lastPlan(Agreement now) {
        return new PlanId(now.contract().planOn(lastDay(now)).planId());
    }

    private static LocalDate lastDay(Agreement now) {
        return now.serviceEnd().minusDays(1);
    }

    @Override
    public Optional<Coupon> coupon(String code) {
        return listed.coupon(code);
    }
}
