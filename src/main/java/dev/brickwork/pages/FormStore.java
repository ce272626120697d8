package dev.brickwork.pages;

import dev.brickwork.kernel.Caller;
import java.time.Duration;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/// The forms that were sent, so that each counts once.
final class FormStore {
    private static final Duration KEPT = FormToken.LIFE.plusHours(1);

    /// Whether this is its first use. Of two that race, the second waits for the first to commit and is refused.
    boolean use(Handle tx, Caller caller, FormToken form, Instant now) {
        tx.createUpdate("""
                DELETE FROM page_form
                WHERE seller_id = :seller AND used_at < :old
                """)
                .bind("seller", caller.seller().value())
                .bind("old", now.minus(KEPT))
                .execute();
        return tx.createUpdate("""
                        INSERT INTO page_form (seller_id, id, used_at)
                        VALUES (:seller, :id, :now)
                        ON CONFLICT DO NOTHING
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("id", form.id())
                        .bind("now", now)
                        .execute()
                == 1;
    }
}
