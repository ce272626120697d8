package dev.brickwork.payments.callbacks;

import dev.brickwork.payments.processor.Callback;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import java.util.Optional;
import java.util.UUID;

/// The inbox of processors' messages.
final class CallbackStore {
    record Kept(String account, byte[] body, boolean isHandled) {}

    /// Empty when this event was here before: the sender's id of it is unique.
    Optional<UUID> insert(Tx tx, String account, Callback callback, byte[] raw) {
        var id = Ids.next();
        boolean isNew = Rows.atMostOne(
                tx.update("""
                        INSERT INTO callback (seller_id, id, account_id, event_id, type, body)
                        VALUES (:seller, :id, :account, :event, :type, :body)
                        ON CONFLICT (seller_id, account_id, event_id) DO NOTHING
                        """)
                        .bind("id", id)
                        .bind("account", account)
                        .bind("event", callback.eventId())
                        .bind("type", callback.type())
                        .bind("body", raw)
                        .execute(),
                "callback");
        return isNew ? Optional.of(id) : Optional.empty();
    }

    Optional<Kept> find(Tx tx, UUID id) {
        return tx.query("""
                SELECT account_id, body, handled_at IS NOT NULL AS is_handled
                FROM callback
                WHERE seller_id = :seller AND id = :id
                """)
                .bind("id", id)
                .map((row, _) -> new Kept(
                        Columns.text(row, "account_id"), Columns.bytes(row, "body"), Columns.flag(row, "is_handled")))
                .findOne();
    }

    /// False when it was before.
    boolean markHandled(Tx tx, UUID id) {
        return Rows.atMostOne(tx.update("""
                        UPDATE callback
                        SET handled_at = clock_timestamp()
                        WHERE seller_id = :seller AND id = :id AND handled_at IS NULL
                        """).bind("id", id).execute(), "handled callback");
    }

    /// Deletes the raw messages of all sellers after thirty days, because they hold personal data. Returns how
    /// many.
    int forgetOld(SqlSession tx, int most) {
        return tx.update("""
                DELETE FROM callback
                WHERE (seller_id, id) IN (
                    SELECT seller_id, id
                    FROM callback
                    WHERE received_at < clock_timestamp() - interval '30 days'
                    ORDER BY received_at
                    LIMIT :most)
                """).bind("most", most).execute();
    }
}
