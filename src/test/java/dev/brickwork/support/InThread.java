package dev.brickwork.support;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/// Runs work in the background, each task in a thread of its own. The default pool of `CompletableFuture` has one
/// thread on two processors: a task that waits there for another may wait for ever, and races run one after the
/// other.
public final class InThread {
    private static final ExecutorService THREADS = Executors.newVirtualThreadPerTaskExecutor();

    private InThread() {}

    public static <T> CompletableFuture<T> run(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, THREADS);
    }
}
