package dev.brickwork.payments.charges;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.payments.booking.Intent;
import dev.brickwork.pricing.money.Money;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// A form of the processor at which an invoice can be paid once. Its id becomes the payment's when it is paid.
///
/// @param savesMethod whether the method is kept and charged by itself from now on (`paywall_force_autopay`)
/// @param processorId the processor's name for the form; absent until it has opened it, like `url`
public record OpenForm(
        UUID id,
        InvoiceId invoice,
        UUID company,
        Money amount,
        String account,
        String payer,
        boolean savesMethod,
        Optional<String> processorId,
        Optional<URI> url,
        State state,
        Instant openedAt,
        Instant expiresAt,
        int looks) {
    enum State {
        OPEN,
        PAID,
        ENDED
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    Intent intent(boolean isHeld) {
        return new Intent(
                id,
                invoice,
                company,
                amount,
                Intent.Cause.PAGE,
                account,
                payer,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Intent.State.PROCESSING,
                isHeld,
                Optional.empty(),
                openedAt,
                0);
    }
}
