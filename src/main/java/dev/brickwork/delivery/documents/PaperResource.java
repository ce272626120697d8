package dev.brickwork.delivery.documents;

import dev.brickwork.delivery.documents.PaperView.Version;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.http.pages.FileLinks;
import dev.brickwork.platform.http.pages.PublicPages;
import dev.brickwork.platform.http.pages.PublicRequest;
import java.util.Optional;
import java.util.UUID;

/// Serves the files of an invoice: the PDF itself or a link to it, and the structured invoice. A version that is
/// not printed yet is printed at once.
public final class PaperResource implements PublicPages {
    private static final String PDF = "application/pdf";
    private static final String KIND = "invoice-pdf";

    private final Database database;
    private final Invoices invoices;
    private final PrintInvoice press;
    private final FileLinks links;
    private final PaperView view = new PaperView();

    public PaperResource(Database database, Invoices invoices, PrintInvoice press, FileLinks links) {
        this.database = database;
        this.invoices = invoices;
        this.press = press;
        this.links = links;
    }

    public Routes routes() {
        return new Routes()
                .getPlain("/invoices/{invoice_id}/pdf", Scope.READ, this::pdf)
                .getPlain("/invoices/{invoice_id}/e-invoice", Scope.READ, this::eInvoice);
    }

    private Answer pdf(Request request) {
        var wanted = request.query("version").map(PaperResource::number);
        var id = request.id("invoice_id", "invoice", InvoiceId::new);
        var seller = request.seller();
        var found = find(seller, id, wanted);
        if (request.isAskingFor(PDF)) {
            return FileLinks.pdf(found.number() + ".pdf", pdf(request.caller(), found));
        }
        var link = links.to(KIND, "%s/%s/%d".formatted(seller.value(), id.value(), found.version()));
        return Answer.ok(
                json -> json.object(out -> out.put("url", link.url()).put("url_expires_at", link.expiresAt())));
    }

    private static int number(String text) {
        if (text.matches("[1-9][0-9]{0,8}")) return Integer.parseInt(text);
        throw Refusal.badField("version", "Must be an integer from 1 on.");
    }

    private Answer eInvoice(Request request) {
        var format = request.query("format")
                .map(text -> EInvoiceFormat.parse(text)
                        .orElseThrow(() -> Refusal.badField("format", "Must be one of factur-x, ubl and cii.")))
                .orElse(EInvoiceFormat.FACTUR_X);
        var id = request.id("invoice_id", "invoice", InvoiceId::new);
        var found = find(request.seller(), id, Optional.empty());
        var paper = database.read(tx -> press.paper(tx, request.seller(), id.value(), found.version()));
        var file = press.eInvoice(paper, format);
        return FileLinks.file(format.mediaType(), found.number() + "." + format.ending(), file);
    }

    private Version find(SellerId seller, InvoiceId id, Optional<Integer> version) {
        return database.read(tx -> {
            if (!view.isThere(tx, seller, id)) throw Refusal.notFound("invoice");
            return view.find(tx, seller, id, version).orElseThrow(() -> Refusal.notFound("version"));
        });
    }

    private byte[] pdf(Caller caller, Version version) {
        return database.read(tx -> view.printed(tx.as(caller), version)).orElseGet(() -> printNow(caller, version));
    }

    private byte[] printNow(Caller caller, Version version) {
        var paper = database.read(
                tx -> press.paper(tx, caller.seller(), version.invoice().value(), version.version()));
        var pdf = press.pdf(paper);
        database.write(caller, tx -> invoices.keepPdf(tx, version.invoice(), version.version(), pdf));
        return pdf;
    }

    @Override
    public Optional<Answer> answer(PublicRequest request) {
        return links.open(KIND, request).flatMap(what -> {
            var parts = what.split("/", 3);
            var seller = new SellerId(UUID.fromString(parts[0]));
            var id = new InvoiceId(UUID.fromString(parts[1]));
            var found = database.read(tx -> view.find(tx, seller, id, Optional.of(Integer.valueOf(parts[2]))));
            return found.map(version -> FileLinks.pdf(
                    version.number() + ".pdf",
                    pdf(new Caller(seller, "file", request.requestId(), links.now()), version)));
        });
    }
}
