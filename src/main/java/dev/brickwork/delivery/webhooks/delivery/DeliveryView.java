package dev.brickwork.delivery.webhooks.delivery;

import dev.brickwork.delivery.webhooks.endpoints.EndpointId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Page;
import dev.brickwork.platform.json.JsonWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The delivery log as the API shows it; writes nothing.
public final class DeliveryView {
    public static final List<String> STATES = List.of("PENDING", "DELIVERED", "RETRYING", "PARKED");

    public record Shown(
            UUID id,
            UUID endpointId,
            Optional<UUID> eventId,
            String eventType,
            String state,
            String attempts,
            Optional<Instant> nextAttemptAt,
            Instant createdAt) {}

    public List<Shown> list(Tx tx, EndpointId endpoint, Optional<String> state, Page page) {
        return tx.query("""
                SELECT id, endpoint_id, event_id, event_type, state, attempts, due_at, created_at
                FROM webhook_delivery
                WHERE seller_id = :seller AND endpoint_id = :endpoint AND (:state::text IS NULL OR state = :state)
                ORDER BY created_at %1$s, id %1$s
                LIMIT :limit OFFSET :offset
                """.formatted(page.ordering().direction()))
                .bind("endpoint", endpoint.value())
                .bind("state", state)
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> shown(row))
                .list();
    }

    public long count(Tx tx, EndpointId endpoint, Optional<String> state) {
        return tx.query("""
                SELECT count(*)
                FROM webhook_delivery
                WHERE seller_id = :seller AND endpoint_id = :endpoint AND (:state::text IS NULL OR state = :state)
                """)
                .bind("endpoint", endpoint.value())
                .bind("state", state)
                .mapTo(Long.class)
                .one();
    }

    public Optional<Shown> find(Tx tx, UUID id) {
        return tx.query("""
                SELECT id, endpoint_id, event_id, event_type, state, attempts, due_at, created_at
                FROM webhook_delivery
                WHERE seller_id = :seller AND id = :id
                """).bind("id", id).map((row, _) -> shown(row)).findOne();
    }

    public static void write(JsonWriter json, Shown shown) {
        json.object(out -> out.put("delivery_id", shown.id)
                .put("webhook_endpoint_id", shown.endpointId)
                .put("event_id", shown.eventId)
                .put("event_type", shown.eventType)
                .put("state", shown.state)
                .putRaw("attempts", shown.attempts)
                .put("next_attempt_at", shown.nextAttemptAt)
                .put("created_at", shown.createdAt));
    }

    private static Shown shown(ResultSet row) throws SQLException {
        return new Shown(
                Columns.uuid(row, "id"),
                Columns.uuid(row, "endpoint_id"),
                Columns.maybeUuid(row, "event_id"),
                Columns.text(row, "event_type"),
                Columns.text(row, "state"),
                Columns.text(row, "attempts"),
                Columns.maybeInstant(row, "due_at"),
                Columns.instant(row, "created_at"));
    }
}
