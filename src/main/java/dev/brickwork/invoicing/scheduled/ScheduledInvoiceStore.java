package dev.brickwork.invoicing.scheduled;

import dev.brickwork.contracts.Subscription;
import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.invoicing.Payer;
import dev.brickwork.ledger.CreditAccount;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.RowCounts;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.json.JsonWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// Every statement that writes unissued invoices. Many at once, because closing a long order writes hundreds of
/// rows. What they bill is kept by [ScheduledInvoiceLines].
public final class ScheduledInvoiceStore {
    private final ScheduledInvoiceLines lines = new ScheduledInvoiceLines();

    /// The unissued invoices of a subscription with their charges, locked in the order of their ids.
    public Map<UUID, ScheduledInvoice> lockOpen(Tx tx, UUID subscription) {
        var drafts = lockBare(tx, subscription);
        fill(tx, drafts);
        return drafts;
    }

    /// One of them. They are locked alike, but what the others bill is not read: in a long contract that are thousands
    /// of charges.
    public Optional<ScheduledInvoice> lockOpen(
            Tx tx, UUID subscription, Function<Map<UUID, ScheduledInvoice>, Optional<ScheduledInvoice>> choice) {
        var chosen = choice.apply(lockBare(tx, subscription));
        chosen.ifPresent(draft -> fill(tx, Map.of(draft.id, draft)));
        return chosen;
    }

    private static Map<UUID, ScheduledInvoice> lockBare(Tx tx, UUID subscription) {
        var drafts = new LinkedHashMap<UUID, ScheduledInvoice>();
        tx.query("""
                SELECT *
                FROM invoice
                WHERE seller_id = :seller AND subscription_id = :subscription AND issued_at IS NULL AND voided_at IS NULL
                ORDER BY id
                FOR NO KEY UPDATE
                """)
                .bind("subscription", subscription)
                .map((row, _) -> draft(row))
                .forEach(draft -> drafts.put(draft.id, draft));
        return drafts;
    }

    private void fill(Tx tx, Map<UUID, ScheduledInvoice> drafts) {
        if (drafts.isEmpty()) return;
        findTraces(tx, drafts);
        lines.read(tx, drafts);
    }

    /// Marks invoices with a history or attachments. Not read together with the lock: rows that another transaction
    /// added while this one waited for it would not be seen.
    private static void findTraces(Tx tx, Map<UUID, ScheduledInvoice> drafts) {
        var marked = tx.query("""
                SELECT invoice_id FROM invoice_history WHERE seller_id = :seller AND invoice_id = ANY (:invoices::uuid[])
                UNION
                SELECT invoice_id FROM invoice_attachment WHERE seller_id = :seller AND invoice_id = ANY (:invoices::uuid[])
                """)
                .bind("invoices", IdList.of(drafts.keySet()))
                .mapTo(UUID.class)
                .set();
        drafts.values().forEach(draft -> draft.leavesTraces = marked.contains(draft.id));
    }

    private static ScheduledInvoice draft(ResultSet row) throws SQLException {
        var payee = new ScheduledInvoice.Payee(
                Columns.uuid(row, "customer_id"),
                Columns.uuid(row, "billed_company_id"),
                Columns.uuid(row, "legal_entity_id"));
        var draft = new ScheduledInvoice(
                Columns.uuid(row, "id"),
                Columns.uuid(row, "term_order_id"),
                payee,
                false,
                Columns.zone(row, "time_zone"),
                Columns.count(row, "payment_terms"));
        draft.serviceBillOn = Columns.date(row, "service_bill_on");
        draft.billOn = Columns.date(row, "bill_on");
        draft.isMuted = Columns.flag(row, "is_muted");
        draft.isPaused = Columns.flag(row, "is_paused");
        draft.holdsUsage = Columns.flag(row, "holds_usage");
        draft.credit = Columns.number(row, "adjustment_credit");
        draft.creditLabel = Columns.maybeText(row, "adjustment_credit_label");
        draft.paid = Columns.number(row, "paid");
        draft.credited = Columns.number(row, "credited");
        if (Columns.flag(row, "is_due_fixed")) draft.fixedDueOn = Optional.of(Columns.date(row, "due_on"));
        return draft;
    }

    /// Inserts unissued invoices, many at once.
    ///
    /// @param former references of former payers of the subscription, by their company
    public void insert(
            Tx tx, UUID subscription, Payer payer, List<ScheduledInvoice> drafts, Map<UUID, References> former) {
        if (drafts.isEmpty()) return;
        var rows = JsonWriter.text(json -> json.array(
                drafts,
                (each, draft) -> each.object(row -> {
                    putScheduled(row, draft);
                    put(row, former.getOrDefault(draft.payee.billedCompany(), References.NONE));
                })));
        Rows.exactly(
                drafts.size(),
                tx.update("""
                        INSERT INTO invoice (seller_id, kind, subscription_id, currency, created_at, id, term_order_id,
                            customer_id, billed_company_id, legal_entity_id, time_zone, bill_on, service_bill_on, bill_at,
                            issuable_from, payment_terms, due_on, due_at, sub_total, discount_total, tax_total,
                            adjustment_credit, adjustment_credit_label, carried_forward, grand_total, is_muted, is_paused,
                            holds_usage, status, accounts_payable_emails, purchase_order)
                        SELECT :seller, 'SUBSCRIPTION', :subscription, :currency, :now, new.*
                        FROM jsonb_to_recordset(:rows::jsonb) AS new (id uuid, term_order_id uuid, customer_id uuid,
                            billed_company_id uuid, legal_entity_id uuid, time_zone text, bill_on date,
                            service_bill_on date, bill_at timestamptz, issuable_from timestamptz, payment_terms integer,
                            due_on date, due_at timestamptz, sub_total bigint, discount_total bigint, tax_total bigint,
                            adjustment_credit bigint, adjustment_credit_label text, carried_forward bigint,
                            grand_total bigint, is_muted boolean, is_paused boolean, holds_usage boolean, status text,
                            accounts_payable_emails text[], purchase_order text)
                        """)
                        .bind("subscription", subscription)
                        .bind("currency", payer.currency().code())
                        .bind("rows", rows)
                        .execute(),
                "scheduled invoices");
        RowCounts.refresh(tx, "invoice", drafts.size());
    }

    private static void putScheduled(JsonWriter row, ScheduledInvoice draft) {
        row.put("id", draft.id)
                .put("term_order_id", draft.term)
                .put("customer_id", draft.payee.customer())
                .put("billed_company_id", draft.payee.billedCompany())
                .put("legal_entity_id", draft.payee.entity())
                .put("time_zone", draft.zone.id().getId())
                .put("bill_on", draft.billOn)
                .put("service_bill_on", draft.serviceBillOn)
                .put("bill_at", draft.billAt())
                .put("issuable_from", draft.issuableFrom())
                .put("payment_terms", draft.paymentTermsDays)
                .put("due_on", draft.dueOn())
                .put("due_at", draft.dueAt())
                .put("sub_total", draft.gross())
                .put("discount_total", draft.discount())
                .put("tax_total", draft.tax())
                .put("adjustment_credit", draft.credit)
                .put("adjustment_credit_label", draft.creditLabel)
                .put("carried_forward", draft.carriedForward())
                .put("grand_total", draft.total())
                .put("is_muted", draft.isMuted)
                .put("is_paused", draft.isPaused)
                .put("holds_usage", draft.holdsUsage)
                .put("status", draft.status());
    }

    private static void put(JsonWriter row, References references) {
        row.putTexts("accounts_payable_emails", references.emails()).put("purchase_order", references.purchaseOrder());
    }

    /// One that no subscription's schedule holds.
    public void insert(Tx tx, Standalone wish, ScheduledInvoice draft) {
        Rows.exactlyOne(
                tx.update("""
                        INSERT INTO invoice (seller_id, id, kind, customer_id, billed_company_id, legal_entity_id, currency,
                            time_zone, bill_on, bill_at, issuable_from, payment_terms, due_on, due_at, is_due_fixed,
                            sub_total, discount_total, tax_total, carried_forward, grand_total, purchase_order, memo,
                            metadata, accounts_payable_emails, is_mailed, is_muted, status, created_at)
                        VALUES (:seller, :id, 'STANDALONE', :customer, :billed, :entity, :currency, :zone, :billOn, :billAt,
                            :issuableFrom, :terms, :dueOn, :dueAt, :isDueFixed, :subTotal, :discount, :tax, :carried,
                            :total, :purchaseOrder, :memo, :metadata::jsonb, :emails::text[], :isMailed, :isMuted, :status, :now)
                        """)
                        .bind("id", draft.id)
                        .bind("customer", draft.payee.customer())
                        .bind("billed", draft.payee.billedCompany())
                        .bind("entity", draft.payee.entity())
                        .bind("currency", wish.currency().code())
                        .bind("zone", wish.zone().id().getId())
                        .bind("billOn", draft.billOn)
                        .bind("billAt", draft.billAt())
                        .bind("issuableFrom", draft.issuableFrom())
                        .bind("terms", draft.paymentTermsDays)
                        .bind("dueOn", draft.dueOn())
                        .bind("dueAt", draft.dueAt())
                        .bind("isDueFixed", wish.dueOn().isPresent())
                        .bind("subTotal", draft.gross())
                        .bind("discount", draft.discount())
                        .bind("tax", draft.tax())
                        .bind("carried", draft.carriedForward())
                        .bind("total", draft.total())
                        .bind("purchaseOrder", wish.purchaseOrder())
                        .bind("memo", wish.memo())
                        .bind("metadata", wish.metadata())
                        .bind("emails", wish.emails().toArray(String[]::new))
                        .bind("isMailed", wish.isMailed())
                        .bind("isMuted", wish.isMuted())
                        .bind("status", draft.status().name())
                        .execute(),
                "standalone invoice");
    }

    /// The credit that unissued invoices will give a customer, but for those of one subscription (rule M-08).
    public long carriedElsewhere(Tx tx, CreditAccount account, UUID subscription) {
        return tx.query("""
                SELECT coalesce(sum(carried_forward), 0)::bigint
                FROM invoice
                WHERE seller_id = :seller AND customer_id = :customer AND currency = :currency
                    AND issued_at IS NULL AND voided_at IS NULL AND subscription_id IS DISTINCT FROM :subscription
                """)
                .bind("customer", account.customer())
                .bind("currency", account.currency().code())
                .bind("subscription", subscription)
                .mapTo(Long.class)
                .one();
    }

    /// Only what is still unissued: the guard is in the statement too.
    public void update(Tx tx, Collection<ScheduledInvoice> drafts) {
        if (drafts.isEmpty()) return;
        var batch = tx.batch("""
                UPDATE invoice
                SET term_order_id = :term, service_bill_on = :serviceBillOn, bill_on = :billOn, bill_at = :billAt,
                    issuable_from = :issuableFrom, due_on = :dueOn, due_at = :dueAt, sub_total = :subTotal,
                    discount_total = :discount, tax_total = :tax, adjustment_credit = :credit,
                    adjustment_credit_label = :creditLabel, carried_forward = :carried, grand_total = :total,
                    is_paused = :isPaused, holds_usage = :holdsUsage, status = :status, row_version = row_version + 1
                WHERE seller_id = :seller AND id = :id AND issued_at IS NULL AND voided_at IS NULL
                """);
        for (var draft : drafts) {
            batch.bind("seller", tx.seller().value())
                    .bind("id", draft.id)
                    .bind("term", draft.term)
                    .bind("serviceBillOn", draft.serviceBillOn)
                    .bind("billOn", draft.billOn)
                    .bind("billAt", draft.billAt())
                    .bind("issuableFrom", draft.issuableFrom())
                    .bind("dueOn", draft.dueOn())
                    .bind("dueAt", draft.dueAt())
                    .bind("subTotal", draft.gross())
                    .bind("discount", draft.discount())
                    .bind("tax", draft.tax())
                    .bind("credit", draft.credit)
                    .bind("creditLabel", draft.creditLabel)
                    .bind("carried", draft.carriedForward())
                    .bind("total", draft.total())
                    .bind("isPaused", draft.isPaused)
                    .bind("holdsUsage", draft.holdsUsage)
                    .bind("status", draft.status().name())
                    .add();
        }
        Rows.each(drafts.size(), batch.execute(), "changed scheduled invoices");
    }

    /// Moves many at once in one statement, so that dates that follow each other cannot meet on the way.
    public void move(Tx tx, List<ScheduledInvoice> drafts) {
        if (drafts.isEmpty()) return;
        var rows = JsonWriter.text(json -> json.array(
                drafts,
                (each, draft) -> each.object(row -> row.put("id", draft.id)
                        .put("bill_on", draft.billOn)
                        .put("bill_at", draft.billAt())
                        .put("issuable_from", draft.issuableFrom())
                        .put("due_on", draft.dueOn())
                        .put("due_at", draft.dueAt())
                        .put("is_muted", draft.isMuted)
                        .put("is_paused", draft.isPaused)
                        .put("status", draft.status()))));
        Rows.exactly(
                drafts.size(),
                tx.update("""
                        UPDATE invoice
                        SET bill_on = moved.bill_on, bill_at = moved.bill_at, issuable_from = moved.issuable_from,
                            due_on = moved.due_on, due_at = moved.due_at, is_muted = moved.is_muted,
                            is_paused = moved.is_paused, status = moved.status, row_version = row_version + 1
                        FROM jsonb_to_recordset(:rows::jsonb) AS moved (id uuid, bill_on date, bill_at timestamptz,
                            issuable_from timestamptz, due_on date, due_at timestamptz, is_muted boolean, is_paused boolean,
                            status text)
                        WHERE invoice.seller_id = :seller AND invoice.id = ANY (:invoices::uuid[])
                            AND invoice.id = moved.id AND issued_at IS NULL AND voided_at IS NULL
                        """)
                        .bind("rows", rows)
                        .bind("invoices", IdList.of(drafts, draft -> draft.id))
                        .execute(),
                "moved invoices");
    }

    /// Copies addresses and purchase order of a subscription onto its payer's invoices that have none of their own.
    public void keepReferences(Tx tx, Subscription subscription) {
        var references = References.of(subscription);
        if (references.isEmpty()) return;
        tx.update("""
                UPDATE invoice
                SET accounts_payable_emails =
                        CASE accounts_payable_emails WHEN '{}' THEN :emails::text[] ELSE accounts_payable_emails END,
                    purchase_order = coalesce(purchase_order, :purchaseOrder), row_version = row_version + 1
                WHERE seller_id = :seller AND subscription_id = :subscription AND billed_company_id = :billed
                """)
                .bind("emails", references.emails().toArray(String[]::new))
                .bind("purchaseOrder", references.purchaseOrder())
                .bind("subscription", subscription.id().value())
                .bind("billed", subscription.billedCompany())
                .execute(); // as many as there are
    }

    public void keepPurchaseOrder(Tx tx, Subscription subscription) {
        var purchaseOrder = subscription.agreed().purchaseOrder();
        if (purchaseOrder.isEmpty()) return;
        tx.update("""
                UPDATE invoice
                SET purchase_order = :purchaseOrder
                WHERE seller_id = :seller AND subscription_id = :subscription AND billed_company_id = :billed
                    AND purchase_order IS NULL
                """)
                .bind("purchaseOrder", purchaseOrder.get())
                .bind("subscription", subscription.id().value())
                .bind("billed", subscription.billedCompany())
                .execute(); // as many as there are
    }

    /// References on the last invoice to a company that had the subscription before.
    public References references(Tx tx, UUID subscription, UUID company) {
        return tx.query("""
                SELECT accounts_payable_emails, purchase_order
                FROM invoice
                WHERE seller_id = :seller AND subscription_id = :subscription AND billed_company_id = :company
                ORDER BY id DESC
                LIMIT 1
                """)
                .bind("subscription", subscription)
                .bind("company", company)
                .map((row, _) -> new References(
                        Columns.texts(row, "accounts_payable_emails"), Columns.maybeText(row, "purchase_order")))
                .findOne()
                .orElse(References.NONE);
    }

    /// Deletes unissued invoices without payments, history or attachments; they leave no trace (rule R-01).
    public void delete(Tx tx, List<UUID> invoices) {
        if (invoices.isEmpty()) return;
        Rows.exactly(
                invoices.size(),
                tx.update("""
                        DELETE FROM invoice
                        WHERE seller_id = :seller AND issued_at IS NULL AND paid = 0 AND processing = 0
                            AND id = ANY (:invoices::uuid[])
                        """).bind("invoices", IdList.of(invoices)).execute(),
                "dropped invoices");
    }

    /// One that holds a payment, a history or an attachment stays as a void; its money has gone to the ledger.
    public void voidDropped(Tx tx, ScheduledInvoice draft, String reason) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE invoice
                        SET voided_at = :now, void_reason = :reason, sub_total = 0, discount_total = 0, tax_total = 0,
                            adjustment_credit = 0, carried_forward = 0, grand_total = 0, paid = 0, holds_usage = false,
                            status = :status, row_version = row_version + 1
                        WHERE seller_id = :seller AND id = :id AND issued_at IS NULL AND voided_at IS NULL
                        """)
                        .bind("reason", reason)
                        .bind("status", InvoiceStatus.VOIDED.name())
                        .bind("id", draft.id)
                        .execute(),
                "dropped invoice that was paid");
    }

    /// Locks invoices of a term that [#voidDropped] kept; those that a request voided are not among them.
    public List<ScheduledInvoice> lockDropped(Tx tx, UUID subscription, UUID term, String reason) {
        return tx.query("""
                SELECT *
                FROM invoice
                WHERE seller_id = :seller AND subscription_id = :subscription AND term_order_id = :term
                    AND issued_at IS NULL AND voided_at IS NOT NULL AND void_reason = :reason
                    AND NOT EXISTS (
                        SELECT
                        FROM invoice_history
                        WHERE seller_id = :seller AND invoice_id = invoice.id AND what = 'VOIDED')
                ORDER BY id
                FOR NO KEY UPDATE
                """)
                .bind("subscription", subscription)
                .bind("term", term)
                .bind("reason", reason)
                .map((row, _) -> draft(row))
                .map(draft -> {
                    draft.wasDropped = true;
                    draft.leavesTraces = true;
                    draft.creditLabel = Optional.empty(); // Its credit went when it was dropped.
                    return draft;
                })
                .list();
    }

    /// Void no more, on the date that they have now.
    public void revive(Tx tx, List<ScheduledInvoice> drafts) {
        if (drafts.isEmpty()) return;
        var batch = tx.batch("""
                UPDATE invoice
                SET voided_at = NULL, void_reason = NULL, bill_on = :billOn
                WHERE seller_id = :seller AND id = :id AND issued_at IS NULL AND voided_at IS NOT NULL
                """);
        for (var draft : drafts) {
            batch.bind("billOn", draft.billOn)
                    .bind("seller", tx.seller().value())
                    .bind("id", draft.id)
                    .add();
        }
        Rows.each(drafts.size(), batch.execute(), "revived invoices");
    }

    /// Lowers the prepaid amount by the excess over the new total, which has gone to the ledger.
    public void lowerPaid(Tx tx, UUID invoice, long excess) {
        Rows.exactlyOne(
                tx.update("""
                        UPDATE invoice
                        SET paid = paid - :excess
                        WHERE seller_id = :seller AND id = :id AND issued_at IS NULL AND paid >= :excess
                        """).bind("excess", excess).bind("id", invoice).execute(), "prepaid amount");
    }
}
