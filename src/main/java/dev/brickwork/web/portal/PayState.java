package dev.brickwork.web.portal;

import dev.brickwork.invoicing.InvoiceStatus;

/// Which of its forms a payment page takes. Every one but `HIDDEN` shows the whole invoice, however late it is.
enum PayState {
    /// Something is owed: the ways to pay are offered.
    OPEN,
    PROCESSING,
    PAID,
    /// By credit, or by what a change of the contract took off: there was no payment to give thanks for.
    SETTLED,
    VOID,
    /// Not for the payer's eyes: not issued yet, or muted.
    HIDDEN;

    static PayState of(InvoiceStatus status, long processing) {
        return switch (status) {
            case VOIDED -> VOID;
            case MUTED, SCHEDULED -> HIDDEN;
            case PAID -> PAID;
            case ADJUSTED, CREDITED -> SETTLED;
            case OUTSTANDING, DUE, PAST_DUE, PARTIALLY_PAID, UNPAID, PAUSED -> processing > 0 ? PROCESSING : OPEN;
        };
    }

    boolean isPayable() {
        return this == OPEN;
    }
}
