package dev.brickwork.delivery.webhooks.endpoints;

import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Page;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Every statement that touches endpoints. Secrets go in and out sealed.
public final class EndpointStore {
    public void insert(Tx tx, Endpoint endpoint, byte[] secret) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO webhook_endpoint (seller_id, id, url, events, is_active, secret, created_at)
                        VALUES (:seller, :id, :url, :events, :isActive, :secret, :now)
                        """)
                        .bind("id", endpoint.id().value())
                        .bind("url", endpoint.url())
                        .bindArray("events", String.class, endpoint.events())
                        .bind("isActive", endpoint.isActive())
                        .bind("secret", secret)
                        .bind("now", endpoint.createdAt())
                        .execute(),
                "new endpoint");
    }

    public Optional<Endpoint> find(Tx tx, EndpointId id) {
        return tx.query("""
                SELECT id, url, events, is_active, disabled_at, disabled_reason, created_at, version
                FROM webhook_endpoint
                WHERE seller_id = :seller AND id = :id AND is_present
                """)
                .bind("id", id.value())
                .map((row, _) -> endpoint(row))
                .findOne();
    }

    public Optional<Endpoint> lock(Tx tx, EndpointId id) {
        return tx.query("""
                SELECT id, url, events, is_active, disabled_at, disabled_reason, created_at, version
                FROM webhook_endpoint
                WHERE seller_id = :seller AND id = :id AND is_present
                FOR UPDATE
                """)
                .bind("id", id.value())
                .map((row, _) -> endpoint(row))
                .findOne();
    }

    /// The sealed secret of a new endpoint, present or not yet.
    public byte[] secret(Tx tx, EndpointId id) {
        return tx.query("SELECT secret FROM webhook_endpoint WHERE seller_id = :seller AND id = :id")
                .bind("id", id.value())
                .map((row, _) -> Columns.bytes(row, "secret"))
                .one();
    }

    public List<Endpoint> list(Tx tx, Page page) {
        return tx.query("""
                SELECT id, url, events, is_active, disabled_at, disabled_reason, created_at, version
                FROM webhook_endpoint
                WHERE seller_id = :seller AND is_present
                ORDER BY created_at %1$s, id %1$s
                LIMIT :limit OFFSET :offset
                """.formatted(page.ordering().direction()))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> endpoint(row))
                .list();
    }

    /// Those that take deliveries, the oldest first. A seller has a hundred at most.
    public List<Endpoint> active(Tx tx) {
        return tx.query("""
                SELECT id, url, events, is_active, disabled_at, disabled_reason, created_at, version
                FROM webhook_endpoint
                WHERE seller_id = :seller AND is_present AND is_active
                ORDER BY created_at, id
                """).map((row, _) -> endpoint(row)).list();
    }

    public long count(Tx tx) {
        return tx.query("SELECT count(*) FROM webhook_endpoint WHERE seller_id = :seller AND is_present")
                .mapTo(Long.class)
                .one();
    }

    public void save(Tx tx, Endpoint endpoint) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE webhook_endpoint
                        SET url = :url, events = :events, is_active = :isActive, version = version + 1,
                            disabled_at = CASE WHEN :isActive THEN NULL ELSE disabled_at END,
                            disabled_reason = CASE WHEN :isActive THEN NULL ELSE disabled_reason END
                        WHERE seller_id = :seller AND id = :id AND is_present AND version = :version
                        """)
                        .bind("id", endpoint.id().value())
                        .bind("url", endpoint.url())
                        .bindArray("events", String.class, endpoint.events())
                        .bind("isActive", endpoint.isActive())
                        .bind("version", endpoint.version())
                        .execute(),
                "changed endpoint");
    }

    /// The seller's own decision stands: only an active endpoint is turned off by the service.
    public Optional<Endpoint> turnOff(Tx tx, EndpointId id, String reason) {
        return tx.query("""
                UPDATE webhook_endpoint
                SET is_active = false, disabled_at = :now, disabled_reason = :reason, version = version + 1
                WHERE seller_id = :seller AND id = :id AND is_active AND is_present
                RETURNING id, url, events, is_active, disabled_at, disabled_reason, created_at, version
                """)
                .bind("id", id.value())
                .bind("reason", reason)
                .map((row, _) -> endpoint(row))
                .findOne();
    }

    public void delete(Tx tx, EndpointId id) {
        Rows.exactlyOne(tx.update("""
                        UPDATE webhook_endpoint
                        SET is_present = false, is_active = false, version = version + 1
                        WHERE seller_id = :seller AND id = :id AND is_present
                        """).bind("id", id.value()).execute(), "deleted endpoint");
    }

    /// The secret before this one retires; one that was still retiring ends at once.
    public void rotate(Tx tx, EndpointId id, byte[] secret, Instant previousUntil) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE webhook_endpoint
                        SET previous_secret = secret, previous_until = :until, secret = :secret, version = version + 1
                        WHERE seller_id = :seller AND id = :id AND is_present
                        """)
                        .bind("id", id.value())
                        .bind("secret", secret)
                        .bind("until", previousUntil)
                        .execute(),
                "rotated secret");
    }

    private static Endpoint endpoint(ResultSet row) throws SQLException {
        var reason = Columns.maybeText(row, "disabled_reason").orElse("");
        return new Endpoint(
                new EndpointId(Columns.uuid(row, "id")),
                Columns.text(row, "url"),
                Columns.texts(row, "events"),
                Columns.flag(row, "is_active"),
                Columns.maybeInstant(row, "disabled_at").map(at -> new Endpoint.Disabled(at, reason)),
                Columns.instant(row, "created_at"),
                Columns.number(row, "version"));
    }
}
