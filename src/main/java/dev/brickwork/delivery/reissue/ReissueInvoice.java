package dev.brickwork.delivery.reissue;

import dev.brickwork.billing.invoices.RegenerateInvoice;
import dev.brickwork.delivery.documents.PrintInvoice;
import dev.brickwork.delivery.mail.Mail;
import dev.brickwork.delivery.mail.SendResult;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.issued.InvoiceJson;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import java.util.UUID;

/// Regenerates an invoice (API 4.7): the new version and its PDF are one transaction; then the mail, if it is wanted.
/// The answer says that both are done.
public final class ReissueInvoice implements Routes.Staged {
    private final RegenerateInvoice regenerating;
    private final Invoices invoices;
    private final PrintInvoice printing;
    private final Mail mail;

    public ReissueInvoice(RegenerateInvoice regenerating, Invoices invoices, PrintInvoice printing, Mail mail) {
        this.regenerating = regenerating;
        this.invoices = invoices;
        this.printing = printing;
        this.mail = mail;
    }

    public Routes routes() {
        return new Routes().rationed("POST", "/invoices/{invoice_id}/regenerate", Scope.WRITE, this);
    }

    private static InvoiceId id(Request request) {
        return request.id("invoice_id", "invoice", InvoiceId::new);
    }

    @Override
    public UUID begin(Tx tx, Request request) {
        var id = id(request);
        var fields = request.fields();
        boolean isSent = fields.flag("send_invoice").orElse(false);
        boolean isCurrentAddress = fields.flag("should_use_current_address").orElse(false);
        fields.check();
        if (isSent) mail.requireMailable(tx, id);
        var regenerated = regenerating.run(tx, id, isCurrentAddress);
        invoices.keepPdf(tx, id, regenerated.number(), print(tx, id, regenerated.number()));
        return regenerated.version();
    }

    /// While thousands of lines are laid out the transaction rests for longer than others may. The request's own
    /// deadline comes before this one.
    private byte[] print(Tx tx, InvoiceId id, int version) {
        tx.handle().execute("SET LOCAL idle_in_transaction_session_timeout = '70s'");
        return printing.print(tx, id, version);
    }

    @Override
    public Routes.Write finish(Request request, UUID version) {
        boolean isSent = request.fields().flag("send_invoice").orElse(false);
        if (isSent) requireSent(mail.send(request.caller(), id(request), version));
        return (tx, _) -> {
            var invoice = invoices.find(tx, id(request)).orElseThrow(() -> Refusal.notFound("invoice"));
            return Answer.ok(
                    json -> InvoiceJson.invoice(json, invoice, request.caller().now()));
        };
    }

    private static void requireSent(SendResult result) {
        switch (result) {
            case SENT -> {}
            case WAITING ->
                throw Refusal.of(
                        Refusal.Kind.UNAVAILABLE,
                        "the invoice is regenerated, but the mail server did not take the mail; send the request"
                                + " again with the same Idempotency-Key, or mail it with /send");
            case REFUSED ->
                throw Refusal.badRequest("the invoice is regenerated, but its mail was refused for good or given"
                        + " up; correct the recipients and mail it with /send");
        }
    }
}
