package dev.brickwork.invoices;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.money.Currency;
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

    /// Adds to the ledger. `amount` is above zero.
    void grant(
            Handle tx,
            Caller caller,
            Account account,
            Source source,
            long amount,
            Optional<InvoiceId> invoice,
            Optional<String> reason);

    /// Uses up to `most` on an invoice and returns what was used. Holds the customer's balance until the
    /// commit, so it comes after the invoice's own lock (REL 2.2).
    long spend(Handle tx, Caller caller, Account account, long most, InvoiceId invoice);

    long balance(Handle tx, Caller caller, Account account);
}
