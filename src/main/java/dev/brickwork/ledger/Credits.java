package dev.brickwork.ledger;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The customer's credit, as invoices need it: changes of a contract grant it, issuing spends it, voiding gives
/// it back (rule I-11). Append-only, per customer and currency, never below zero.
public interface Credits {
    /// Where credit comes from.
    enum Source {
        ADJUSTMENT,
        OVERPAYMENT,
        DOWNGRADE,
        USAGE_CORRECTION,
        VOID_RETURN,
        REFUND,
        MANUAL
    }

    /// Whose credit, in which currency.
    record Account(UUID customer, Currency currency) {
        /// A movement that adds to the customer's credit.
        public Movement grant(Source source, long amount) {
            if (amount < 0) throw new IllegalArgumentException("a credit of " + amount);
            return new Movement(this, Optional.of(source), amount, Optional.empty(), Optional.empty());
        }

        public Movement use(long amount) {
            return new Movement(this, Optional.empty(), -amount, Optional.empty(), Optional.empty());
        }
    }

    /// One movement of the ledger: positive where the customer gains, negative where credit is used.
    ///
    /// @param source where it comes from; empty for a use
    record Movement(
            Account account,
            Optional<Source> source,
            long amount,
            Optional<InvoiceId> invoice,
            Optional<String> reason) {
        public Movement on(InvoiceId other) {
            return new Movement(account, source, amount, Optional.of(other), reason);
        }

        /// With so much less of it.
        public Movement less(long cut) {
            return new Movement(account, source, amount - cut, invoice, reason);
        }

        public Movement because(Optional<String> other) {
            return new Movement(account, source, amount, invoice, other);
        }
    }

    /// Balances of these customers, locked until the commit, always in the same order. Accounts without credit are
    /// not in the answer.
    Map<Account, Long> lock(Tx tx, Collection<UUID> customers);

    /// Adds to the ledger, many at once: a billing run makes many. Those of nothing leave no trace.
    void move(Tx tx, List<Movement> movements);

    default void move(Tx tx, Movement movement) {
        move(tx, List.of(movement));
    }

    /// Takes a grant back that turned out to be too much, as far as the customer still has it; the ledger never falls
    /// below zero (V7). Returns how much that was: what is spent is the seller's loss.
    default long takeBack(Tx tx, Movement grant) {
        if (grant.amount == 0) return 0;
        long balance = lock(tx, List.of(grant.account.customer)).getOrDefault(grant.account, 0L);
        long taken = Math.min(balance, grant.amount);
        move(tx, new Movement(grant.account, grant.source, -taken, grant.invoice, grant.reason));
        return taken;
    }

    long balance(Tx tx, Account account);

    /// Whether the ledger can keep this much more (rule M-09).
    default boolean hasRoomFor(Tx tx, Account account, long amount) {
        return amount == 0 || amount <= Money.MINOR_MAX - balance(tx, account);
    }
}
