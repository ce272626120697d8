/// Owns subscriptions, their orders with the lines they agreed, and their pauses.
///
/// Does not own what is billed: closing, ending and pausing tell `invoices` through the port `Bills`, in the same
/// transaction. Charges at once are `payments`' (port `Charges`), milestones are `milestones`' (port `Works`),
/// the order form is `documents`' (port `OrderPaper`).
///
/// Where to begin: [PriceOrder] prices every kind of order and [StartOrder] closes it through [CloseOrder];
/// [ChangeOrders] makes and edits the open ones; [Agreement] is a term with all that was agreed on it; [KeepTime] does
/// what happens by itself, at the [Moments] it is due; [PauseSubscription], [TerminateSubscription] and [EndTerms] end
/// what was agreed.
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
