package dev.brickwork.platform.http;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The metrics of this process: a registry of the Prometheus client, and its text form. Labels are route templates,
/// statuses, names of ours and, where a client was refused, the id of its key: never a seller, never a secret.
public final class Metrics {
    /// Media type of [#text].
    public static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

    private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();
    private final PrometheusRegistry registry = new PrometheusRegistry();

    public PrometheusRegistry registry() {
        return registry;
    }

    /// Registers a counter. With labels it shows once one of their values is known: what can be counted is named with
    /// `initLabelValues`, so that the first one is an increase from zero. Code on a hot path keeps its data point.
    public Counter counter(String name, String help, String... labels) {
        return Counter.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .withoutExemplars()
                .register(registry);
    }

    /// Registers a count that is kept elsewhere, and is read at each scrape.
    public void count(String name, String help, LongSupplier value) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call((double) value.getAsLong()))
                .register(registry);
    }

    /// Registers counts that are kept elsewhere, and are read at each scrape, by the values of one label.
    public void counts(String name, String help, String label, Supplier<Map<String, Long>> values) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(label)
                .callback(callback -> values.get().forEach((own, value) -> callback.call((double) value, own)))
                .register(registry);
    }

    /// Registers a value that is read at each scrape.
    public void gauge(String name, String help, LongSupplier value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call((double) value.getAsLong()))
                .register(registry);
    }

    /// Registers values that are read at each scrape, by the values of one label.
    public void gauges(String name, String help, String label, Supplier<Map<String, Long>> values) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(label)
                .callback(callback -> values.get().forEach((own, value) -> callback.call((double) value, own)))
                .register(registry);
    }

    /// One gauge of a collector that reads several of them together.
    public static GaugeSnapshot snapshot(String name, String help, long value) {
        var point = GaugeSnapshot.GaugeDataPointSnapshot.builder().value((double) value);
        return GaugeSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(point.build())
                .build();
    }

    public String text() {
        var out = new ByteArrayOutputStream();
        try {
            writer.write(out, registry.scrape());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
