package dev.brickwork.subscriptions;

/// Why a subscription became inactive.
public enum InactiveReason {
    END_NO_RENEWAL,
    TERMINATED
}
