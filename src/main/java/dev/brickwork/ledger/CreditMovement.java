package dev.brickwork.ledger;

import dev.brickwork.ids.InvoiceId;
import java.util.Optional;

/// One movement of the credit ledger: positive where the customer gains, negative where credit is used.
///
/// @param source where it comes from; empty for a use
public record CreditMovement(
        CreditAccount account,
        Optional<CreditSource> source,
        long amount,
        Optional<InvoiceId> invoice,
        Optional<String> reason) {
    public CreditMovement on(InvoiceId other) {
        return new CreditMovement(account, source, amount, Optional.of(other), reason);
    }

    /// With so much less of it.
    public CreditMovement less(long cut) {
        return new CreditMovement(account, source, amount - cut, invoice, reason);
    }

    public CreditMovement because(Optional<String> other) {
        return new CreditMovement(account, source, amount, invoice, other);
    }
}
