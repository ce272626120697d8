package dev.brickwork.subscriptions;

/// The ports of this module, which later modules implement: invoices, payments, milestones, documents.
public record SubscriptionPorts(InvoiceSchedule bills, Charges charges, OrderMilestones works, OrderPaper paper) {}
