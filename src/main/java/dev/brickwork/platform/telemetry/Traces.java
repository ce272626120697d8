package dev.brickwork.platform.telemetry;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Opens spans where an operator named a collector, and none otherwise.
public final class Traces {
    public static final Traces OFF = new Traces(Optional.empty(), InstantSource.system());

    private static final String TRACEPARENT = "traceparent";

    private final Optional<Exporter> exporter;
    private final Optional<Tracer> tracer;
    private final InstantSource realTime;

    private Traces(Optional<Exporter> exporter, InstantSource realTime) {
        this.exporter = exporter;
        this.tracer = exporter.map(Exporter::tracer);
        this.realTime = realTime;
    }

    /// To the collector at this address, or off without one.
    ///
    /// @param base what `/v1/traces` is appended to
    public static Traces to(Optional<String> base, InstantSource realTime) {
        return base.map(address -> new Traces(Optional.of(new Exporter(address)), realTime))
                .orElse(OFF);
    }

    public boolean isOn() {
        return tracer.isPresent();
    }

    /// A request, in the trace of its caller where that names one.
    ///
    /// @param traceparent the header of this name
    public Span request(Supplier<Optional<String>> traceparent) {
        if (tracer.isEmpty()) return Span.NONE;
        var caller = traceparent.get().map(Traces::caller).orElseGet(Context::root);
        return Span.first(tracer.get(), SpanKind.SERVER, caller, epochNanos());
    }

    /// Where a caller stands in a trace of its own (W3C Trace Context). The root for a header that cannot be read: a
    /// trace then begins here.
    static Context caller(String traceparent) {
        return W3CTraceContextPropagator.getInstance().extract(Context.root(), traceparent, new Header());
    }

    private record Header() implements TextMapGetter<String> {
        @Override
        public List<String> keys(String traceparent) {
            return List.of(TRACEPARENT);
        }

        @Override
        public @Nullable String get(@Nullable String traceparent, String key) {
            return key.equals(TRACEPARENT) ? traceparent : null;
        }
    }

    /// A piece of work that no request waits for; where one does, a part of that request.
    public Span work(String name) {
        return open(SpanKind.INTERNAL, name);
    }

    /// A call to the outside.
    public Span call(String name) {
        return open(SpanKind.CLIENT, name);
    }

    private Span open(SpanKind kind, String name) {
        if (tracer.isEmpty()) return Span.NONE;
        var here = Span.here();
        if (here != Span.NONE) return here.below(kind, name);
        return Span.first(tracer.get(), kind, Context.root(), epochNanos()).named(name);
    }

    private long epochNanos() {
        Instant now = realTime.instant();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    /// Sends what is left and hangs up.
    public void finish() {
        exporter.ifPresent(Exporter::finish);
    }

    /// How many spans the collector took since the start.
    public long sent() {
        return exporter.map(Exporter::sent).orElse(0L);
    }

    /// How many it did not, or not in time.
    public long dropped() {
        return exporter.map(Exporter::dropped).orElse(0L);
    }
}
