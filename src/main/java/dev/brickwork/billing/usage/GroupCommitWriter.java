package dev.brickwork.billing.usage;

import dev.brickwork.metering.Verdict;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseBusy;
import dev.brickwork.platform.database.SqlState;
import dev.brickwork.platform.telemetry.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/// Writes requests that wait at the same time in one transaction, and answers each after the commit: one disk sync
/// serves them all. While one writer waits for its commit, further requests queue, and the next writer commits them
/// together; this adds no delay of its own.
public final class GroupCommitWriter {
    /// While one writer waits for the disk, the other one writes.
    private static final int LANE_COUNT = 2;

    private static final int ENTRIES_PER_COMMIT_MAX = 5_000;
    private static final int TRIES_MAX = 5;
    private static final long ANSWER_SECONDS_MAX = 25;

    private final Database database;
    private final RecordUsage recording;
    private final LinkedBlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();
    private final AtomicBoolean isStarted = new AtomicBoolean();
    private final ReentrantLock alone = new ReentrantLock();

    /// @param span of the request that waits
    private record Waiting(RecordUsage.Post post, Span span, CompletableFuture<List<Verdict>> answer) {
        /// Who was told that it takes too long may send the same again: then it must not count.
        void giveUp() {
            answer.cancel(false);
        }

        boolean isGivenUp() {
            return answer.isCancelled();
        }
    }

    public GroupCommitWriter(Database database, RecordUsage recording) {
        this.database = database;
        this.recording = recording;
    }

    /// The verdicts, once they are durable.
    List<Verdict> record(RecordUsage.Post post) {
        if (isStarted.compareAndSet(false, true)) start();
        var waiting = new Waiting(post, Span.here(), new CompletableFuture<>());
        queue.add(waiting);
        try {
            return waiting.answer.get(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) throw cause;
            throw new IllegalStateException(failed.getCause());
        } catch (TimeoutException slow) {
            waiting.giveUp();
            throw new DatabaseBusy("usage waits in line for too long", slow);
        } catch (InterruptedException stopped) {
            waiting.giveUp();
            Thread.currentThread().interrupt();
            throw new DatabaseBusy("stopped while waiting for usage to be written", stopped);
        }
    }

    private void start() {
        for (int i = 1; i <= LANE_COUNT; i++) {
            Thread.ofPlatform().daemon().name("usage-lane-" + i).start(this::run);
        }
    }

    private void run() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                write(next());
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private List<Waiting> next() throws InterruptedException {
        var group = new ArrayList<Waiting>();
        var first = queue.take();
        group.add(first);
        int entries = first.post.entries().size();
        while (entries < ENTRIES_PER_COMMIT_MAX) {
            var more = queue.peek();
            if (more == null || entries + more.post.entries().size() > ENTRIES_PER_COMMIT_MAX) break;
            if (!queue.remove(more)) continue; // The other lane has it.
            group.add(more);
            entries += more.post.entries().size();
        }
        return group;
    }

    /// Writes each request alone when the group fails, so that none fails because of another.
    private void write(List<Waiting> group) {
        group.removeIf(Waiting::isGivenUp);
        if (group.isEmpty()) return;
        try {
            var verdicts = written(group);
            for (int i = 0; i < group.size(); i++) group.get(i).answer.complete(verdicts.get(i));
        } catch (RuntimeException | Error broken) {
            for (var each : group) writeAlone(each);
        }
    }

    /// Rolls the group back when a request in it timed out meanwhile. A trace shows the statements under the first.
    private List<List<Verdict>> written(List<Waiting> group) {
        var posts = group.stream().map(Waiting::post).toList();
        return group.getFirst()
                .span
                .within(() -> database.inTransaction(tx -> {
                    var verdicts = recording.run(tx, posts);
                    if (group.stream().anyMatch(Waiting::isGivenUp))
                        throw new CancellationException("its client no longer waits");
                    return verdicts;
                }));
    }

    /// One lane at a time: requests with the same ids would only get in each other's way again.
    private void writeAlone(Waiting waiting) {
        alone.lock();
        try {
            if (!waiting.isGivenUp()) waiting.answer.complete(patiently(waiting));
        } catch (RuntimeException | Error broken) {
            waiting.answer.completeExceptionally(broken);
        } finally {
            alone.unlock();
        }
    }

    private List<Verdict> patiently(Waiting waiting) {
        for (int i = 1; ; i++) {
            try {
                return written(List.of(waiting)).getFirst();
            } catch (RuntimeException broken) {
                if (!SqlState.is(SqlState.UNIQUE_VIOLATION, broken)) throw broken;
                if (i == TRIES_MAX) throw new DatabaseBusy("others keep sending the same entries", broken);
            }
        }
    }
}
