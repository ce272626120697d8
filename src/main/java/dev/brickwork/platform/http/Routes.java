package dev.brickwork.platform.http;

import dev.brickwork.platform.database.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// The HTTP routes of a module. Paths are relative to `/api/v2`; every route names the scope a key needs.
public final class Routes {
    /// A call to the outside in the middle takes its own time (60 s instead of 30).
    private static final int STAGED_TIME_SHARE = 2;
    private static final int UNHURRIED_TIME_SHARE = 10_000; // Days, at any setting that serves the others.

    private final List<Route> all = new ArrayList<>();

    /// Reads with a connection that writes nothing.
    @FunctionalInterface
    public interface Read {
        Answer answer(Tx tx, Request request);
    }

    /// Runs inside the one transaction that also remembers the answer.
    @FunctionalInterface
    public interface Write {
        Answer answer(Tx tx, Request request);
    }

    /// Needs no connection of its own: pure calculations, and long work that opens its own transactions.
    @FunctionalInterface
    public interface Plain {
        Answer answer(Request request);
    }

    /// An operation that calls another system in its middle. `begin` commits the intent together with the
    /// idempotency key. `finish` calls out, and returns the work of the last transaction, which also remembers the
    /// answer: both commit together or not at all. What it commits before, in transactions of its own, must be safe
    /// to run again for the same intent after a crash.
    public interface Staged {
        UUID begin(Tx tx, Request request);

        Write finish(Request request, UUID intent);
    }

    public sealed interface Handler {
        record Reading(Read read) implements Handler {}

        record Writing(Write write) implements Handler {}

        record Direct(Plain plain) implements Handler {}

        record InStages(Staged staged) implements Handler {}

        /// A POST that is safe to repeat by itself: only an idempotency key makes it a write like any other.
        record ByKey(Write withKey, Handler without) implements Handler {}
    }

    /// One operation of the API.
    ///
    /// @param timeShare how many times as long as others it may take
    /// @param isRationed whether each seller has a budget for it
    /// @param isCpuBound whether it may keep a processor busy for long, however short the request is
    public record Route(
            String method,
            String path,
            Scope scope,
            Handler handler,
            Body.Kind body,
            int bytesMax,
            int timeShare,
            boolean isRationed,
            boolean isCpuBound) {
        private Route(
                String method, String path, Scope scope, Handler handler, Body.Kind body, int bytesMax, int timeShare) {
            this(method, path, scope, handler, body, bytesMax, timeShare, false, false);
        }

        private Route cpuBound() {
            return new Route(method, path, scope, handler, body, bytesMax, timeShare, isRationed, true);
        }
    }

    public Routes get(String path, Scope scope, Read read) {
        return add("GET", path, scope, new Handler.Reading(read), Body.Kind.NONE);
    }

    /// A GET whose answer needs no database connection, or opens its own.
    public Routes getPlain(String path, Scope scope, Plain plain) {
        return add("GET", path, scope, new Handler.Direct(plain), Body.Kind.NONE);
    }

    /// A search is a POST that only reads: nothing to audit, and nothing to remember but for a key.
    public Routes search(String path, Scope scope, Read read) {
        return add("POST", path, scope, new Handler.ByKey(read::answer, new Handler.Reading(read)), Body.Kind.JSON);
    }

    /// A POST that calculates and writes nothing, such as an estimate. With an idempotency key its answer is
    /// remembered, as that of every POST is.
    public Routes calculate(String path, Scope scope, Plain plain) {
        return add("POST", path, scope, calculation(plain), Body.Kind.JSON);
    }

    /// Like `calculate`, and takes form and multipart bodies too.
    public Routes calculateForm(String path, Scope scope, Plain plain) {
        return add("POST", path, scope, calculation(plain), Body.Kind.JSON_OR_FORM);
    }

    private static Handler calculation(Plain plain) {
        return new Handler.ByKey((_, request) -> plain.answer(request), new Handler.Direct(plain));
    }

    public Routes post(String path, Scope scope, Write write) {
        return add("POST", path, scope, new Handler.Writing(write), Body.Kind.JSON);
    }

    public Routes postForm(String path, Scope scope, Write write) {
        return add("POST", path, scope, new Handler.Writing(write), Body.Kind.JSON_OR_FORM);
    }

    public Routes put(String path, Scope scope, Write write) {
        return add("PUT", path, scope, new Handler.Writing(write), Body.Kind.JSON);
    }

    public Routes patch(String path, Scope scope, Write write) {
        return add("PATCH", path, scope, new Handler.Writing(write), Body.Kind.JSON);
    }

    public Routes delete(String path, Scope scope, Write write) {
        return add("DELETE", path, scope, new Handler.Writing(write), Body.Kind.NONE);
    }

    /// A DELETE whose body says what to delete.
    public Routes deleteNamed(String path, Scope scope, Write write) {
        return add("DELETE", path, scope, new Handler.Writing(write), Body.Kind.JSON);
    }

    public Routes staged(String method, String path, Scope scope, Staged staged) {
        return add(method, path, scope, new Handler.InStages(staged), Body.Kind.JSON);
    }

    /// Like `staged`, for what is printed while the client waits.
    public Routes rationed(String method, String path, Scope scope, Staged staged) {
        var handler = new Handler.InStages(staged);
        all.add(new Route(
                method, path, scope, handler, Body.Kind.JSON, Body.BYTES_MAX, STAGED_TIME_SHARE, true, false));
        return this;
    }

    /// Like `staged`, for what may take as long as it needs, such as years on a test clock.
    public Routes unhurried(String method, String path, Scope scope, Staged staged) {
        var handler = new Handler.InStages(staged);
        all.add(new Route(method, path, scope, handler, Body.Kind.JSON, Body.BYTES_MAX, UNHURRIED_TIME_SHARE));
        return this;
    }

    /// Like `staged`, and takes form and multipart bodies too.
    public Routes stagedForm(String method, String path, Scope scope, Staged staged) {
        return add(method, path, scope, new Handler.InStages(staged), Body.Kind.JSON_OR_FORM);
    }

    /// A write that reads its own bytes, up to 10 MiB: usage batches and uploads.
    public Routes postBytes(String path, Scope scope, Write write) {
        all.add(new Route("POST", path, scope, new Handler.Writing(write), Body.Kind.RAW, Body.BATCH_BYTES_MAX, 1));
        return this;
    }

    /// A write that is safe to repeat by itself and comes in floods: without an idempotency key it runs
    /// transactions of its own, which it may share with others; with one it is a write like any other.
    public Routes postInBulk(String path, Scope scope, Write write, Plain plain) {
        return add("POST", path, scope, new Handler.ByKey(write, new Handler.Direct(plain)), Body.Kind.JSON);
    }

    /// A write like [#postInBulk] that reads its own bytes, up to 10 MiB.
    public Routes postBytesInBulk(String path, Scope scope, Write write, Plain plain) {
        var handler = new Handler.ByKey(write, new Handler.Direct(plain));
        all.add(new Route("POST", path, scope, handler, Body.Kind.RAW, Body.BATCH_BYTES_MAX, 1));
        return this;
    }

    public Routes include(Routes others) {
        all.addAll(others.all);
        return this;
    }

    /// Marks the reads of these routes as bound by the processor: contracts are priced, answers may be long.
    public Routes cpuBoundReads() {
        all.replaceAll(route -> route.scope == Scope.READ ? route.cpuBound() : route);
        return this;
    }

    public List<Route> all() {
        return List.copyOf(all);
    }

    private Routes add(String method, String path, Scope scope, Handler handler, Body.Kind body) {
        int timeShare = handler instanceof Handler.InStages ? STAGED_TIME_SHARE : 1;
        all.add(new Route(method, path, scope, handler, body, Body.BYTES_MAX, timeShare));
        return this;
    }
}
