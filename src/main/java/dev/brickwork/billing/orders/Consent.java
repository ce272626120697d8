package dev.brickwork.billing.orders;

import dev.brickwork.contracts.OrderStage;
import dev.brickwork.contracts.Signature;
import dev.brickwork.contracts.TransactionMethod;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;

/// A buyer's yes to an open order, as it was shown to them.
///
/// @param version of the order that was shown; another one must be shown first
/// @param total that was shown, with tax and after credit, which move without the order
/// @param isChargedAtOnce whether what is due now is asked of the default payment method
public record Consent(
        SubscriptionId subscription,
        OrderId order,
        long version,
        long total,
        Signature customer,
        Signature seller,
        TransactionMethod method,
        boolean isChargedAtOnce) {
    /// The result of a consent.
    public sealed interface Outcome {
        /// The order is closed: agreed.
        record Agreed() implements Outcome {}

        /// It is not what was shown any more, and must be read again.
        record Changed() implements Outcome {}

        /// It was closed or dropped before.
        record Ended(OrderStage stage) implements Outcome {}
    }
}
