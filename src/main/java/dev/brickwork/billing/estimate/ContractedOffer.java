package dev.brickwork.billing.estimate;

import dev.brickwork.catalog.Offer;
import dev.brickwork.catalog.PlanVersion;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.ids.PlanId;
import dev.brickwork.pricing.money.Percent;
import java.time.LocalDate;

/// The offer of a renewal by hand that names no plan: the listed plan of the contract where everything that was agreed
/// keeps its contracted price, raised by the uplift, whether the list still has it or not (rules N-01, N-02).
final class ContractedOffer {
    private ContractedOffer() {}

    static Offer of(Offer listed, ContractTerm now, Percent uplift) {
        return new Offer(listed.frequencies(), listed.version().map(version -> keeping(version, now, uplift)));
    }

    private static PlanVersion keeping(PlanVersion version, ContractTerm now, Percent uplift) {
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
    static PlanId lastPlan(ContractTerm now) {
        return new PlanId(now.contract().planOn(lastDay(now)).planId());
    }

    private static LocalDate lastDay(ContractTerm now) {
        return now.serviceEnd().minusDays(1);
    }
}
