/// Changes to existing invoices (void, regenerate, edit, mark past due), and the routes of invoices.
///
/// Where to begin: [VoidInvoice] and [RegenerateInvoice]; every change holds the lock of the invoice's row.
@NullMarked
package dev.brickwork.billing.invoices;

import org.jspecify.annotations.NullMarked;
