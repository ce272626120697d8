package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.terms.BrickFaults;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.PlanTerms;
import dev.brickwork.pricing.terms.PricingCost;
import dev.brickwork.pricing.terms.PricingFault;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.pricing.terms.Upgrade;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A term with everything that was agreed on it: the order that opened it and its closed upgrades in order of
/// closing.
public record Contract(Terms base, List<Upgrade> upgrades) {
    public Contract {
        upgrades = List.copyOf(upgrades);
    }

    public static Contract of(Terms base) {
        return new Contract(base, List.of());
    }

    public Contract with(Upgrade upgrade) {
        var all = new ArrayList<>(upgrades);
        all.add(upgrade);
        return new Contract(base, all);
    }

    /// Every line of every order of the term; upgrades as deltas.
    public List<Line> lines() {
        return List.copyOf(RunningTerm.of(this).lines());
    }

    /// The charges that one order bills in advance, with their dates, before tax; order 0 is the base.
    public List<Charge> charges(int order, BillDates bills) {
        var plan = new ChargePlan(base, start(order), bills);
        return lines().stream()
                .filter(line -> line.key().order() == order)
                .flatMap(line -> plan.charges(line).stream())
                .toList();
    }

    public LocalDate start(int order) {
        return order == 0 ? base.startsOn() : upgrades.get(order - 1).startsOn();
    }

    /// The bricks in force on a service date, upgrades included.
    public List<BrickTerms> bricksOn(LocalDate date) {
        return RunningTerm.of(upTo(date)).bricksOn(date);
    }

    public PlanTerms planOn(LocalDate date) {
        return RunningTerm.of(upTo(date)).planOn(date);
    }

    /// The usage windows of any brick, cut where the contract ended early (rules G-01, G-07, R-08): no change after it
    /// takes place. What runs is laid out once for all of them.
    public Function<BrickId, List<UsageWindow>> usageWindows(Optional<EarlyEnd> end) {
        var running = RunningTerm.of(end.map(it -> upTo(it.on().minusDays(1))).orElse(this));
        return brick -> UsageWindows.of(base, running.stretches(brick), running.commitments(brick), end);
    }

    /// The faults that keep an upgrade from being priced (rules U-01, P-14).
    public List<PricingFault> faults(Upgrade upgrade) {
        var faults = new ArrayList<PricingFault>();
        var start = upgrade.startsOn();
        if (!base.term().contains(start)) {
            faults.add(new PricingFault("starts_at", "must lie inside the running term"));
        } else if (!upgrades.isEmpty() && start.isBefore(upgrades.getLast().startsOn())) {
            // No date, because these are service dates, and who asks knows the calendar.
            faults.add(new PricingFault("starts_at", "must not be before the start of the latest change"));
        }
        BrickFaults.collect(upgrade.bricks(), "bricks", faults);
        upgrade.bricksByPhase().forEach((position, bricks) -> {
            if (base.phaseAt(position).isEmpty()) {
                faults.add(new PricingFault("phases", "there is no phase %d".formatted(position)));
            }
            BrickFaults.collect(bricks, upgrade.path(position), faults);
        });
        return faults;
    }

    /// Of all its orders together.
    public PricingCost cost() {
        var cost = PricingCost.of(base);
        for (var upgrade : upgrades) cost = cost.plus(PricingCost.of(base, upgrade));
        return cost;
    }

    public Contract upTo(LocalDate date) {
        return new Contract(
                base,
                upgrades.stream()
                        .filter(upgrade -> !upgrade.startsOn().isAfter(date))
                        .toList());
    }
}
