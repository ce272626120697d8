package dev.brickwork.invoicing.issued;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.invoicing.InvoiceStatus.SettledBy;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The locking read of an invoice and the statements that move its money and its state.
public final class InvoiceStore {
    /// Locks the row until the commit, so that no payment arrives while the invoice is being voided. A query that
    /// waited for the lock sees the new columns, but not the version that was inserted meanwhile: a second one
    /// does.
    public Optional<LockedInvoice> lock(Tx tx, InvoiceId id) {
        var locked = hold(tx, id);
        boolean isVersionUnseen = locked.filter(
                        it -> it.version() > 0 && it.versionId().isEmpty())
                .isPresent();
        return isVersionUnseen ? hold(tx, id) : locked;
    }

    private static Optional<LockedInvoice> hold(Tx tx, InvoiceId id) {
        return tx.query("""
                SELECT invoice.*,
                    (SELECT v.id
                     FROM invoice_version v
                     WHERE v.seller_id = invoice.seller_id AND v.invoice_id = invoice.id AND v.version = invoice.version)
                        AS version_id
                FROM invoice
                WHERE seller_id = :seller AND id = :id
                FOR NO KEY UPDATE
                """).bind("id", id.value()).map((row, _) -> locked(row)).findOne();
    }

    private static LockedInvoice locked(ResultSet row) throws SQLException {
        return new LockedInvoice(
                new InvoiceId(Columns.uuid(row, "id")),
                Columns.maybeUuid(row, "subscription_id"),
                Columns.uuid(row, "customer_id"),
                Columns.uuid(row, "billed_company_id"),
                Columns.currency(row, "currency"),
                Columns.zone(row, "time_zone"),
                Columns.maybeText(row, "number"),
                Columns.count(row, "version"),
                Columns.maybeUuid(row, "version_id"),
                InvoiceStatus.Facts.stored(row),
                new LockedInvoice.Amounts(
                        Columns.number(row, "grand_total"),
                        Columns.number(row, "paid"),
                        Columns.number(row, "processing"),
                        Columns.number(row, "credited"),
                        Columns.number(row, "offset_total"),
                        Columns.number(row, "remaining"),
                        Columns.number(row, "adjustment_credit"),
                        Columns.number(row, "carried_forward"),
                        Columns.number(row, "tax_total"),
                        Columns.number(row, "sub_total") - Columns.number(row, "discount_total")),
                Columns.maybeInstant(row, "last_paid_at"),
                Columns.maybeInstant(row, "fully_paid_at"),
                Columns.date(row, "due_on"));
    }

    /// The sums of an invoice after money moved. `settledBy` says what brought the remaining amount to zero, or
    /// nothing while some is open; what is settled is not late any more.
    record Moved(
            long paid,
            long processing,
            long credited,
            Optional<SettledBy> settledBy,
            Optional<Instant> fullyPaidAt,
            Optional<Instant> lastPaidAt,
            InvoiceStatus status) {}

    void saveMoved(Tx tx, LockedInvoice before, Moved after) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE invoice
                        SET paid = :paid, processing = :processing, credited = :credited, settled_by = :settledBy,
                            fully_paid_at = :fullyPaidAt, last_paid_at = :lastPaidAt, status = :status,
                            past_due_at = CASE WHEN :settledBy::text IS NOT NULL THEN NULL
                                               WHEN settled_by IS NOT NULL THEN :pastDueAt -- Open again.
                                               ELSE past_due_at
                                          END,
                            given_up_at = CASE WHEN :settledBy::text IS NULL THEN given_up_at END,
                            row_version = row_version + 1
                        WHERE seller_id = :seller AND id = :id AND voided_at IS NULL AND paid = :paidBefore
                            AND processing = :processingBefore
                        """)
                        .bind("paid", after.paid)
                        .bind("processing", after.processing)
                        .bind("credited", after.credited)
                        .bind("settledBy", after.settledBy.map(Enum::name))
                        .bind("fullyPaidAt", after.fullyPaidAt)
                        .bind("lastPaidAt", after.lastPaidAt)
                        .bind("status", after.status.name())
                        .bind("pastDueAt", InvoiceStatus.pastDueAt(before.dueOn(), before.zone()))
                        .bind("id", before.id().value())
                        .bind("paidBefore", before.amounts().paid())
                        .bind("processingBefore", before.amounts().processing())
                        .execute(),
                "money on an invoice");
    }

    /// The latest payment of which something still stands on the invoice.
    Optional<Instant> lastPaidAt(Tx tx, InvoiceId id) {
        return tx.query("""
                SELECT max(paid_at) AS last_paid_at
                FROM standing_payments(:seller, :id) -- of one seller_id
                WHERE amount > 0
                """)
                .bind("id", id.value())
                .map((row, _) -> Columns.maybeInstant(row, "last_paid_at"))
                .one();
    }

    public void savePaymentToken(Tx tx, InvoiceId id, String token) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE invoice
                        SET payment_token = :token, row_version = row_version + 1
                        WHERE seller_id = :seller AND id = :id AND issued_at IS NOT NULL
                        """).bind("token", token).bind("id", id.value()).execute(), "payment link");
    }

    /// A new version of an invoice, with what the money on it comes to.
    public record Regenerated(Version version, String number, Refit refit, InvoiceStatus.Facts facts) {}

    public void saveRegenerated(Tx tx, LockedInvoice locked, Regenerated after) {
        var bill = after.version.bill();
        var today = locked.zone().dateOf(tx.now());
        Rows.exactlyOne(
                tx.update("""
                        UPDATE invoice
                        SET number = :number, version = :version, sub_total = :subTotal, discount_total = :discount,
                            tax_total = :tax, adjustment_credit = :credit, carried_forward = :carried, grand_total = :total,
                            paid = :paid, credited = :credited, offset_total = :offset, settled_by = :settledBy,
                            fully_paid_at = CASE WHEN :settledBy::text IS NULL THEN NULL
                                                 WHEN settled_by IS NOT NULL THEN fully_paid_at
                                                 WHEN :settledBy <> 'OFFSET' THEN coalesce(last_paid_at, :now)
                                            END, -- An offset pays nothing (rule I-06).
                            past_due_at = CASE WHEN :settledBy::text IS NOT NULL THEN NULL
                                               WHEN settled_by IS NOT NULL THEN :pastDueAt -- Open again.
                                               ELSE past_due_at
                                          END,
                            given_up_at = CASE WHEN :settledBy::text IS NULL THEN given_up_at END,
                            status = :status, row_version = row_version + 1
                        WHERE seller_id = :seller AND id = :id AND version = :version - 1 AND voided_at IS NULL
                            AND processing = 0
                        """)
                        .bind("number", after.number)
                        .bind("version", after.version.number())
                        .bind("subTotal", bill.subTotal())
                        .bind("discount", bill.discount())
                        .bind("tax", bill.tax())
                        .bind("credit", bill.credit())
                        .bind("carried", bill.carriedForward())
                        .bind("total", bill.total())
                        .bind("paid", after.refit.paid())
                        .bind("credited", after.refit.credited())
                        .bind("offset", after.refit.offset())
                        .bind("settledBy", after.facts.settledBy().map(Enum::name))
                        .bind("pastDueAt", InvoiceStatus.pastDueAt(locked.dueOn(), locked.zone()))
                        .bind("status", InvoiceStatus.of(after.facts, today).name())
                        .bind("id", locked.id().value())
                        .execute(),
                "regenerated invoice");
    }

    /// A void keeps its remaining amount as it was (rule I-07), so the credits stay on the row although they went
    /// back. It is never older than its last version, though the clock of another process, which made that, may be
    /// ahead of ours.
    public void saveVoided(Tx tx, InvoiceId id, Optional<String> reason) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE invoice
                        SET voided_at = greatest(:now, (SELECT max(created_at) FROM invoice_version
                                WHERE seller_id = :seller AND invoice_id = :id)),
                            void_reason = :reason, status = :status, past_due_at = NULL, row_version = row_version + 1
                        WHERE seller_id = :seller AND id = :id AND voided_at IS NULL AND paid = 0 AND processing = 0
                        """)
                        .bind("reason", reason)
                        .bind("status", InvoiceStatus.VOIDED.name())
                        .bind("id", id.value())
                        .execute(),
                "voided invoice");
    }

    /// Another due date, and with it another moment to be late.
    public void saveDueDate(Tx tx, LockedInvoice locked, LocalDate dueOn, Instant dueAt, InvoiceStatus status) {
        boolean isOpen = locked.isIssued() && locked.amounts().remaining() > 0;
        Rows.exactlyOne(
                tx.update("""
                        UPDATE invoice
                        SET due_on = :dueOn, due_at = :dueAt, is_due_fixed = true, past_due_at = :pastDueAt,
                            status = :status, row_version = row_version + 1
                        WHERE seller_id = :seller AND id = :id AND voided_at IS NULL
                        """)
                        .bind("dueOn", dueOn)
                        .bind("dueAt", dueAt)
                        .bind(
                                "pastDueAt",
                                isOpen ? Optional.of(InvoiceStatus.pastDueAt(dueOn, locked.zone())) : Optional.empty())
                        .bind("status", status.name())
                        .bind("id", locked.id().value())
                        .execute(),
                "due date");
    }

    /// Texts and issue day of the invoice itself; a purchase order of its subscription does not count.
    ///
    /// @param issueOn the day of issue, planned or past
    public record Words(
            Optional<String> purchaseOrder,
            Optional<String> memo,
            String metadata,
            LocalDate issueOn,
            long rowVersion) {}

    public Words words(Tx tx, InvoiceId id) {
        return tx.query("""
                SELECT purchase_order, memo, metadata, row_version,
                    coalesce(issued_on, bill_on) AS issue_on
                FROM invoice
                WHERE seller_id = :seller AND id = :id
                """)
                .bind("id", id.value())
                .map((row, _) -> new Words(
                        Columns.maybeText(row, "purchase_order"),
                        Columns.maybeText(row, "memo"),
                        Columns.text(row, "metadata"),
                        Columns.date(row, "issue_on"),
                        Columns.number(row, "row_version")))
                .one();
    }

    public void saveWords(Tx tx, InvoiceId id, String metadata, Optional<String> purchaseOrder, Optional<String> memo) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE invoice
                        SET metadata = :metadata::jsonb, purchase_order = :purchaseOrder, memo = :memo,
                            row_version = row_version + 1
                        WHERE seller_id = :seller AND id = :id
                        """)
                        .bind("metadata", metadata)
                        .bind("purchaseOrder", purchaseOrder)
                        .bind("memo", memo)
                        .bind("id", id.value())
                        .execute(),
                "words on an invoice");
    }

    public void saveCollection(Tx tx, InvoiceId id, boolean isPaused, InvoiceStatus status) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE invoice
                        SET is_collection_paused = :isPaused, status = :status, row_version = row_version + 1
                        WHERE seller_id = :seller AND id = :id AND voided_at IS NULL
                        """)
                        .bind("isPaused", isPaused)
                        .bind("status", status.name())
                        .bind("id", id.value())
                        .execute(),
                "collection of an invoice");
    }

    public void forget(Tx tx, UUID customer) {
        tx.update("""
                UPDATE invoice
                SET accounts_payable_emails = '{}', row_version = row_version + 1
                WHERE seller_id = :seller AND (customer_id = :customer OR billed_company_id = :customer)
                    AND accounts_payable_emails <> '{}'
                """).bind("customer", customer).execute(); // as many as there are
    }

    /// Collection is given up, or taken up again (rule J-01).
    public void saveGivenUp(Tx tx, InvoiceId id, Optional<Instant> at, InvoiceStatus status) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE invoice
                        SET given_up_at = :at, status = :status, row_version = row_version + 1
                        WHERE seller_id = :seller AND id = :id AND voided_at IS NULL AND remaining > 0
                        """)
                        .bind("at", at)
                        .bind("status", status.name())
                        .bind("id", id.value())
                        .execute(),
                "collection given up");
    }

    /// Marks late invoices of these as PAST_DUE and returns them. Those that another transaction has locked, or that
    /// are
    /// not late any more, are left out.
    public List<UUID> markPastDue(Tx tx, List<UUID> ids) {
        return tx.query("""
                UPDATE invoice
                SET past_due_at = NULL, row_version = row_version + 1,
                    status = CASE WHEN status IN (:outstanding, :due) THEN :pastDue ELSE status END
                WHERE seller_id = :seller AND id = ANY (ARRAY( -- By their ids: the planner expects a tenth of the table.
                    SELECT id
                    FROM invoice
                    WHERE seller_id = :seller AND id = ANY (:ids::uuid[]) AND past_due_at <= :now
                    ORDER BY past_due_at, id
                    FOR NO KEY UPDATE SKIP LOCKED))
                RETURNING id
                """)
                .bind("outstanding", InvoiceStatus.OUTSTANDING.name())
                .bind("due", InvoiceStatus.DUE.name())
                .bind("pastDue", InvoiceStatus.PAST_DUE.name())
                .bind("ids", IdList.of(ids))
                .mapTo(UUID.class)
                .list();
    }
}
