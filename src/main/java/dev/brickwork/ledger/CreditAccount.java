package dev.brickwork.ledger;

import dev.brickwork.pricing.money.Currency;
import java.util.Optional;
import java.util.UUID;

/// A customer's credit in one currency.
public record CreditAccount(UUID customer, Currency currency) {
    /// A movement that adds to the customer's credit.
    public CreditMovement grant(CreditSource source, long amount) {
        if (amount < 0) throw new IllegalArgumentException("a credit of " + amount);
        return new CreditMovement(this, Optional.of(source), amount, Optional.empty(), Optional.empty());
    }

    public CreditMovement use(long amount) {
        return new CreditMovement(this, Optional.empty(), -amount, Optional.empty(), Optional.empty());
    }
}
