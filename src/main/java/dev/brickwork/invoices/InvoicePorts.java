package dev.brickwork.invoices;

/// What this room needs of rooms to its right.
public record InvoicePorts(Credits credits, Collection collection, InvoicePrinter paper, InvoiceMailer post) {}
