/// The life of subscriptions and their orders: made, changed, closed, signed, started, paused, renewed, ended.
///
/// Where to begin: [StartOrder] closes an order through [CloseOrder], which goes on in [OpenTerm] or [ScheduleUpgrade];
/// [ChangeOrders] makes and edits the open ones; [AdvanceSubscription] applies what comes due by itself, at the
/// [LifecycleEvents]; [OrderDependencies] is what the operations share.
@NullMarked
package dev.brickwork.billing.orders;

import org.jspecify.annotations.NullMarked;
