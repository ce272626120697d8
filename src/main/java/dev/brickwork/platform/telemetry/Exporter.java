package dev.brickwork.platform.telemetry;

import static io.opentelemetry.api.common.AttributeKey.stringKey;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.InternalTelemetryVersion;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.export.CollectionRegistration;
import io.opentelemetry.sdk.metrics.export.MetricReader;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// The OpenTelemetry SDK, which sends spans to a collector over OTLP/HTTP, in protobuf. Between the threads that make
/// spans and the one that sends them lies a queue with an end: a collector that is slow or away costs spans, never
/// time.
final class Exporter {
    static final int QUEUE_COUNT_MAX = 10_000;
    private static final int BATCH_COUNT_MAX = 500;
    private static final Duration SEND_EVERY = Duration.ofSeconds(1);
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(2);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
    private static final Duration FINISH_WITHIN = Duration.ofSeconds(10);
    private static final String OURSELVES = "brickwork";
    private static final String PROCESSED = "otel.sdk.processor.span.processed";

    private final Figures figures = new Figures();
    private final SdkTracerProvider provider;

    /// @param base what `/v1/traces` is appended to
    Exporter(String base) {
        var meters = SdkMeterProvider.builder().registerMetricReader(figures).build();
        var sender = OtlpHttpSpanExporter.builder()
                .setEndpoint(base + "/v1/traces")
                .setConnectTimeout(CONNECT_WITHIN)
                .setTimeout(ANSWER_WITHIN)
                .setRetryPolicy(null) // What was not taken is not sent again: the next batch is newer.
                .build();
        var batches = BatchSpanProcessor.builder(sender)
                .setMaxQueueSize(QUEUE_COUNT_MAX)
                .setMaxExportBatchSize(BATCH_COUNT_MAX)
                .setScheduleDelay(SEND_EVERY)
                .setInternalTelemetryVersion(InternalTelemetryVersion.LATEST)
                .setMeterProvider(meters)
                .build();
        provider = SdkTracerProvider.builder()
                .setResource(Resource.create(Attributes.of(stringKey("service.name"), OURSELVES)))
                .setSampler(Sampler.parentBased(Sampler.alwaysOn()))
                .addSpanProcessor(batches)
                .build();
    }

    Tracer tracer() {
        return provider.get(OURSELVES);
    }

    /// How many spans the collector took since the start.
    long sent() {
        return figures.count(false);
    }

    /// How many the collector did not take, or the queue had no room for.
    long dropped() {
        return figures.count(true);
    }

    /// Sends what is left and ends.
    void finish() {
        provider.shutdown().join(FINISH_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// The counts that the SDK keeps of its own work, read when they are asked for.
    private static final class Figures implements MetricReader {
        private volatile CollectionRegistration registration = CollectionRegistration.noop();

        @Override
        public void register(CollectionRegistration registered) {
            registration = registered;
        }

        private long count(boolean isFailed) {
            return registration.collectAllMetrics().stream()
                    .filter(metric -> metric.getName().equals(PROCESSED))
                    .flatMap(metric -> metric.getLongSumData().getPoints().stream())
                    .filter(point -> (point.getAttributes().get(stringKey("error.type")) != null) == isFailed)
                    .mapToLong(LongPointData::getValue)
                    .sum();
        }

        @Override
        public AggregationTemporality getAggregationTemporality(InstrumentType type) {
            return AggregationTemporality.CUMULATIVE;
        }

        @Override
        public CompletableResultCode forceFlush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }
}
