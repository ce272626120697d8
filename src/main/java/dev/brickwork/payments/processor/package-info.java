/// The connection to a payment processor: [Processor] in our own words, and the two that are real, Stripe and the
/// sandbox that is built in. Owns the sandbox's tables.
///
/// Knows no other module: what an invoice, a payment or a seller is, is not its concern.
///
/// Always true:
/// - a call that moves money answers a sealed result and never throws for what happens outside;
/// - the same id moves money once, however often it is sent;
/// - a message is believed only with its signature, and says no more than what to read again.
@NullMarked
package dev.brickwork.payments.processor;

import org.jspecify.annotations.NullMarked;
