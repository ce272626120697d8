package dev.brickwork.payments.collection;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Decides what follows a failed automatic charge (rule J-01): a retry 3, 7 and 14 days after the latest failure,
/// none after a hard decline, and giving up after the last retry. Pure.
final class Dunning {
    private static final List<Duration> DELAYS = List.of(Duration.ofDays(3), Duration.ofDays(7), Duration.ofDays(14));

    private Dunning() {}

    sealed interface Next {
        record Retry(Instant at) implements Next {}

        /// The invoice is UNPAID.
        record GiveUp(String why) implements Next {}

        /// Retries are turned off: the invoice stays as it is until the seller or the payer acts.
        record Wait() implements Next {}
    }

    /// @param failures of the series, this one included
    static Next after(int failures, Outcome outcome, boolean isRetrying, Instant failedAt) {
        if (outcome == Outcome.HARD_DECLINE) return new Next.GiveUp("the decline is for good");
        if (failures > DELAYS.size()) return new Next.GiveUp("the last retry failed");
        if (!isRetrying) return new Next.Wait();
        return new Next.Retry(failedAt.plus(DELAYS.get(failures - 1)));
    }

    /// Moves the next retry of a series after a charge by hand failed: its delay counts from that failure. Empty
    /// when no retry is left.
    static Optional<Instant> postponed(int failures, Instant failedAt) {
        int delay = Math.max(0, failures - 1);
        return delay < DELAYS.size() ? Optional.of(failedAt.plus(DELAYS.get(delay))) : Optional.empty();
    }
}
