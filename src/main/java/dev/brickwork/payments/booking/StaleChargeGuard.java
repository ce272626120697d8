package dev.brickwork.payments.booking;

import java.time.Duration;

/// The time between the last look and the call to the processor. What nobody heard of for minutes is asked after, and
/// counts as never sent where the processor does not know it: who slept so long, in a machine that was halted, must not
/// call any more.
public final class StaleChargeGuard {
    private static final Duration MAX = Duration.ofSeconds(60);

    private final long started = System.nanoTime();

    public boolean isTooLong() {
        return System.nanoTime() - started > MAX.toNanos();
    }
}
