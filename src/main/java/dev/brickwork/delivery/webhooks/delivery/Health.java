package dev.brickwork.delivery.webhooks.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How an endpoint has been doing, over all its deliveries.
///
/// @param failures attempts in a row that failed
/// @param failingSince the first of them
/// @param restingUntil before that moment nothing is sent there
record Health(
        int failures, Optional<Instant> failingSince, Optional<Instant> lastSuccessAt, Optional<Instant> restingUntil) {
    static final Health NEW = new Health(0, Optional.empty(), Optional.empty(), Optional.empty());

    /// After so many failures in a row one attempt at a time is enough to see whether it is back.
    static final int FAILURES_FEW_MAX = 8;

    /// Then it is turned off.
    static final Duration GIVEN_UP_AFTER = Duration.ofDays(5);

    /// However many deliveries wait for an endpoint that is down, it is asked no more often than this.
    static final Duration REST = Duration.ofSeconds(30);

    boolean isDown() {
        return failures >= FAILURES_FEW_MAX;
    }

    boolean isGivenUp(Instant now) {
        return failingSince
                .filter(since -> !now.isBefore(since.plus(GIVEN_UP_AFTER)))
                .isPresent();
    }

    boolean isResting(Instant now) {
        return restingUntil.filter(now::isBefore).isPresent();
    }

    Health after(DeliveryAttempt tried, Instant now) {
        if (tried.isSuccess()) return new Health(0, Optional.empty(), Optional.of(now), Optional.empty());
        var failed =
                new Health(failures + 1, failingSince.or(() -> Optional.of(tried.at())), lastSuccessAt, restingUntil);
        var rest = tried.wait(now).or(() -> failed.isDown() ? Optional.of(REST) : Optional.empty());
        return new Health(failed.failures, failed.failingSince, lastSuccessAt, rest.map(now::plus));
    }
}
