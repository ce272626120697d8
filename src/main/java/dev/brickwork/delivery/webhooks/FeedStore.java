package dev.brickwork.delivery.webhooks;

import dev.brickwork.delivery.webhooks.delivery.FeedEvent;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Every statement about the feed: events with their numbers.
final class FeedStore {
    /// Sellers with events that have no number yet; a small index holds just those.
    List<SellerId> waitingSellers(SqlSession tx, int max) {
        return tx.query("""
                SELECT DISTINCT seller_id
                FROM event
                WHERE is_public AND sequence IS NULL
                LIMIT :max
                """)
                .bind("max", max)
                .map((row, _) -> new SellerId(Columns.uuid(row, "seller_id")))
                .list();
    }

    /// Becomes the sequencer of this seller for the length of the transaction. Another one takes milliseconds.
    long lock(SqlSession tx, SellerId seller) {
        return held(tx, seller).orElseGet(() -> {
            tx.update("INSERT INTO feed (seller_id) VALUES (:seller) ON CONFLICT DO NOTHING")
                    .bind("seller", seller.value())
                    .execute();
            return held(tx, seller).orElseThrow();
        });
    }

    private static Optional<Long> held(SqlSession tx, SellerId seller) {
        return tx.query("SELECT last_sequence FROM feed WHERE seller_id = :seller FOR UPDATE")
                .bind("seller", seller.value())
                .mapTo(Long.class)
                .findOne();
    }

    /// Numbers what is waiting, in the order of staging, which is the order of commit for everything that one
    /// lock guards. Returns how many got a number.
    int number(SqlSession tx, SellerId seller, long last, int max) {
        int numbered = tx.update("""
                WITH waiting AS (
                    SELECT id, row_number() OVER (ORDER BY staged_at, id) AS place
                    FROM (SELECT id, staged_at
                          FROM event
                          WHERE seller_id = :seller AND is_public AND sequence IS NULL
                          ORDER BY staged_at, id
                          LIMIT :max) oldest)
                UPDATE event e
                SET sequence = :last + waiting.place
                FROM waiting
                WHERE e.seller_id = :seller AND e.id = waiting.id
                    AND e.id = ANY (ARRAY(SELECT id FROM waiting)) -- The planner expects a tenth of the table.
                """)
                .bind("seller", seller.value())
                .bind("last", last)
                .bind("max", max)
                .execute();
        if (numbered > 0) {
            Rows.exactlyOne(
                    tx.update("""
                            UPDATE feed
                            SET last_sequence = :now
                            WHERE seller_id = :seller AND last_sequence = :last
                            """)
                            .bind("seller", seller.value())
                            .bind("last", last)
                            .bind("now", last + numbered)
                            .execute(),
                    "feed");
        }
        return numbered;
    }

    List<FeedEvent> after(Tx tx, long after, Optional<String> type, int limit) {
        return tx.query("""
                SELECT id, event_type, sequence, occurred_at, data
                FROM event
                WHERE seller_id = :seller AND sequence > :after AND (:type::text IS NULL OR event_type = :type)
                ORDER BY sequence
                LIMIT :limit
                """)
                .bind("after", after)
                .bind("type", type)
                .bind("limit", limit)
                .map((row, _) -> event(row))
                .list();
    }

    /// Counts the events after a number. The feed has no gaps, so without a filter its two ends are enough.
    long countAfter(Tx tx, long after, Optional<String> type) {
        if (type.isPresent()) return countOfType(tx, after, type.get());
        return tx.query("""
                SELECT coalesce(max(sequence) - greatest(:after, min(sequence) - 1), 0) AS count
                FROM (SELECT (SELECT sequence FROM event WHERE seller_id = :seller AND sequence > :after
                              ORDER BY sequence LIMIT 1) AS sequence
                      UNION ALL
                      SELECT (SELECT sequence FROM event WHERE seller_id = :seller AND sequence > :after
                              ORDER BY sequence DESC LIMIT 1)) ends
                """).bind("after", after).mapTo(Long.class).one();
    }

    private static long countOfType(Tx tx, long after, String type) {
        return tx.query("""
                SELECT count(*)
                FROM event
                WHERE seller_id = :seller AND sequence > :after AND event_type = :type
                """)
                .bind("after", after)
                .bind("type", type)
                .mapTo(Long.class)
                .one();
    }

    /// Only what has its number is in the feed.
    Optional<FeedEvent> find(Tx tx, UUID id) {
        return tx.query("""
                SELECT id, event_type, sequence, occurred_at, data
                FROM event
                WHERE seller_id = :seller AND id = :id AND sequence IS NOT NULL
                """).bind("id", id).map((row, _) -> event(row)).findOne();
    }

    private static FeedEvent event(ResultSet row) throws SQLException {
        return new FeedEvent(
                Columns.uuid(row, "id"),
                Columns.text(row, "event_type"),
                Columns.number(row, "sequence"),
                Columns.instant(row, "occurred_at"),
                Columns.text(row, "data"));
    }
}
