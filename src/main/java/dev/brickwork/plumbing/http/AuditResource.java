package dev.brickwork.plumbing.http;

import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Where;
import dev.brickwork.plumbing.json.JsonWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Shows who changed what (`GET /audit`), oldest first. The rows are written by triggers; nobody edits them.
public final class AuditResource {
    private AuditResource() {}

    private record Entry(
            UUID id,
            Instant at,
            Optional<Instant> businessAt,
            String actor,
            String requestId,
            String kind,
            String objectId,
            String operation,
            Optional<String> reason,
            Optional<String> before,
            Optional<String> after) {}

    public static Routes routes() {
        return new Routes().get("/audit", Scope.READ, AuditResource::list);
    }

    private static Answer list(Handle tx, Request request) {
        var page = request.page();
        var order = request.ordering("created_at", List.of("created_at")).direction();
        var query = request.queryFields();
        var from = query.moment("from");
        var to = query.moment("to");
        query.check();
        var where = Where.seller(request.seller().value())
                .and("object_id = :object", "object", request.query("object_id"))
                .and("kind = :kind", "kind", request.query("object_kind"))
                .and("request_id = :request", "request", request.query("request_id"))
                .and("actor = :actor", "actor", request.query("api_key_id").map("key:"::concat))
                .and("at >= :from", "from", from)
                .and("at <= :to", "to", to);
        var count = where.bind(tx.createQuery("SELECT count(*) FROM audit " + where.sql()))
                .mapTo(Long.class)
                .one();
        var found = where.bind(tx.createQuery(
                        """
                        SELECT id, at, business_at, actor, request_id, kind, object_id, operation, reason, before,
                            after
                        FROM audit
                        """ + where.sql() + " ORDER BY at %1$s, id %1$s LIMIT :limit OFFSET :offset".formatted(order)))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> new Entry(
                        Columns.uuid(row, "id"),
                        Columns.instant(row, "at"),
                        Columns.maybeInstant(row, "business_at"),
                        Columns.text(row, "actor"),
                        Columns.text(row, "request_id"),
                        Columns.text(row, "kind"),
                        Columns.text(row, "object_id"),
                        Columns.text(row, "operation"),
                        Columns.maybeText(row, "reason"),
                        Columns.maybeText(row, "before"),
                        Columns.maybeText(row, "after")))
                .list();
        return page.answer(count, found, AuditResource::write);
    }

    private static void write(JsonWriter json, Entry entry) {
        json.object(out -> {
            out.put("audit_id", entry.id)
                    .put("occurred_at", entry.at)
                    .put("business_at", entry.businessAt)
                    .put("request_id", entry.requestId)
                    .putObject("actor", actor -> ActorJson.write(actor, entry.actor))
                    .put("object_kind", entry.kind)
                    .put("object_id", entry.objectId)
                    .put("operation", entry.operation)
                    .put("reason", entry.reason);
            putState(out, "before", entry.before);
            putState(out, "after", entry.after);
        });
    }

    private static void putState(JsonWriter out, String name, Optional<String> state) {
        if (state.isPresent()) out.putRaw(name, state.get());
        else out.putNull(name);
    }
}
