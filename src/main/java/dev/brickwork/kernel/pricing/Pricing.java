package dev.brickwork.kernel.pricing;

import dev.brickwork.kernel.calendar.Period;
import dev.brickwork.kernel.money.AmountOutOfRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The entry to pricing. Estimates, scheduled invoices, previews and regeneration all come from these calls, so
/// they agree to the cent. Pure: same input, same output.
public final class Pricing {
    private Pricing() {}

    /// Prices an order that opens a term (API 4.1, 4.2): a new subscription, a renewal, or a recast with its
    /// credit.
    public static Checked<Estimate> estimate(Terms terms, Circumstances circumstances) {
        var faults = terms.faults();
        if (!faults.isEmpty()) return Checked.invalid(faults);
        var running = RunningTerm.open(terms);
        if (!running.faults().isEmpty()) return Checked.invalid(running.faults());
        return summed(new EstimateSum(terms, terms.term(), circumstances), () -> {
            var plan = new ChargePlan(terms, terms.startsOn(), circumstances.bills());
            return new Priced(
                    running.lines(), running.lines().stream().map(plan::charges).toList(), couponCode(terms));
        });
    }

    /// Prices an upgrade of a running contract: deltas only, from its start to the end of the term (rules U-02
    /// to U-10).
    public static Checked<Estimate> estimateUpgrade(Contract contract, Upgrade upgrade, Circumstances circumstances) {
        var faults = contract.faults(upgrade);
        if (!faults.isEmpty()) return Checked.invalid(faults);
        var terms = contract.base();
        var running = RunningTerm.of(contract);
        var deltas = running.apply(upgrade);
        if (!running.faults().isEmpty()) return Checked.invalid(running.faults());
        var term = new Period(upgrade.startsOn(), terms.endsOn());
        return summed(new EstimateSum(terms, term, circumstances), () -> {
            var plan = new ChargePlan(terms, upgrade.startsOn(), circumstances.bills());
            return new Priced(
                    deltas,
                    deltas.stream().map(plan::charges).toList(),
                    upgrade.coupon().map(Coupon::code));
        });
    }

    /// The whole contract, upgrades included, with the charges of all its orders on shared dates (S-07).
    public static Checked<Estimate> estimateContract(Contract contract, Circumstances circumstances) {
        var terms = contract.base();
        var running = RunningTerm.of(contract);
        if (!running.faults().isEmpty()) return Checked.invalid(running.faults());
        return summed(new EstimateSum(terms, terms.term(), circumstances), () -> {
            var plans = new ArrayList<ChargePlan>();
            plans.add(new ChargePlan(terms, terms.startsOn(), circumstances.bills()));
            contract.upgrades()
                    .forEach(upgrade -> plans.add(new ChargePlan(terms, upgrade.startsOn(), circumstances.bills())));
            var charges = running.lines().stream()
                    .map(line -> plans.get(line.key().order()).charges(line))
                    .toList();
            return new Priced(running.lines(), charges, couponCode(terms));
        });
    }

    /// A trial of so many days: its lines cost nothing and it has no invoices (Z-03).
    public static Checked<Estimate> trial(Terms terms, int days) {
        var priced = estimate(terms, Circumstances.PLAIN);
        return switch (priced) {
            case Checked.Invalid<Estimate> invalid -> invalid;
            case Checked.Valid<Estimate>(var estimate) ->
                Checked.valid(estimate.free(
                        new Period(terms.startsOn(), terms.startsOn().plusDays(days))));
        };
    }

    /// Lines with the charges of each.
    record Priced(List<Line> lines, List<List<Charge>> charges, Optional<String> couponCode) {}

    private interface Work {
        Priced run();
    }

    private static Checked<Estimate> summed(EstimateSum sum, Work work) {
        try {
            return Checked.valid(sum.of(work.run()));
        } catch (AmountOutOfRange tooLarge) {
            return Checked.invalid("bricks", "the total is out of range");
        }
    }

    private static Optional<String> couponCode(Terms terms) {
        for (var phase : terms.phases())
            if (phase.coupon().isPresent()) return phase.coupon().map(Coupon::code);
        return Optional.empty();
    }
}
