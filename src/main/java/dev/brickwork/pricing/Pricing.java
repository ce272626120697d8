package dev.brickwork.pricing;

import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.contract.Charge;
import dev.brickwork.pricing.contract.ChargePlan;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.contract.RunningTerm;
import dev.brickwork.pricing.money.AmountOutOfRange;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.pricing.terms.Upgrade;
import dev.brickwork.pricing.terms.Validated;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The entry to pricing. Estimates, scheduled invoices, previews and regeneration all come from these calls, so
/// they agree to the cent. Pure: same input, same output.
public final class Pricing {
    private Pricing() {}

    /// Prices an order that opens a term: a new subscription, a renewal, or a recast with its
    /// credit.
    public static Validated<Estimate> estimate(Terms terms, PricingContext circumstances) {
        var faults = terms.faults();
        if (!faults.isEmpty()) return Validated.invalid(faults);
        return whole(Contract.of(terms), RunningTerm.open(terms), circumstances);
    }

    /// The whole contract, upgrades included, with the charges of all its orders on shared dates (S-07).
    public static Validated<Estimate> estimateContract(Contract contract, PricingContext circumstances) {
        return whole(contract, RunningTerm.of(contract), circumstances);
    }

    private static Validated<Estimate> whole(Contract contract, RunningTerm running, PricingContext circumstances) {
        if (!running.faults().isEmpty()) return Validated.invalid(running.faults());
        var terms = contract.base();
        return summed(() -> {
            var priced = new Priced(running.lines(), charges(contract, running.lines()), coupon(terms));
            var invoicing = Invoicing.of(contract, circumstances);
            return new EstimateSum(terms, terms.term(), circumstances, invoicing, Priced.NOTHING).of(priced);
        });
    }

    /// Prices an upgrade of a running contract: deltas only, from its start to the end of the term (rules U-02
    /// to U-10).
    public static Validated<Estimate> estimateUpgrade(
            Contract contract, Upgrade upgrade, PricingContext circumstances) {
        var faults = contract.faults(upgrade);
        if (!faults.isEmpty()) return Validated.invalid(faults);
        var running = RunningTerm.of(contract);
        var before = List.copyOf(running.lines());
        var deltas = running.apply(upgrade);
        if (!running.faults().isEmpty()) return Validated.invalid(running.faults());
        var terms = contract.base();
        var changed = contract.with(upgrade);
        return summed(() -> {
            var priced = new Priced(
                    deltas, charges(changed, deltas), upgrade.coupon().map(Coupon::code));
            var invoicing = Invoicing.of(changed, circumstances);
            var standing = circumstances.closings().isEmpty()
                    ? Priced.NOTHING
                    : new Priced(before, charges(contract, before), Optional.empty());
            var term = new Period(upgrade.startsOn(), terms.endsOn());
            return new EstimateSum(terms, term, circumstances, invoicing, standing).of(priced);
        });
    }

    /// An estimate shows the dates on which periods begin, whenever its order is closed.
    private static List<List<Charge>> charges(Contract contract, List<Line> lines) {
        var plans = new HashMap<Integer, ChargePlan>();
        return lines.stream()
                .map(line -> plans.computeIfAbsent(
                                line.key().order(),
                                order -> new ChargePlan(
                                        contract.base(), contract.start(order), BillDates.AT_PERIOD_START))
                        .charges(line))
                .toList();
    }

    /// A trial of so many days: its lines cost nothing and it has no invoices (Z-03).
    public static Validated<Estimate> trial(Terms terms, int days) {
        var priced = estimate(terms, PricingContext.PLAIN);
        return switch (priced) {
            case Validated.Invalid<Estimate> invalid -> invalid;
            case Validated.Valid<Estimate>(var estimate) ->
                Validated.valid(estimate.free(
                        new Period(terms.startsOn(), terms.startsOn().plusDays(days))));
        };
    }

    /// Lines with the charges of each.
    record Priced(List<Line> lines, List<List<Charge>> charges, Optional<String> couponCode) {
        static final Priced NOTHING = new Priced(List.of(), List.of(), Optional.empty());
    }

    private static Validated<Estimate> summed(Supplier<Estimate> work) {
        try {
            return Validated.valid(work.get());
        } catch (AmountOutOfRange tooLarge) {
            return Validated.invalid("bricks", "the total is out of range");
        }
    }

    private static Optional<String> coupon(Terms terms) {
        for (var phase : terms.phases())
            if (phase.coupon().isPresent()) return phase.coupon().map(Coupon::code);
        return Optional.empty();
    }
}
