package dev.brickwork.invoices;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.kernel.Refusal;
import dev.brickwork.kernel.calendar.Zone;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.http.ActorJson;
import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.plumbing.http.Request;
import dev.brickwork.plumbing.http.Routes;
import dev.brickwork.plumbing.http.Scope;
import dev.brickwork.plumbing.json.JsonReader;
import dev.brickwork.plumbing.json.JsonWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// What an invoice said at each time, and who did what to it.
final class VersionResource {
    private static final String WHOLE = """
            SELECT v.id, v.invoice_id, v.version, v.number, v.snapshot, v.created_at,
                ARRAY(SELECT ARRAY[line.id::text, line.kind, line.details ->> 'kind', line.name, line.brick_id::text,
                        line.code, line.quantity::text, line.starts_on::text, line.ends_on::text, line.gross::text,
                        line.discount::text, line.tax::text]
                    FROM invoice_line line
                    WHERE line.seller_id = v.seller_id AND line.invoice_id = v.invoice_id AND line.version = v.version
                    ORDER BY line.position) AS lines
            FROM invoice_version v
            WHERE v.seller_id = :seller AND v.invoice_id = :invoice
            """;

    Routes routes() {
        return new Routes()
                .get("/invoices/{invoice_id}/versions", Scope.READ, this::list)
                .get("/invoices/{invoice_id}/versions/{version}", Scope.READ, this::get)
                .get("/invoices/{invoice_id}/history", Scope.READ, this::history);
    }

    private record Stored(
            UUID id,
            UUID invoice,
            int version,
            String number,
            JsonNode snapshot,
            Instant createdAt,
            List<Invoice.Item> lines) {
        static Stored of(ResultSet row) throws SQLException {
            return new Stored(
                    Columns.uuid(row, "id"),
                    Columns.uuid(row, "invoice_id"),
                    Columns.count(row, "version"),
                    Columns.text(row, "number"),
                    JsonReader.stored(Columns.text(row, "snapshot")),
                    Columns.instant(row, "created_at"),
                    InvoiceView.items(Columns.table(row, "lines")));
        }
    }

    private static UUID known(Handle tx, Request request) {
        var id = request.id("invoice_id", "invoice", InvoiceId::new).value();
        boolean isThere = tx.createQuery(
                        "SELECT EXISTS (SELECT FROM invoice WHERE seller_id = :seller AND id = :id) AS found")
                .bind("seller", request.seller().value())
                .bind("id", id)
                .map((row, _) -> row.getBoolean("found"))
                .one();
        if (!isThere) throw Refusal.notFound("invoice");
        return id;
    }

    private Answer list(Handle tx, Request request) {
        var id = known(tx, request);
        var page = request.page();
        var order = request.ordering("created_at", List.of("created_at")).direction();
        long count = tx.createQuery(
                        "SELECT count(*) FROM invoice_version WHERE seller_id = :seller AND invoice_id = :invoice")
                .bind("seller", request.seller().value())
                .bind("invoice", id)
                .mapTo(Long.class)
                .one();
        var versions = tx.createQuery(WHOLE + " ORDER BY v.version %s LIMIT :limit OFFSET :offset".formatted(order))
                .bind("seller", request.seller().value())
                .bind("invoice", id)
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> Stored.of(row))
                .list();
        return page.answer(count, versions, VersionResource::write);
    }

    private Answer get(Handle tx, Request request) {
        var id = known(tx, request);
        var version = number(request.path("version"));
        var found = version.flatMap(n -> tx.createQuery(WHOLE + " AND v.version = :version")
                .bind("seller", request.seller().value())
                .bind("invoice", id)
                .bind("version", n)
                .map((row, _) -> Stored.of(row))
                .findOne());
        return Answer.ok(json -> write(json, found.orElseThrow(() -> Refusal.notFound("version"))))
                .version(1);
    }

    private static Optional<Integer> number(String text) {
        return text.matches("[1-9][0-9]{0,8}") ? Optional.of(Integer.parseInt(text)) : Optional.empty();
    }

    private static void write(JsonWriter json, Stored stored) {
        var snapshot = stored.snapshot;
        var zone = Zone.parse(snapshot.path("time_zone").textValue()).orElseThrow();
        json.object(out -> {
            out.put("invoice_version_id", stored.id)
                    .put("invoice_id", stored.invoice)
                    .put("version", stored.version)
                    .put("invoice_number", stored.number)
                    .put("cause", snapshot.path("cause").textValue())
                    .put("created_at", stored.createdAt);
            for (var name : List.of(
                    "currency",
                    "sub_total",
                    "discount_total",
                    "tax_total",
                    "adjustment_credit",
                    "carried_forward",
                    "grand_total",
                    "taxes",
                    "issuer",
                    "billed_company",
                    "issued_on",
                    "due_on",
                    "purchase_order",
                    "memo")) {
                out.put(name, snapshot.path(name));
            }
            out.putEach("line_items", stored.lines, (each, line) -> InvoiceJson.item(each, line, zone));
        });
    }

    private record Happened(Instant at, String actor, String what, Optional<String> reason, String details) {}

    private Answer history(Handle tx, Request request) {
        var id = known(tx, request);
        var page = request.page();
        var order = request.ordering("created_at", List.of("created_at")).direction();
        long count = tx.createQuery(
                        "SELECT count(*) FROM invoice_history WHERE seller_id = :seller AND invoice_id = :invoice")
                .bind("seller", request.seller().value())
                .bind("invoice", id)
                .mapTo(Long.class)
                .one();
        var all = tx.createQuery("""
                SELECT happened_at, actor, what, reason, details
                FROM invoice_history
                WHERE seller_id = :seller AND invoice_id = :invoice
                ORDER BY happened_at %1$s, id %1$s
                LIMIT :limit OFFSET :offset
                """.formatted(order))
                .bind("seller", request.seller().value())
                .bind("invoice", id)
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> new Happened(
                        Columns.instant(row, "happened_at"),
                        Columns.text(row, "actor"),
                        Columns.text(row, "what"),
                        Columns.maybeText(row, "reason"),
                        Columns.text(row, "details")))
                .list();
        return page.answer(
                count,
                all,
                (json, one) -> json.object(out -> out.put("occurred_at", one.at)
                        .put("what", one.what)
                        .putObject("actor", actor -> ActorJson.write(actor, one.actor))
                        .put("reason", one.reason)
                        .put(
                                "request_id",
                                Optional.ofNullable(JsonReader.stored(one.details)
                                        .path("request_id")
                                        .textValue()))
                        .putRaw("details", one.details)));
    }
}
