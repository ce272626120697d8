package dev.brickwork.platform.database;

import com.zaxxer.hikari.metrics.IMetricsTracker;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/// How long all threads together have waited for a connection of one pool, and how often one waited in vain. A look at
/// who waits now would miss what happens between two looks.
final class PoolWaits implements IMetricsTracker {
    private final LongAdder nanos = new LongAdder();
    private final LongAdder timeouts = new LongAdder();

    @Override
    public void recordConnectionAcquiredNanos(long elapsed) {
        nanos.add(elapsed);
    }

    @Override
    public void recordConnectionTimeout() {
        timeouts.increment();
    }

    long micros() {
        return TimeUnit.NANOSECONDS.toMicros(nanos.sum());
    }

    long timeouts() {
        return timeouts.sum();
    }
}
