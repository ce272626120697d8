/// Stored invoices and how they are read back: as the wire shows them ([InvoiceView], [InvoiceJson],
/// [InvoiceEvents]), as lines with their sums ([InvoiceTotals]), with their PDFs, attachments and history.
///
/// Knows none of the packages beside it, which all build on it.
@NullMarked
package dev.brickwork.invoices.stored;

import org.jspecify.annotations.NullMarked;
