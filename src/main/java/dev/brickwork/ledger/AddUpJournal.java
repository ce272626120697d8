package dev.brickwork.ledger;

import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.jobs.Loop;
import java.time.Duration;
import java.util.List;

/// Adds fresh entries to the totals of their days, so that a trial balance costs the same however long the journal
/// is. Behind the bookings and not with them: one row per account and day would make all bookings of a day wait for
/// one another.
final class AddUpJournal {
    private static final Duration POLL = Duration.ofSeconds(30);
    private static final int BITE_ROWS = 5_000;

    private final Database database;

    AddUpJournal(Database database) {
        this.database = database;
    }

    Loop loop() {
        return new Loop("journal-totals", POLL, () -> database.inTransaction(AddUpJournal::bite) == BITE_ROWS);
    }

    /// Returns how many entries it added up. Rows that another process holds are left to that one.
    static int bite(SqlSession tx) {
        return tx.query("""
                WITH added AS (
                    DELETE FROM journal_fresh
                    WHERE (seller_id, entry_id) IN (
                        SELECT seller_id, entry_id
                        FROM journal_fresh
                        ORDER BY seller_id, entry_id
                        LIMIT :rows
                        FOR UPDATE SKIP LOCKED)
                    RETURNING seller_id, entry_id),
                total AS (
                    INSERT INTO journal_total (seller_id, day, account, currency, debit, credit)
                    SELECT e.seller_id, (e.occurred_at AT TIME ZONE 'UTC')::date AS day, side.account, t.currency,
                        sum(side.debit), sum(side.credit)
                    FROM added
                    JOIN journal_entry e ON e.seller_id = added.seller_id AND e.id = added.entry_id
                    JOIN journal_transfer t ON t.seller_id = e.seller_id AND t.entry_id = e.id
                    CROSS JOIN LATERAL (VALUES (t.debit, t.amount, 0), (t.credit, 0, t.amount))
                        AS side (account, debit, credit)
                    GROUP BY e.seller_id, day, side.account, t.currency
                    ORDER BY e.seller_id, day, side.account, t.currency
                    ON CONFLICT (seller_id, day, account, currency)
                        DO UPDATE SET debit = journal_total.debit + excluded.debit,
                            credit = journal_total.credit + excluded.credit)
                SELECT count(*)
                FROM added
                """).bind("rows", BITE_ROWS).mapTo(Integer.class).one();
    }

    /// The totals and the fresh entries are the whole journal.
    static List<String> differences(SqlSession tx) {
        return Invariants.found(tx, "%s of seller %s on %s is not the sum of its entries", """
                SELECT account, seller_id, day
                FROM (SELECT seller_id, day, account, currency, debit, credit
                      FROM journal_total
                      UNION ALL
                      SELECT e.seller_id, (e.occurred_at AT TIME ZONE 'UTC')::date, side.account, t.currency,
                          -side.debit, -side.credit
                      FROM journal_entry e
                      JOIN journal_transfer t ON t.seller_id = e.seller_id AND t.entry_id = e.id
                      CROSS JOIN LATERAL (VALUES (t.debit, t.amount, 0), (t.credit, 0, t.amount))
                          AS side (account, debit, credit)
                      WHERE NOT EXISTS (
                          SELECT FROM journal_fresh f WHERE f.seller_id = e.seller_id AND f.entry_id = e.id)) both_ways
                GROUP BY seller_id, day, account, currency
                HAVING sum(debit) <> 0 OR sum(credit) <> 0
                """);
    }
}
