package dev.brickwork.invoices;

/// Interfaces through which this module calls modules that depend on it; they implement these.
public record InvoicePorts(Credits credits, Collection collection, InvoicePrinter paper, InvoiceMailer post) {}
