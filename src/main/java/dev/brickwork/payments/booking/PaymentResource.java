package dev.brickwork.payments.booking;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.http.Warning;
import dev.brickwork.pricing.money.Money;

/// Payments of an invoice: recorded by hand, and listed.
public final class PaymentResource {
    private static final int NOTE_LENGTH_MAX = 1000;
    private static final int MEMO_LENGTH_MAX = 2000;

    private final Invoices invoices;
    private final RecordPayment recording;
    private final PaymentStore payments = new PaymentStore();

    public PaymentResource(PaymentDependencies modules, RecordPayment recording) {
        this.invoices = modules.invoices();
        this.recording = recording;
    }

    public Routes routes() {
        return new Routes()
                .get("/invoices/{invoice_id}/payments", Scope.READ, this::list)
                .post("/invoices/{invoice_id}/payments", Scope.PAYMENTS, this::record);
    }

    private Answer list(Tx tx, Request request) {
        var id = request.id("invoice_id", "invoice", InvoiceId::new);
        if (invoices.find(tx, id).isEmpty()) throw Refusal.notFound("invoice");
        var page = request.page(Listing.NEWEST_FIRST);
        var seller = request.seller().value();
        return page.answer(
                payments.count(tx, seller, id),
                payments.list(tx, seller, id, page),
                (json, payment) -> json.object(out -> PaymentJson.fields(out, payment)));
    }

    private Answer record(Tx tx, Request request) {
        var id = request.id("invoice_id", "invoice", InvoiceId::new);
        if (invoices.find(tx, id).isEmpty()) throw Refusal.notFound("invoice");
        var fields = request.fields();
        var method = fields.require("payment_method", name -> fields.oneOf(name, RecordPayment.ManualMethod.values()));
        var amount = fields.require("paid_amount", name -> fields.longInteger(name, 1, Money.MINOR_MAX));
        var paidAt = RecordPayment.paidAt(fields, request.caller().now());
        var proof = fields.note("payment_proof", NOTE_LENGTH_MAX);
        var memo = fields.note("memo", MEMO_LENGTH_MAX);
        fields.check();
        var input = new RecordPayment.Input(method.orElseThrow(), amount.orElseThrow(), paidAt, proof, memo);
        var recorded = recording.run(tx, id, input);
        return Answer.ok(json -> json.object(out -> {
            PaymentJson.fields(out, recorded.payment());
            Warning.write(out, recorded.warnings());
        }));
    }
}
