package dev.brickwork.contracts;

import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.statement.Update;

/// Every statement that writes pauses. The subscription's row is locked before any of them.
public final class PauseStore {
    public void insert(Tx tx, SubscriptionId subscription, PauseRecord pause) {
        Rows.exactlyOne(bound(tx.update("""
                        INSERT INTO pause (seller_id, id, subscription_id, paused_on, scheduled_resume_on, resumed_on,
                            pause_reason, should_notify_customer, created_at, resumed_at)
                        VALUES (:seller, :id, :subscription, :pausedOn, :resumesOn, :resumedOn, :reason, :notify, :createdAt,
                            :resumedAt)
                        """), subscription, pause).execute(), "new pause");
    }

    public void update(Tx tx, SubscriptionId subscription, PauseRecord pause) {
        Rows.exactlyOne(bound(tx.update("""
                        UPDATE pause
                        SET paused_on = :pausedOn, scheduled_resume_on = :resumesOn, resumed_on = :resumedOn,
                            pause_reason = :reason, should_notify_customer = :notify, resumed_at = :resumedAt
                        WHERE seller_id = :seller AND id = :id AND subscription_id = :subscription
                            AND created_at = :createdAt AND resumed_on IS NULL
                        """), subscription, pause).execute(), "changed pause");
    }

    public void delete(Tx tx, UUID pause) {
        Rows.exactlyOne(
                tx.update("DELETE FROM pause WHERE seller_id = :seller AND id = :id AND resumed_on IS NULL")
                        .bind("id", pause)
                        .execute(),
                "dropped pause");
    }

    public List<PauseRecord> list(Tx tx, SubscriptionId subscription) {
        return lists(tx, List.of(subscription)).getOrDefault(subscription, List.of());
    }

    /// The pauses of many subscriptions; those without a pause are not in the answer.
    Map<SubscriptionId, List<PauseRecord>> lists(Tx tx, Collection<SubscriptionId> subscriptions) {
        var all = new HashMap<SubscriptionId, List<PauseRecord>>();
        tx.query("""
                SELECT *
                FROM pause
                WHERE seller_id = :seller AND subscription_id = ANY (:subscriptions::uuid[])
                ORDER BY paused_on, created_at
                """)
                .bind("subscriptions", IdList.of(subscriptions, SubscriptionId::value))
                .map((row, _) -> all.computeIfAbsent(
                                new SubscriptionId(Columns.uuid(row, "subscription_id")), _ -> new ArrayList<>())
                        .add(pause(row)))
                .list();
        return all;
    }

    private static Update bound(Update statement, SubscriptionId subscription, PauseRecord pause) {
        return statement
                .bind("id", pause.id())
                .bind("subscription", subscription.value())
                .bind("pausedOn", pause.pausedOn())
                .bind("resumesOn", pause.scheduledResumeOn())
                .bind("resumedOn", pause.resumedOn())
                .bind("reason", pause.reason())
                .bind("notify", pause.isCustomerNotified())
                .bind("createdAt", pause.createdAt())
                .bind("resumedAt", pause.resumedAt());
    }

    private static PauseRecord pause(ResultSet row) throws SQLException {
        return new PauseRecord(
                Columns.uuid(row, "id"),
                Columns.date(row, "paused_on"),
                Columns.maybeDate(row, "scheduled_resume_on"),
                Columns.maybeDate(row, "resumed_on"),
                Columns.maybeText(row, "pause_reason"),
                Columns.flag(row, "should_notify_customer"),
                Columns.instant(row, "created_at"),
                Columns.maybeInstant(row, "resumed_at"));
    }
}
