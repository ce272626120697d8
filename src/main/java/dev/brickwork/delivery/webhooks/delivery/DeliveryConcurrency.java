package dev.brickwork.delivery.webhooks.delivery;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/// How much of the process all queues together may take: attempts in flight, apart for endpoints that answer and
/// those that fail, so that a thousand slow ones never delay a healthy one; and database connections.
public final class DeliveryConcurrency {
    private static final int HEALTHY_ATTEMPTS_MAX = 256;
    private static final int FAILING_ATTEMPTS_MAX = 64;
    private static final int WRITES_MAX = 4;

    private final Semaphore healthy = new Semaphore(HEALTHY_ATTEMPTS_MAX, true);
    private final Semaphore failing = new Semaphore(FAILING_ATTEMPTS_MAX, true);
    private final Semaphore writes = new Semaphore(WRITES_MAX, true);
    private volatile boolean isClosed;

    /// Empty when the process is stopping.
    Optional<DeliveryAttempt> attempt(boolean isFailing, Supplier<DeliveryAttempt> attempt) {
        var gate = isFailing ? failing : healthy;
        try {
            gate.acquire();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
        try {
            return Optional.of(attempt.get());
        } finally {
            gate.release();
        }
    }

    <T> T write(Supplier<T> work) throws InterruptedException {
        writes.acquire();
        try {
            return work.get();
        } finally {
            writes.release();
        }
    }

    void close() {
        isClosed = true;
    }

    boolean isClosed() {
        return isClosed;
    }
}
