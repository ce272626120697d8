package dev.brickwork.subscriptions;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.pricing.Line;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Work that is billed when it is done: closing an order creates its milestones, a recast lets the open ones lapse
/// (rules L-01, L-06).
public interface Works {
    /// No milestones.
    Works NONE = new Works() {
        @Override
        public void agreed(
                Handle tx, Caller caller, SubscriptionId subscription, OrderId order, Map<UUID, Line> milestones) {}

        @Override
        public void lapse(Handle tx, Caller caller, SubscriptionId subscription) {}
    };

    /// The milestone lines of an order that has just closed, by the id of their `order_line` row.
    void agreed(Handle tx, Caller caller, SubscriptionId subscription, OrderId order, Map<UUID, Line> milestones);

    /// What is open of the milestones of the subscription is never billed.
    void lapse(Handle tx, Caller caller, SubscriptionId subscription);
}
