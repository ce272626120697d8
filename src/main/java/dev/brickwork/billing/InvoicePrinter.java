package dev.brickwork.billing;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.platform.database.Tx;

/// Prints a version that was just written, in the same transaction, so that no version without its paper comes out
/// of a regeneration.
@FunctionalInterface
public interface InvoicePrinter {
    byte[] print(Tx tx, InvoiceId invoice, int version);
}
