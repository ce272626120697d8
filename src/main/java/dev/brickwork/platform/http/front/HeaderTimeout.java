package dev.brickwork.platform.http.front;

import static java.util.Objects.requireNonNull;

import dev.brickwork.platform.jobs.Loop;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// Hangs up on clients that send the headers of a request a little at a time, each of which would hold a
/// connection for as long as it likes. A timer for every request would cost more than most requests, so the
/// beginnings are written down and looked through once in a while.
///
/// The means is an interrupt: it closes the socket that the connection's own virtual thread waits on.
final class HeaderTimeout implements Http1ConnectionListener {
    private static final long NOTHING = 0;
    private static final long LOOKS_PER_LIMIT = 10;

    private final Duration limit;
    private final Set<Reading> readings = ConcurrentHashMap.newKeySet();
    private final ThreadLocal<Reading> ofThread = ThreadLocal.withInitial(this::opened);
    private final Loop loop;

    /// The state of one connection: the moment its present header began, or zero between headers.
    private record Reading(Thread thread, AtomicLong since, AtomicReference<ConnectionContext> connection) {}

    HeaderTimeout(Duration limit) {
        this.limit = limit;
        this.loop = new Loop("head-watch", limit.dividedBy(LOOKS_PER_LIMIT), this::look);
    }

    void start() {
        loop.start();
    }

    void stop() {
        try {
            loop.stop();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void prologue(ConnectionContext context, HttpPrologue prologue) {
        var reading = ofThread.get();
        reading.connection.set(context);
        reading.since.set(Math.max(1, System.nanoTime()));
    }

    @Override
    public void headers(ConnectionContext context, Headers headers) {
        ofThread.get().since.set(NOTHING);
    }

    /// That which this thread serves.
    ConnectionContext connection() {
        return requireNonNull(ofThread.get().connection.get());
    }

    private Reading opened() {
        var reading = new Reading(Thread.currentThread(), new AtomicLong(), new AtomicReference<>());
        readings.add(reading);
        return reading;
    }

    private boolean look() {
        long now = System.nanoTime();
        readings.removeIf(reading -> !reading.thread.isAlive());
        for (var reading : readings) {
            long since = reading.since.get();
            boolean isLate = since != NOTHING && now - since > limit.toNanos();
            if (isLate && reading.since.compareAndSet(since, NOTHING)) reading.thread.interrupt();
        }
        return false;
    }
}
