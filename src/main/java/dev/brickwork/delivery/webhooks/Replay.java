package dev.brickwork.delivery.webhooks;

import dev.brickwork.delivery.webhooks.delivery.QueueStore;
import dev.brickwork.delivery.webhooks.endpoints.Endpoint;
import dev.brickwork.delivery.webhooks.endpoints.EndpointId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import java.time.Instant;
import java.util.Collection;
import java.util.UUID;

/// Queues events once more, by id or by time. An event and an endpoint have one row for ever, so a replay finds it
/// again, or makes it where the endpoint is younger than the event.
final class Replay {
    private static final int EVENTS_MAX = 50_000;

    private final QueueStore queues;
    private final int eventsMax;

    Replay(QueueStore queues) {
        this(queues, EVENTS_MAX);
    }

    /// @param eventsMax of one stretch of time
    Replay(QueueStore queues, int eventsMax) {
        this.queues = queues;
        this.eventsMax = eventsMax;
    }

    /// Queues events by id, whatever the endpoint subscribes to. Returns how many there are: none when the endpoint
    /// is being deleted or turned off, since they would not be sent. The queue is locked before its deliveries, as
    /// its worker does.
    int byId(Tx tx, EndpointId endpoint, Collection<UUID> events, Instant now) {
        int lined = tx.update("""
                INSERT INTO webhook_delivery (seller_id, id, endpoint_id, event_id, event_type, sequence, lane, state,
                                              is_open, due_at, created_at)
                SELECT e.seller_id, gen_random_uuid(), :endpoint, e.id, e.event_type, e.sequence,
                       coalesce(e.subscription_id, e.id), 'PENDING', true, :now, :now
                FROM event e
                JOIN webhook_endpoint w ON w.seller_id = e.seller_id AND w.id = :endpoint AND w.is_present AND w.is_active
                JOIN webhook_queue q ON q.seller_id = w.seller_id AND q.endpoint_id = w.id
                WHERE e.seller_id = :seller AND e.id = ANY (:events) AND e.sequence IS NOT NULL
                FOR SHARE OF w
                FOR NO KEY UPDATE OF q
                ON CONFLICT (seller_id, endpoint_id, event_id) DO UPDATE
                SET state = 'PENDING', is_open = true, due_at = :now, failures = 0, first_attempt_at = NULL
                """)
                .bind("endpoint", endpoint.value())
                .bindArray("events", UUID.class, events)
                .bind("now", now)
                .execute();
        queues.wake(tx, tx.seller(), endpoint, now);
        return lined;
    }

    /// Every event of the stretch, both ends included, that the endpoint subscribes to. The caller has locked it.
    int byTime(SqlSession tx, SellerId seller, Endpoint endpoint, Instant from, Instant to, Instant now) {
        queues.wake(tx, seller, endpoint.id(), now);
        int lined = tx.update("""
                INSERT INTO webhook_delivery (seller_id, id, endpoint_id, event_id, event_type, sequence, lane, state,
                                              is_open, due_at, created_at)
                SELECT e.seller_id, gen_random_uuid(), :endpoint, e.id, e.event_type, e.sequence,
                       coalesce(e.subscription_id, e.id), 'PENDING', true, :now, :now
                FROM event e
                WHERE e.seller_id = :seller AND e.sequence IS NOT NULL AND e.occurred_at BETWEEN :from AND :to
                  AND ('*' = ANY (:types) OR e.event_type = ANY (:types))
                LIMIT :max
                ON CONFLICT (seller_id, endpoint_id, event_id) DO UPDATE
                SET state = 'PENDING', is_open = true, due_at = :now, failures = 0, first_attempt_at = NULL
                """)
                .bind("seller", seller.value())
                .bind("endpoint", endpoint.id().value())
                .bind("from", from)
                .bind("to", to)
                .bindArray("types", String.class, endpoint.events())
                .bind("max", eventsMax + 1)
                .bind("now", now)
                .execute();
        if (lined > eventsMax) {
            throw Refusal.badRequest(
                    "the stretch holds more than %d events: ask for shorter ones".formatted(eventsMax));
        }
        return lined;
    }
}
