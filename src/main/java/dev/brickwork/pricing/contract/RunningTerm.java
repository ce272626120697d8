package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.PlanTerms;
import dev.brickwork.pricing.terms.PricingFault;
import dev.brickwork.pricing.terms.PricingFaults;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.pricing.terms.Upgrade;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The lines of a term while orders are stacked on it: the order that opened it, then its upgrades as deltas.
/// Lives for one calculation.
public final class RunningTerm {
    private final Terms terms;
    private final LineMaker make;
    private final List<Line> lines = new ArrayList<>();
    private final List<PhaseState> states = new ArrayList<>();
    private final PricingFaults faults = new PricingFaults();
    private int upgradeCount;

    private RunningTerm(Terms terms) {
        this.terms = terms;
        this.make = new LineMaker(terms);
    }

    public static RunningTerm open(Terms terms) {
        var running = new RunningTerm(terms);
        for (var phase : terms.phases()) running.states.add(new PhaseState(phase, terms.term(phase)));
        for (int i = 0; i < running.states.size(); i++) running.openPhase(running.states.get(i), terms.brickPath(i));
        running.faults.guard(() -> "bricks", running::applyPhaseCoupons);
        return running;
    }

    public static RunningTerm of(Contract contract) {
        var running = open(contract.base());
        for (var upgrade : contract.upgrades()) running.apply(upgrade);
        return running;
    }

    public List<Line> lines() {
        return lines;
    }

    public List<PricingFault> faults() {
        return faults.all();
    }

    /// The bricks of the phase that holds a date (the last phase when the date lies beyond).
    List<BrickTerms> bricksOn(LocalDate date) {
        return stateOn(date).bricks();
    }

    PlanTerms planOn(LocalDate date) {
        return stateOn(date).plan();
    }

    List<BrickPeriod> stretches(BrickId brick) {
        return states.stream()
                .flatMap(state -> state.stretches().stream())
                .filter(stretch -> stretch.terms().id().equals(brick))
                .toList();
    }

    /// The lines that bill the windows of a usage brick in advance.
    List<Line> commitments(BrickId brick) {
        return lines.stream()
                .filter(line -> line.kind() == LineKind.COMMITMENT)
                .filter(line -> line.key().brick().filter(brick::equals).isPresent())
                .toList();
    }

    /// Adds the delta lines of the next upgrade and returns them.
    public List<Line> apply(Upgrade upgrade) {
        upgradeCount++; // Counted, not read off the lines: an upgrade that changes nothing has none (V8).
        var change = new UpgradeLines(upgrade, terms, lines, faults);
        boolean isFirst = true;
        for (var state : states) {
            var phase = state.term();
            if (!phase.end().isAfter(upgrade.startsOn())) continue;
            var start = upgrade.startsOn().isAfter(phase.start()) ? upgrade.startsOn() : phase.start();
            change.change(make.segment(state, upgradeCount, start), isFirst);
            isFirst = false;
        }
        var added = change.lines();
        lines.addAll(added);
        return added;
    }

    private PhaseState stateOn(LocalDate date) {
        for (var state : states) if (date.isBefore(state.term().end())) return state;
        return states.getLast();
    }

    private void openPhase(PhaseState state, String path) {
        var segment = make.segment(state, 0, state.term().start());
        state.plan()
                .price()
                .ifPresent(price -> faults.guard(() -> "plan_id", () -> lines.add(make.ofPlan(segment, price))));
        var bricks = state.phase().bricks();
        for (int i = 0; i < bricks.size(); i++) {
            var brick = bricks.get(i);
            if (!brick.isOnOrder()) continue;
            state.put(brick, segment.start());
            int index = i;
            faults.guard(() -> "%s[%d].quantity".formatted(path, index), () -> lines.add(make.of(segment, brick)));
        }
    }

    private void applyPhaseCoupons() {
        Map<Coupon, List<Integer>> groups = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            int index = i;
            phase(lines.get(i))
                    .coupon()
                    .ifPresent(coupon -> groups.computeIfAbsent(coupon, _ -> new ArrayList<>())
                            .add(index));
        }
        groups.forEach((coupon, places) -> CouponShares.take(coupon, terms, lines, places));
    }

    private PhaseTerms phase(Line line) {
        if (states.size() == 1) return states.getFirst().phase();
        for (var state : states) if (state.phase().position() == line.key().phasePosition()) return state.phase();
        throw new IllegalStateException("no phase " + line.key());
    }
}
