package dev.brickwork.platform.telemetry;

import dev.brickwork.platform.telemetry.Span.Kind;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Opens spans where an operator named a collector, and none where not.
public final class Traces {
    public static final Traces OFF = new Traces(Optional.empty(), InstantSource.system());

    public static final Duration SEND_EVERY = Duration.ofSeconds(1);

    private final Optional<Collector> collector;
    private final InstantSource realTime;

    private Traces(Optional<Collector> collector, InstantSource realTime) {
        this.collector = collector;
        this.realTime = realTime;
    }

    /// To the collector at this address, or off without one.
    ///
    /// @param base what `/v1/traces` is appended to
    public static Traces to(Optional<String> base, InstantSource realTime) {
        return base.map(address -> new Traces(Optional.of(new Collector(URI.create(address))), realTime))
                .orElse(OFF);
    }

    public boolean isOn() {
        return collector.isPresent();
    }

    /// A request, in the trace of its caller where that names one.
    ///
    /// @param traceparent the header of this name
    public Span request(Supplier<Optional<String>> traceparent) {
        if (collector.isEmpty()) return Span.NONE;
        var caller = traceparent.get().flatMap(TraceParent::parse);
        if (caller.isPresent() && !caller.get().isSampled()) return Span.SILENT;
        return Span.first(collector.get(), Kind.REQUEST, caller, epochNanos());
    }

    /// A piece of work that no request waits for; where one does, a part of that request.
    public Span work(String name) {
        return open(Kind.INSIDE, name);
    }

    /// A call to the outside.
    public Span call(String name) {
        return open(Kind.CALL, name);
    }

    private Span open(Kind kind, String name) {
        if (collector.isEmpty()) return Span.NONE;
        var here = Span.here();
        if (here != Span.NONE) return here.below(kind, name);
        return Span.first(collector.get(), kind, Optional.empty(), epochNanos()).named(name);
    }

    private long epochNanos() {
        Instant now = realTime.instant();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    /// Carries spans to the collector; true when there may be more to carry at once.
    public boolean round() throws InterruptedException {
        return collector.isPresent() && collector.get().round();
    }

    /// Sends what is left and hangs up.
    public void finish() throws InterruptedException {
        boolean isMore = true;
        while (isMore) isMore = round();
        collector.ifPresent(Collector::close);
    }

    /// How many spans the collector took since the start.
    public long sent() {
        return collector.map(Collector::sent).orElse(0L);
    }

    /// How many it did not, or not in time.
    public long dropped() {
        return collector.map(Collector::dropped).orElse(0L);
    }
}
