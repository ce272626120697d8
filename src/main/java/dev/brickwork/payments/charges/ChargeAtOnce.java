package dev.brickwork.payments.charges;

import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.payments.collection.CollectionStore;
import dev.brickwork.platform.database.Tx;

/// Charges what an order makes due to the default payment method of the billed company (`charge_immediately`). Only
/// the request is written here; the charge happens right after the commit, when the invoice is issued.
public final class ChargeAtOnce {
    private final CollectionStore collections = new CollectionStore();
    private final AutoCharge charging;

    public ChargeAtOnce(AutoCharge charging) {
        this.charging = charging;
    }

    public void run(Tx tx, SubscriptionId subscription, OrderId order) {
        collections.input(tx, subscription.value(), order.value());
        tx.afterCommit(() -> charging.atOnce(tx.caller(), subscription.value()));
    }
}
