package dev.brickwork.delivery.webhooks.delivery;

import dev.brickwork.platform.egress.Outcome;
import dev.brickwork.platform.egress.RetryAfter;
import dev.brickwork.platform.json.JsonWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// One attempt and what came of it.
public record DeliveryAttempt(Instant at, Duration took, Outcome outcome) {
    private static final int GONE = 410;
    private static final int TOO_MANY = 429;
    private static final int UNAVAILABLE = 503;

    boolean isSuccess() {
        return status().filter(status -> status / 100 == 2).isPresent();
    }

    /// The receiver says that it will never want anything again.
    boolean isGone() {
        return status().filter(status -> status == GONE).isPresent();
    }

    private Optional<Integer> status() {
        return outcome instanceof Outcome.Answered answered ? Optional.of(answered.status()) : Optional.empty();
    }

    /// The wait that the receiver asked for by Retry-After; heard only with status 429 or 503.
    Optional<Duration> wait(Instant now) {
        if (!(outcome instanceof Outcome.Answered answered)) return Optional.empty();
        if (answered.status() != TOO_MANY && answered.status() != UNAVAILABLE) return Optional.empty();
        return answered.retryAfter().flatMap(header -> RetryAfter.parse(header, now));
    }

    /// As the delivery log keeps it; the answer's body is not kept, so that it can carry nothing out.
    String json() {
        var error = outcome instanceof Outcome.Failed(var trouble) ? Optional.of(trouble.word()) : Optional.empty();
        return JsonWriter.text(json -> json.object(out -> out.put("attempted_at", at)
                .put("status", status())
                .put("duration_ms", took.toMillis())
                .put("error", error)));
    }
}
