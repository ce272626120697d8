package dev.brickwork.delivery.webhooks.endpoints;

import dev.brickwork.platform.Secret;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// The secrets of one endpoint: the current one and, for a day after a rotation, the one before it. A
/// second rotation within the day ends the oldest at once.
public record SigningSecrets(Secret current, Optional<Retiring> retiring) {
    public static final Duration OVERLAP = Duration.ofHours(24);
    public static final String PREFIX = "whsec_";

    private static final int SECRET_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    public record Retiring(Secret secret, Instant until) {}

    public static Secret fresh() {
        var bytes = new byte[SECRET_BYTES];
        RANDOM.nextBytes(bytes);
        return Secret.of(PREFIX + Base64.getEncoder().encodeToString(bytes));
    }

    /// The secrets to sign with, the current one first.
    public List<Secret> valid(Instant now) {
        return retiring.filter(old -> now.isBefore(old.until()))
                .map(old -> List.of(current, old.secret()))
                .orElse(List.of(current));
    }
}
