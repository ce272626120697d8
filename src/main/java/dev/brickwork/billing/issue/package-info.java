/// Makes invoices of what is due: lines, taxes, credit, number, first version, events, journal.
///
/// Where to begin: [IssueInvoices]; [BillUsage] adds what was used; [IssueQueue] lets orders that start at one time be
/// billed together.
///
/// Always true:
/// - an invoice is issued once, whichever process issues it;
/// - the number is taken as the last step, without gaps in its series.
@NullMarked
package dev.brickwork.billing.issue;

import org.jspecify.annotations.NullMarked;
