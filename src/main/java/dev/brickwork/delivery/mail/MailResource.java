package dev.brickwork.delivery.mail;

import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;

/// `POST /invoices/{id}/send`.
final class MailResource {
    private static final int EMAIL_COUNT_MAX = 50;

    private final SendInvoice sending;

    MailResource(SendInvoice sending) {
        this.sending = sending;
    }

    Routes routes() {
        return new Routes().post("/invoices/{invoice_id}/send", Scope.WRITE, this::send);
    }

    private Answer send(Tx tx, Request request) {
        var id = Ids.parse(request.path("invoice_id")).orElseThrow(() -> Refusal.notFound("invoice"));
        var fields = request.fields();
        var emails =
                fields.<String>each("emails", EMAIL_COUNT_MAX, Fields::email).filter(all -> !all.isEmpty());
        fields.check();
        var recipients = sending.again(tx, id, emails);
        return Answer.ok(json -> json.object(
                out -> out.put("message", "The invoice is on its way.").putTexts("recipients", recipients)));
    }
}
