package dev.brickwork.platform.audit;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.database.Where;
import dev.brickwork.platform.http.Page;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The audit as the API shows it; its rows are written by triggers.
final class AuditView {
    /// Which rows to list.
    record Filter(
            Optional<String> objectId,
            Optional<String> kind,
            Optional<String> requestId,
            Optional<String> actor,
            Optional<Instant> from,
            Optional<Instant> to) {
        private Where where(Caller caller) {
            return Where.seller(caller.seller().value())
                    .and("object_id = :object", "object", objectId)
                    .and("kind = :kind", "kind", kind)
                    .and("request_id = :request", "request", requestId)
                    .and("actor = :actor", "actor", actor)
                    .and("at >= :from", "from", from)
                    .and("at <= :to", "to", to);
        }
    }

    /// @param before JSON, as is `after`
    record Entry(
            UUID id,
            Instant at,
            Optional<Instant> businessAt,
            String actor,
            Optional<String> actorName,
            String requestId,
            String kind,
            String objectId,
            String operation,
            Optional<String> reason,
            Optional<String> before,
            Optional<String> after) {}

    long count(Tx tx, Filter filter) {
        var where = filter.where(tx.caller());
        return where.bind(tx.query("SELECT count(*) FROM audit " + where.sql()))
                .mapTo(Long.class)
                .one();
    }

    List<Entry> list(Tx tx, Filter filter, Page page) {
        var where = filter.where(tx.caller());
        var order = " ORDER BY at %1$s, id %1$s LIMIT :limit OFFSET :offset"
                .formatted(page.ordering().direction());
        return where.bind(tx.query("""
                        SELECT id, at, business_at, actor, request_id, kind, object_id, operation, reason, before,
                            after, %s AS actor_name
                        FROM audit
                        """.formatted(ActorJson.KEY_NAME.formatted("audit")) + where.sql() + order))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> new Entry(
                        Columns.uuid(row, "id"),
                        Columns.instant(row, "at"),
                        Columns.maybeInstant(row, "business_at"),
                        Columns.text(row, "actor"),
                        Columns.maybeText(row, "actor_name"),
                        Columns.text(row, "request_id"),
                        Columns.text(row, "kind"),
                        Columns.text(row, "object_id"),
                        Columns.text(row, "operation"),
                        Columns.maybeText(row, "reason"),
                        Columns.maybeText(row, "before"),
                        Columns.maybeText(row, "after")))
                .list();
    }
}
