package dev.brickwork.platform.telemetry;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// One stretch of work of a trace. It is told when it is over; until then the thread that does the work may say more
/// of it.
public final class Span {
    /// Of work that is in no trace.
    public static final Span NONE = new Span(Optional.empty(), Kind.INSIDE, "", "", 0);

    /// Of work that its caller does not want to be told.
    static final Span SILENT = new Span(Optional.empty(), Kind.INSIDE, "", "", 0);

    private static final ScopedValue<Span> HERE = ScopedValue.newInstance();

    /// The numbers are those of OTLP.
    enum Kind {
        INSIDE(1),
        REQUEST(2),
        CALL(3);

        final int number;

        Kind(int number) {
            this.number = number;
        }
    }

    private final Optional<Collector> collector;
    private final Kind kind;
    private final String trace;
    private final String id = randomHex();
    private final String parent;
    private final long clockOffset;
    private final Map<String, String> facts = new LinkedHashMap<>();
    private String name = "";
    private long begun = System.nanoTime();
    private long ended;
    private boolean isFailed;

    private Span(Optional<Collector> collector, Kind kind, String trace, String parent, long clockOffset) {
        this.collector = collector;
        this.kind = kind;
        this.trace = trace;
        this.parent = parent;
        this.clockOffset = clockOffset;
    }

    /// The first span of this process in its trace.
    ///
    /// @param epochNanos what time it is, by which all the other spans of the trace are dated too
    static Span first(Collector collector, Kind kind, Optional<TraceParent> caller, long epochNanos) {
        return new Span(
                Optional.of(collector),
                kind,
                caller.map(TraceParent::trace).orElseGet(() -> randomHex() + randomHex()),
                caller.map(TraceParent::span).orElse(""),
                epochNanos - System.nanoTime());
    }

    /// The one that the running thread is inside of.
    public static Span here() {
        return HERE.isBound() ? HERE.get() : NONE;
    }

    /// A call to the outside, where a trace is running.
    public Span call(String what) {
        return below(Kind.CALL, what);
    }

    Span below(Kind childKind, String childName) {
        return collector.isEmpty() ? this : new Span(collector, childKind, trace, id, clockOffset).named(childName);
    }

    public Span named(String text) {
        if (collector.isPresent()) name = text;
        return this;
    }

    /// An id or a figure.
    public Span put(String key, String value) {
        if (collector.isPresent()) facts.put(key, value);
        return this;
    }

    public Span put(String key, UUID value) {
        return collector.isPresent() ? put(key, value.toString()) : this;
    }

    public Span put(String key, long value) {
        return collector.isPresent() ? put(key, Long.toString(value)) : this;
    }

    public void fail() {
        if (collector.isPresent()) isFailed = true;
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
            end();
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
        if (collector.isPresent()) statement(what, begunNanos, "");
    }

    /// Records a statement that was run here, and may have failed.
    ///
    /// @param sqlState of its failure; empty when it succeeded
    public void statement(String what, long begunNanos, String sqlState) {
        if (collector.isEmpty()) return;
        var statement = below(Kind.CALL, what).put("db.system.name", "postgresql");
        statement.begun = begunNanos;
        if (!sqlState.isEmpty()) statement.put("error.type", sqlState).fail();
        statement.end();
    }

    private void end() {
        if (collector.isEmpty()) return;
        ended = System.nanoTime();
        collector.get().take(this);
    }

    private static String randomHex() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
    }

    String name() {
        return name;
    }

    Kind kind() {
        return kind;
    }

    String trace() {
        return trace;
    }

    String id() {
        return id;
    }

    Optional<String> parent() {
        return Optional.of(parent).filter(some -> !some.isEmpty());
    }

    Map<String, String> facts() {
        return facts;
    }

    boolean isFailed() {
        return isFailed;
    }

    long begunEpochNanos() {
        return begun + clockOffset;
    }

    long endedEpochNanos() {
        return ended + clockOffset;
    }
}
