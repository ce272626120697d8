package dev.brickwork.plumbing.audit;

import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.plumbing.http.Listing;
import dev.brickwork.plumbing.http.Request;
import dev.brickwork.plumbing.http.Routes;
import dev.brickwork.plumbing.http.Scope;
import dev.brickwork.plumbing.json.JsonWriter;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Shows who changed what (`GET /audit`), oldest first. The rows are written by triggers; nobody edits them.
public final class AuditResource {
    private static final AuditView VIEW = new AuditView();

    private AuditResource() {}

    public static Routes routes() {
        return new Routes().get("/audit", Scope.READ, AuditResource::list);
    }

    private static Answer list(Handle tx, Request request) {
        var query = request.queryFields();
        var page = request.page(query, Listing.OLDEST_FIRST);
        var filter = new AuditView.Filter(
                query.text("object_id"),
                query.text("object_kind"),
                query.text("request_id"),
                query.text("api_key_id").map("key:"::concat),
                query.moment("from"),
                query.moment("to"));
        query.check();
        var found = VIEW.list(tx, request.caller(), filter, page);
        return page.answer(VIEW.count(tx, request.caller(), filter), found, AuditResource::write);
    }

    private static void write(JsonWriter json, AuditView.Entry entry) {
        json.object(out -> {
            out.put("audit_id", entry.id())
                    .put("occurred_at", entry.at())
                    .put("business_at", entry.businessAt())
                    .put("request_id", entry.requestId())
                    .putObject("actor", actor -> ActorJson.write(actor, entry.actor()))
                    .put("object_kind", entry.kind())
                    .put("object_id", entry.objectId())
                    .put("operation", entry.operation())
                    .put("reason", entry.reason());
            putState(out, "before", entry.before());
            putState(out, "after", entry.after());
        });
    }

    private static void putState(JsonWriter out, String name, Optional<String> state) {
        if (state.isPresent()) out.putRaw(name, state.get());
        else out.putNull(name);
    }
}
