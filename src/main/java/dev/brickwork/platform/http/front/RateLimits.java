package dev.brickwork.platform.http.front;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// Token buckets in memory, one per key and per network, so that a runaway client is stopped and an honest one
/// never notices. Every process counts for itself.
public final class RateLimits {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int BUCKET_COUNT_MAX = 100_000;
    private static final int KEPT_FREE = 10; // A tenth.
    private static final int IPV6_BYTES = 16;
    private static final int IPV6_PREFIX_BYTES = 8;

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

        private synchronized boolean isFull(long now) {
            return spent <= now - asOf && inFlight.get() == 0;
        }

        private synchronized long asOf() {
            return asOf;
        }
    }

    private final ConcurrentHashMap<String, Bucket> buckets = new ConcurrentHashMap<>();
    private final int inFlightMax;
    private final int bucketCountMax;
    private final LongSupplier nanoTime;
    private final ReentrantLock forgetting = new ReentrantLock();

    public RateLimits(int inFlightMax) {
        this(inFlightMax, BUCKET_COUNT_MAX, System::nanoTime);
    }

    RateLimits(int inFlightMax, int bucketCountMax, LongSupplier nanoTime) {
        this.inFlightMax = inFlightMax;
        this.bucketCountMax = bucketCountMax;
        this.nanoTime = nanoTime;
    }

    public boolean take(String who, Limit limit) {
        return bucket(who).take(limit, nanoTime.getAsLong());
    }

    /// Takes a token of the network that an address lies in.
    public boolean takeFrom(String address, Limit limit) {
        return take("network " + network(address), limit);
    }

    /// One subscriber has 2^64 addresses of IPv6 at least, so that they count as one (/64); of IPv4 each by itself, in
    /// whichever form it is written.
    static String network(String address) {
        try {
            var bytes = InetAddress.ofLiteral(address).getAddress();
            return bytes.length == IPV6_BYTES
                    ? HexFormat.of().formatHex(bytes, 0, IPV6_PREFIX_BYTES) + "/64"
                    : InetAddress.getByAddress(bytes).getHostAddress();
        } catch (IllegalArgumentException | UnknownHostException none) {
            return address; // A proxy may send a name of its own making.
        }
    }

    /// Counts a request of this key as running; false when too many are.
    boolean enter(String who) {
        var running = bucket(who).inFlight;
        if (running.incrementAndGet() <= inFlightMax) return true;
        running.decrementAndGet();
        return false;
    }

    void leave(String who) {
        bucket(who).inFlight.updateAndGet(running -> Math.max(0, running - 1));
    }

    private Bucket bucket(String who) {
        var known = buckets.get(who);
        if (known != null) return known;
        if (buckets.size() >= bucketCountMax && forgetting.tryLock()) {
            try {
                forget(nanoTime.getAsLong());
            } finally {
                forgetting.unlock();
            }
        }
        return buckets.computeIfAbsent(who, _ -> new Bucket(nanoTime.getAsLong()));
    }

    /// Full buckets go first: a new one would be like them. Where others are too many even so, those go that were asked
    /// for longest ago, some at once so that the next newcomers need no search.
    private void forget(long now) {
        buckets.values().removeIf(bucket -> bucket.isFull(now));
        int tooMany = buckets.size() - (bucketCountMax - bucketCountMax / KEPT_FREE);
        if (tooMany <= 0) return;
        var oldest = buckets.entrySet().stream()
                .filter(entry -> entry.getValue().inFlight.get() == 0)
                .map(entry -> new Idle(entry.getKey(), now - entry.getValue().asOf()))
                .sorted(Comparator.comparingLong(Idle::nanos).reversed())
                .limit(tooMany)
                .toList();
        for (var one : oldest) buckets.remove(one.who);
    }

    private record Idle(String who, long nanos) {}
}
