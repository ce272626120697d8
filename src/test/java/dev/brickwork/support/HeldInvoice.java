package dev.brickwork.support;

import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Reply;
import dev.brickwork.platform.database.SqlSession;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/// Lets requests meet on one invoice in the order that a test decides, where a race would need luck. A request that
/// waits for a row sees its new columns then, but of other tables only what was committed before it began to wait.
///
/// ```java
/// var first = HeldInvoice.during(HOUSE, invoice, () -> HeldInvoice.waiting(HOUSE, () -> seller.post(…)));
/// first.join().is(200);
/// ```
public final class HeldInvoice {

    private HeldInvoice() {}

    /// Holds the row while something happens, for less than the two seconds that others wait for a lock.
    public static <T> T during(TestServer house, String invoice, Supplier<T> meanwhile) {
        return house.database().inTransaction(tx -> {
            tx.handle().execute("SELECT FROM invoice WHERE id = ?::uuid FOR NO KEY UPDATE", invoice);
            return meanwhile.get();
        });
    }

    /// A request that has come to a lock and waits for it.
    public static CompletableFuture<Reply> waiting(TestServer house, Supplier<Reply> call) {
        long before = waiters(house);
        var reply = InThread.run(() -> Insisting.on(call));
        Await.until("the request waits for a lock", () -> waiters(house) > before || reply.isDone());
        return reply;
    }

    /// Whether another transaction waits for something that this one has locked.
    public static boolean isWaitedFor(SqlSession tx) {
        return tx.query("""
                SELECT EXISTS (SELECT FROM pg_locks
                               WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))
                """).mapTo(Boolean.class).one();
    }

    /// How many wait for a lock now.
    public static long waiters(TestServer house) {
        return house.database().read(tx -> tx.query("""
                        SELECT count(*)
                        FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock'
                        """).mapTo(Long.class).one());
    }
}
