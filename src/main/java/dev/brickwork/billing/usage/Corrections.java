package dev.brickwork.billing.usage;

import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.database.Tx;

/// Settles windows that were billed before a late, changed or deleted entry (rule G-06).
@FunctionalInterface
public interface Corrections {
    /// Rates every marked window of the subscription again and settles the difference. The caller holds the lock of
    /// the subscription's row.
    void settle(Tx tx, SubscriptionId subscription);
}
