package dev.brickwork.billing;

import dev.brickwork.ledger.CreditLedger;

/// Interfaces through which this module calls modules that depend on it; they implement these.
public record InvoicePorts(CreditLedger credits, Collection collection, InvoicePrinter paper, InvoiceMailer post) {}
