package dev.brickwork.platform.database;

/// The database cannot be reached, has no room left, or the connection broke in the middle of the work. On the wire
/// it is a 503: the caller may try again, and with an idempotency key may do so safely even when the commit's fate is
/// unknown.
public final class DatabaseAway extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DatabaseAway(Throwable cause) {
        super(
                SqlState.answer(cause)
                        .map("the database answered with an error: "::concat)
                        .orElse("the database cannot be reached"),
                cause);
    }
}
