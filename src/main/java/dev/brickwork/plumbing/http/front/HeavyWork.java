package dev.brickwork.plumbing.http.front;

import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.plumbing.http.Body;
import dev.brickwork.plumbing.http.Errors;
import dev.brickwork.plumbing.tracing.Span;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Large requests take turns on a few threads of the operating system. A contract of a hundred years keeps a processor
/// busy for a second: on virtual threads, which leave their carrier to nobody before they wait for something, a dozen
/// of them would keep everybody else waiting until the last one is done.
final class HeavyWork {
    private static final int BYTES_MIN = 4 * 1024; // Some fifty bricks.
    private static final int WAITING_MAX = 16;
    private static final int IDLE_SECONDS = 10;

    private final ThreadPoolExecutor threads;

    HeavyWork(int threadCount) {
        threads = new ThreadPoolExecutor(
                threadCount,
                threadCount,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING_MAX),
                Thread.ofPlatform().daemon().name("heavy-", 1).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    static HeavyWork onThisMachine() {
        return new HeavyWork(2 * Runtime.getRuntime().availableProcessors());
    }

    /// Batches and files are not meant: what is done with them waits for the database most of the time.
    static boolean is(Body.Kind kind, Body body) {
        return kind != Body.Kind.RAW && body.bytes().length > BYTES_MIN;
    }

    /// Sent away at once when too many wait.
    Answer answer(Supplier<Answer> work) {
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
