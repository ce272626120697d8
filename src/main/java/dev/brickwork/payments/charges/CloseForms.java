package dev.brickwork.payments.charges;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.outbox.Listener;
import dev.brickwork.platform.outbox.Task;
import dev.brickwork.sellers.SellerClock;
import java.util.Set;

/// Closes the processor's form of an invoice that was paid, voided or changed otherwise, so that a payer does not
/// pay there what is not owed any more. Money of a payer who was faster becomes credit (rule I-04).
public final class CloseForms implements Listener {
    private static final String REFUNDED = "invoice.refunded"; // Also when the refund has come back.

    private final SellerClock clock;
    private final PayAtForm forms;

    public CloseForms(SellerClock clock, PayAtForm forms) {
        this.clock = clock;
        this.forms = forms;
    }

    @Override
    public String name() {
        return "close-forms";
    }

    @Override
    public Set<String> types() {
        return Set.of(
                "invoice.voided",
                "invoice.regenerated",
                "invoice.reduced",
                "invoice.payment.succeeded",
                REFUNDED,
                "invoice.credited");
    }

    @Override
    public void handle(Task task) {
        var now = clock.now(task.seller());
        var caller = new Caller(task.seller(), "close-forms", task.eventId().toString(), now);
        var invoice = new InvoiceId(task.object());
        if (task.eventType().equals(REFUNDED)) forms.closeNotOwed(caller, invoice);
        else forms.closeOpen(caller, invoice);
    }
}
