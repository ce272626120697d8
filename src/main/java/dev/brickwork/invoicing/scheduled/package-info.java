/// Invoices that are not issued yet: their charges and items, and how a change of the contract moves, cuts or
/// drops them.
///
/// Where to begin: [ScheduledInvoices] decides what stands on each, [ScheduledInvoiceStore] writes them,
/// [TermView] reads what the invoices of a term have billed.
@NullMarked
package dev.brickwork.invoicing.scheduled;

import org.jspecify.annotations.NullMarked;
