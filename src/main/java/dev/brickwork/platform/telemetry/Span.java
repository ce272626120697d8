package dev.brickwork.platform.telemetry;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One stretch of work of a trace: a span of OpenTelemetry, and the thread's knowledge that it is inside of it. It is
/// sent when it is over; until then the thread that does the work may say more of it.
///
/// All spans of a trace are dated by one reading of the clock, so that each lies within its parent.
public final class Span {
    /// Of work that is in no trace.
    public static final Span NONE = new Span(Optional.empty(), io.opentelemetry.api.trace.Span.getInvalid(), 0);

    /// Of work that its caller does not want to be told.
    static final Span SILENT = new Span(Optional.empty(), io.opentelemetry.api.trace.Span.getInvalid(), 0);

    private static final ScopedValue<Span> HERE = ScopedValue.newInstance();

    private final Optional<Tracer> tracer;
    private final io.opentelemetry.api.trace.Span span;
    private final Context context;
    private final long clockOffset;

    private Span(Optional<Tracer> tracer, io.opentelemetry.api.trace.Span span, long clockOffset) {
        this.tracer = tracer;
        this.span = span;
        this.context = Context.root().with(span);
        this.clockOffset = clockOffset;
    }

    /// The first span of this process in its trace; silent where the caller's is not sampled.
    ///
    /// @param epochNanos what time it is, by which all the other spans of the trace are dated too
    static Span first(Tracer tracer, SpanKind kind, Context caller, long epochNanos) {
        long clockOffset = epochNanos - System.nanoTime();
        var span = tracer.spanBuilder("")
                .setSpanKind(kind)
                .setParent(caller)
                .setStartTimestamp(epochNanos, NANOSECONDS)
                .startSpan();
        return span.isRecording() ? new Span(Optional.of(tracer), span, clockOffset) : SILENT;
    }

    /// The one that the running thread is inside of.
    public static Span here() {
        return HERE.isBound() ? HERE.get() : NONE;
    }

    /// A call to the outside, where a trace is running.
    public Span call(String what) {
        return below(SpanKind.CLIENT, what);
    }

    Span below(SpanKind kind, String name) {
        if (tracer.isEmpty()) return this;
        return new Span(tracer, child(kind, name, System.nanoTime()).startSpan(), clockOffset);
    }

    private SpanBuilder child(SpanKind kind, String name, long begunNanos) {
        return tracer.orElseThrow()
                .spanBuilder(name)
                .setSpanKind(kind)
                .setParent(context)
                .setStartTimestamp(begunNanos + clockOffset, NANOSECONDS);
    }

    public Span named(String text) {
        span.updateName(text);
        return this;
    }

    /// An id or a figure.
    public Span put(String key, String value) {
        span.setAttribute(key, value);
        return this;
    }

    public Span put(String key, UUID value) {
        return tracer.isPresent() ? put(key, value.toString()) : this;
    }

    public Span put(String key, long value) {
        return tracer.isPresent() ? put(key, Long.toString(value)) : this;
    }

    public void fail() {
        span.setStatus(StatusCode.ERROR);
    }

    /// Does the work inside of this span, which is over with it. What it throws makes the span a failed one.
    public <T extends @Nullable Object, X extends Throwable> T around(ScopedValue.CallableOp<? extends T, X> work)
            throws X {
        boolean isDone = false;
        try {
            T result = within(work);
            isDone = true;
            return result;
        } finally {
            if (!isDone) fail();
            span.end(System.nanoTime() + clockOffset, NANOSECONDS);
        }
    }

    /// Does the work inside of this span, which goes on: for another thread that works for it.
    public <T extends @Nullable Object, X extends Throwable> T within(ScopedValue.CallableOp<? extends T, X> work)
            throws X {
        return this == NONE ? work.call() : ScopedValue.where(HERE, this).call(work);
    }

    /// Tells of a statement that was run here and is over.
    ///
    /// @param begunNanos of [System#nanoTime]
    public void statement(String what, long begunNanos) {
        statement(what, begunNanos, "");
    }

    /// Records a statement that was run here, and may have failed.
    ///
    /// @param sqlState of its failure; empty when it succeeded
    public void statement(String what, long begunNanos, String sqlState) {
        if (tracer.isEmpty()) return;
        var statement =
                child(SpanKind.CLIENT, what, begunNanos).startSpan().setAttribute("db.system.name", "postgresql");
        if (!sqlState.isEmpty()) statement.setAttribute("error.type", sqlState).setStatus(StatusCode.ERROR);
        statement.end(System.nanoTime() + clockOffset, NANOSECONDS);
    }
}
