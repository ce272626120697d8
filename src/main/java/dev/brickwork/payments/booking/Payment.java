package dev.brickwork.payments.booking;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.PaymentId;
import dev.brickwork.pricing.money.Currency;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// Money against an invoice, or the try to get it.
///
/// @param version the version that was paid, the first one if it came before that; absent while there is none
/// @param number of that version
/// @param amount asked for, or received
/// @param paid what was received: nothing unless it succeeded
/// @param applied what went to the invoice; the rest became credit
/// @param refunded what has gone back of it
public record Payment(
        PaymentId id,
        InvoiceId invoice,
        Currency currency,
        Optional<UUID> version,
        Optional<String> number,
        State state,
        String method,
        long amount,
        long paid,
        long applied,
        Instant paidAt,
        Optional<String> proof,
        Optional<String> memo,
        Optional<String> error,
        long refunded) {
    Payment received(long amountPaid, long amountApplied) {
        return new Payment(
                id,
                invoice,
                currency,
                version,
                number,
                state,
                method,
                amount,
                amountPaid,
                amountApplied,
                paidAt,
                proof,
                memo,
                error,
                refunded);
    }

    Payment failed(String why) {
        return new Payment(
                id,
                invoice,
                currency,
                version,
                number,
                state,
                method,
                amount,
                paid,
                applied,
                paidAt,
                proof,
                memo,
                Optional.of(why),
                refunded);
    }

    /// How it ended.
    public enum State {
        PROCESSING,
        SUCCEEDED,
        FAILED
    }
}
