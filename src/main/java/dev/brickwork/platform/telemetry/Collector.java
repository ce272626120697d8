package dev.brickwork.platform.telemetry;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.LongAdder;

/// Sends spans in batches to a collector that speaks OTLP over HTTP. Between the threads that make spans and the one
/// that sends them lies a queue with an end: a collector that is slow or away costs spans, never time.
final class Collector {
    static final int QUEUE_COUNT_MAX = 10_000;
    private static final int BATCH_COUNT_MAX = 500;
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(2);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
    private static final Logger LOG = System.getLogger(Collector.class.getName());

    private final URI address;
    private final HttpClient http;
    private final ArrayBlockingQueue<Span> queue = new ArrayBlockingQueue<>(QUEUE_COUNT_MAX);
    private final LongAdder sent = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private boolean isAway;

    Collector(URI base) {
        this.address = URI.create(base + "/v1/traces");
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_WITHIN)
                .build();
    }

    void take(Span span) {
        if (!queue.offer(span)) dropped.increment();
    }

    /// Sends one batch; true when there may be more to send at once. What was not taken is not sent again.
    boolean round() throws InterruptedException {
        var batch = new ArrayList<Span>();
        queue.drainTo(batch, BATCH_COUNT_MAX);
        if (batch.isEmpty()) return false;
        boolean isTaken = isTaken(batch);
        (isTaken ? sent : dropped).add(batch.size());
        return isTaken && batch.size() == BATCH_COUNT_MAX;
    }

    private boolean isTaken(List<Span> batch) throws InterruptedException {
        var request = HttpRequest.newBuilder(address)
                .timeout(ANSWER_WITHIN)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(SpanJson.of(batch)))
                .build();
        try {
            int status =
                    http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            return noted(status / 100 == 2, "it answers " + status);
        } catch (IOException away) {
            return noted(false, away.toString());
        }
    }

    /// Said once when the collector goes and once when it is back, not every second in between.
    private boolean noted(boolean isTaken, String why) {
        if (isTaken == isAway) {
            isAway = !isTaken;
            LOG.log(
                    isAway ? Level.WARNING : Level.INFO,
                    () -> isAway
                            ? "spans are dropped, the collector does not take them: " + why
                            : "spans are taken again");
        }
        return isTaken;
    }

    long sent() {
        return sent.sum();
    }

    long dropped() {
        return dropped.sum();
    }

    void close() {
        http.shutdownNow();
    }
}
