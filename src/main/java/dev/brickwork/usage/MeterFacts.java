package dev.brickwork.usage;

import dev.brickwork.kernel.calendar.Pause;
import dev.brickwork.kernel.calendar.Zone;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// What decides whether a subscription takes an entry (rule G-09), and in which window it falls: true as long as
/// the subscription's row keeps its version, and therefore kept with it.
///
/// @param isStarted false while the first order is open
/// @param endsAt far away while the subscription renews by itself: the next term is only agreed when it begins
/// @param windows of each usage brick, in order of time
/// @param stretches when each usage brick gives service
record MeterFacts(
        long version,
        UUID customer,
        Zone zone,
        boolean isStarted,
        Instant startsAt,
        Instant endsAt,
        List<Pause> pauses,
        Map<UUID, List<MeterWindow>> windows,
        Map<UUID, List<Stretch>> stretches) {
    /// Clocks differ: an entry may be this much ahead of ours.
    static final Duration AHEAD_MAX = Duration.ofMinutes(5);

    /// `[from, until)`.
    record Stretch(Instant from, Instant until) {
        boolean holds(Instant moment) {
            return !moment.isBefore(from) && moment.isBefore(until);
        }
    }

    /// Why an entry is refused; empty when it counts.
    Optional<Verdict.Rejected> refusal(UUID brick, Instant time, Instant now) {
        if (!isStarted) return rejected("subscription_id", "The subscription has not been started.");
        var mine = stretches.get(brick);
        if (mine == null) return rejected("brick_id", "The subscription has no such usage brick.");
        if (time.isAfter(now.plus(AHEAD_MAX))) return rejected("time", "Must not lie in the future.");
        if (time.isBefore(startsAt)) return rejected("time", "Lies before the start of the subscription.");
        if (!time.isBefore(endsAt)) return rejected("time", "Lies after the end of the subscription.");
        if (!pauses.isEmpty() && isPaused(time)) return rejected("time", "The subscription was paused at that time.");
        for (var stretch : mine) if (stretch.holds(time)) return Optional.empty();
        return rejected("time", "The brick was not on the subscription at that time.");
    }

    Optional<MeterWindow> window(UUID brick, Instant moment) {
        for (var window : windows.getOrDefault(brick, List.of())) if (window.holds(moment)) return Optional.of(window);
        return Optional.empty();
    }

    private boolean isPaused(Instant time) {
        var date = zone.dateOf(time);
        for (var pause : pauses) if (pause.covers(date)) return true;
        return false;
    }

    private static Optional<Verdict.Rejected> rejected(String field, String why) {
        return Optional.of(new Verdict.Rejected(field, why));
    }
}
