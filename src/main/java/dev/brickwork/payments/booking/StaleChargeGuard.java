package dev.brickwork.payments.booking;

import java.time.Duration;

/// Limits the time between the last check and the call to the processor to 60 s. A process that was suspended for
/// longer must not call any more: minutes later, a look-up counts an attempt as never sent when the processor does
/// not know it.
public final class StaleChargeGuard {
    private static final Duration MAX = Duration.ofSeconds(60);

    private final long started = System.nanoTime();

    public boolean isTooLong() {
        return System.nanoTime() - started > MAX.toNanos();
    }
}
