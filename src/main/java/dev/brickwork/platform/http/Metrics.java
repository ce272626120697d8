package dev.brickwork.platform.http;

import dev.brickwork.platform.database.DatabaseAway;
import dev.brickwork.platform.database.DatabaseBusy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Counts what happens, and tells it in the Prometheus text form. Labels are route templates, statuses and, where a
/// client was refused, the id of its key: never a seller, never a secret, and never more of them than there is room
/// for.
public final class Metrics {
    private static final int REFUSED_COUNT_MAX = 1_000;

    private static final long[] BOUNDS_MICROS = {1_000, 5_000, 25_000, 100_000, 500_000, 2_500_000, 10_000_000};

    private static final Duration READ_EVERY = Duration.ofSeconds(5);
    private static final String DATABASE_UP = "brickwork_database_up";

    private static final class Histogram {
        private final LongAdder[] buckets = new LongAdder[BOUNDS_MICROS.length + 1];
        private final LongAdder sumMicros = new LongAdder();

        private Histogram() {
            for (int i = 0; i < buckets.length; i++) buckets[i] = new LongAdder();
        }

        private void add(long micros) {
            int at = 0;
            while (at < BOUNDS_MICROS.length && micros > BOUNDS_MICROS[at]) at++;
            buckets[at].increment();
            sumMicros.add(micros);
        }
    }

    private record Key(String method, String route, int status) {}

    private record Refused(int status, String keyId) {}

    private final ConcurrentMap<Key, Histogram> requests = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, LongAdder> counters = new ConcurrentHashMap<>();
    private final ConcurrentMap<Refused, LongAdder> refused = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Supplier<String>> gauges = new ConcurrentHashMap<>();
    private Supplier<Map<String, Long>> read = Map::of;
    private TreeMap<String, Long> figures = new TreeMap<>();
    private long readAt = System.nanoTime() - READ_EVERY.toNanos();

    public void request(String method, String route, int status, long nanos) {
        requests.computeIfAbsent(new Key(method, route, status), _ -> new Histogram())
                .add(Duration.ofNanos(nanos).toNanos() / 1_000);
    }

    /// Counts one. The name is as Prometheus writes it, with its labels:
    /// `brickwork_outbox_done_total{listener="mail"}`.
    public void count(String name) {
        counters.computeIfAbsent(name, _ -> new LongAdder()).increment();
    }

    /// Counts an answer that tells of a client's key. Those of too many keys share one line.
    public void refused(int status, String keyId) {
        var one = new Refused(status, keyId);
        boolean isRoom = refused.size() < REFUSED_COUNT_MAX || refused.containsKey(one);
        refused.computeIfAbsent(isRoom ? one : new Refused(status, "other"), _ -> new LongAdder())
                .increment();
    }

    public void gauge(String name, LongSupplier value) {
        gauges.put(name, () -> Long.toString(value.getAsLong()));
    }

    /// A time that adds up.
    public void seconds(String name, LongSupplier micros) {
        gauges.put(name, () -> seconds(micros.getAsLong()));
    }

    /// Figures that are read together from the database. A reader who comes too soon after another gets the same
    /// ones; while the database does not answer there are none, and the line that says so.
    public void gauges(Supplier<Map<String, Long>> figures) {
        read = figures;
    }

    private synchronized Map<String, Long> readFigures() {
        if (System.nanoTime() - readAt < READ_EVERY.toNanos()) return figures;
        try {
            figures = new TreeMap<>(read.get());
            figures.put(DATABASE_UP, 1L);
        } catch (DatabaseBusy | DatabaseAway passing) {
            figures = new TreeMap<>(Map.of(DATABASE_UP, 0L));
        }
        readAt = System.nanoTime();
        return figures;
    }

    public String text() {
        var out = new StringBuilder();
        out.append("# TYPE brickwork_request_seconds histogram\n");
        requests.forEach((key, histogram) -> append(out, key, histogram));
        new TreeMap<>(counters)
                .forEach((name, count) ->
                        out.append(name).append(' ').append(count.sum()).append('\n'));
        refused.forEach((one, count) -> out.append("brickwork_refused_requests_total{status=\"%d\",key=\"%s\"} %d%n"
                .formatted(one.status, one.keyId, count.sum())));
        new TreeMap<>(gauges)
                .forEach((name, value) ->
                        out.append(name).append(' ').append(value.get()).append('\n'));
        readFigures()
                .forEach((name, value) ->
                        out.append(name).append(' ').append(value).append('\n'));
        return out.toString();
    }

    private static void append(StringBuilder out, Key key, Histogram histogram) {
        var labels = "method=\"%s\",route=\"%s\",status=\"%d\"".formatted(key.method, key.route, key.status);
        long below = 0;
        for (int i = 0; i <= BOUNDS_MICROS.length; i++) {
            below += histogram.buckets[i].sum();
            var bound = i == BOUNDS_MICROS.length ? "+Inf" : seconds(BOUNDS_MICROS[i]);
            out.append("brickwork_request_seconds_bucket{%s,le=\"%s\"} %d%n".formatted(labels, bound, below));
        }
        out.append("brickwork_request_seconds_sum{%s} %s%n".formatted(labels, seconds(histogram.sumMicros.sum())));
        out.append("brickwork_request_seconds_count{%s} %d%n".formatted(labels, below));
    }

    private static String seconds(long micros) {
        return BigDecimal.valueOf(micros, 6).stripTrailingZeros().toPlainString();
    }
}
