/// Issued invoices: versions, lines, balance, status, history, PDFs and attachments, and the shapes in which they are
/// read.
///
/// Where to begin: [InvoiceStore] locks and changes the row, [VersionStore] writes what was issued, [InvoiceView] reads
/// whole invoices, [InvoiceTotals] adds up lines, tax and credit.
@NullMarked
package dev.brickwork.invoicing.issued;

import org.jspecify.annotations.NullMarked;
