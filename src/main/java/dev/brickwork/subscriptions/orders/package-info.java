/// The life of subscriptions and their orders: made, changed, closed, started, paused, renewed, ended.
///
/// Where to begin: [StartOrder] closes an order through [CloseOrder], which goes on in [OpenTerm] or
/// [ScheduleUpgrade]; [ChangeOrders] makes and edits the open ones; [AdvanceSubscription] does what happens by itself,
/// at the
/// [LifecycleEvents] it is due; [OrderDependencies] is what the operations share.
@NullMarked
package dev.brickwork.subscriptions.orders;

import org.jspecify.annotations.NullMarked;
