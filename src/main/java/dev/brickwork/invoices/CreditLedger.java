package dev.brickwork.invoices;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.money.Money;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.database.Rows;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// The credit ledger in the database: every movement is an entry, and the balance is moved in the same
/// statement, so the two cannot differ and the balance's own constraint keeps it from falling below zero (V7).
public final class CreditLedger implements Credits {
    private static final String APPLICATION = "APPLICATION";

    @Override
    public void grant(
            Handle tx,
            Caller caller,
            Account account,
            Source source,
            long amount,
            Optional<InvoiceId> invoice,
            Optional<String> reason) {
        if (amount <= 0) throw new IllegalArgumentException("a credit of " + amount);
        enter(tx, caller, account, source.name(), Money.checked(amount), invoice, reason);
    }

    @Override
    public long spend(Handle tx, Caller caller, Account account, long most, InvoiceId invoice) {
        if (most <= 0) return 0;
        long used = Math.min(most, locked(tx, caller, account));
        if (used > 0) enter(tx, caller, account, APPLICATION, -used, Optional.of(invoice), Optional.empty());
        return used;
    }

    @Override
    public long balance(Handle tx, Caller caller, Account account) {
        return tx.createQuery("""
                SELECT balance
                FROM credit_balance
                WHERE seller_id = :seller AND customer_id = :customer AND currency = :currency
                """)
                .bind("seller", caller.seller().value())
                .bind("customer", account.customer())
                .bind("currency", account.currency().name())
                .mapTo(Long.class)
                .findOne()
                .orElse(0L);
    }

    private static long locked(Handle tx, Caller caller, Account account) {
        return tx.createQuery("""
                SELECT balance
                FROM credit_balance
                WHERE seller_id = :seller AND customer_id = :customer AND currency = :currency
                FOR NO KEY UPDATE
                """)
                .bind("seller", caller.seller().value())
                .bind("customer", account.customer())
                .bind("currency", account.currency().name())
                .mapTo(Long.class)
                .findOne()
                .orElse(0L);
    }

    private static void enter(
            Handle tx,
            Caller caller,
            Account account,
            String type,
            long amount,
            Optional<InvoiceId> invoice,
            Optional<String> reason) {
        moveBalance(tx, caller, account, amount);
        Rows.exactlyOne(
                tx.createUpdate("""
                        INSERT INTO credit_entry (seller_id, id, customer_id, currency, type, amount, invoice_id, reason,
                            actor, created_at)
                        VALUES (:seller, :id, :customer, :currency, :type, :amount, :invoice, :reason, :actor, :now)
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("id", Ids.next())
                        .bind("customer", account.customer())
                        .bind("currency", account.currency().name())
                        .bind("type", type)
                        .bind("amount", amount)
                        .bind("invoice", invoice.map(InvoiceId::value))
                        .bind("reason", reason)
                        .bind("actor", caller.actor())
                        .bind("now", caller.now())
                        .execute(),
                "credit entry");
    }

    /// A use is an UPDATE: the row proposed by an INSERT would be refused for its negative amount before it is
    /// found to exist.
    private static void moveBalance(Handle tx, Caller caller, Account account, long amount) {
        var statement = amount < 0 ? """
                UPDATE credit_balance
                SET balance = balance + :amount
                WHERE seller_id = :seller AND customer_id = :customer AND currency = :currency
                """ : """
                INSERT INTO credit_balance (seller_id, customer_id, currency, balance)
                VALUES (:seller, :customer, :currency, :amount)
                ON CONFLICT (seller_id, customer_id, currency)
                DO UPDATE SET balance = credit_balance.balance + excluded.balance
                """;
        Rows.exactlyOne(
                tx.createUpdate(statement)
                        .bind("seller", caller.seller().value())
                        .bind("customer", account.customer())
                        .bind("currency", account.currency().name())
                        .bind("amount", amount)
                        .execute(),
                "credit balance");
    }
}
