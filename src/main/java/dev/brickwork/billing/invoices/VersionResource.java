package dev.brickwork.billing.invoices;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.issued.InvoiceJson;
import dev.brickwork.invoicing.issued.VersionView;
import dev.brickwork.invoicing.issued.VersionView.Happened;
import dev.brickwork.invoicing.issued.VersionView.Stored;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.audit.ActorJson;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.calendar.Zone;
import java.util.List;
import java.util.Optional;

/// Routes for the versions of an invoice and for its history.
public final class VersionResource {
    /// Fields that a version shows unchanged from its frozen document.
    private static final List<String> SHOWN = List.of(
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
            "memo");

    private final VersionView view = new VersionView();

    public Routes routes() {
        return new Routes()
                .get("/invoices/{invoice_id}/versions", Scope.READ, this::list)
                .get("/invoices/{invoice_id}/versions/{version}", Scope.READ, this::get)
                .get("/invoices/{invoice_id}/history", Scope.READ, this::history);
    }

    private InvoiceId known(Tx tx, Request request) {
        var id = request.id("invoice_id", "invoice", InvoiceId::new);
        if (!view.isThere(tx, id)) throw Refusal.notFound("invoice");
        return id;
    }

    private Answer list(Tx tx, Request request) {
        var id = known(tx, request);
        var page = request.page(Listing.OLDEST_FIRST);
        var versions = view.list(tx, id, page);
        return page.answer(view.count(tx, id), versions, VersionResource::write);
    }

    private Answer get(Tx tx, Request request) {
        var id = known(tx, request);
        var found = number(request.path("version"))
                .flatMap(version -> view.find(tx, id, version))
                .orElseThrow(() -> Refusal.notFound("version"));
        return Answer.ok(json -> write(json, found)).version(1);
    }

    private static Optional<Integer> number(String text) {
        return text.matches("[1-9][0-9]{0,8}") ? Optional.of(Integer.parseInt(text)) : Optional.empty();
    }

    private static void write(JsonWriter json, Stored stored) {
        var snapshot = stored.snapshot();
        var zone = Zone.parse(snapshot.path("time_zone").textValue()).orElseThrow();
        json.object(out -> {
            out.put("invoice_version_id", stored.id())
                    .put("invoice_id", stored.invoice())
                    .put("version", stored.version())
                    .put("invoice_number", stored.number())
                    .put("cause", snapshot.path("cause").textValue())
                    .put("created_at", stored.createdAt());
            for (var name : SHOWN) out.put(name, snapshot.path(name));
            out.putEach("line_items", stored.lines(), (each, line) -> InvoiceJson.item(each, line, zone));
        });
    }

    private Answer history(Tx tx, Request request) {
        var id = known(tx, request);
        var page = request.page(Listing.OLDEST_FIRST);
        var all = view.history(tx, id, page);
        return page.answer(view.countHistory(tx, id), all, VersionResource::write);
    }

    private static void write(JsonWriter json, Happened one) {
        var requestId = JsonReader.stored(one.details()).path("request_id").textValue();
        json.object(out -> out.put("occurred_at", one.at())
                .put("what", one.what())
                .putObject("actor", actor -> ActorJson.write(actor, one.actor(), one.actorName()))
                .put("reason", one.reason())
                .put("request_id", Optional.ofNullable(requestId))
                .putRaw("details", one.details()));
    }
}
