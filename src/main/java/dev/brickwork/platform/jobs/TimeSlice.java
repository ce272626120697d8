package dev.brickwork.platform.jobs;

import java.time.Duration;

/// How long whoever asks somebody outside goes on before he looks at the clock again. What he asks takes seconds, and
/// what nobody answered is asked after some minutes later: by the moment at which a round of hours began that would be
/// at once, while it is still on its way.
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
