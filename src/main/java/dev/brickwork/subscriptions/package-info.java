/// Owns subscriptions, their orders with the lines they agreed, and their pauses.
///
/// Does not own what is billed: closing, ending and pausing tell `invoices` through the port `InvoiceSchedule`, in the
/// same
/// transaction. Charges at once are `payments`' (port `Charges`), milestones are `milestones`' (port
/// `OrderMilestones`),
/// the order form is `documents`' (port `OrderPaper`).
///
/// Where to begin: [Subscriptions] is the door; [Subscription], [Order] and [ContractTerm], a term with all that
/// was agreed on it, are what everything here speaks of. Behind the door, from the ground up: `stored` (rows),
/// `quotes` (prices of every kind of order), `orders` (their life, from made to ended), `forms` (what the buyer sees
/// and agrees to). Each knows those before it.
///
/// Always true:
/// - an order is open (BUILDING) and can be changed, or closed and frozen: its terms price to the same cents
///   for ever;
/// - a subscription has at most one open order and at most one open pause;
/// - money is measured on service dates; a pause moves calendar dates and never amounts (rule K-02);
/// - whoever changes anything of a subscription holds the lock of its row first.
@NullMarked
package dev.brickwork.subscriptions;

import org.jspecify.annotations.NullMarked;
