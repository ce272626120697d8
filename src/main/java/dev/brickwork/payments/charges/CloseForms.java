package dev.brickwork.payments.charges;

import dev.brickwork.invoices.InvoiceId;
import dev.brickwork.kernel.Caller;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.outbox.Listener;
import dev.brickwork.plumbing.outbox.Task;
import dev.brickwork.sellers.Sellers;
import java.time.InstantSource;
import java.util.Set;

/// Closes the processor's form of an invoice that was paid, voided or changed by another way, so that nobody pays
/// there what is not owed any more. Somebody who was faster has paid; that money becomes credit (rule I-04).
public final class CloseForms implements Listener {
    private static final String REFUNDED = "invoice.refunded"; // Also when the refund has come back.

    private final Database database;
    private final Sellers sellers;
    private final PayAtForm forms;
    private final InstantSource realTime;

    public CloseForms(Database database, Sellers sellers, PayAtForm forms, InstantSource realTime) {
        this.database = database;
        this.sellers = sellers;
        this.forms = forms;
        this.realTime = realTime;
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
        var now = database.read(tx -> sellers.testClock(tx, task.seller())).orElseGet(realTime::instant);
        var caller = new Caller(task.seller(), "close-forms", task.eventId().toString(), now);
        var invoice = new InvoiceId(task.object());
        if (task.eventType().equals(REFUNDED)) forms.closeNotOwed(caller, invoice);
        else forms.closeOpen(caller, invoice);
    }
}
