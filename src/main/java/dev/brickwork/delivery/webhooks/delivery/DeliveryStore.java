package dev.brickwork.delivery.webhooks.delivery;

import dev.brickwork.delivery.webhooks.endpoints.EndpointId;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Every statement about deliveries: queueing, reading those that are ready, recording results, parking.
public final class DeliveryStore {
    /// The delivery log keeps so many attempts of one delivery; hourly ones over 30 days are more.
    private static final int ATTEMPTS_KEPT = 100;

    private static final Duration TESTS_KEPT = Duration.ofDays(91);
    private static final int FORGOTTEN_COUNT_MAX = 1_000;

    /// How many rows of a queue are read per delivery that is wanted.
    private static final int HEAD_PER_READY = 4;

    /// Queues the `count` events after `last` for each endpoint that wants them. For an endpoint that the service
    /// turned off they are parked, so that nothing is missing when the seller turns it on again. Locks the
    /// endpoints: one that is being deleted gets no deliveries, which would never be closed.
    ///
    /// @return how many deliveries that makes
    public int fanOut(SqlSession tx, SellerId seller, long last, int count, Instant now) {
        int lined = tx.update("""
                INSERT INTO webhook_delivery (seller_id, id, endpoint_id, event_id, event_type, sequence, lane, state,
                                              is_open, due_at, created_at)
                SELECT e.seller_id, gen_random_uuid(), w.id, e.id, e.event_type, e.sequence,
                       coalesce(e.subscription_id, e.id),
                       CASE WHEN w.is_active THEN 'PENDING' ELSE 'PARKED' END, true,
                       CASE WHEN w.is_active THEN :now::timestamptz END, :now
                FROM event e
                JOIN webhook_endpoint w ON w.seller_id = e.seller_id AND w.is_present
                    AND (w.is_active OR w.disabled_at IS NOT NULL)
                    AND ('*' = ANY (w.events) OR e.event_type = ANY (w.events))
                WHERE e.seller_id = :seller AND e.sequence > :last AND e.sequence <= :last + :count
                FOR SHARE OF w
                """)
                .bind("seller", seller.value())
                .bind("last", last)
                .bind("count", count)
                .bind("now", now)
                .execute();
        if (lined == 0) return 0;
        tx.update("""
                UPDATE webhook_queue q
                SET due_at = least(q.due_at, :now) -- Also when it is due already: see `QueueStore.wake`.
                FROM webhook_endpoint w
                WHERE q.seller_id = :seller
                  AND w.seller_id = q.seller_id AND w.id = q.endpoint_id AND w.is_active
                  AND EXISTS (
                      SELECT FROM webhook_delivery d
                      WHERE d.seller_id = q.seller_id AND d.endpoint_id = q.endpoint_id AND d.is_open
                        AND d.sequence > :last)
                """)
                .bind("seller", seller.value())
                .bind("last", last)
                .bind("now", now)
                .execute();
        return lined;
    }

    /// Deliveries that may be sent now, oldest first: none whose lane has an earlier one that must wait. Whether a
    /// delivery must wait is decided by earlier ones alone, so the head of the queue is enough as long as something
    /// in it may go; otherwise a long queue would be read as a whole for every batch.
    ///
    /// @param busy lanes that are being worked on, which are left out
    List<Delivery> ready(SqlSession tx, QueueStore.Claim claim, Instant now, Set<UUID> busy, int max) {
        var near = ready(tx, claim, now, busy, max, HEAD_PER_READY * max);
        return near.isEmpty() ? ready(tx, claim, now, busy, max, Integer.MAX_VALUE) : near;
    }

    private static List<Delivery> ready(
            SqlSession tx, QueueStore.Claim claim, Instant now, Set<UUID> busy, int max, int depth) {
        return tx.query("""
                WITH marked AS MATERIALIZED (
                    SELECT id, event_id, lane, state, failures, first_attempt_at, sequence,
                           bool_or(due_at IS NULL OR due_at > :now) OVER (
                               PARTITION BY lane ORDER BY sequence
                               ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS must_wait
                    FROM (SELECT id, event_id, lane, state, failures, first_attempt_at, sequence, due_at
                          FROM webhook_delivery
                          WHERE seller_id = :seller AND endpoint_id = :endpoint AND is_open
                            AND lane <> ALL (:busy)
                          ORDER BY sequence
                          LIMIT :depth) head),
                ready AS MATERIALIZED (
                    SELECT id, event_id, lane, state, failures, first_attempt_at
                    FROM marked
                    WHERE NOT must_wait
                    ORDER BY sequence
                    LIMIT :max)
                SELECT d.id, d.lane, d.state, d.failures, d.first_attempt_at,
                       e.id AS event_id, e.event_type, e.sequence, e.occurred_at, e.data
                FROM ready d
                JOIN event e ON e.seller_id = :seller AND e.id = d.event_id
                ORDER BY e.sequence
                """)
                .bind("seller", claim.seller().value())
                .bind("endpoint", claim.endpoint().value())
                .bind("now", now)
                .bind("max", max)
                .bind("depth", depth)
                .bindArray("busy", UUID.class, busy)
                .map((row, _) -> delivery(row))
                .list();
    }

    /// The oldest parked delivery, which probes whether the endpoint is back.
    List<Delivery> probe(SqlSession tx, QueueStore.Claim claim) {
        return tx.query("""
                SELECT d.id, d.lane, d.state, d.failures, d.first_attempt_at,
                       e.id AS event_id, e.event_type, e.sequence, e.occurred_at, e.data
                FROM webhook_delivery d
                JOIN event e ON e.seller_id = d.seller_id AND e.id = d.event_id
                WHERE d.seller_id = :seller AND d.endpoint_id = :endpoint AND d.is_open AND d.state = 'PARKED'
                ORDER BY d.sequence
                LIMIT 1
                """)
                .bind("seller", claim.seller().value())
                .bind("endpoint", claim.endpoint().value())
                .map((row, _) -> delivery(row))
                .list();
    }

    /// One delivery and what became of it.
    record Result(Delivery delivery, DeliveryAttempt tried, NextStep fate) {}

    /// Records the results of attempts. A success counts whichever process holds the queue by now; everything else
    /// counts only for its holder.
    void record(SqlSession tx, SellerId seller, List<Result> results, boolean isHolder) {
        var batch = tx.batch("""
                UPDATE webhook_delivery
                SET state = :state, is_open = :isOpen, due_at = :due::timestamptz, failures = :failures,
                    first_attempt_at = coalesce(first_attempt_at, :at),
                    attempts = CASE WHEN jsonb_array_length(attempts) < :kept THEN attempts ELSE attempts - 0 END
                               || :attempt::jsonb
                WHERE seller_id = :seller AND id = :id AND is_open
                """);
        int count = 0;
        for (var result : results) {
            if (!isHolder && !result.tried().isSuccess()) continue;
            batch.bind("seller", seller.value())
                    .bind("id", result.delivery().id())
                    .bind("state", state(result.fate()))
                    .bind("isOpen", isOpen(result.fate()))
                    .bind("due", due(result.fate()))
                    .bind(
                            "failures",
                            result.delivery().failures() + (result.tried().isSuccess() ? 0 : 1))
                    .bind("at", result.tried().at())
                    .bind("kept", ATTEMPTS_KEPT)
                    .bind("attempt", result.tried().json())
                    .add();
            count++;
        }
        if (count > 0) batch.execute(); // A row may be gone with its endpoint; that is no fault.
    }

    private static String state(NextStep fate) {
        return switch (fate) {
            case NextStep.Delivered() -> "DELIVERED";
            case NextStep.Again _ -> "RETRYING";
            case NextStep.Parked _ -> "PARKED";
        };
    }

    private static Optional<Instant> due(NextStep fate) {
        return fate instanceof NextStep.Again(var due) ? Optional.of(due) : Optional.empty();
    }

    private static boolean isOpen(NextStep fate) {
        return switch (fate) {
            case NextStep.Delivered() -> false;
            case NextStep.Again _ -> true;
            case NextStep.Parked(var isWaiting) -> isWaiting;
        };
    }

    /// The endpoint answers again: all that waits for it goes at once, each with a schedule of its own from
    /// the start.
    public int resume(SqlSession tx, SellerId seller, EndpointId endpoint, Instant now) {
        return tx.update("""
                UPDATE webhook_delivery
                SET state = 'PENDING', due_at = :now, failures = 0, first_attempt_at = NULL
                WHERE seller_id = :seller AND endpoint_id = :endpoint AND is_open
                  AND (due_at IS NULL OR due_at > :now)
                """)
                .bind("seller", seller.value())
                .bind("endpoint", endpoint.value())
                .bind("now", now)
                .execute();
    }

    /// The endpoint answers after some failures: what was given up because it did not goes at once; what was only put
    /// off keeps its time.
    int unpark(SqlSession tx, SellerId seller, EndpointId endpoint, Instant now) {
        return tx.update("""
                UPDATE webhook_delivery
                SET state = 'PENDING', due_at = :now, failures = 0, first_attempt_at = NULL
                WHERE seller_id = :seller AND endpoint_id = :endpoint AND is_open
                    AND state = 'PARKED' AND event_id IS NOT NULL -- As the index of the parked has it.
                """)
                .bind("seller", seller.value())
                .bind("endpoint", endpoint.value())
                .bind("now", now)
                .execute();
    }

    /// The service turned the endpoint off: all that was on its way waits.
    int park(SqlSession tx, SellerId seller, EndpointId endpoint) {
        return tx.update("""
                UPDATE webhook_delivery
                SET state = 'PARKED', due_at = NULL
                WHERE seller_id = :seller AND endpoint_id = :endpoint AND is_open AND state <> 'PARKED'
                """)
                .bind("seller", seller.value())
                .bind("endpoint", endpoint.value())
                .execute();
    }

    /// All that was on its way, to every endpoint of every seller, is parked, and marked with why.
    public int holdBack(SqlSession tx, String mark) {
        return tx.update("""
                UPDATE webhook_delivery -- of all sellers: no seller_id
                SET state = 'PARKED', due_at = NULL, is_open = false, attempts = attempts || :mark::jsonb
                WHERE is_open
                """).bind("mark", mark).execute();
    }

    /// The endpoint was deleted: nothing is on its way any more.
    public int close(SqlSession tx, SellerId seller, EndpointId endpoint) {
        return tx.update("""
                UPDATE webhook_delivery
                SET state = 'PARKED', due_at = NULL, is_open = false
                WHERE seller_id = :seller AND endpoint_id = :endpoint AND is_open
                """)
                .bind("seller", seller.value())
                .bind("endpoint", endpoint.value())
                .execute();
    }

    /// A delivery that is no event of the feed: sent once, by hand.
    public void insertTest(Tx tx, EndpointId endpoint, UUID id, Instant now) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO webhook_delivery (seller_id, id, endpoint_id, event_type, sequence, lane, state,
                                                      is_open, created_at)
                        VALUES (:seller, :id, :endpoint, 'webhook.test', 0, :id, 'PARKED', false, :now)
                        """)
                        .bind("id", id)
                        .bind("endpoint", endpoint.value())
                        .bind("now", now)
                        .execute(),
                "test delivery");
    }

    /// Deletes old test deliveries when one is added; other deliveries go with their events.
    public void forgetTests(Tx tx, EndpointId endpoint, Instant now) {
        tx.update("""
                DELETE FROM webhook_delivery
                WHERE seller_id = :seller AND id = ANY (ARRAY(
                    SELECT id
                    FROM webhook_delivery
                    WHERE seller_id = :seller AND endpoint_id = :endpoint AND event_id IS NULL AND created_at < :before
                    ORDER BY created_at
                    LIMIT :max))
                """)
                .bind("endpoint", endpoint.value())
                .bind("before", now.minus(TESTS_KEPT))
                .bind("max", FORGOTTEN_COUNT_MAX)
                .execute();
    }

    public void recordTest(SqlSession tx, SellerId seller, UUID id, DeliveryAttempt tried) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE webhook_delivery
                        SET state = :state, first_attempt_at = coalesce(first_attempt_at, :at),
                            attempts = attempts || :attempt::jsonb
                        WHERE seller_id = :seller AND id = :id AND event_id IS NULL
                        """)
                        .bind("seller", seller.value())
                        .bind("id", id)
                        .bind("state", tried.isSuccess() ? "DELIVERED" : "PARKED")
                        .bind("at", tried.at())
                        .bind("attempt", tried.json())
                        .execute(),
                "test delivery");
    }

    private static Delivery delivery(ResultSet row) throws SQLException {
        return new Delivery(
                Columns.uuid(row, "id"),
                Columns.uuid(row, "lane"),
                new FeedEvent(
                        Columns.uuid(row, "event_id"),
                        Columns.text(row, "event_type"),
                        Columns.number(row, "sequence"),
                        Columns.instant(row, "occurred_at"),
                        Columns.text(row, "data")),
                Columns.count(row, "failures"),
                Columns.maybeInstant(row, "first_attempt_at"),
                Columns.text(row, "state").equals("PARKED"));
    }
}
