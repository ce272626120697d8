package dev.brickwork.payments.credit;

import dev.brickwork.invoices.Credits;
import dev.brickwork.invoices.InvoiceId;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.money.AmountOutOfRange;
import dev.brickwork.kernel.money.Money;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.IdList;
import dev.brickwork.plumbing.database.Rows;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// The credit ledger in the database: every movement is an entry, and the balance is moved in the same
/// statement, so the two cannot differ and the balance's own constraint keeps it from falling below zero (V7).
public final class CreditLedger implements Credits {
    private static final String APPLICATION = "APPLICATION";

    @Override
    public Map<Account, Long> lock(Handle tx, Caller caller, Collection<UUID> customers) {
        var balances = new HashMap<Account, Long>();
        if (customers.isEmpty()) return balances;
        tx.createQuery("""
                SELECT customer_id, currency, balance
                FROM credit_balance
                WHERE seller_id = :seller AND customer_id = ANY (:customers::uuid[]) AND balance > 0
                ORDER BY customer_id, currency
                FOR NO KEY UPDATE
                """)
                .bind("seller", caller.seller().value())
                .bind("customers", IdList.of(customers))
                .map((row, _) -> balances.put(
                        new Account(Columns.uuid(row, "customer_id"), Columns.currency(row, "currency")),
                        Columns.number(row, "balance")))
                .list();
        return balances;
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

    @Override
    public void move(Handle tx, Caller caller, List<Movement> all) {
        var movements = all.stream().filter(movement -> movement.amount() != 0).toList();
        if (movements.isEmpty()) return;
        var sums = new TreeMap<Account, Long>(
                Comparator.comparing(Account::customer).thenComparing(Account::currency));
        for (var movement : movements) {
            sums.merge(movement.account(), Money.checked(movement.amount()), Math::addExact);
        }
        for (var sum : sums.entrySet()) moveBalance(tx, caller, sum.getKey(), Money.checked(sum.getValue()));
        insert(tx, caller, movements);
    }

    private static void insert(Handle tx, Caller caller, List<Movement> movements) {
        var batch = tx.prepareBatch("""
                INSERT INTO credit_entry (seller_id, id, customer_id, currency, type, amount, invoice_id, reason, actor,
                    created_at)
                VALUES (:seller, :id, :customer, :currency, :type, :amount, :invoice, :reason, :actor, :now)
                """);
        for (var movement : movements) {
            batch.bind("seller", caller.seller().value())
                    .bind("id", Ids.next())
                    .bind("customer", movement.account().customer())
                    .bind("currency", movement.account().currency().name())
                    .bind("type", movement.source().map(Enum::name).orElse(APPLICATION))
                    .bind("amount", movement.amount())
                    .bind("invoice", movement.invoice().map(InvoiceId::value))
                    .bind("reason", movement.reason())
                    .bind("actor", caller.actor())
                    .bind("now", caller.now())
                    .add();
        }
        Rows.each(movements.size(), batch.execute(), "credit entries");
    }

    private static void moveBalance(Handle tx, Caller caller, Account account, long amount) {
        if (amount < 0) use(tx, caller, account, -amount);
        else grant(tx, caller, account, amount);
    }

    /// Not an INSERT like a grant: the row proposed by it would be refused for its negative amount before it is
    /// found to exist.
    private static void use(Handle tx, Caller caller, Account account, long amount) {
        Rows.exactlyOne(
                tx.createUpdate("""
                        UPDATE credit_balance
                        SET balance = balance - :amount
                        WHERE seller_id = :seller AND customer_id = :customer AND currency = :currency
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("customer", account.customer())
                        .bind("currency", account.currency().name())
                        .bind("amount", amount)
                        .execute(),
                "credit balance");
    }

    /// A balance is an amount, with the limit of all amounts (rule M-09).
    private static void grant(Handle tx, Caller caller, Account account, long amount) {
        int granted = tx.createUpdate("""
                        INSERT INTO credit_balance (seller_id, customer_id, currency, balance)
                        VALUES (:seller, :customer, :currency, :amount)
                        ON CONFLICT (seller_id, customer_id, currency)
                        DO UPDATE SET balance = credit_balance.balance + excluded.balance
                        WHERE credit_balance.balance <= :most - excluded.balance
                        """)
                .bind("seller", caller.seller().value())
                .bind("customer", account.customer())
                .bind("currency", account.currency().name())
                .bind("amount", amount)
                .bind("most", Money.MINOR_MAX)
                .execute();
        if (granted == 0) throw new AmountOutOfRange();
    }
}
