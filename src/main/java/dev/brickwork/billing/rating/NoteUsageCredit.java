package dev.brickwork.billing.rating;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.usage.UsageBillStore;
import dev.brickwork.invoicing.usage.WindowKey;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;

/// Writes down what the customer's ledger got for a window of usage, or gave back, and tells those who keep books of
/// it: revenue and tax have changed without an invoice.
final class NoteUsageCredit {
    private final Outbox outbox;
    private final UsageBillStore store = new UsageBillStore();

    NoteUsageCredit(BillingDependencies modules) {
        this.outbox = modules.outbox();
    }

    /// @param bearer an issued invoice that bears the window
    void run(Tx tx, WindowKey window, InvoiceId bearer, long net, long tax) {
        if (net == 0 && tax == 0) return;
        var id = store.insertCredit(tx, window, bearer, net, tax);
        outbox.stage(tx, Event.inside("usage.credited", id, _ -> {}));
    }
}
