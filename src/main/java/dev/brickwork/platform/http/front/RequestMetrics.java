package dev.brickwork.platform.http.front;

import dev.brickwork.platform.http.Metrics;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// Counts and times requests. Keeps the data point of each combination of labels, because the look-up in the library
/// copies the labels into a list.
final class RequestMetrics {
    private static final int REFUSED_COUNT_MAX = 1_000;

    private final Histogram seconds;
    private final Counter refused;
    private final Counter replays;
    private final ConcurrentMap<Answered, DistributionDataPoint> answered = new ConcurrentHashMap<>();
    private final ConcurrentMap<Refused, CounterDataPoint> refusals = new ConcurrentHashMap<>();

    private record Answered(String method, String route, int status) {}

    private record Refused(int status, String keyId) {}

    RequestMetrics(Metrics metrics) {
        seconds = Histogram.builder()
                .name("brickwork_request_seconds")
                .help("Time from the head of a request to its answer, by route and status.")
                .labelNames("method", "route", "status")
                .classicOnly()
                .classicUpperBounds(0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10)
                .withoutExemplars()
                .register(metrics.registry());
        refused = metrics.counter(
                "brickwork_refused_requests_total",
                "Answers with 401, 403 or 429, by the id of the API key.",
                "key",
                "status");
        refused.initLabelValues("none", "401");
        replays = metrics.counter(
                "brickwork_idempotent_replays_total", "Requests that got the stored answer of their Idempotency-Key.");
    }

    void answered(String method, String route, int status, long nanos) {
        answered.computeIfAbsent(
                        new Answered(method, route, status),
                        _ -> seconds.labelValues(method, route, Integer.toString(status)))
                .observe(Unit.nanosToSeconds(nanos));
    }

    /// Counts an answer that tells of a client's key. Those of too many keys share one line.
    void refused(int status, String keyId) {
        var one = new Refused(status, keyId);
        boolean isRoom = refusals.size() < REFUSED_COUNT_MAX || refusals.containsKey(one);
        refusals.computeIfAbsent(
                        isRoom ? one : new Refused(status, "other"),
                        own -> refused.labelValues(own.keyId, Integer.toString(own.status)))
                .inc();
    }

    void replayed() {
        replays.inc();
    }
}
