package dev.brickwork.pages;

import dev.brickwork.invoices.InvoiceStatus;
import java.time.LocalDate;

/// What a payment page has to say.
enum PayState {
    /// Something is owed: all that is needed to pay is shown.
    OPEN,
    /// Owed for so long that only the status is shown, and the way to pay.
    LATE,
    PROCESSING,
    PAID,
    /// By credit, or by what a change of the contract took off: nobody is thanked for money.
    SETTLED,
    VOID,
    /// Not for the payer's eyes: not issued yet, or muted.
    HIDDEN;

    static final int LATE_AFTER_DAYS = 120;

    /// After paid, void or 120 days past due only the status. `today` is the local date of the invoice.
    static PayState of(InvoiceStatus status, long processing, LocalDate dueOn, LocalDate today) {
        return switch (status) {
            case VOIDED -> VOID;
            case MUTED, SCHEDULED -> HIDDEN;
            case PAID -> PAID;
            case ADJUSTED, CREDITED -> SETTLED;
            case OUTSTANDING, DUE, PAST_DUE, PARTIALLY_PAID, UNPAID, PAUSED -> {
                if (processing > 0) yield PROCESSING;
                yield today.isAfter(dueOn.plusDays(LATE_AFTER_DAYS)) ? LATE : OPEN;
            }
        };
    }

    boolean isPayable() {
        return this == OPEN || this == LATE;
    }
}
