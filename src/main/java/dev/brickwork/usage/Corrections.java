package dev.brickwork.usage;

import dev.brickwork.kernel.Caller;
import dev.brickwork.subscriptions.SubscriptionId;
import org.jdbi.v3.core.Handle;

/// What a late, changed or deleted entry does to windows that were billed (rule G-06).
@FunctionalInterface
public interface Corrections {
    /// Rates every marked window of the subscription again and settles the difference. The caller holds the lock of
    /// the subscription's row.
    void settle(Handle tx, Caller caller, SubscriptionId subscription);
}
