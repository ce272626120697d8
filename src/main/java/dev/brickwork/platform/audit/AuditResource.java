package dev.brickwork.platform.audit;

import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.calendar.Zone;
import java.util.function.BiFunction;

/// Shows who changed what (`GET /audit`), oldest first. The rows are written by triggers and never edited.
public final class AuditResource {
    private final BiFunction<SqlSession, SellerId, Zone> zones;
    private final AuditView view = new AuditView();

    private AuditResource(BiFunction<SqlSession, SellerId, Zone> zones) {
        this.zones = zones;
    }

    /// A day that is asked for begins where `zones` says for its seller.
    public static Routes routes(BiFunction<SqlSession, SellerId, Zone> zones) {
        return new Routes().get("/audit", Scope.READ, new AuditResource(zones)::list);
    }

    private Answer list(Tx tx, Request request) {
        var zone = zones.apply(tx, request.seller());
        var query = request.queryFields();
        var page = request.page(query, Listing.OLDEST_FIRST);
        var filter = new AuditView.Filter(
                query.text("object_id"),
                query.text("object_kind"),
                query.text("request_id"),
                query.text("api_key_id").map("key:"::concat),
                query.from("from", zone),
                query.until("to", zone));
        query.check();
        var found = view.list(tx, filter, page);
        return page.answer(view.count(tx, filter), found, AuditResource::write);
    }

    private static void write(JsonWriter json, AuditView.Entry entry) {
        json.object(out -> out.put("audit_id", entry.id())
                .put("occurred_at", entry.at())
                .put("business_at", entry.businessAt())
                .put("request_id", entry.requestId())
                .putObject("actor", actor -> ActorJson.write(actor, entry.actor(), entry.actorName()))
                .put("object_kind", entry.kind())
                .put("object_id", entry.objectId())
                .put("operation", entry.operation())
                .put("reason", entry.reason())
                .putRaw("before", entry.before())
                .putRaw("after", entry.after()));
    }
}
