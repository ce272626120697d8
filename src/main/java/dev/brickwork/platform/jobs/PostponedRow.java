package dev.brickwork.platform.jobs;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/// Notes a row that a sweep could not process and postponed for a day, so that it holds up no other. The operator
/// sees the number of notes (`brickwork_postponed_rows`) and finds the reason in the log; the seller is told. The note
/// of a row that goes through the next day expires; a row that fails again is noted and told again.
public final class PostponedRow {
    private static final Duration TIME = Duration.ofDays(1);

    private PostponedRow() {}

    static Instant until(Caller caller) {
        return caller.now().plus(TIME);
    }

    /// Writes down what could not be done.
    ///
    /// @param kind the table of the object
    public static void note(Tx tx, String kind, UUID object) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO held_up (seller_id, kind, object_id, until, tell_at)
                        VALUES (:seller, :kind, :object, :until, :now)
                        ON CONFLICT (seller_id, kind, object_id) DO UPDATE
                        SET until = excluded.until, tell_at = excluded.tell_at
                        """)
                        .bind("kind", kind)
                        .bind("object", object)
                        .bind("until", until(tx.caller()))
                        .execute(),
                "held up");
    }
}
