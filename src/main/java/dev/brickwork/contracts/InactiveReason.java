package dev.brickwork.contracts;

/// Why a subscription became inactive.
public enum InactiveReason {
    END_NO_RENEWAL,
    TERMINATED
}
