package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import dev.brickwork.pricing.terms.PhaseTerms;
import dev.brickwork.pricing.terms.PlanTerms;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The terms in force in one phase while upgrades are applied, and since when each usage brick has had its terms.
final class PhaseState {
    private final PhaseTerms phase;
    private final Period term;
    private final Map<BrickId, BrickTerms> bricks = new LinkedHashMap<>();
    private final List<BrickPeriod> stretches = new ArrayList<>();
    private PlanTerms plan;

    PhaseState(PhaseTerms phase, Period term) {
        this.phase = phase;
        this.term = term;
        this.plan = phase.plan();
    }

    PhaseTerms phase() {
        return phase;
    }

    Period term() {
        return term;
    }

    PlanTerms plan() {
        return plan;
    }

    List<BrickTerms> bricks() {
        return List.copyOf(bricks.values());
    }

    Optional<BrickTerms> brick(BrickId id) {
        return Optional.ofNullable(bricks.get(id));
    }

    List<BrickPeriod> stretches() {
        return stretches;
    }

    void switchTo(PlanTerms other) {
        plan = other;
    }

    /// The brick is so from a date to the end of the phase.
    void put(BrickTerms brick, LocalDate since) {
        endStretch(brick.id(), since);
        bricks.put(brick.id(), brick);
        if (brick.type() == BrickType.USAGE) stretches.add(new BrickPeriod(brick, new Period(since, term.end())));
    }

    void remove(BrickId brick, LocalDate since) {
        bricks.remove(brick);
        endStretch(brick, since);
    }

    private void endStretch(BrickId brick, LocalDate since) {
        for (int i = stretches.size() - 1; i >= 0; i--) {
            var stretch = stretches.get(i);
            if (!stretch.terms().id().equals(brick)) continue;
            var before = stretch.period().before(since);
            if (before.isPresent()) {
                stretches.set(i, new BrickPeriod(stretch.terms(), before.get()));
            } else {
                stretches.remove(i);
            }
        }
    }
}
