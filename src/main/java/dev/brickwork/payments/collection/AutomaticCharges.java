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

    /// What was charged, or was to be, goes on being charged. Whoever was given his money back has no series any more
    /// (rule I-13), and one that failed is left to people.
    @Override
    public void reopened(Handle tx, Caller caller, InvoiceId invoice) {
        boolean isToBegin = store.series(tx, caller, invoice)
                .filter(series -> series.failures() == 0 && series.attemptAt().isEmpty())
                .isPresent();
        if (!isToBegin) return;
        store.end(tx, caller, invoice);
        store.begin(tx, caller, List.of(invoice));
    }

    @Override
    public void dueDateMoved(Handle tx, Caller caller, InvoiceId invoice, LocalDate before) {
        store.move(tx, caller, invoice, before);
    }
}
