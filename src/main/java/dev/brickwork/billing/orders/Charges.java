package dev.brickwork.billing.orders;

import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.database.Tx;

/// Starting an order may charge at once (`charge_immediately`): what is due is asked of the default payment
/// method of the billed company. Only the wish is noted here; the charge itself happens right after the commit.
@FunctionalInterface
public interface Charges {
    void chargeAtOnce(Tx tx, SubscriptionId subscription, OrderId order);
}
