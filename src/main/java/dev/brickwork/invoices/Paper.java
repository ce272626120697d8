package dev.brickwork.invoices;

import dev.brickwork.kernel.Caller;
import org.jdbi.v3.core.Handle;

/// Prints a version that was just written, in the same transaction, so that no version without its paper comes out
/// of a regeneration.
@FunctionalInterface
public interface Paper {
    byte[] print(Handle tx, Caller caller, InvoiceId invoice, int version);
}
