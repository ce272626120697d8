package dev.brickwork.payments.charges;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.payments.booking.Intent;
import dev.brickwork.payments.booking.PaymentDependencies;
import dev.brickwork.payments.booking.PaymentJson;
import dev.brickwork.payments.booking.PaymentStore;
import dev.brickwork.payments.collection.CollectionStore;
import dev.brickwork.payments.methods.SetDefaultMethod;
import dev.brickwork.payments.methods.Unavailable;
import dev.brickwork.payments.processor.ProcessorUnavailable;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import java.util.Optional;
import java.util.UUID;

/// Charges an invoice at a client's request (`POST /invoices/{id}/pay`). A decline is an answer too: a failed
/// payment of nothing that says why (rule I-14).
public final class PayInvoice implements Routes.Staged {
    private final Invoices invoices;
    private final ChargeSavedMethod taking;
    private final CollectionStore collections = new CollectionStore();
    private final PaymentStore payments = new PaymentStore();

    public PayInvoice(PaymentDependencies modules, ChargeSavedMethod taking) {
        this.invoices = modules.invoices();
        this.taking = taking;
    }

    @Override
    public UUID begin(Tx tx, Request request) {
        var invoice = request.id("invoice_id", "invoice", InvoiceId::new);
        var fields = request.fields();
        var method = fields.filledText("payment_method_id", SetDefaultMethod.ID_LENGTH_MAX);
        autoPay(fields);
        fields.check();
        return taking.begin(tx, invoice, method, Intent.Cause.ASKED).id();
    }

    private static Optional<Boolean> autoPay(Fields fields) {
        return fields.flag("auto_pay_invoices");
    }

    @Override
    public Routes.Write finish(Request request, UUID id) {
        var caller = request.caller();
        try {
            taking.finish(caller, id);
        } catch (ProcessorUnavailable down) {
            if (!request.isRepeatable()) taking.cancel(caller, id); // The client cannot repeat it.
            throw Unavailable.refusal(down);
        }
        return (tx, _) -> {
            var payment = payments.find(tx.as(caller), id)
                    .orElseThrow(() -> Refusal.badRequest("nothing was charged: the payment was canceled"));
            var invoice = invoices.find(tx.as(caller), payment.invoice()).orElseThrow();
            autoPay(request.fields())
                    .ifPresent(isOn -> invoice.subscription().ifPresent(its -> turn(tx.as(caller), its, isOn)));
            return Answer.ok(json -> json.object(out -> PaymentJson.fields(out, payment)));
        };
    }

    /// With the answer, so that a charge that is refused changes nothing.
    private void turn(Tx tx, UUID subscription, boolean isOn) {
        collections.lockAutoPay(tx, subscription);
        collections.turn(tx, subscription, isOn);
    }
}
