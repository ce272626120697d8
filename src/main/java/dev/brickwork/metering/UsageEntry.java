package dev.brickwork.metering;

import dev.brickwork.pricing.money.Quantity;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;

/// One thing that was used.
///
/// @param transactionId the caller's name for it; without one it counts but cannot be managed
/// @param time what it was used at, in microseconds, which is what the database keeps
/// @param value exact; negative entries correct (rule G-05)
/// @param properties JSON of any kind as text (API 2.10)
public record UsageEntry(
        Optional<String> transactionId,
        UUID subscription,
        UUID brick,
        BigDecimal value,
        Instant time,
        Optional<String> properties) {
    public static final int TRANSACTION_ID_LENGTH_MAX = 255;
    public static final int PROPERTIES_BYTES_MAX = 16 * 1024;
    public static final int DECIMALS_MAX = 12;

    public UsageEntry {
        time = time.truncatedTo(ChronoUnit.MICROS);
        if (value.abs().compareTo(Quantity.LIMIT) >= 0) throw new IllegalArgumentException("out of range: " + value);
    }

    /// Whether `other` is the same entry, whatever the spelling of its number or the order of its properties.
    public boolean isSame(UsageEntry other) {
        return subscription.equals(other.subscription)
                && brick.equals(other.brick)
                && time.equals(other.time)
                && value.compareTo(other.value) == 0
                && Properties.isSame(properties, other.properties);
    }
}
