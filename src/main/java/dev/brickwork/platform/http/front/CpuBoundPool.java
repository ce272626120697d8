package dev.brickwork.platform.http.front;

import dev.brickwork.platform.Ids;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Body;
import dev.brickwork.platform.http.Errors;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.telemetry.Span;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Requests that may keep a processor busy take turns on a few threads of the operating system. A contract of many
/// lines and periods computes for a second: virtual threads do not leave their carrier before they wait for something,
/// so that two such requests on two processors would stop all others until they are done.
final class CpuBoundPool {
    private static final int BYTES_MIN = 4 * 1024; // Some fifty bricks.
    private static final int WAITING_MAX = 64; // Of several sellers: each has few at a time.
    private static final int IDLE_SECONDS = 10;
    private static final String NAME = "heavy-";

    private final ThreadPoolExecutor threads;

    CpuBoundPool(int threadCount) {
        threads = new ThreadPoolExecutor(
                threadCount,
                threadCount,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING_MAX),
                Thread.ofPlatform().daemon().name(NAME, 1).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    static CpuBoundPool onThisMachine() {
        return new CpuBoundPool(2 * Runtime.getRuntime().availableProcessors());
    }

    /// Whether the work may be long, as far as that can be told before it begins: the route computes, the body is
    /// large, a long page is asked for, or it is a search, which may ask for one. Batches and files are not meant,
    /// because what is done with them waits for the database most of the time.
    static boolean is(Routes.Route route, Request request, Body body) {
        return route.isCpuBound() || isLarge(route.body(), body) || request.isLongPage() || isSearch(route);
    }

    static boolean isLarge(Body.Kind kind, Body body) {
        return kind != Body.Kind.RAW && body.bytes().length > BYTES_MIN;
    }

    private static boolean isSearch(Routes.Route route) {
        return route.handler() instanceof Routes.Handler.ByKey byKey
                && byKey.without() instanceof Routes.Handler.Reading;
    }

    /// Sent away at once when too many wait. What runs here already stays where it is.
    Answer answer(Supplier<Answer> work) {
        if (Thread.currentThread().getName().startsWith(NAME)) return work.get();
        var span = Span.here();
        Future<Answer> answer;
        try {
            answer = threads.submit(() -> span.within(work::get));
        } catch (RejectedExecutionException full) {
            return Errors.unavailable(Ids.next());
        }
        try {
            return answer.get();
        } catch (InterruptedException late) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new IllegalStateException(late);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException broken) throw broken;
            if (failed.getCause() instanceof Error broken) throw broken;
            throw new IllegalStateException(failed);
        }
    }
}
