package dev.brickwork.payments.collection;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.platform.database.Tx;
import java.time.LocalDate;
import java.util.List;

/// Begins, restarts and moves the charge series of an invoice when it is issued, opened again or gets another due
/// date.
public final class AutomaticCharges {
    private final CollectionStore store = new CollectionStore();

    /// Begins the series of invoices that were just issued.
    public void issued(Tx tx, List<InvoiceId> invoices) {
        store.begin(tx, invoices);
    }

    /// Restarts the series of an invoice whose charge succeeded or was skipped, so that what is open now is charged
    /// too. After a refund there is no series (rule I-13); one with failures is left to the seller.
    public void reopened(Tx tx, InvoiceId invoice) {
        boolean isToBegin = store.series(tx, invoice)
                .filter(series -> series.failures() == 0 && series.attemptAt().isEmpty())
                .isPresent();
        if (!isToBegin) return;
        store.end(tx, invoice);
        store.begin(tx, List.of(invoice));
    }

    /// The due date of an issued invoice is another one now.
    public void dueDateMoved(Tx tx, InvoiceId invoice, LocalDate before) {
        store.move(tx, invoice, before);
    }
}
