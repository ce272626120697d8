package dev.brickwork.usage;

import dev.brickwork.platform.database.Tx;
import dev.brickwork.subscriptions.SubscriptionId;

/// What a late, changed or deleted entry does to windows that were billed (rule G-06).
@FunctionalInterface
public interface Corrections {
    /// Rates every marked window of the subscription again and settles the difference. The caller holds the lock of
    /// the subscription's row.
    void settle(Tx tx, SubscriptionId subscription);
}
