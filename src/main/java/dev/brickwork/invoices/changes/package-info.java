/// Changes to an existing invoice: void, regenerate, edit, pay, mark past due.
///
/// Where to begin: [VoidInvoice] and [RegenerateInvoice]; [InvoiceBalance] applies payments.
///
/// Always true:
/// - every change holds the lock of the invoice's row ([InvoiceStore]);
/// - an issued version never changes: regenerating adds one.
@NullMarked
package dev.brickwork.invoices.changes;

import org.jspecify.annotations.NullMarked;
