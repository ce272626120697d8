/// Keeps invoices that wait in step with what was agreed, and adds what comes by itself: deferred lines,
/// corrections of usage, standalone invoices.
///
/// Where to begin: [ScheduleInvoices] loads and saves, [ScheduledInvoices] decides what stands on each, [SettleUnused]
/// takes
/// back what was billed and is no longer owed.
///
/// Always true: each stretch of each line of an order is billed once.
@NullMarked
package dev.brickwork.invoices.schedule;

import org.jspecify.annotations.NullMarked;
