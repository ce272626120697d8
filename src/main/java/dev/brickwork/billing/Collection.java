package dev.brickwork.billing;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.platform.database.Tx;
import java.time.LocalDate;
import java.util.List;

/// Some invoices are charged by themselves (rule J-01). Every call is made in the transaction of what it tells of.
public interface Collection {
    void issued(Tx tx, List<InvoiceId> invoices);

    /// A new version leaves something open of one that was settled.
    void reopened(Tx tx, InvoiceId invoice);

    /// The due date of an issued invoice is another one now.
    void dueDateMoved(Tx tx, InvoiceId invoice, LocalDate before);
}
