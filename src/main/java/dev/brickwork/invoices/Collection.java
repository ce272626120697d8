package dev.brickwork.invoices;

import dev.brickwork.kernel.Caller;
import java.util.List;
import org.jdbi.v3.core.Handle;

/// What begins with an issue, in the same transaction: some invoices are charged by themselves (rule J-01).
@FunctionalInterface
public interface Collection {
    Collection NONE = (_, _, _) -> {};

    void issued(Handle tx, Caller caller, List<InvoiceId> invoices);
}
