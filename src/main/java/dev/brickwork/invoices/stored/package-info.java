/// What is kept of an invoice and how it is read back: as the wire shows it ([InvoiceView], [InvoiceJson],
/// [InvoiceEvents]), as lines with their sums ([InvoiceTotals]), with its papers, attachments and history.
///
/// Knows none of the packages beside it, which all build on it.
@NullMarked
package dev.brickwork.invoices.stored;

import org.jspecify.annotations.NullMarked;
