package dev.brickwork.platform.database;

import dev.brickwork.platform.Caller;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/// Runs statements on one connection: in the open transaction of [Database#inTransaction], or each on its own in a
/// [Database#read]. Work for one seller has a [Tx], which also knows who acts and when; this type alone is for work
/// over all sellers, such as sweeps, and for what a request needs before its key is known.
public class SqlSession {
    private final Handle handle;
    private final @Nullable List<Runnable> afterCommit;

    /// @param afterCommit collects the follow-up work of a transaction; null where nothing is committed
    SqlSession(Handle handle, @Nullable List<Runnable> afterCommit) {
        this.handle = handle;
        this.afterCommit = afterCommit;
    }

    SqlSession(SqlSession other) {
        this(other.handle, other.afterCommit);
    }

    /// A SELECT, or any statement that returns rows.
    public Query query(String sql) {
        return handle.createQuery(sql);
    }

    public Update update(String sql) {
        return handle.createUpdate(sql);
    }

    /// One statement for many rows; each row binds all its parameters.
    public PreparedBatch batch(String sql) {
        return handle.prepareBatch(sql);
    }

    /// This transaction on behalf of a caller: for sweeps, which first find out whose row is due.
    public Tx as(Caller caller) {
        return new Tx(this, caller);
    }

    /// Follow-up work of the transaction: it runs when that is committed and its connection is back in the pool,
    /// before the caller goes on. Nothing of it happens when the transaction fails. It must not throw.
    public void afterCommit(Runnable work) {
        if (afterCommit == null) throw new IllegalStateException("nothing is committed by a read");
        afterCommit.add(work);
    }

    /// JDBI's own view of the connection: for savepoints, and for what PostgreSQL's driver alone can do.
    public Handle handle() {
        return handle;
    }
}
