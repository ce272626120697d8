/// Owns subscriptions, their orders with the lines they agreed, and their pauses.
///
/// Does not own invoices: closing, ending and pausing tell `invoices` through the port `InvoiceSchedule`, in the
/// same transaction. Immediate charges belong to `payments` (port `Charges`), milestones to `milestones` (port
/// `OrderMilestones`), the order form to `documents` (port `OrderPaper`).
///
/// Where to begin: [Subscriptions] is the API; [Subscription], [Order] and [ContractTerm], a term with all that
/// was agreed on it, are its main types. The packages, lowest layer first: `stored` (rows), `quotes` (prices of
/// every kind of order), `orders` (their life, from made to ended), `forms` (what the buyer sees and agrees to).
/// Each depends on those before it.
///
/// Always true:
/// - an order is open (BUILDING) and can be changed, or closed and frozen: its terms price to the same cents
///   for ever;
/// - a subscription has at most one open order and at most one open pause;
/// - money is measured on service dates; a pause moves calendar dates and never amounts (rule K-02);
/// - every change of a subscription locks its row first.
@NullMarked
package dev.brickwork.subscriptions;

import org.jspecify.annotations.NullMarked;
