package dev.brickwork.ledger;

import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.jobs.Loop;
import dev.brickwork.sellers.Sellers;
import java.util.List;
import java.util.UUID;

/// The journal: posts entries and reads balances.
public final class Journal {
    private final JournalResource resource;

    public Journal(Sellers sellers) {
        this.resource = new JournalResource(sellers);
    }

    public Routes routes() {
        return new Routes()
                .get("/journal", Scope.READ, resource::list)
                .get("/journal/balances", Scope.READ, resource::balances);
    }

    public void post(Tx tx, Entry entry) {
        post(tx, List.of(entry));
    }

    /// Many bookings in a few statements: a billing run makes thousands. An entry that moves nothing is left out.
    public void post(Tx tx, List<Entry> entries) {
        var all = entries.stream()
                .filter(entry -> !entry.transfers().isEmpty())
                .map(entry -> new Numbered(Ids.next(), entry))
                .toList();
        if (all.isEmpty()) return;
        insertEntries(tx, all);
        insertTransfers(tx, all);
    }

    private record Numbered(UUID id, Entry entry) {}

    private static void insertEntries(Tx tx, List<Numbered> all) {
        var batch = tx.batch("""
                INSERT INTO journal_entry (seller_id, id, occurred_at, cause, currency, customer_id, invoice_id,
                    payment_id)
                VALUES (:seller, :id, :now, :cause, :currency, :customer, :invoice, :payment)
                """);
        var fresh = tx.batch("INSERT INTO journal_fresh (seller_id, entry_id) VALUES (:seller, :id)");
        for (var one : all) {
            batch.bind("seller", tx.seller().value())
                    .bind("id", one.id)
                    .bind("now", tx.now())
                    .bind("cause", one.entry.cause().name())
                    .bind("currency", one.entry.currency().code())
                    .bind("customer", one.entry.customer())
                    .bind("invoice", one.entry.invoice())
                    .bind("payment", one.entry.payment())
                    .add();
            fresh.bind("seller", tx.seller().value()).bind("id", one.id).add();
        }
        Rows.each(all.size(), batch.execute(), "journal entries");
        Rows.each(all.size(), fresh.execute(), "fresh journal entries");
    }

    private static void insertTransfers(Tx tx, List<Numbered> all) {
        var batch = tx.batch("""
                INSERT INTO journal_transfer (seller_id, entry_id, position, currency, debit, credit, amount)
                VALUES (:seller, :entry, :position, :currency, :debit, :credit, :amount)
                """);
        int count = 0;
        for (var one : all) {
            int position = 0;
            for (var transfer : one.entry.transfers()) {
                batch.bind("seller", tx.seller().value())
                        .bind("entry", one.id)
                        .bind("position", position++)
                        .bind("currency", one.entry.currency().code())
                        .bind("debit", transfer.debit().name())
                        .bind("credit", transfer.credit().name())
                        .bind("amount", transfer.amount())
                        .add();
                count++;
            }
        }
        Rows.each(count, batch.execute(), "journal transfers");
    }

    /// The balance of an account from one invoice's entries: debit less credit.
    public long balance(Tx tx, Account account, UUID invoice) {
        return tx.query("""
                SELECT coalesce(sum(CASE WHEN t.debit = :account THEN t.amount ELSE -t.amount END), 0)::bigint
                FROM journal_entry e
                JOIN journal_transfer t ON t.seller_id = e.seller_id AND t.entry_id = e.id
                WHERE e.seller_id = :seller AND e.invoice_id = :invoice
                    AND (t.debit = :account OR t.credit = :account)
                """)
                .bind("invoice", invoice)
                .bind("account", account.name())
                .mapTo(Long.class)
                .one();
    }

    /// Keeps the totals of the trial balance.
    public Loop loop(Database database) {
        return new AddUpJournal(database).loop();
    }

    /// Transfers balance by their form; what can still go wrong is an entry without any, and a wrong total.
    public void register(Invariants invariants) {
        invariants.register(
                "I1 every entry of the journal moves money between two accounts",
                tx -> Invariants.found(tx, "entry %s moves nothing", """
                        SELECT e.id
                        FROM journal_entry e
                        LEFT JOIN journal_transfer t ON t.seller_id = e.seller_id AND t.entry_id = e.id
                        GROUP BY e.seller_id, e.id
                        HAVING count(t.amount) = 0 OR bool_or(t.amount <= 0 OR t.debit = t.credit)
                        """));
        invariants.register("I1 the totals of the journal are its entries", AddUpJournal::differences);
    }
}
