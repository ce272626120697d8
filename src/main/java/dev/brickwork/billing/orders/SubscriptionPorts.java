package dev.brickwork.billing.orders;

import dev.brickwork.billing.milestones.OrderMilestones;
import dev.brickwork.billing.schedule.ScheduleInvoices;

/// The ports of this module, which later modules implement: invoices, payments, milestones, documents.
public record SubscriptionPorts(ScheduleInvoices bills, Charges charges, OrderMilestones works, OrderPaper paper) {}
