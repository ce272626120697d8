/// Owns milestones and their completions.
///
/// Does not own what an order agrees (`subscriptions` tells through the port `Works`) nor the invoices that bill
/// what was done (`invoices` makes them through its door).
///
/// Always true:
/// - what was completed is the sum of the completions, and with what lapsed never more than was agreed;
/// - each completion is on exactly one invoice, for ever;
/// - the completions of all units bill the whole price, to the cent.
@NullMarked
package dev.brickwork.milestones;

import org.jspecify.annotations.NullMarked;
