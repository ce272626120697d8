package dev.brickwork.invoices;

import dev.brickwork.kernel.Caller;
import java.time.LocalDate;
import java.util.List;
import org.jdbi.v3.core.Handle;

/// Some invoices are charged by themselves (rule J-01). Every call is made in the transaction of what it tells of.
public interface Collection {
    void issued(Handle tx, Caller caller, List<InvoiceId> invoices);

    /// A new version leaves something open of one that was settled.
    void reopened(Handle tx, Caller caller, InvoiceId invoice);

    /// The due date of an issued invoice is another one now.
    void dueDateMoved(Handle tx, Caller caller, InvoiceId invoice, LocalDate before);
}
