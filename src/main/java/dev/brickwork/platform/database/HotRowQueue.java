package dev.brickwork.platform.database;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Transactions about the same object wait for one another here, in the order of their arrival and without a
/// connection. In the database they would wait for its row with all connections in their hands, and everybody else
/// would wait with them.
///
/// This is a courtesy, the lock of the row stays the last word: other processes have lines of their own, and whoever
/// has waited for too long goes on to the database, where its deadlines hold.
public final class HotRowQueue {
    private static final ScopedValue<Semaphore> LINE = ScopedValue.newInstance();
    private static final Duration WAIT = Duration.ofSeconds(4);

    private final StripedSemaphore turns = new StripedSemaphore(1);

    /// Transactions of this work are about that object; what is equal to it is the same one.
    public <T> T about(Object object, Supplier<T> work) {
        return ScopedValue.where(LINE, turns.of(object)).call(work::get);
    }

    /// How many wait now, in all lines.
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
