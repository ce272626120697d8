package dev.brickwork.ledger;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.database.Where;
import dev.brickwork.platform.http.Page;
import dev.brickwork.pricing.money.Currency;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The journal as the API shows it; writes nothing.
final class JournalView {
    /// Which entries to list.
    ///
    /// @param account one that it debits or credits
    record Filter(
            Optional<Account> account,
            Optional<Currency> currency,
            Optional<UUID> customer,
            Optional<UUID> invoice,
            Optional<Instant> from,
            Optional<Instant> to) {
        private Where where(Caller caller) {
            return Where.seller("e.seller_id", caller.seller().value())
                    .and("""
                            EXISTS (SELECT FROM journal_transfer t
                                    WHERE t.seller_id = e.seller_id AND t.entry_id = e.id
                                        AND (t.debit = :account OR t.credit = :account))
                            """, "account", account.map(Account::name))
                    .and("e.currency = :currency", "currency", currency.map(Currency::code))
                    .and("e.customer_id = :customer", "customer", customer)
                    .and("e.invoice_id = :invoice", "invoice", invoice)
                    .and("e.occurred_at >= :from", "from", from)
                    .and("e.occurred_at <= :to", "to", to);
        }
    }

    record Booked(UUID id, Instant at, Entry entry) {
        private Booked with(List<Entry.Transfer> transfers) {
            var all = new Entry(
                    entry.cause(), entry.currency(), entry.customer(), entry.invoice(), entry.payment(), transfers);
            return new Booked(id, at, all);
        }
    }

    long count(Tx tx, Filter filter) {
        var where = filter.where(tx.caller());
        return where.bind(tx.query("SELECT count(*) FROM journal_entry e " + where.sql()))
                .mapTo(Long.class)
                .one();
    }

    List<Booked> list(Tx tx, Filter filter, Page page) {
        var where = filter.where(tx.caller());
        var entries = where.bind(tx.query("SELECT e.* FROM journal_entry e " + where.sql()
                        + " ORDER BY e.occurred_at %1$s, e.id %1$s LIMIT :limit OFFSET :offset"
                                .formatted(page.ordering().direction())))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> new Booked(
                        Columns.uuid(row, "id"),
                        Columns.instant(row, "occurred_at"),
                        new Entry(
                                Cause.valueOf(Columns.text(row, "cause")),
                                Columns.currency(row, "currency"),
                                Columns.maybeUuid(row, "customer_id"),
                                Columns.maybeUuid(row, "invoice_id"),
                                Columns.maybeUuid(row, "payment_id"),
                                List.of())))
                .list();
        var transfers = transfers(tx, entries.stream().map(Booked::id).toList());
        return entries.stream()
                .map(booked -> booked.with(transfers.getOrDefault(booked.id, List.of())))
                .toList();
    }

    private static Map<UUID, List<Entry.Transfer>> transfers(Tx tx, List<UUID> entries) {
        Map<UUID, List<Entry.Transfer>> all = new HashMap<>();
        if (entries.isEmpty()) return all;
        tx.query("""
                SELECT entry_id, debit, credit, amount
                FROM journal_transfer
                WHERE seller_id = :seller AND entry_id = ANY (:entries::uuid[])
                ORDER BY entry_id, position
                """)
                .bind("entries", IdList.of(entries))
                .map((row, _) -> all.computeIfAbsent(Columns.uuid(row, "entry_id"), _ -> new ArrayList<>())
                        .add(new Entry.Transfer(
                                Account.valueOf(Columns.text(row, "debit")),
                                Account.valueOf(Columns.text(row, "credit")),
                                Columns.number(row, "amount"))))
                .list();
        return all;
    }

    /// Sums, which may be larger than any amount.
    record Balance(String account, String currency, BigDecimal debit, BigDecimal credit) {
        Balance plus(Balance other) {
            return new Balance(account, currency, debit.add(other.debit), credit.add(other.credit));
        }
    }

    /// The trial balance, at the end of a moment: the totals of the days before, and the entries of the day itself.
    /// An older entry that is in no total yet is looked up.
    List<Balance> balances(Tx tx, Instant asOf) {
        var today = LocalDate.ofInstant(asOf, ZoneOffset.UTC);
        return tx.query("""
                SELECT account, currency, sum(debit) AS debit, sum(credit) AS credit
                FROM (SELECT account, currency, debit, credit
                      FROM journal_total
                      WHERE seller_id = :seller AND day < :today
                      UNION ALL
                      SELECT side.account, t.currency, side.debit, side.credit
                      FROM (SELECT id
                            FROM journal_entry
                            WHERE seller_id = :seller AND occurred_at >= :midnight AND occurred_at <= :asOf
                            UNION ALL
                            SELECT e.id
                            FROM journal_fresh f
                            JOIN journal_entry e ON e.seller_id = f.seller_id AND e.id = f.entry_id
                            WHERE f.seller_id = :seller AND e.occurred_at < :midnight) booked
                      JOIN journal_transfer t ON t.seller_id = :seller AND t.entry_id = booked.id
                      CROSS JOIN LATERAL (VALUES (t.debit, t.amount, 0), (t.credit, 0, t.amount))
                          AS side (account, debit, credit)) posted
                GROUP BY account, currency
                ORDER BY account, currency
                """)
                .bind("today", today)
                .bind("midnight", today.atStartOfDay(ZoneOffset.UTC).toInstant())
                .bind("asOf", asOf)
                .map((row, _) -> new Balance(
                        Columns.text(row, "account"),
                        Columns.text(row, "currency"),
                        Columns.decimal(row, "debit"),
                        Columns.decimal(row, "credit")))
                .list();
    }
}
