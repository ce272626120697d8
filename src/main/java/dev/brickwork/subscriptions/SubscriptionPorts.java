package dev.brickwork.subscriptions;

/// What this room needs of rooms to its right.
public record SubscriptionPorts(InvoiceSchedule bills, Charges charges, OrderMilestones works, OrderPaper paper) {}
