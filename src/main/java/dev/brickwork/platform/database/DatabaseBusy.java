package dev.brickwork.platform.database;

/// The database answers, but not in time: the pool stayed empty, a lock or a statement took too long, or the
/// retries after deadlocks are used up. Nothing was changed. On the wire it is a 503 with `Retry-After`.
public final class DatabaseBusy extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// It waited in vain for its turn, as many do in a rush: where it stood says nothing, and would fill the log.
    DatabaseBusy(String why) {
        super(why, null, true, false);
    }

    public DatabaseBusy(String why, Throwable cause) {
        super(why, cause);
    }
}
