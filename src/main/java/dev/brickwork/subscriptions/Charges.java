package dev.brickwork.subscriptions;

import dev.brickwork.kernel.Caller;
import org.jdbi.v3.core.Handle;

/// Starting an order may charge at once (`charge_immediately`): what is due is asked of the default payment
/// method of the billed company. Only the wish is noted here; the charge itself happens right after the commit.
@FunctionalInterface
public interface Charges {
    void chargeAtOnce(Handle tx, Caller caller, SubscriptionId subscription, OrderId order);
}
