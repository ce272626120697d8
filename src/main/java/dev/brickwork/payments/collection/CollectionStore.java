package dev.brickwork.payments.collection;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Every statement that touches auto-pay, the series of automatic charges, and the collection log.
public final class CollectionStore {
    /// How the invoices of a subscription are collected; `isRetrying` absent means as the seller's setting says.
    public record AutoPay(boolean isOn, Optional<Boolean> isRetrying) {}

    /// The series of one invoice. No `attemptAt`: nothing is going to happen by itself.
    public record Series(InvoiceId invoice, int failures, Optional<Instant> attemptAt) {
        public Series at(Optional<Instant> next) {
            return new Series(invoice, failures, next);
        }

        public boolean isDue(Instant now) {
            return attemptAt.filter(at -> !at.isAfter(now)).isPresent();
        }

        /// Log entry for the next attempt of this series, which was not made.
        Entry skipped(Caller caller, String why) {
            return Entry.plain(caller, failures > 0 ? Kind.RETRY : Kind.CHARGE, Outcome.SKIPPED, why);
        }
    }

    public enum Kind {
        CHARGE,
        RETRY,
        REMINDER,
        GIVEN_UP,
        RESTARTED
    }

    public record Entry(
            Instant occurredAt,
            Kind kind,
            Outcome outcome,
            Optional<Long> amount,
            Optional<UUID> payment,
            Optional<String> message,
            Optional<Instant> nextAttemptAt) {
        /// A step that moves no money.
        static Entry plain(Caller caller, Kind kind, Outcome outcome, String message) {
            return new Entry(
                    caller.now(),
                    kind,
                    outcome,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(message),
                    Optional.empty());
        }
    }

    public Optional<AutoPay> autoPay(Tx tx, UUID subscription) {
        return tx.query("""
                SELECT is_on, is_retrying
                FROM auto_pay
                WHERE seller_id = :seller AND subscription_id = :subscription
                """)
                .bind("subscription", subscription)
                .map((row, _) -> new AutoPay(Columns.flag(row, "is_on"), Columns.maybeFlag(row, "is_retrying")))
                .findOne();
    }

    /// Locks the subscription, so that changes of auto-pay run one after the other and each sees the one before.
    /// Issuing an invoice, which begins its series, takes the same lock. Comes before the locks of invoices.
    public void lockAutoPay(Tx tx, UUID subscription) {
        tx.query("""
                SELECT true FROM subscription WHERE seller_id = :seller AND id = :subscription FOR NO KEY UPDATE
                """).bind("subscription", subscription).mapTo(Boolean.class).findOne();
    }

    public void saveAutoPay(Tx tx, UUID subscription, AutoPay autoPay) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO auto_pay (seller_id, subscription_id, is_on, is_retrying, changed_at)
                        VALUES (:seller, :subscription, :isOn, :isRetrying::boolean, :now)
                        ON CONFLICT (seller_id, subscription_id) DO UPDATE
                        SET is_on = excluded.is_on, is_retrying = excluded.is_retrying, changed_at = excluded.changed_at
                        """)
                        .bind("subscription", subscription)
                        .bind("isOn", autoPay.isOn)
                        .bind("isRetrying", autoPay.isRetrying)
                        .execute(),
                "auto-pay");
    }

    /// Ends the series of all invoices of the subscription, also of settled ones, which a new version might open
    /// again. Logs a skipped attempt for each open invoice that had one planned.
    public void endAll(Tx tx, UUID subscription) {
        var ended = tx.query("""
                DELETE FROM collection c
                USING invoice i
                WHERE c.seller_id = :seller AND i.seller_id = c.seller_id AND i.id = c.invoice_id
                    AND i.subscription_id = :subscription
                RETURNING c.invoice_id, c.failures,
                    CASE WHEN i.voided_at IS NULL AND i.remaining > 0 THEN c.attempt_at END AS attempt_at
                """)
                .bind("subscription", subscription)
                .map((row, _) -> new Series(
                        new InvoiceId(Columns.uuid(row, "invoice_id")),
                        Columns.count(row, "failures"),
                        Columns.maybeInstant(row, "attempt_at")))
                .list();
        for (var series : ended) {
            if (series.attemptAt.isPresent())
                log(tx, series.invoice, series.skipped(tx.caller(), "auto-pay was turned off"));
        }
    }

    /// Turns auto-pay on or off; the setting for retries stays.
    public void turn(Tx tx, UUID subscription, boolean isOn) {
        var isRetrying = autoPay(tx, subscription).flatMap(AutoPay::isRetrying);
        saveAutoPay(tx, subscription, new AutoPay(isOn, isRetrying));
        if (!isOn) endAll(tx, subscription);
    }

    /// Begins the series of those issued invoices that are charged automatically: at once when that was agreed at
    /// the checkout or requested with the order, the others on their due date. An invoice that has a series keeps
    /// it.
    public int begin(Tx tx, List<InvoiceId> invoices) {
        return tx.update("""
                WITH i AS MATERIALIZED ( -- By their ids, whatever the planner thinks of the index of open invoices.
                    SELECT *
                    FROM invoice
                    WHERE seller_id = :seller AND id = ANY (:invoices::uuid[]))
                INSERT INTO collection (seller_id, invoice_id, attempt_at)
                SELECT i.seller_id, i.id,
                    CASE WHEN wish.order_id IS NOT NULL OR s.transaction_method = 'STRIPE' THEN :now
                        ELSE greatest(:now, i.due_on::timestamp AT TIME ZONE zone_named(i.time_zone)) END
                FROM i
                JOIN subscription s ON s.seller_id = i.seller_id AND s.id = i.subscription_id
                LEFT JOIN auto_pay a ON a.seller_id = i.seller_id AND a.subscription_id = i.subscription_id
                LEFT JOIN LATERAL (
                    SELECT w.order_id
                    FROM charge_wish w
                    WHERE w.seller_id = i.seller_id AND w.subscription_id = i.subscription_id AND w.asked_at >= i.bill_at
                        AND EXISTS (
                            SELECT
                            FROM invoice_charge c
                            JOIN order_line line ON line.seller_id = c.seller_id AND line.id = c.order_line_id
                            WHERE c.seller_id = i.seller_id AND c.invoice_id = i.id AND line.order_id = w.order_id)
                    LIMIT 1) wish ON true
                WHERE i.issued_at IS NOT NULL AND i.voided_at IS NULL AND i.remaining > 0
                    AND (wish.order_id IS NOT NULL OR coalesce(a.is_on, s.transaction_method = 'STRIPE', false))
                ON CONFLICT (seller_id, invoice_id) DO NOTHING
                """)
                .bind("invoices", IdList.of(invoices, InvoiceId::value))
                .execute();
    }

    /// A series that waits for the due date goes with it, also one that was put off since, because collection was
    /// paused or the processor away; one that has begun, or need not wait, does not.
    void move(Tx tx, InvoiceId invoice, LocalDate before) {
        Rows.atMostOne(
                tx.update("""
                        UPDATE collection c
                        SET attempt_at = greatest(:now, i.due_on::timestamp AT TIME ZONE zone_named(i.time_zone))
                        FROM invoice i
                        WHERE c.seller_id = :seller AND c.invoice_id = :invoice AND i.seller_id = c.seller_id
                            AND i.id = c.invoice_id AND c.failures = 0
                            AND c.attempt_at >= :before::timestamp AT TIME ZONE zone_named(i.time_zone)
                        """)
                        .bind("invoice", invoice.value())
                        .bind("before", before)
                        .execute(),
                "series that waits");
    }

    /// Requests that what an order makes due is charged at once (`charge_immediately`).
    public void input(Tx tx, UUID subscription, UUID order) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO charge_wish (seller_id, subscription_id, order_id, asked_at)
                        VALUES (:seller, :subscription, :order, :now)
                        ON CONFLICT (seller_id, order_id) DO UPDATE SET asked_at = excluded.asked_at
                        """)
                        .bind("subscription", subscription)
                        .bind("order", order)
                        .execute(),
                "wish to charge at once");
    }

    /// The invoices of a subscription whose next attempt is due.
    public List<InvoiceId> due(Tx tx, UUID subscription) {
        return tx.query("""
                SELECT c.invoice_id
                FROM collection c
                JOIN invoice i ON i.seller_id = c.seller_id AND i.id = c.invoice_id
                WHERE c.seller_id = :seller AND i.subscription_id = :subscription AND c.attempt_at <= :now
                ORDER BY c.attempt_at, c.invoice_id
                """)
                .bind("subscription", subscription)
                .map((row, _) -> new InvoiceId(Columns.uuid(row, "invoice_id")))
                .list();
    }

    public Optional<Series> series(Tx tx, InvoiceId invoice) {
        return tx.query("""
                SELECT failures, attempt_at
                FROM collection
                WHERE seller_id = :seller AND invoice_id = :invoice
                FOR NO KEY UPDATE
                """)
                .bind("invoice", invoice.value())
                .map((row, _) ->
                        new Series(invoice, Columns.count(row, "failures"), Columns.maybeInstant(row, "attempt_at")))
                .findOne();
    }

    public void save(Tx tx, Series series) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE collection
                        SET failures = :failures, attempt_at = :attemptAt
                        WHERE seller_id = :seller AND invoice_id = :invoice
                        """)
                        .bind("invoice", series.invoice.value())
                        .bind("failures", series.failures)
                        .bind("attemptAt", series.attemptAt)
                        .execute(),
                "series");
    }

    /// Deletes the series, so that the invoice is not charged automatically any more.
    public void end(Tx tx, InvoiceId invoice) {
        Rows.atMostOne(
                tx.update("DELETE FROM collection WHERE seller_id = :seller AND invoice_id = :invoice")
                        .bind("invoice", invoice.value())
                        .execute(),
                "series");
    }

    /// The invoices of a company whose series has failed, waits for a method or was given up.
    List<InvoiceId> stalled(Tx tx, UUID company) {
        return tx.query("""
                SELECT c.invoice_id
                FROM collection c
                JOIN invoice i ON i.seller_id = c.seller_id AND i.id = c.invoice_id
                WHERE c.seller_id = :seller AND i.billed_company_id = :company AND i.voided_at IS NULL AND i.remaining > 0
                    AND (c.failures > 0 OR c.attempt_at IS NULL)
                ORDER BY c.invoice_id
                """)
                .bind("company", company)
                .map((row, _) -> new InvoiceId(Columns.uuid(row, "invoice_id")))
                .list();
    }

    /// Whether the last attempt came to nothing without a decline.
    public boolean wasSkipped(Tx tx, InvoiceId invoice) {
        return tx.query("""
                SELECT outcome = 'SKIPPED'
                FROM collection_entry
                WHERE seller_id = :seller AND invoice_id = :invoice AND kind IN ('CHARGE', 'RETRY')
                ORDER BY occurred_at DESC, id DESC
                LIMIT 1
                """)
                .bind("invoice", invoice.value())
                .mapTo(Boolean.class)
                .findOne()
                .orElse(false);
    }

    void log(Tx tx, InvoiceId invoice, Entry entry) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO collection_entry (seller_id, id, invoice_id, occurred_at, kind, outcome, amount,
                            payment_id, message, next_attempt_at)
                        VALUES (:seller, :id, :invoice, :occurredAt, :kind, :outcome, :amount::bigint, :payment::uuid,
                            :message, :nextAttemptAt)
                        """)
                        .bind("id", Ids.next())
                        .bind("invoice", invoice.value())
                        .bind("occurredAt", entry.occurredAt)
                        .bind("kind", entry.kind.name())
                        .bind("outcome", entry.outcome.name())
                        .bind("amount", entry.amount)
                        .bind("payment", entry.payment)
                        .bind("message", entry.message)
                        .bind("nextAttemptAt", entry.nextAttemptAt)
                        .execute(),
                "entry of the log");
    }
}
