package dev.brickwork.platform.http.pages;

import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Metrics;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Health and metrics, without a key. They say up or down and how much, never of whom.
public final class Operations implements PublicPages {
    private static final long CACHED_NANOS = 1_000_000_000L;

    private final BooleanSupplier isReady;
    private final Metrics metrics;
    private final boolean areMetricsPublic;
    private volatile Checked last = new Checked(false, System.nanoTime() - 2 * CACHED_NANOS);

    private record Checked(boolean isReady, long at) {}

    public Operations(BooleanSupplier isReady, Metrics metrics, boolean areMetricsPublic) {
        this.isReady = isReady;
        this.metrics = metrics;
        this.areMetricsPublic = areMetricsPublic;
    }

    @Override
    public Optional<Answer> answer(PublicRequest request) {
        return switch (request.path()) {
            case "/health/live" -> Optional.of(read(request, () -> state(true)));
            case "/health/ready" -> Optional.of(read(request, () -> state(isReady())));
            case "/metrics" ->
                areMetricsPublic || isLocal(request) ? Optional.of(read(request, this::figures)) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Answer read(PublicRequest request, Supplier<Answer> page) {
        return request.isRead() ? page.get() : Answer.otherMethod("GET, HEAD");
    }

    private Answer figures() {
        var text = metrics.text().getBytes(StandardCharsets.UTF_8);
        return new Answer(200, Metrics.CONTENT_TYPE, text, Map.of());
    }

    /// The check asks the database, so a flood of probes must not.
    private boolean isReady() {
        var known = last;
        if (System.nanoTime() - known.at < CACHED_NANOS) return known.isReady;
        var fresh = new Checked(isReady.getAsBoolean(), System.nanoTime());
        last = fresh;
        return fresh.isReady;
    }

    /// Whether the client is on this machine. One behind a proxy here that is not configured counts as remote.
    private static boolean isLocal(PublicRequest request) {
        var address = request.address();
        boolean isHere = address.equals("127.0.0.1") || address.equals("0:0:0:0:0:0:0:1") || address.equals("::1");
        return isHere
                && request.header("X-Forwarded-For").isEmpty()
                && request.header("Forwarded").isEmpty();
    }

    private static Answer state(boolean isUp) {
        return Answer.json(isUp ? 200 : 503, json -> json.object(out -> out.put("status", isUp ? "up" : "down")));
    }
}
