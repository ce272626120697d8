package dev.brickwork.invoices;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.money.Currency;
import dev.brickwork.kernel.money.Money;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

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
    record Account(UUID customer, Currency currency) {}

    /// One movement of the ledger: positive where the customer gains, negative where credit is used.
    ///
    /// @param source where it comes from; empty for a use
    record Movement(
            Account account,
            Optional<Source> source,
            long amount,
            Optional<InvoiceId> invoice,
            Optional<String> reason) {
        public static Movement use(Account account, long amount, InvoiceId invoice) {
            return new Movement(account, Optional.empty(), -amount, Optional.of(invoice), Optional.empty());
        }

        /// What the customer gains.
        ///
        /// @param amount above zero
        public static Movement grant(
                Account account, Source source, long amount, Optional<InvoiceId> invoice, Optional<String> reason) {
            if (amount <= 0) throw new IllegalArgumentException("a credit of " + amount);
            return new Movement(account, Optional.of(source), amount, invoice, reason);
        }

        /// Nothing for nothing.
        public static List<Movement> grants(Account account, Source source, long amount, InvoiceId invoice) {
            if (amount == 0) return List.of();
            return List.of(grant(account, source, amount, Optional.of(invoice), Optional.empty()));
        }
    }

    /// What these customers have, held until the commit, in an order that all keep. Accounts without credit are not
    /// in the answer.
    Map<Account, Long> lock(Handle tx, Caller caller, Collection<UUID> customers);

    /// Adds to the ledger, many at once: a billing run makes many.
    void move(Handle tx, Caller caller, List<Movement> movements);

    long balance(Handle tx, Caller caller, Account account);

    /// Whether the ledger can keep this much more (rule M-09).
    default boolean hasRoomFor(Handle tx, Caller caller, Account account, long amount) {
        return amount == 0 || amount <= Money.MINOR_MAX - balance(tx, caller, account);
    }
}
