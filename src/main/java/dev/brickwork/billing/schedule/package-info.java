/// Keeps unissued invoices in step with the contract, and adds deferred lines, corrections of usage and standalone
/// invoices.
///
/// Where to begin: [ScheduleInvoices] loads and saves, [SettleUnused] takes back what was billed and is no longer owed.
@NullMarked
package dev.brickwork.billing.schedule;

import org.jspecify.annotations.NullMarked;
