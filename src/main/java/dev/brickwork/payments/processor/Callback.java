package dev.brickwork.payments.processor;

import java.util.Optional;

/// A processor's message whose signature was right. It says what to read again, and deliberately carries neither
/// amount nor state: those are taken from the processor's own book, because messages come late, twice and out of
/// order.
public record Callback(
        String eventId,
        String type,
        About about,
        String objectId,
        Optional<String> customerId,
        Optional<String> chargeId) {
    public enum About {
        /// Read the charge again: `objectId` is its id.
        CHARGE,
        /// Read the page again: `objectId` is its id.
        PAGE,
        /// Look up again what went back of `chargeId`.
        REFUND,
        /// The methods of `customerId` have changed.
        METHODS,
        /// Whether the account can take payments may have changed.
        ACCOUNT,
        /// Nothing we act on.
        OTHER
    }
}
