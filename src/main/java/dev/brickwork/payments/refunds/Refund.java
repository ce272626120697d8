package dev.brickwork.payments.refunds;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.payments.booking.Intent;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.money.Money;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// Money given back.
///
/// @param fromInvoice what opens the invoice again; the rest had become credit when it came (rule I-04)
/// @param bySeller what neither the invoice nor the customer's credit could bear of one that was made without us
/// @param account whose processor gives it back; absent when that is done outside
/// @param charge the processor's name for the charge
public record Refund(
        UUID id,
        UUID payment,
        InvoiceId invoice,
        Money amount,
        long fromInvoice,
        long bySeller,
        Way way,
        Optional<String> reason,
        State state,
        Optional<String> error,
        Optional<String> account,
        Optional<String> charge,
        Instant createdAt,
        int looks) {
    public enum Way {
        ORIGINAL_PAYMENT_METHOD,
        ACCOUNT_CREDIT
    }

    enum State {
        PROCESSING,
        SUCCEEDED,
        FAILED
    }

    boolean isProcessing() {
        return state == State.PROCESSING;
    }

    /// Whether the refund has no answer of the processor yet, so that a process that finds it resumes it.
    boolean isCutOff(Instant now) {
        return isProcessing() && looks == 0 && !Intent.isLate(createdAt, now);
    }

    void write(JsonWriter out) {
        out.put("refund_id", id)
                .put("payment_id", payment)
                .put("invoice_id", invoice.value())
                .put("amount", amount.minor())
                .put("currency", amount.currency())
                .put("refund_method", way)
                .put("reason", reason)
                .put("state", state)
                .put("error", error)
                .put("created_at", createdAt);
    }
}
