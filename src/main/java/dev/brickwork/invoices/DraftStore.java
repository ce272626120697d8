package dev.brickwork.invoices;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.calendar.Period;
import dev.brickwork.kernel.calendar.Zone;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.IdList;
import dev.brickwork.plumbing.database.Rows;
import dev.brickwork.plumbing.json.JsonWriter;
import dev.brickwork.subscriptions.Bills;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/// Every statement that writes unissued invoices and their charges. Batches, because closing a long order writes
/// hundreds of rows.
final class DraftStore {
    /// The unissued invoices of a subscription with their charges, locked in the order of their ids (REL 2.2).
    Map<UUID, Draft> lockOpen(Handle tx, Caller caller, UUID subscription) {
        var drafts = new LinkedHashMap<UUID, Draft>();
        tx.createQuery("""
                SELECT invoice.*,
                    EXISTS (SELECT FROM invoice_history h WHERE h.seller_id = invoice.seller_id AND h.invoice_id = invoice.id)
                        AS has_history
                FROM invoice
                WHERE seller_id = :seller AND subscription_id = :subscription AND issued_at IS NULL AND voided_at IS NULL
                ORDER BY id
                FOR NO KEY UPDATE OF invoice
                """)
                .bind("seller", caller.seller().value())
                .bind("subscription", subscription)
                .map((row, _) -> draft(row))
                .forEach(draft -> drafts.put(draft.id, draft));
        if (drafts.isEmpty()) return drafts;
        readCharges(tx, caller, subscription, drafts);
        readExtras(tx, caller, drafts);
        return drafts;
    }

    private static void readExtras(Handle tx, Caller caller, Map<UUID, Draft> drafts) {
        tx.createQuery("""
                SELECT *
                FROM invoice_item
                WHERE seller_id = :seller AND invoice_id = ANY (:invoices::uuid[])
                ORDER BY invoice_id, position
                """)
                .bind("seller", caller.seller().value())
                .bind("invoices", IdList.of(drafts.keySet()))
                .map((row, _) -> {
                    var draft = drafts.get(Columns.uuid(row, "invoice_id"));
                    if (draft == null) throw new IllegalStateException("an item without its invoice");
                    return draft.extras.add(new Draft.Extra(
                            Columns.uuid(row, "id"), IssueStore.item(row), Columns.number(row, "tax"), false));
                })
                .list();
    }

    private static void readCharges(Handle tx, Caller caller, UUID subscription, Map<UUID, Draft> drafts) {
        tx.createQuery("""
                SELECT c.invoice_id, c.id, c.order_line_id, line.tax_category, lower(c.service) AS starts_on,
                    upper(c.service) AS ends_on, c.gross, c.discount, c.coupon, c.tax
                FROM invoice_charge c
                JOIN invoice i ON i.seller_id = c.seller_id AND i.id = c.invoice_id
                JOIN order_line line ON line.seller_id = c.seller_id AND line.id = c.order_line_id
                WHERE c.seller_id = :seller AND c.subscription_id = :subscription
                    AND i.issued_at IS NULL AND i.voided_at IS NULL
                ORDER BY c.id
                """)
                .bind("seller", caller.seller().value())
                .bind("subscription", subscription)
                .map((row, _) -> {
                    var draft = drafts.get(Columns.uuid(row, "invoice_id"));
                    if (draft == null) throw new IllegalStateException("a charge without its invoice");
                    return draft.charges.add(charge(row));
                })
                .list();
    }

    private static Draft.Charge charge(ResultSet row) throws SQLException {
        var charge = new Draft.Charge(
                Columns.uuid(row, "id"),
                Columns.uuid(row, "order_line_id"),
                Columns.text(row, "tax_category"),
                new Period(Columns.date(row, "starts_on"), Columns.date(row, "ends_on")));
        charge.gross = Columns.number(row, "gross");
        charge.discount = Columns.number(row, "discount");
        charge.coupon = Columns.number(row, "coupon");
        charge.tax = Columns.number(row, "tax");
        return charge;
    }

    private static Draft draft(ResultSet row) throws SQLException {
        var payee = new Draft.Payee(
                Columns.uuid(row, "customer_id"),
                Columns.uuid(row, "billed_company_id"),
                Columns.uuid(row, "legal_entity_id"));
        var draft = new Draft(
                Columns.uuid(row, "id"),
                Columns.uuid(row, "term_order_id"),
                payee,
                false,
                Zone.parse(Columns.text(row, "time_zone")).orElseThrow(),
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
        draft.hasHistory = Columns.flag(row, "has_history");
        return draft;
    }

    void insert(Handle tx, Caller caller, UUID subscription, Bills.Payer payer, List<Draft> drafts) {
        if (drafts.isEmpty()) return;
        var rows = JsonWriter.text(json -> json.array(
                drafts,
                (each, draft) -> each.object(row -> row.put("id", draft.id)
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
                        .put("status", draft.status()))));
        Rows.exactly(
                drafts.size(),
                tx.createUpdate("""
                        INSERT INTO invoice (seller_id, kind, subscription_id, currency, created_at, id, term_order_id,
                            customer_id, billed_company_id, legal_entity_id, time_zone, bill_on, service_bill_on, bill_at,
                            issuable_from, payment_terms, due_on, due_at, sub_total, discount_total, tax_total,
                            adjustment_credit, adjustment_credit_label, carried_forward, grand_total, is_muted, is_paused,
                            holds_usage, status)
                        SELECT :seller, 'SUBSCRIPTION', :subscription, :currency, :now, new.*
                        FROM jsonb_to_recordset(:rows::jsonb) AS new (id uuid, term_order_id uuid, customer_id uuid,
                            billed_company_id uuid, legal_entity_id uuid, time_zone text, bill_on date,
                            service_bill_on date, bill_at timestamptz, issuable_from timestamptz, payment_terms integer,
                            due_on date, due_at timestamptz, sub_total bigint, discount_total bigint, tax_total bigint,
                            adjustment_credit bigint, adjustment_credit_label text, carried_forward bigint,
                            grand_total bigint, is_muted boolean, is_paused boolean, holds_usage boolean, status text)
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("subscription", subscription)
                        .bind("currency", payer.currency().name())
                        .bind("now", caller.now())
                        .bind("rows", rows)
                        .execute(),
                "scheduled invoices");
    }

    /// Only what is still unissued: the guard is in the statement too.
    void update(Handle tx, Caller caller, Collection<Draft> drafts) {
        if (drafts.isEmpty()) return;
        var batch = tx.prepareBatch("""
                UPDATE invoice
                SET term_order_id = :term, service_bill_on = :serviceBillOn, bill_on = :billOn, bill_at = :billAt,
                    issuable_from = :issuableFrom, due_on = :dueOn, due_at = :dueAt, sub_total = :subTotal, discount_total = :discount, tax_total = :tax, adjustment_credit = :credit,
                    adjustment_credit_label = :creditLabel, carried_forward = :carried, grand_total = :total,
                    is_paused = :isPaused, holds_usage = :holdsUsage, status = :status, row_version = row_version + 1
                WHERE seller_id = :seller AND id = :id AND issued_at IS NULL AND voided_at IS NULL
                """);
        for (var draft : drafts) {
            bound(batch, draft).bind("seller", caller.seller().value()).add();
        }
        Rows.each(drafts.size(), batch.execute(), "changed scheduled invoices");
    }

    /// Moves many at once in one statement, so that dates that follow each other cannot meet on the way.
    void move(Handle tx, Caller caller, List<Draft> drafts) {
        if (drafts.isEmpty()) return;
        var rows = new StringBuilder();
        for (int i = 0; i < drafts.size(); i++) {
            rows.append(i == 0 ? "" : ", ")
                    .append(
                            "(:id%d::uuid, :billOn%d::date, :billAt%d::timestamptz, :from%d::timestamptz, :dueOn%d::date,"
                                    .replace("%d", String.valueOf(i)))
                    .append(" :dueAt%d::timestamptz, :paused%d::boolean, :status%d::text)"
                            .replace("%d", String.valueOf(i)));
        }
        var update = tx.createUpdate("""
                UPDATE invoice
                SET bill_on = moved.bill_on, bill_at = moved.bill_at, issuable_from = moved.issuable_from,
                    due_on = moved.due_on, due_at = moved.due_at, is_paused = moved.is_paused, status = moved.status,
                    row_version = row_version + 1
                FROM (VALUES %s) AS moved (id, bill_on, bill_at, issuable_from, due_on, due_at, is_paused, status)
                WHERE invoice.seller_id = :seller AND invoice.id = moved.id AND issued_at IS NULL AND voided_at IS NULL
                """.formatted(rows))
                .bind("seller", caller.seller().value());
        for (int i = 0; i < drafts.size(); i++) {
            var draft = drafts.get(i);
            update.bind("id" + i, draft.id)
                    .bind("billOn" + i, draft.billOn)
                    .bind("billAt" + i, draft.billAt())
                    .bind("from" + i, draft.issuableFrom())
                    .bind("dueOn" + i, draft.dueOn())
                    .bind("dueAt" + i, draft.dueAt())
                    .bind("paused" + i, draft.isPaused)
                    .bind("status" + i, draft.status().name());
        }
        Rows.exactly(drafts.size(), update.execute(), "moved invoices");
    }

    void insertCharges(Handle tx, Caller caller, UUID subscription, Collection<Draft> drafts) {
        var fresh = drafts.stream()
                .flatMap(draft -> draft.charges.stream()
                        .filter(charge -> charge.isNew)
                        .map(charge -> new Fresh(draft.id, charge)))
                .toList();
        if (fresh.isEmpty()) return;
        var rows = JsonWriter.text(json -> json.array(fresh, (each, one) -> one.write(each)));
        Rows.exactly(
                fresh.size(),
                tx.createUpdate("""
                        INSERT INTO invoice_charge (seller_id, subscription_id, id, invoice_id, order_line_id, service, gross,
                            discount, coupon, tax)
                        SELECT :seller, :subscription, id, invoice_id, order_line_id, daterange(starts_on, ends_on), gross,
                            discount, coupon, tax
                        FROM jsonb_to_recordset(:rows::jsonb) AS new (id uuid, invoice_id uuid, order_line_id uuid,
                            starts_on date, ends_on date, gross bigint, discount bigint, coupon bigint, tax bigint)
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("subscription", subscription)
                        .bind("rows", rows)
                        .execute(),
                "charges");
    }

    private record Fresh(UUID invoice, Draft.Charge charge) {
        void write(JsonWriter json) {
            json.object(row -> row.put("id", charge.id)
                    .put("invoice_id", invoice)
                    .put("order_line_id", charge.line)
                    .put("starts_on", charge.service.start())
                    .put("ends_on", charge.service.end())
                    .put("gross", charge.gross)
                    .put("discount", charge.discount)
                    .put("coupon", charge.coupon)
                    .put("tax", charge.tax));
        }
    }

    /// Cut charges and the expected tax of those that share their invoice with something new.
    void updateCharges(Handle tx, Caller caller, Collection<Draft> drafts) {
        var batch = tx.prepareBatch("""
                UPDATE invoice_charge
                SET service = daterange(:from, :to), gross = :gross, discount = :discount, coupon = :coupon, tax = :tax
                WHERE seller_id = :seller AND id = :id
                """);
        int count = 0;
        for (var draft : drafts) {
            for (var charge : draft.charges) {
                if (charge.isNew || !charge.isCut) continue;
                batch.bind("seller", caller.seller().value())
                        .bind("id", charge.id)
                        .bind("from", charge.service.start())
                        .bind("to", charge.service.end())
                        .bind("gross", charge.gross)
                        .bind("discount", charge.discount)
                        .bind("coupon", charge.coupon)
                        .bind("tax", charge.tax)
                        .add();
                count++;
            }
        }
        if (count > 0) Rows.each(count, batch.execute(), "cut charges");
    }

    void saveExtras(Handle tx, Caller caller, Collection<Draft> drafts) {
        insertExtras(tx, caller, drafts);
        var batch = tx.prepareBatch("""
                UPDATE invoice_item
                SET tax = :tax
                WHERE seller_id = :seller AND id = :id
                """);
        int count = 0;
        for (var draft : drafts) {
            for (var extra : draft.extras) {
                if (extra.isNew) continue;
                batch.bind("tax", extra.tax)
                        .bind("seller", caller.seller().value())
                        .bind("id", extra.id)
                        .add();
                count++;
            }
        }
        if (count > 0) Rows.each(count, batch.execute(), "tax of items");
    }

    private static void insertExtras(Handle tx, Caller caller, Collection<Draft> drafts) {
        var batch = tx.prepareBatch("""
                INSERT INTO invoice_item (seller_id, id, invoice_id, position, kind, order_line_id, brick_id, name, code,
                    quantity, starts_on, ends_on, gross, discount, tax, tax_category, details)
                VALUES (:seller, :id, :invoice, :position, :kind, :orderLine, :brick, :name, :code, :quantity, :startsOn,
                    :endsOn, :gross, :discount, :tax, :taxCategory, :details::jsonb)
                """);
        int count = 0;
        for (var draft : drafts) {
            for (int i = 0; i < draft.extras.size(); i++) {
                var extra = draft.extras.get(i);
                if (!extra.isNew) continue;
                var line = extra.line;
                batch.bind("seller", caller.seller().value())
                        .bind("id", extra.id)
                        .bind("invoice", draft.id)
                        .bind("position", i)
                        .bind("kind", line.kind().name())
                        .bind("orderLine", line.orderLine())
                        .bind("brick", line.brick())
                        .bind("name", line.name())
                        .bind("code", line.code())
                        .bind("quantity", line.quantity())
                        .bind("startsOn", line.dates().start())
                        .bind("endsOn", line.dates().end())
                        .bind("gross", line.gross())
                        .bind("discount", line.discount())
                        .bind("tax", extra.tax)
                        .bind("taxCategory", line.taxCategory())
                        .bind("details", line.details())
                        .add();
                count++;
            }
        }
        if (count > 0) Rows.each(count, batch.execute(), "items");
    }

    void deleteCharges(Handle tx, Caller caller, List<UUID> charges) {
        if (charges.isEmpty()) return;
        Rows.exactly(
                charges.size(),
                tx.createUpdate("DELETE FROM invoice_charge WHERE seller_id = :seller AND id = ANY (:charges::uuid[])")
                        .bind("seller", caller.seller().value())
                        .bind("charges", IdList.of(charges))
                        .execute(),
                "dropped charges");
    }

    /// Takes an item off and closes the gap in the positions, which are counted by their number.
    void deleteItem(Handle tx, Caller caller, UUID invoice, UUID item) {
        var position = tx.createQuery("""
                DELETE FROM invoice_item
                WHERE seller_id = :seller AND invoice_id = :invoice AND id = :id
                RETURNING position
                """)
                .bind("seller", caller.seller().value())
                .bind("invoice", invoice)
                .bind("id", item)
                .mapTo(Integer.class)
                .one();
        // Twice, because two positions must not meet on the way.
        tx.createUpdate("""
                UPDATE invoice_item
                SET position = -position
                WHERE seller_id = :seller AND invoice_id = :invoice AND position > :gap
                """)
                .bind("seller", caller.seller().value())
                .bind("invoice", invoice)
                .bind("gap", position)
                .execute();
        tx.createUpdate("""
                UPDATE invoice_item
                SET position = -position - 1
                WHERE seller_id = :seller AND invoice_id = :invoice AND position < 0
                """)
                .bind("seller", caller.seller().value())
                .bind("invoice", invoice)
                .execute();
    }

    /// An invoice that never went out and that nobody touched leaves no trace (rule R-01).
    void delete(Handle tx, Caller caller, List<UUID> invoices) {
        if (invoices.isEmpty()) return;
        Rows.exactly(
                invoices.size(),
                tx.createUpdate("""
                        DELETE FROM invoice
                        WHERE seller_id = :seller AND issued_at IS NULL AND paid = 0 AND processing = 0
                            AND id = ANY (:invoices::uuid[])
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("invoices", IdList.of(invoices))
                        .execute(),
                "dropped invoices");
    }

    /// One that holds a payment or a history stays as a void; its money has gone to the ledger.
    void voidDropped(Handle tx, Caller caller, Draft draft, String reason) {
        Rows.exactlyOne(
                tx.createUpdate("""
                        UPDATE invoice
                        SET voided_at = :now, void_reason = :reason, sub_total = 0, discount_total = 0, tax_total = 0,
                            adjustment_credit = 0, carried_forward = 0, grand_total = 0, paid = 0, status = :status,
                            row_version = row_version + 1
                        WHERE seller_id = :seller AND id = :id AND issued_at IS NULL AND voided_at IS NULL
                        """)
                        .bind("now", caller.now())
                        .bind("reason", reason)
                        .bind("status", InvoiceStatus.VOIDED.name())
                        .bind("seller", caller.seller().value())
                        .bind("id", draft.id)
                        .execute(),
                "dropped invoice that was paid");
    }

    /// What was paid in advance beyond the new total has gone to the ledger.
    void lowerPaid(Handle tx, Caller caller, UUID invoice, long excess) {
        Rows.exactlyOne(
                tx.createUpdate("""
                        UPDATE invoice
                        SET paid = paid - :excess
                        WHERE seller_id = :seller AND id = :id AND issued_at IS NULL AND paid >= :excess
                        """)
                        .bind("excess", excess)
                        .bind("seller", caller.seller().value())
                        .bind("id", invoice)
                        .execute(),
                "prepaid amount");
    }

    private static <S extends SqlStatement<S>> S bound(S statement, Draft draft) {
        return statement
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
                .bind("status", draft.status().name());
    }
}
