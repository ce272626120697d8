package dev.brickwork.ledger;

import dev.brickwork.pricing.money.Currency;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// One booking. Built up by `move`, which turns a negative amount around and leaves nothing out but zero.
public record Entry(
        Cause cause,
        Currency currency,
        Optional<UUID> customer,
        Optional<UUID> invoice,
        Optional<UUID> payment,
        List<Transfer> transfers) {
    /// From the account that is credited to the one that is debited.
    public record Transfer(Account debit, Account credit, long amount) {
        public Transfer {
            if (amount <= 0 || debit == credit) throw new IllegalArgumentException("no transfer of " + amount);
        }
    }

    public Entry {
        transfers = List.copyOf(transfers);
    }

    public static Entry of(Cause cause, Currency currency, UUID customer) {
        return new Entry(cause, currency, Optional.of(customer), Optional.empty(), Optional.empty(), List.of());
    }

    public Entry on(UUID itsInvoice) {
        return new Entry(cause, currency, customer, Optional.of(itsInvoice), payment, transfers);
    }

    public Entry by(UUID itsPayment) {
        return new Entry(cause, currency, customer, invoice, Optional.of(itsPayment), transfers);
    }

    /// Debits the one and credits the other; the other way round when the amount is negative.
    public Entry move(Account debit, Account credit, long amount) {
        if (amount == 0) return this;
        var all = new ArrayList<>(transfers);
        all.add(amount > 0 ? new Transfer(debit, credit, amount) : new Transfer(credit, debit, -amount));
        return new Entry(cause, currency, customer, invoice, payment, all);
    }
}
