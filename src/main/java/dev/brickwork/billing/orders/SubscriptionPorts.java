package dev.brickwork.billing.orders;

import dev.brickwork.billing.milestones.OrderMilestones;
import dev.brickwork.invoicing.scheduled.InvoiceSchedule;

/// The ports of this module, which later modules implement: invoices, payments, milestones, documents.
public record SubscriptionPorts(InvoiceSchedule bills, Charges charges, OrderMilestones works, OrderPaper paper) {}
