package dev.brickwork.delivery.webhooks.delivery;

import dev.brickwork.delivery.webhooks.endpoints.EndpointId;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Every statement about the queues of endpoints: who holds one, when it is due, how its endpoint is doing.
public final class QueueStore {
    /// How long the queue of a crashed process stays claimed.
    static final Duration LEASE = Duration.ofSeconds(30);

    /// How often an endpoint that is down, with all its deliveries parked, is probed.
    private static final Duration PROBE_EVERY = Duration.ofHours(1);

    /// The right to work on one queue until the lease ends. A later claim has a higher fence.
    record Claim(SellerId seller, EndpointId endpoint, long fence, Instant until) {}

    /// The queue as its holder finds it. Secrets are still sealed.
    public record Held(
            String url,
            boolean isTestSeller,
            byte[] secret,
            Optional<byte[]> previousSecret,
            Optional<Instant> previousUntil,
            Health health) {}

    public void create(SqlSession tx, SellerId seller, EndpointId endpoint) {
        Rows.exactlyOne(
                tx.update("INSERT INTO webhook_queue (seller_id, endpoint_id) VALUES (:seller, :endpoint)")
                        .bind("seller", seller.value())
                        .bind("endpoint", endpoint.value())
                        .execute(),
                "new queue");
    }

    /// Claims due queues of all sellers that no process holds, the longest due first.
    List<Claim> claim(SqlSession tx, Instant now, int max) {
        var until = now.plus(LEASE);
        return tx.query("""
                UPDATE webhook_queue q
                SET lease_until = :lease, fence = q.fence + 1
                FROM (SELECT d.seller_id, d.endpoint_id
                      FROM webhook_queue d
                      JOIN webhook_endpoint w ON w.seller_id = d.seller_id AND w.id = d.endpoint_id
                      WHERE d.due_at <= :now AND w.is_active AND w.is_present
                        AND (d.lease_until IS NULL OR d.lease_until < :now)
                        AND (d.resting_until IS NULL OR d.resting_until <= :now)
                      ORDER BY d.due_at
                      LIMIT :max
                      FOR UPDATE OF d SKIP LOCKED) due
                WHERE q.seller_id = due.seller_id AND q.endpoint_id = due.endpoint_id
                RETURNING q.seller_id, q.endpoint_id, q.fence
                """)
                .bind("now", now)
                .bind("lease", until)
                .bind("max", max)
                .map((row, _) -> new Claim(
                        new SellerId(Columns.uuid(row, "seller_id")),
                        new EndpointId(Columns.uuid(row, "endpoint_id")),
                        Columns.number(row, "fence"),
                        until))
                .list();
    }

    /// Extends the lease and reads what is needed to send; empty when another process holds the queue, or when the
    /// endpoint was turned off.
    Optional<Held> renew(SqlSession tx, Claim claim, Instant now) {
        return tx.query("""
                UPDATE webhook_queue q
                SET lease_until = :lease
                FROM webhook_endpoint w
                JOIN seller s ON s.seller_id = w.seller_id
                WHERE q.seller_id = :seller AND q.endpoint_id = :endpoint AND q.fence = :fence
                  AND w.seller_id = q.seller_id AND w.id = q.endpoint_id AND w.is_active AND w.is_present
                RETURNING w.url, w.secret, w.previous_secret, w.previous_until, s.mode,
                          q.failures, q.failing_since, q.last_success_at, q.resting_until
                """)
                .bind("lease", now.plus(LEASE))
                .bind("seller", claim.seller().value())
                .bind("endpoint", claim.endpoint().value())
                .bind("fence", claim.fence())
                .map((row, _) -> held(row))
                .findOne();
    }

    /// Reads the queue without extending its lease, while that is young: nothing has to reach the disk before the
    /// first attempt.
    Optional<Held> held(SqlSession tx, Claim claim) {
        return tx.query("""
                SELECT w.url, w.secret, w.previous_secret, w.previous_until, s.mode,
                       q.failures, q.failing_since, q.last_success_at, q.resting_until
                FROM webhook_queue q
                JOIN webhook_endpoint w ON w.seller_id = q.seller_id AND w.id = q.endpoint_id
                JOIN seller s ON s.seller_id = w.seller_id
                WHERE q.seller_id = :seller AND q.endpoint_id = :endpoint AND q.fence = :fence
                  AND w.is_active AND w.is_present
                """)
                .bind("seller", claim.seller().value())
                .bind("endpoint", claim.endpoint().value())
                .bind("fence", claim.fence())
                .map((row, _) -> held(row))
                .findOne();
    }

    /// Reads a queue without holding it, also that of an endpoint that is turned off: for a test delivery.
    public Optional<Held> look(SqlSession tx, SellerId seller, EndpointId endpoint) {
        return tx.query("""
                SELECT w.url, w.secret, w.previous_secret, w.previous_until, s.mode,
                       q.failures, q.failing_since, q.last_success_at, q.resting_until
                FROM webhook_queue q
                JOIN webhook_endpoint w ON w.seller_id = q.seller_id AND w.id = q.endpoint_id
                JOIN seller s ON s.seller_id = w.seller_id
                WHERE q.seller_id = :seller AND q.endpoint_id = :endpoint AND w.is_present
                """)
                .bind("seller", seller.value())
                .bind("endpoint", endpoint.value())
                .map((row, _) -> held(row))
                .findOne();
    }

    /// Extends the lease and stores the endpoint's health; false when another process holds the queue.
    boolean save(SqlSession tx, Claim claim, Health health, Instant now) {
        return Rows.atMostOne(
                tx.update("""
                        UPDATE webhook_queue
                        SET lease_until = :lease, failures = :failures, failing_since = :since::timestamptz,
                            last_success_at = :success::timestamptz, resting_until = :rest::timestamptz
                        WHERE seller_id = :seller AND endpoint_id = :endpoint AND fence = :fence
                        """)
                        .bind("lease", now.plus(LEASE))
                        .bind("failures", health.failures())
                        .bind("since", health.failingSince())
                        .bind("success", health.lastSuccessAt())
                        .bind("rest", health.restingUntil())
                        .bind("seller", claim.seller().value())
                        .bind("endpoint", claim.endpoint().value())
                        .bind("fence", claim.fence())
                        .execute(),
                "queue");
    }

    /// Releases the queue, due when the first of its lanes is. The row is locked before anything is counted, so
    /// that deliveries added meanwhile are either seen here or wake the queue afterwards. With `mayGoOn`, a queue
    /// that is due at once is kept instead; then the answer is false.
    boolean release(SqlSession tx, Claim claim, Instant now, boolean mayGoOn) {
        var locked = tx.query("""
                SELECT fence
                FROM webhook_queue
                WHERE seller_id = :seller AND endpoint_id = :endpoint AND fence = :fence
                FOR UPDATE
                """)
                .bind("seller", claim.seller().value())
                .bind("endpoint", claim.endpoint().value())
                .bind("fence", claim.fence())
                .mapTo(Long.class)
                .findOne();
        if (locked.isEmpty()) return true;
        var next = nextDue(tx, claim, now);
        if (mayGoOn && next.filter(due -> !due.isAfter(now)).isPresent()) return false;
        Rows.exactlyOne(
                tx.update("""
                        UPDATE webhook_queue
                        SET lease_until = NULL, due_at = :next::timestamptz
                        WHERE seller_id = :seller AND endpoint_id = :endpoint AND fence = :fence
                        """)
                        .bind("next", next)
                        .bind("seller", claim.seller().value())
                        .bind("endpoint", claim.endpoint().value())
                        .bind("fence", claim.fence())
                        .execute(),
                "released queue");
        return true;
    }

    /// The earliest due time of a lane, which is that of its head, or the next probe where the head is parked.
    private static Optional<Instant> nextDue(SqlSession tx, Claim claim, Instant now) {
        return tx.query("""
                SELECT min(coalesce(head.due_at, :probe)) AS next
                FROM (SELECT DISTINCT ON (lane) due_at
                      FROM webhook_delivery
                      WHERE seller_id = :seller AND endpoint_id = :endpoint AND is_open
                      ORDER BY lane, sequence) head
                """)
                .bind("probe", now.plus(PROBE_EVERY))
                .bind("seller", claim.seller().value())
                .bind("endpoint", claim.endpoint().value())
                .map((row, _) -> Columns.maybeInstant(row, "next"))
                .one();
    }

    /// Makes the queue due when a delivery was added. Writes the row also when it is due already: a holder that is
    /// about to release the queue then waits for the lock, and sees what is new.
    public void wake(SqlSession tx, SellerId seller, EndpointId endpoint, Instant now) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE webhook_queue
                        SET due_at = least(due_at, :now)
                        WHERE seller_id = :seller AND endpoint_id = :endpoint
                        """)
                        .bind("now", now)
                        .bind("seller", seller.value())
                        .bind("endpoint", endpoint.value())
                        .execute(),
                "woken queue");
    }

    /// Finds endpoints with open deliveries whose queue has no due time, so that no claim would ever take it.
    public static List<String> asleep(SqlSession tx) {
        return Invariants.found(tx, "endpoint %s has pending deliveries but no next attempt scheduled", """
                SELECT q.endpoint_id
                FROM webhook_queue q
                JOIN webhook_endpoint w ON w.seller_id = q.seller_id AND w.id = q.endpoint_id
                WHERE q.due_at IS NULL AND w.is_active AND w.is_present AND EXISTS (
                    SELECT FROM webhook_delivery d
                    WHERE d.seller_id = q.seller_id AND d.endpoint_id = q.endpoint_id AND d.is_open)
                """);
    }

    /// Ends the queue of an endpoint that was deleted or turned off, which every claim would read if it stayed due.
    public void end(SqlSession tx, SellerId seller, EndpointId endpoint) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE webhook_queue
                        SET due_at = NULL, lease_until = NULL, fence = fence + 1
                        WHERE seller_id = :seller AND endpoint_id = :endpoint
                        """)
                        .bind("seller", seller.value())
                        .bind("endpoint", endpoint.value())
                        .execute(),
                "ended queue");
    }

    /// A fresh start, after the seller has turned the endpoint on again or moved it. What is still out to the old
    /// address says nothing about the new one.
    public void reset(SqlSession tx, SellerId seller, EndpointId endpoint, Instant now) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE webhook_queue
                        SET due_at = :now, failures = 0, failing_since = NULL, resting_until = NULL,
                            fence = fence + 1, lease_until = NULL
                        WHERE seller_id = :seller AND endpoint_id = :endpoint
                        """)
                        .bind("now", now)
                        .bind("seller", seller.value())
                        .bind("endpoint", endpoint.value())
                        .execute(),
                "queue");
    }

    private static Held held(ResultSet row) throws SQLException {
        return new Held(
                Columns.text(row, "url"),
                Columns.text(row, "mode").equals("test"),
                Columns.bytes(row, "secret"),
                Optional.ofNullable(row.getBytes("previous_secret")),
                Columns.maybeInstant(row, "previous_until"),
                health(row));
    }

    private static Health health(ResultSet row) throws SQLException {
        return new Health(
                Columns.count(row, "failures"),
                Columns.maybeInstant(row, "failing_since"),
                Columns.maybeInstant(row, "last_success_at"),
                Columns.maybeInstant(row, "resting_until"));
    }
}
