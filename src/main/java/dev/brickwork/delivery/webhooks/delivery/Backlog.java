package dev.brickwork.delivery.webhooks.delivery;

import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.http.Metrics;
import java.time.Duration;
import java.util.function.ToLongFunction;

/// Gauges of the feed and the deliveries that wait, over all sellers. One query serves all gauges for a few
/// seconds; while the database is unavailable, they keep the last values.
public final class Backlog {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

    private final Database database;
    private volatile Look last = new Look(0, 0, 0, 0, 0);
    private volatile long lookedAt = System.nanoTime() - LOOK_EVERY.toNanos();

    public Backlog(Database database) {
        this.database = database;
    }

    /// @param unnumbered events that are not in the feed yet
    /// @param oldestDueSeconds how long the delivery that is due longest has been due
    record Look(long unnumbered, long waiting, long parked, long queuesFailing, long oldestDueSeconds) {}

    public void tell(Metrics metrics) {
        gauge(metrics, "brickwork_feed_waiting_events", "Events without a number in the feed.", Look::unnumbered);
        gauge(metrics, "brickwork_webhook_waiting_deliveries", "Webhook deliveries that wait.", Look::waiting);
        gauge(metrics, "brickwork_webhook_parked_deliveries", "Webhook deliveries that were given up.", Look::parked);
        gauge(
                metrics,
                "brickwork_webhook_failing_endpoints",
                "Queues of endpoints whose last delivery failed.",
                Look::queuesFailing);
        gauge(
                metrics,
                "brickwork_webhook_oldest_due_seconds",
                "How long the oldest webhook delivery is due.",
                Look::oldestDueSeconds);
    }

    private void gauge(Metrics metrics, String name, String help, ToLongFunction<Look> value) {
        metrics.gauge(name, help, () -> value.applyAsLong(look()));
    }

    private Look look() {
        if (System.nanoTime() - lookedAt < LOOK_EVERY.toNanos()) return last;
        lookedAt = System.nanoTime();
        try {
            last = database.read(Backlog::read);
        } catch (RuntimeException away) {
            return last; // Its absence shows in the gauges of the database.
        }
        return last;
    }

    /// Counts deliveries of active endpoints; parked ones of all endpoints that are not deleted.
    static Look read(SqlSession tx) {
        return tx.query("""
                WITH working AS (
                    SELECT seller_id, id AS endpoint_id FROM webhook_endpoint WHERE is_present AND is_active),
                known AS (
                    SELECT seller_id, id AS endpoint_id FROM webhook_endpoint WHERE is_present)
                SELECT (SELECT count(*) FROM event WHERE is_public AND sequence IS NULL) AS unnumbered,
                       (SELECT count(*) FROM webhook_delivery JOIN working USING (seller_id, endpoint_id)
                        WHERE is_open AND due_at IS NOT NULL) AS waiting,
                       (SELECT count(*) FROM webhook_delivery JOIN known USING (seller_id, endpoint_id)
                        WHERE state = 'PARKED' AND event_id IS NOT NULL) AS parked,
                       (SELECT count(*) FROM webhook_queue JOIN working USING (seller_id, endpoint_id)
                        WHERE failures > 0) AS failing,
                       (SELECT coalesce(extract(epoch FROM clock_timestamp() - min(due_at))::bigint, 0)
                        FROM webhook_delivery JOIN working USING (seller_id, endpoint_id)
                        WHERE is_open AND due_at <= clock_timestamp()) AS oldest -- all sellers: no seller_id
                """)
                .map((row, _) -> new Look(
                        Columns.number(row, "unnumbered"),
                        Columns.number(row, "waiting"),
                        Columns.number(row, "parked"),
                        Columns.number(row, "failing"),
                        Columns.number(row, "oldest")))
                .one();
    }
}
