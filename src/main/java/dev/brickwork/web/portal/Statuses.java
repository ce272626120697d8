package dev.brickwork.web.portal;

import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.web.portal.views.Phrase;

/// The status of an invoice in the words and the colour of its payer.
final class Statuses {
    private Statuses() {}

    static Phrase words(InvoiceStatus status) {
        return switch (status) {
            case PAID -> Phrase.PAID;
            case CREDITED, ADJUSTED -> Phrase.SETTLED;
            case VOIDED -> Phrase.VOID;
            case PARTIALLY_PAID -> Phrase.PARTIALLY_PAID;
            case PAST_DUE, UNPAID -> Phrase.PAST_DUE;
            case DUE -> Phrase.DUE_TODAY;
            case PAUSED -> Phrase.ON_HOLD;
            case OUTSTANDING, SCHEDULED, MUTED -> Phrase.OUTSTANDING;
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
