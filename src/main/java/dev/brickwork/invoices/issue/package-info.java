/// Makes invoices of what is due: lines, taxes, credit, number, first version, events, journal.
///
/// Where to begin: [IssueInvoices]; [IssueStore] finds what is due, [BillUsage] adds what was used, [OpeningBalance]
/// says
/// what was paid before, [Version] is what is frozen. [IssueQueue] lets orders that start at one time be billed
/// together.
///
/// Always true:
/// - whichever of many processes issues an invoice, it is issued once;
/// - the number is taken as the last step, without gaps in its series.
@NullMarked
package dev.brickwork.invoices.issue;

import org.jspecify.annotations.NullMarked;
