package dev.brickwork.pages;

import dev.brickwork.kernel.Caller;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.database.Rows;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// How often the processor's form was opened for an invoice, or from a link: whoever tries stolen cards does
/// it often
/// (REL 3.2).
final class SessionStore {
    static final int PER_HOUR_MAX = 10;
    private static final Duration WINDOW = Duration.ofHours(1);

    /// Whether one more may be opened. The invoice's own row is left alone; two at the same moment may make eleven.
    boolean open(Handle tx, Caller caller, UUID subject, Instant now) {
        tx.createUpdate("""
                DELETE FROM page_session
                WHERE seller_id = :seller AND subject_id = :subject AND opened_at <= :old
                """)
                .bind("seller", caller.seller().value())
                .bind("subject", subject)
                .bind("old", now.minus(WINDOW))
                .execute();
        int count = tx.createQuery("""
                SELECT count(*)
                FROM page_session
                WHERE seller_id = :seller AND subject_id = :subject
                """)
                .bind("seller", caller.seller().value())
                .bind("subject", subject)
                .mapTo(Integer.class)
                .one();
        if (count >= PER_HOUR_MAX) return false;
        Rows.exactlyOne(
                tx.createUpdate("""
                        INSERT INTO page_session (seller_id, id, subject_id, opened_at)
                        VALUES (:seller, :id, :subject, :now)
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("id", Ids.next())
                        .bind("subject", subject)
                        .bind("now", now)
                        .execute(),
                "page session");
        return true;
    }
}
