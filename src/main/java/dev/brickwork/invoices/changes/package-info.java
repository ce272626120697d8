/// What happens to an invoice after it was issued: it is voided, regenerated, changed, paid, late.
///
/// Where to begin: [VoidInvoice] and [RegenerateInvoice]; [InvoiceBalance] is the way of payments.
///
/// Always true:
/// - who changes an invoice holds its row's lock ([InvoiceStore]);
/// - an issued version never changes: regenerating adds one.
@NullMarked
package dev.brickwork.invoices.changes;

import org.jspecify.annotations.NullMarked;
