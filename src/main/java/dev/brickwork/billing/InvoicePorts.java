package dev.brickwork.billing;

import dev.brickwork.ledger.Credits;

/// Interfaces through which this module calls modules that depend on it; they implement these.
public record InvoicePorts(Credits credits, Collection collection, InvoicePrinter paper, InvoiceMailer post) {}
