package dev.brickwork.payments.collection;

import dev.brickwork.invoices.Collection;
import dev.brickwork.invoices.InvoiceId;
import dev.brickwork.kernel.Caller;
import java.time.LocalDate;
import java.util.List;
import org.jdbi.v3.core.Handle;

/// What follows for automatic charges from what happens to invoices.
public final class AutomaticCharges implements Collection {
    private final CollectionStore store = new CollectionStore();

    @Override
    public void issued(Handle tx, Caller caller, List<InvoiceId> invoices) {
        store.begin(tx, caller, invoices);
    }

    @Override
    public void dueDateMoved(Handle tx, Caller caller, InvoiceId invoice, LocalDate before) {
        store.move(tx, caller, invoice, before);
    }
}
