package dev.brickwork.platform.database;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Queues transactions about the same object in the order of their arrival, without a connection. Waiting for its
/// row in the database, they could hold all connections, and requests for other objects would wait with them.
///
/// The queue only saves connections, the lock of the row decides: other processes have queues of their own, and a
/// transaction that has waited for too long goes on to the database, where its deadlines hold.
public final class HotRowQueue {
    private static final ScopedValue<Semaphore> LINE = ScopedValue.newInstance();
    private static final Duration WAIT = Duration.ofSeconds(4);

    private final StripedSemaphore turns = new StripedSemaphore(1);

    /// Transactions of this work are about that object; what is equal to it is the same one.
    public <T> T about(Object object, Supplier<T> work) {
        return ScopedValue.where(LINE, turns.of(object)).call(work::get);
    }

    /// How many transactions wait now, in all queues.
    public int waiting() {
        return turns.waiting();
    }

    static <T extends @Nullable Object> T inLine(Supplier<T> transaction) {
        if (!LINE.isBound()) return transaction.get();
        var line = LINE.get();
        boolean isFirst = StripedSemaphore.take(line, WAIT);
        try {
            return transaction.get();
        } finally {
            if (isFirst) line.release();
        }
    }
}
