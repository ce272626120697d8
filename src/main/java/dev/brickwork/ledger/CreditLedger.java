package dev.brickwork.ledger;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.platform.outbox.Problem;
import dev.brickwork.pricing.money.AmountOutOfRange;
import dev.brickwork.pricing.money.Money;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/// The customers' credit: changes of a contract grant it, issuing spends it, voiding gives it back (rule I-11).
/// Append-only, per customer and currency. Every movement is an entry, and the balance is moved in the same
/// statement, so the two cannot differ and the balance's own constraint keeps it from falling below zero (V7).
public final class CreditLedger {
    private static final String APPLICATION = "APPLICATION";

    /// Credit that follows from a contract, an invoice or usage and must not be held up by a full balance. Credit
    /// that a request asks for is refused instead.
    private static final Set<CreditSource> AUTOMATIC = Set.of(
            CreditSource.ADJUSTMENT,
            CreditSource.OVERPAYMENT,
            CreditSource.DOWNGRADE,
            CreditSource.USAGE_CORRECTION,
            CreditSource.VOID_RETURN);

    private final Journal journal;
    private final Outbox outbox;

    public CreditLedger(Journal journal, Outbox outbox) {
        this.journal = journal;
        this.outbox = outbox;
    }

    /// Returns the balances of these customers, locked until the commit, always in one order. Accounts without credit
    /// are not in the answer.
    public Map<CreditAccount, Long> lock(Tx tx, Collection<UUID> customers) {
        var balances = new HashMap<CreditAccount, Long>();
        if (customers.isEmpty()) return balances;
        tx.query("""
                SELECT customer_id, currency, balance
                FROM credit_balance
                WHERE seller_id = :seller AND customer_id = ANY (:customers::uuid[]) AND balance > 0
                ORDER BY customer_id, currency
                FOR NO KEY UPDATE
                """)
                .bind("customers", IdList.of(customers))
                .map((row, _) -> balances.put(
                        new CreditAccount(Columns.uuid(row, "customer_id"), Columns.currency(row, "currency")),
                        Columns.number(row, "balance")))
                .list();
        return balances;
    }

    public long balance(Tx tx, CreditAccount account) {
        return tx.query("""
                SELECT balance
                FROM credit_balance
                WHERE seller_id = :seller AND customer_id = :customer AND currency = :currency
                """)
                .bind("customer", account.customer())
                .bind("currency", account.currency().code())
                .mapTo(Long.class)
                .findOne()
                .orElse(0L);
    }

    public void move(Tx tx, CreditMovement movement) {
        move(tx, List.of(movement));
    }

    /// Takes a grant back that turned out to be too much, as far as the customer still has it; the ledger never falls
    /// below zero (V7). Returns how much that was: what is spent is the seller's loss.
    public long takeBack(Tx tx, CreditMovement grant) {
        if (grant.amount() == 0) return 0;
        long balance = lock(tx, List.of(grant.account().customer())).getOrDefault(grant.account(), 0L);
        long taken = Math.min(balance, grant.amount());
        move(tx, new CreditMovement(grant.account(), grant.source(), -taken, grant.invoice(), grant.reason()));
        return taken;
    }

    /// Whether the ledger can keep this much more (rule M-09).
    public boolean hasRoomFor(Tx tx, CreditAccount account, long amount) {
        return amount == 0 || amount <= Money.MINOR_MAX - balance(tx, account);
    }

    /// Adds to the ledger, many at once: a billing run makes many. Movements of zero are not written.
    public void move(Tx tx, List<CreditMovement> all) {
        var movements = all.stream().filter(movement -> movement.amount() != 0).toList();
        if (movements.isEmpty()) return;
        var sums = new TreeMap<CreditAccount, Long>(
                Comparator.comparing(CreditAccount::customer).thenComparing(CreditAccount::currency));
        for (var movement : movements) {
            sums.merge(movement.account(), Money.checked(movement.amount()), Math::addExact);
        }
        var kept = new ArrayList<>(movements);
        for (var sum : sums.entrySet()) {
            var account = sum.getKey();
            long lost = moveBalance(tx, account, Money.checked(sum.getValue()), isAutomatic(account, kept));
            if (lost > 0) leaveOut(tx, account, kept, lost);
        }
        insert(tx, kept);
    }

    private static boolean isAutomatic(CreditAccount account, List<CreditMovement> movements) {
        return movements.stream()
                .filter(movement -> movement.account().equals(account) && movement.amount() > 0)
                .allMatch(movement ->
                        movement.source().filter(AUTOMATIC::contains).isPresent());
    }

    /// Credit that a full balance does not take is taken off the last movements and out of what is owed to the
    /// customer, and the seller is told: it is to be paid out by hand.
    private void leaveOut(Tx tx, CreditAccount account, List<CreditMovement> movements, long lost) {
        long left = lost;
        for (int i = movements.size() - 1; i >= 0 && left > 0; i--) {
            var movement = movements.get(i);
            if (!movement.account().equals(account) || movement.amount() <= 0) continue;
            long cut = Math.min(left, movement.amount());
            left -= cut;
            if (cut == movement.amount()) movements.remove(i);
            else movements.set(i, movement.less(cut));
        }
        journal.post(
                tx,
                Entry.of(Cause.CREDIT_NOT_KEPT, account.currency(), account.customer())
                        .move(Account.CUSTOMER_CREDIT, Account.GOODWILL, lost));
        outbox.stage(
                tx,
                new Problem(
                                Problem.Kind.CREDIT_NOT_KEPT,
                                "customer",
                                account.customer(),
                                Optional.empty(),
                                ("The credit balance of the customer is full: %d of %s in minor units were not kept. "
                                                + "Pay them out, or use some of the credit and grant them again.")
                                        .formatted(lost, account.currency()))
                        .event());
    }

    private static void insert(Tx tx, List<CreditMovement> movements) {
        var batch = tx.batch("""
                INSERT INTO credit_entry (seller_id, id, customer_id, currency, type, amount, invoice_id, reason, actor,
                    created_at)
                VALUES (:seller, :id, :customer, :currency, :type, :amount, :invoice, :reason, :actor, :now)
                """);
        for (var movement : movements) {
            batch.bind("seller", tx.seller().value())
                    .bind("id", Ids.next())
                    .bind("customer", movement.account().customer())
                    .bind("currency", movement.account().currency().code())
                    .bind("type", movement.source().map(Enum::name).orElse(APPLICATION))
                    .bind("amount", movement.amount())
                    .bind("invoice", movement.invoice().map(InvoiceId::value))
                    .bind("reason", movement.reason())
                    .bind("actor", tx.caller().actor())
                    .bind("now", tx.now())
                    .add();
        }
        if (!movements.isEmpty()) Rows.each(movements.size(), batch.execute(), "credit entries");
    }

    /// Returns what a full balance does not take.
    private long moveBalance(Tx tx, CreditAccount account, long amount, boolean isAutomatic) {
        if (amount < 0) use(tx, account, -amount);
        if (amount <= 0 || grant(tx, account, amount)) return 0;
        if (!isAutomatic) throw new AmountOutOfRange();
        long balance = lock(tx, List.of(account.customer())).getOrDefault(account, 0L);
        long room = Math.min(amount, Money.MINOR_MAX - balance);
        if (room > 0 && !grant(tx, account, room)) throw new AmountOutOfRange();
        return amount - room;
    }

    /// Not an INSERT like a grant: the row proposed by it would be refused for its negative amount before it is
    /// found to exist.
    private static void use(Tx tx, CreditAccount account, long amount) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE credit_balance
                        SET balance = balance - :amount
                        WHERE seller_id = :seller AND customer_id = :customer AND currency = :currency
                        """)
                        .bind("customer", account.customer())
                        .bind("currency", account.currency().code())
                        .bind("amount", amount)
                        .execute(),
                "credit balance");
    }

    /// A balance is an amount, with the limit of all amounts (rule M-09).
    private static boolean grant(Tx tx, CreditAccount account, long amount) {
        return Rows.atMostOne(
                tx.update("""
                        INSERT INTO credit_balance (seller_id, customer_id, currency, balance)
                        VALUES (:seller, :customer, :currency, :amount)
                        ON CONFLICT (seller_id, customer_id, currency)
                        DO UPDATE SET balance = credit_balance.balance + excluded.balance
                        WHERE credit_balance.balance <= :most - excluded.balance
                        """)
                        .bind("customer", account.customer())
                        .bind("currency", account.currency().code())
                        .bind("amount", amount)
                        .bind("most", Money.MINOR_MAX)
                        .execute(),
                "credit balance");
    }
}
