package dev.brickwork.subscriptions;

/// What this room needs of rooms to its right.
public record SubscriptionPorts(Bills bills, Charges charges, Works works, OrderPaper paper) {}
