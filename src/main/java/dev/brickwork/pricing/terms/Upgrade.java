package dev.brickwork.pricing.terms;

import java.time.LocalDate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The frozen terms of an upgrade: the new state of the bricks it names, from a date to the end of the term. What
/// it costs is the difference to the contract it changes, so it is priced together with that
/// `Contract`.
///
/// @param startsOn a service date of the term
/// @param bricks for every phase that `bricksByPhase` does not name; quantity 0 takes a brick off (U-02), but a
///     usage brick becomes pay as you go (P-14). One-time and milestone bricks count once, in the first phase
///     still to run
/// @param bricksByPhase by `phase_position` (F-05), in the order of the request
/// @param removed bricks that end, usage included, because the upgrade names a plan without them (P-14)
/// @param done of its milestones, when it was agreed
/// @param plan the plan switched to, whose own price replaces the running one; absent keeps it (U-07)
public record Upgrade(
        LocalDate startsOn,
        List<BrickTerms> bricks,
        Map<Integer, List<BrickTerms>> bricksByPhase,
        Set<BrickId> removed,
        List<DoneWork> done,
        Optional<PlanTerms> plan,
        Optional<Coupon> coupon) {
    public Upgrade {
        done = List.copyOf(done);
        bricks = List.copyOf(bricks);
        bricksByPhase = Collections.unmodifiableMap(new LinkedHashMap<>(bricksByPhase));
        removed = Set.copyOf(removed);
    }

    /// Where the request has the bricks of a phase that it names.
    public String path(int position) {
        return "phases[%d].bricks".formatted(List.copyOf(bricksByPhase.keySet()).indexOf(position));
    }

    public Optional<DoneWork> done(int phasePosition, BrickId brick) {
        return done.stream()
                .filter(work ->
                        work.phasePosition() == phasePosition && work.brick().equals(brick))
                .findFirst();
    }
}
