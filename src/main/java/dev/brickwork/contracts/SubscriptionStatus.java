package dev.brickwork.contracts;

/// How a subscription stands (rule Z-02).
public enum SubscriptionStatus {
    PENDING,
    ACTIVE,
    PAUSED,
    INACTIVE
}
