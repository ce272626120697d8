package dev.brickwork.delivery.webhooks.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// When to try again after a failed delivery. Pure: the moment and the jitter are arguments.
record RetrySchedule(List<Duration> steps, Duration span) {
    /// 5 s, 1 min, 5 min, 30 min, 2 h, 5 h, then every 10 h; the last attempt is 75 h after the first.
    static final RetrySchedule STANDARD = new RetrySchedule(
            List.of(
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(30),
                    Duration.ofHours(2),
                    Duration.ofHours(5),
                    Duration.ofHours(10)),
            Duration.ofHours(75));

    /// Hourly in the end, for 30 days: a receiver that misses `subscription.inactive` serves for nothing.
    static final RetrySchedule PERSISTENT = new RetrySchedule(
            List.of(
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(30),
                    Duration.ofHours(1)),
            Duration.ofDays(30));

    private static final int JITTER_PERMILLE_MAX = 200;
    private static final int WHOLE_PERMILLE = 1000;

    RetrySchedule {
        steps = List.copyOf(steps);
    }

    static RetrySchedule of(String eventType) {
        return eventType.equals("subscription.inactive") ? PERSISTENT : STANDARD;
    }

    /// Between -200 and +200: how many thousandths a wait is longer, so that a thousand failures do not come back
    /// at once.
    static int jitter(RandomGenerator random) {
        return random.nextInt(-JITTER_PERMILLE_MAX, JITTER_PERMILLE_MAX + 1);
    }

    /// The next attempt after `failures` failed ones, or empty when the delivery is to be parked. A wait that the
    /// receiver asked for is kept even beyond the span, once; jitter never shortens it.
    Optional<Instant> next(int failures, Instant firstAttempt, Instant now, Optional<Duration> retryAfter, int jitter) {
        if (failures < 1) throw new IllegalArgumentException("no attempt has failed yet");
        if (Math.abs(jitter) > JITTER_PERMILLE_MAX) throw new IllegalArgumentException("jitter of " + jitter);
        var end = firstAttempt.plus(span);
        if (!now.isBefore(end)) return Optional.empty();
        var step = steps.get(Math.min(failures, steps.size()) - 1);
        var wait = step.multipliedBy(WHOLE_PERMILLE + jitter).dividedBy(WHOLE_PERMILLE);
        var planned = min(now.plus(wait), end);
        return Optional.of(retryAfter.map(now::plus).filter(planned::isBefore).orElse(planned));
    }

    private static Instant min(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
