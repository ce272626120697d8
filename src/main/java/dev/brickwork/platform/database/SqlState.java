package dev.brickwork.platform.database;

import java.sql.SQLException;
import java.util.Optional;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/// The five characters by which PostgreSQL names what went wrong, found anywhere in a chain of causes.
public final class SqlState {
    public static final String UNIQUE_VIOLATION = "23505";
    public static final String EXCLUSION_VIOLATION = "23P01";
    public static final String LOCK_NOT_AVAILABLE = "55P03";
    public static final String NOT_ALLOWED = "42501";
    public static final String OTHER_KEY = "28P01"; // Raised when a service connects.
    public static final String READ_ONLY = "25006";
    public static final String SERIALISATION_FAILURE = "40001";
    public static final String DEADLOCK = "40P01";
    static final String OUTDATED_PLAN = "0A000"; // Whatever else is not supported is not supported by the next try.
    static final String STATEMENT_TIMEOUT = "57014";
    static final String IDLE_TIMEOUT = "25P03";
    static final String TRANSACTION_TIMEOUT = "25P04"; // Where an administrator has set one.
    static final String CLOSED_MEANWHILE = "55000"; // Our own triggers raise it.
    private static final int CAUSES_MAX = 20;

    private SqlState() {}

    /// The pool wraps the reason in an exception that has no state of its own.
    public static Optional<String> of(Throwable broken) {
        Throwable cause = broken;
        for (int i = 0; i < CAUSES_MAX && cause != null; i++) {
            if (cause instanceof SQLException found && found.getSQLState() != null) {
                return Optional.of(found.getSQLState());
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }

    public static boolean is(String state, Throwable broken) {
        return of(broken).filter(state::equals).isPresent();
    }

    /// The constraint that refused a row, by the name its migration gave it.
    public static Optional<String> constraint(Throwable broken) {
        return exception(broken)
                .flatMap(found -> found instanceof PSQLException refused
                        ? Optional.ofNullable(refused.getServerErrorMessage())
                        : Optional.empty())
                .map(ServerErrorMessage::getConstraint);
    }

    /// The first line of the message of an error.
    public static String reason(Throwable broken) {
        return exception(broken)
                .map(SQLException::getMessage)
                .flatMap(text -> text.lines().findFirst())
                .orElse(String.valueOf(broken.getMessage()));
    }

    /// The error that the server itself answered with, in one line; empty where it did not answer at all.
    public static Optional<String> answer(Throwable broken) {
        Throwable cause = broken;
        for (int i = 0; i < CAUSES_MAX && cause != null; i++) {
            if (cause instanceof PSQLException answered && answered.getServerErrorMessage() != null) {
                return Optional.of(reason(answered));
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }

    static Optional<SQLException> exception(Throwable broken) {
        Throwable cause = broken;
        for (int i = 0; i < CAUSES_MAX && cause != null; i++) {
            if (cause instanceof SQLException found) return Optional.of(found);
            cause = cause.getCause();
        }
        return Optional.empty();
    }

    /// The connection broke, or was refused: class 08, a server that goes down or comes up; or the server has no room
    /// on its disk, no memory or no connection slot left (class 53). Whatever is asked of it then, the same will go
    /// through when there is room.
    public static boolean isAway(String state) {
        return state.startsWith("08") || state.startsWith("57P0") || state.startsWith("53");
    }

    static boolean isRetried(String state) {
        return state.equals(SERIALISATION_FAILURE) || state.equals(DEADLOCK) || state.equals(OUTDATED_PLAN);
    }
}
