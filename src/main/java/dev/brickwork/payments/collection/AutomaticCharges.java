package dev.brickwork.payments.collection;

import dev.brickwork.invoices.Collection;
import dev.brickwork.invoices.InvoiceId;
import dev.brickwork.platform.database.Tx;
import java.time.LocalDate;
import java.util.List;

/// What follows for automatic charges from what happens to invoices.
public final class AutomaticCharges implements Collection {
    private final CollectionStore store = new CollectionStore();

    @Override
    public void issued(Tx tx, List<InvoiceId> invoices) {
        store.begin(tx, invoices);
    }

    /// What was charged, or was to be, goes on being charged. Whoever was given his money back has no series any more
    /// (rule I-13), and one that failed is left to people.
    @Override
    public void reopened(Tx tx, InvoiceId invoice) {
        boolean isToBegin = store.series(tx, invoice)
                .filter(series -> series.failures() == 0 && series.attemptAt().isEmpty())
                .isPresent();
        if (!isToBegin) return;
        store.end(tx, invoice);
        store.begin(tx, List.of(invoice));
    }

    @Override
    public void dueDateMoved(Tx tx, InvoiceId invoice, LocalDate before) {
        store.move(tx, invoice, before);
    }
}
