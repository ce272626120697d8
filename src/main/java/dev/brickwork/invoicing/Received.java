package dev.brickwork.invoicing;

/// Result of applying a payment to an invoice.
///
/// @param excess what the invoice could not take: it becomes the customer's credit (rule I-04)
/// @param isPrepayment the invoice is not issued yet (rule I-05)
public record Received(long applied, long excess, boolean isPrepayment) {}
