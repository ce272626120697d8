package dev.brickwork.platform.jobs;

import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.ToIntFunction;

/// Lets go of what need not be kept: remembered answers (they hold personal data), their secrets, and events. Each is
/// kept a day longer than is promised, so that none is gone too early. In small bites, so that no lock is held for
/// long.
final class Purge {
    private static final Duration ANSWERS_KEPT = Duration.ofDays(31);
    private static final Duration SECRETS_KEPT = Duration.ofHours(24); // Shown no longer: none is gone too early.
    private static final Duration EVENTS_KEPT = Duration.ofDays(91);
    private static final Duration HELD_UP_KEPT = Duration.ofDays(31);
    private static final int BITE_ROWS = 1_000;
    private static final int BITE_COUNT_MAX = 1_000;

    private final Database database;
    private final InstantSource realTime;

    Purge(Database database, InstantSource realTime) {
        this.database = database;
        this.realTime = realTime;
    }

    void run() {
        var now = realTime.instant();
        inBites(tx -> answers(tx, now.minus(ANSWERS_KEPT)));
        inBites(tx -> secrets(tx, now.minus(SECRETS_KEPT)));
        inBites(tx -> events(tx, now.minus(EVENTS_KEPT)));
        inBites(tx -> heldUp(tx, now.minus(HELD_UP_KEPT)));
    }

    private void inBites(ToIntFunction<SqlSession> bite) {
        for (int i = 0; i < BITE_COUNT_MAX; i++) {
            if (database.inTransaction(tx -> bite.applyAsInt(tx)) < BITE_ROWS) return;
        }
    }

    private static int answers(SqlSession tx, Instant before) {
        return tx.update("""
                DELETE FROM idempotency
                WHERE (seller_id, key) IN (
                    SELECT seller_id, key FROM idempotency WHERE created_at < :before ORDER BY created_at LIMIT :rows)
                """).bind("before", before).bind("rows", BITE_ROWS).execute();
    }

    /// The answer stays, without its secret.
    private static int secrets(SqlSession tx, Instant before) {
        return tx.update("""
                UPDATE idempotency
                SET secret = NULL
                WHERE (seller_id, key) IN (
                    SELECT seller_id, key
                    FROM idempotency
                    WHERE secret IS NOT NULL AND created_at <= :before
                    ORDER BY created_at
                    LIMIT :rows)
                """).bind("before", before).bind("rows", BITE_ROWS).execute();
    }

    /// An event that a listener still works on stays until it is done.
    private static int events(SqlSession tx, Instant before) {
        return tx.update("""
                DELETE FROM event
                WHERE (seller_id, id) IN (
                    SELECT e.seller_id, e.id
                    FROM event e
                    WHERE e.staged_at < :before
                      AND NOT EXISTS (
                          SELECT FROM outbox_task t WHERE t.seller_id = e.seller_id AND t.event_id = e.id)
                    ORDER BY e.staged_at
                    LIMIT :rows)
                """).bind("before", before).bind("rows", BITE_ROWS).execute();
    }

    /// Deletes the notes of postponed rows that went through in the end: a row that still fails is noted anew each
    /// day. The clock of a test seller may be far ahead or behind.
    private static int heldUp(SqlSession tx, Instant before) {
        return tx.update("""
                DELETE FROM held_up
                WHERE (seller_id, kind, object_id) IN (
                    SELECT seller_id, kind, object_id FROM held_up WHERE until < :before LIMIT :rows)
                """).bind("before", before).bind("rows", BITE_ROWS).execute();
    }
}
