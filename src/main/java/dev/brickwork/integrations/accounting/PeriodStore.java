package dev.brickwork.integrations.accounting;

import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Page;
import dev.brickwork.pricing.money.Currency;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Every statement on closed months, and what our journal says of a month.
final class PeriodStore {
    record Closed(YearMonth month, Instant closedAt, String closedBy, long entries) {
        private static Closed of(ResultSet row) throws SQLException {
            return new Closed(
                    YearMonth.from(Columns.date(row, "starts_on")),
                    Columns.instant(row, "closed_at"),
                    Columns.text(row, "closed_by"),
                    Columns.number(row, "entry_count"));
        }
    }

    long count(Tx tx) {
        return tx.query("SELECT count(*) FROM accounting_period WHERE seller_id = :seller")
                .mapTo(Long.class)
                .one();
    }

    List<Closed> list(Tx tx, Page page) {
        return tx.query("""
                SELECT starts_on, closed_at, closed_by, entry_count
                FROM accounting_period
                WHERE seller_id = :seller
                ORDER BY starts_on DESC
                LIMIT :limit OFFSET :offset
                """)
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> Closed.of(row))
                .list();
    }

    Closed get(Tx tx, Month month) {
        return tx.query("""
                SELECT starts_on, closed_at, closed_by, entry_count
                FROM accounting_period
                WHERE seller_id = :seller AND starts_on = :month
                """)
                .bind("month", month.firstDay())
                .map((row, _) -> Closed.of(row))
                .one();
    }

    /// Closing a month closes every one before.
    boolean isClosed(Tx tx, Month month) {
        return tx.query("""
                SELECT EXISTS (SELECT FROM accounting_period WHERE seller_id = :seller AND starts_on >= :month)
                """)
                .bind("month", month.firstDay())
                .mapTo(Boolean.class)
                .one();
    }

    /// A month begins and ends where it did when it was closed, and its neighbours end and begin there: the seller may
    /// have moved to another zone since.
    Month bounded(Tx tx, Month month) {
        return tx.query("""
                SELECT coalesce(max(starts_at) FILTER (WHERE starts_on = :month),
                           max(ends_at) FILTER (WHERE starts_on < :month), :from) AS starts_at,
                       coalesce(max(ends_at) FILTER (WHERE starts_on = :month),
                           min(starts_at) FILTER (WHERE starts_on > :month), :to) AS ends_at
                FROM accounting_period
                WHERE seller_id = :seller AND starts_on BETWEEN :before AND :next
                """)
                .bind("month", month.firstDay())
                .bind("before", month.firstDay().minusMonths(1))
                .bind("next", month.firstDay().plusMonths(1))
                .bind("from", month.from())
                .bind("to", month.to())
                .map((row, _) ->
                        new Month(month.month(), Columns.instant(row, "starts_at"), Columns.instant(row, "ends_at")))
                .one();
    }

    /// Once more changes nothing.
    void close(Tx tx, Month month) {
        tx.update("""
                INSERT INTO accounting_period (seller_id, starts_on, starts_at, ends_at, entry_count, closed_at, closed_by)
                SELECT :seller, :month, :from, :to, count(*), :now, :by
                FROM journal_entry
                WHERE seller_id = :seller AND occurred_at >= :from AND occurred_at < :to
                ON CONFLICT (seller_id, starts_on) DO NOTHING
                """)
                .bind("month", month.firstDay())
                .bind("from", month.from())
                .bind("to", month.to())
                .bind("by", tx.caller().actor())
                .execute();
    }

    /// One posting of one entry.
    record Posting(
            UUID entry,
            Instant at,
            String cause,
            String account,
            Currency currency,
            long debit,
            long credit,
            Optional<UUID> customer,
            Optional<UUID> invoice,
            Optional<UUID> payment) {}

    List<Posting> postings(Tx tx, Month month, int most) {
        return tx.query("""
                SELECT e.id, e.occurred_at, e.cause, side.account, e.currency, side.debit, side.credit, e.customer_id,
                       e.invoice_id, e.payment_id
                FROM journal_entry e
                JOIN journal_transfer t ON t.seller_id = e.seller_id AND t.entry_id = e.id
                CROSS JOIN LATERAL (VALUES (1, t.debit, t.amount, 0), (2, t.credit, 0, t.amount))
                    AS side (place, account, debit, credit)
                WHERE e.seller_id = :seller AND e.occurred_at >= :from AND e.occurred_at < :to
                ORDER BY e.occurred_at, e.id, t.position, side.place
                LIMIT :most
                """)
                .bind("from", month.from())
                .bind("to", month.to())
                .bind("most", most)
                .map((row, _) -> new Posting(
                        Columns.uuid(row, "id"),
                        Columns.instant(row, "occurred_at"),
                        Columns.text(row, "cause"),
                        Columns.text(row, "account"),
                        Columns.currency(row, "currency"),
                        Columns.number(row, "debit"),
                        Columns.number(row, "credit"),
                        Columns.maybeUuid(row, "customer_id"),
                        Columns.maybeUuid(row, "invoice_id"),
                        Columns.maybeUuid(row, "payment_id")))
                .list();
    }
}
