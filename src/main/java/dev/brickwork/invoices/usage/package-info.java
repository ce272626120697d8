/// Billing of usage windows: what was billed of each, what it comes to now, and the credit between the two.
///
/// Where to begin: [RateUsage] prices windows, [Billed] knows what was billed of each and who pays it,
/// [CreditUsage] gives back what was billed too much. Knows neither when an invoice is issued nor what else stands
/// on it.
///
/// Always true: what was billed of a window is one rating of it (the invariant says so of any database).
@NullMarked
package dev.brickwork.invoices.usage;

import org.jspecify.annotations.NullMarked;
