package dev.brickwork.platform.jobs;

import java.time.Duration;

/// Ends a batch of external calls after 5 s, so that the sweep reads the clock again. A call takes seconds, and one
/// without an answer is checked some minutes after its time: with the time at which a sweep of hours began, that
/// would be at once, while the call is still under way.
final class TimeSlice {
    static final Duration MAX = Duration.ofSeconds(5);

    private final Duration max;
    private final long started = System.nanoTime();

    TimeSlice(Duration max) {
        this.max = max;
    }

    boolean isOver() {
        return System.nanoTime() - started > max.toNanos();
    }
}
