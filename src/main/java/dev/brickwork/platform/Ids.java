package dev.brickwork.platform;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.Optional;
import java.util.UUID;

/// New ids are UUIDv7 (RFC 9562), so that rows made together lie together in every index. Nothing is remembered
/// from one to the next: an id is the time to a billionth of a second, and chance.
public final class Ids {
    private static final int TEXT_LENGTH = 36;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Ids() {}

    /// An id is greater than every other that was returned before this call began, in any thread and, as far as
    /// their clocks agree, in any process. Of two calls at the same time either may get the greater one.
    ///
    /// That ends where the wall clock is set back: the ids of the time that comes again lie between those that
    /// there are. So rows may be listed by their ids where they have one moment, but a claim to be the latest
    /// needs a sequence number.
    public static UUID next() {
        var now = Instant.now();
        var id = at(now, RANDOM.nextLong());
        while (Instant.now().equals(now)) Thread.onSpinWait(); // By a coarse clock: the next id has to be greater.
        return id;
    }

    /// 48 bits of milliseconds, 20 of the fraction of the millisecond (RFC 9562, 6.2, method 3, goes on in the
    /// first bits after the variant, since 12 bits tell no two moments apart that lie within 244 ns), and 54 of
    /// chance.
    static UUID at(Instant time, long random) {
        long nanos = time.getLong(ChronoField.NANO_OF_SECOND) % NANOS_PER_MILLI;
        long fraction = (nanos << 20) / NANOS_PER_MILLI;
        long high = (time.toEpochMilli() << 16) | 0x7000 | (fraction >>> 8);
        long low = 0x8000_0000_0000_0000L | ((fraction & 0xFF) << 54) | (random >>> 10);
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
