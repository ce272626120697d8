/// The life of subscriptions and their orders: made, changed, closed, started, paused, renewed, ended.
///
/// Where to begin: [StartOrder] closes an order through [CloseOrder], which goes on in [OpenTerm] or
/// [ScheduleUpgrade]; [ChangeOrders] makes and edits the open ones; [KeepTime] does what happens by itself, at the
/// [Moments] it is due; [Parts] is what the operations share.
@NullMarked
package dev.brickwork.subscriptions.orders;

import org.jspecify.annotations.NullMarked;
