package dev.brickwork.plumbing;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/// New ids are UUIDv7, so that rows made together lie together in every index.
public final class Ids {
    private static final int TEXT_LENGTH = 36;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final AtomicLong LAST = new AtomicLong();

    private Ids() {}

    /// Ids of one process ascend strictly, also within a millisecond: 48 bits of time, 12 bits of counter, the rest
    /// random.
    public static UUID next() {
        long now = System.currentTimeMillis() << 12;
        long ticks = LAST.updateAndGet(last -> Math.max(last + 1, now));
        long high = ((ticks >>> 12) << 16) | 0x7000 | (ticks & 0xFFF);
        long low = (RANDOM.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }

    /// When an id of ours was made, by the wall clock and to the millisecond, whatever a seller's test clock says.
    public static Instant madeAt(UUID id) {
        return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
    }

    /// Only the canonical text is an id; anything else is no id of ours.
    public static Optional<UUID> parse(String text) {
        if (text.length() != TEXT_LENGTH) return Optional.empty();
        try {
            var id = UUID.fromString(text);
            return id.toString().equalsIgnoreCase(text) ? Optional.of(id) : Optional.empty();
        } catch (IllegalArgumentException noId) {
            return Optional.empty();
        }
    }
}
