package dev.brickwork.catalog.api;

import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.SellerId;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/// Limits guessing of coupon codes: after so many misses an hour per seller, no code is looked up at all, since
/// the answer to a right guess would reveal it. Kept in memory by each process; recovers with time.
public final class CouponMisses {
    private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();
    private static final int SELLER_COUNT_MAX = 100_000;

    private final int perHour;
    private final ConcurrentHashMap<SellerId, Bucket> buckets = new ConcurrentHashMap<>();

    /// Used budget in nanoseconds of recovery time, as of a moment.
    private record Bucket(long spent, long asOf) {
        private long spentAt(long now) {
            return Math.max(0, spent - (now - asOf));
        }
    }

    CouponMisses(int perHour) {
        this.perHour = perHour;
    }

    void requireRoom(SellerId seller) {
        var bucket = buckets.get(seller);
        if (bucket == null || bucket.spentAt(System.nanoTime()) + cost() <= HOUR_NANOS) return;
        long healsInSeconds = Math.max(1, Duration.ofNanos(cost()).toSeconds());
        throw Refusal.tooMany(
                "too many coupon codes that do not exist; try again later",
                new Refusal.Limit("coupons", perHour, Duration.ofHours(1).toSeconds(), healsInSeconds));
    }

    void missed(SellerId seller) {
        long now = System.nanoTime();
        if (buckets.size() >= SELLER_COUNT_MAX) buckets.values().removeIf(bucket -> bucket.spentAt(now) == 0);
        buckets.merge(seller, new Bucket(cost(), now), (old, _) -> new Bucket(old.spentAt(now) + cost(), now));
    }

    private long cost() {
        return HOUR_NANOS / perHour;
    }
}
