package dev.brickwork.plumbing.http.front;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Token buckets in memory, one per key and per address, so that a runaway client is stopped and an honest one
/// never notices. Every process counts for itself.
public final class RateLimits {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int BUCKET_COUNT_MAX = 100_000;

    /// How fast a bucket fills, and how much it holds.
    ///
    /// @param refill after which one token comes back
    /// @param burst tokens a rested client may spend at once
    public record Limit(Duration refill, int burst) {
        static Limit perSecond(int count, int burst) {
            return new Limit(SECOND.dividedBy(count), burst);
        }

        public static Limit perMinute(int count) {
            return new Limit(MINUTE.dividedBy(count), count);
        }
    }

    /// Tokens in nanoseconds of refill, so that no fraction is needed.
    private static final class Bucket {
        private long spent;
        private long asOf;
        private final AtomicInteger inFlight = new AtomicInteger();

        private Bucket(long now) {
            asOf = now;
        }

        private synchronized boolean take(Limit limit, long now) {
            long cost = limit.refill.toNanos();
            spent = Math.max(0, spent - (now - asOf));
            asOf = now;
            if (spent + cost > cost * limit.burst) return false;
            spent += cost;
            return true;
        }
    }

    private final ConcurrentHashMap<String, Bucket> buckets = new ConcurrentHashMap<>();
    private final int inFlightMax;

    public RateLimits(int inFlightMax) {
        this.inFlightMax = inFlightMax;
    }

    public boolean take(String who, Limit limit) {
        return bucket(who).take(limit, System.nanoTime());
    }

    /// Counts a request of this key as running; false when too many are.
    boolean enter(String who) {
        var running = bucket(who).inFlight;
        if (running.incrementAndGet() <= inFlightMax) return true;
        running.decrementAndGet();
        return false;
    }

    void leave(String who) {
        bucket(who).inFlight.decrementAndGet();
    }

    private Bucket bucket(String who) {
        if (buckets.size() > BUCKET_COUNT_MAX) buckets.values().removeIf(bucket -> bucket.inFlight.get() == 0);
        return buckets.computeIfAbsent(who, _ -> new Bucket(System.nanoTime()));
    }
}
