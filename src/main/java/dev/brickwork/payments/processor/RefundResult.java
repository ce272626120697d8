package dev.brickwork.payments.processor;

import dev.brickwork.pricing.money.Money;

/// Result of a refund at the processor.
public sealed interface RefundResult {
    record Refunded(String refundId, Money amount) implements RefundResult {}

    /// Accepted and on its way; a callback or a later look-up tells the end.
    record Pending(String refundId) implements RefundResult {}

    /// Nothing was given back.
    record Refused(String message) implements RefundResult {}

    /// May or may not have been given back. Look it up before anything else.
    record Unknown(String why) implements RefundResult {}
}
