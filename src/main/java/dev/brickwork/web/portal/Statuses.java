package dev.brickwork.web.portal;

import dev.brickwork.invoicing.InvoiceStatus;

/// The status of an invoice in the words and the colour of its payer.
final class Statuses {
    private Statuses() {}

    static String words(InvoiceStatus status) {
        return switch (status) {
            case PAID -> "paid";
            case CREDITED, ADJUSTED -> "settled";
            case VOIDED -> "void";
            case PARTIALLY_PAID -> "partially_paid";
            case PAST_DUE, UNPAID -> "past_due";
            case DUE -> "due_today";
            case PAUSED -> "on_hold";
            case OUTSTANDING, SCHEDULED, MUTED -> "outstanding";
        };
    }

    static String tone(InvoiceStatus status) {
        return switch (status) {
            case PAID, CREDITED, ADJUSTED -> "good";
            case PAST_DUE, UNPAID -> "bad";
            case DUE, PARTIALLY_PAID -> "warn";
            case VOIDED, PAUSED, OUTSTANDING, SCHEDULED, MUTED -> "";
        };
    }
}
