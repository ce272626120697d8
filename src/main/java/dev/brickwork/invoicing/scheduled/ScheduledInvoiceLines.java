package dev.brickwork.invoicing.scheduled;

import dev.brickwork.invoicing.issued.BillableRow;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.RowCounts;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.calendar.Period;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Gatherers;

/// Every statement about what unissued invoices bill: charges, which are stretches of an order's lines, and items,
/// which stand for themselves.
public final class ScheduledInvoiceLines {
    private static final int BITE = 5_000; // Charges per statement: each has its deadline.

    /// Fills unissued invoices.
    void read(Tx tx, Map<UUID, ScheduledInvoice> drafts) {
        readCharges(tx, drafts);
        readExtras(tx, drafts);
    }

    private static void readCharges(Tx tx, Map<UUID, ScheduledInvoice> drafts) {
        tx.query("""
                SELECT c.invoice_id, c.id, c.order_line_id, line.tax_category, lower(c.service) AS starts_on,
                    upper(c.service) AS ends_on, c.gross, c.discount, c.coupon, c.tax
                FROM invoice_charge c
                CROSS JOIN LATERAL ( -- By its key, with a plan made while the table was small, too (ADR 15).
                    SELECT tax_category
                    FROM order_line
                    WHERE seller_id = c.seller_id AND id = c.order_line_id
                    OFFSET 0) line
                WHERE c.seller_id = :seller AND c.invoice_id = ANY (:invoices::uuid[])
                ORDER BY c.id
                """)
                .bind("invoices", IdList.of(drafts.keySet()))
                .map((row, _) -> {
                    var draft = drafts.get(Columns.uuid(row, "invoice_id"));
                    if (draft == null) throw new IllegalStateException("a charge without its invoice");
                    return draft.charges.add(charge(row));
                })
                .list();
    }

    private static ScheduledInvoice.Charge charge(ResultSet row) throws SQLException {
        var charge = new ScheduledInvoice.Charge(
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

    private static void readExtras(Tx tx, Map<UUID, ScheduledInvoice> drafts) {
        tx.query("""
                SELECT *
                FROM invoice_item
                WHERE seller_id = :seller AND invoice_id = ANY (:invoices::uuid[])
                ORDER BY invoice_id, position
                """)
                .bind("invoices", IdList.of(drafts.keySet()))
                .map((row, _) -> {
                    var draft = drafts.get(Columns.uuid(row, "invoice_id"));
                    if (draft == null) throw new IllegalStateException("an item without its invoice");
                    return draft.extras.add(new ScheduledInvoice.Extra(
                            Columns.uuid(row, "id"),
                            BillableRow.read(row),
                            Optional.of(Columns.count(row, "position")),
                            Columns.number(row, "tax")));
                })
                .list();
    }

    /// New items, and everything whose amounts have changed; new charges come with [#insertCharges].
    public void save(Tx tx, Collection<ScheduledInvoice> drafts) {
        updateCharges(tx, drafts);
        insertExtras(tx, drafts);
        updateExtras(tx, drafts);
    }

    public void insertCharges(Tx tx, UUID subscription, Collection<ScheduledInvoice> drafts) {
        var fresh = drafts.stream()
                .flatMap(draft -> draft.charges.stream()
                        .filter(charge -> charge.isNew)
                        .map(charge -> new Fresh(draft.id, charge)))
                .toList();
        for (var bite : bites(fresh)) insertCharges(tx, subscription, bite);
        RowCounts.refresh(tx, "invoice_charge", fresh.size());
    }

    private static void insertCharges(Tx tx, UUID subscription, List<Fresh> bite) {
        var rows = JsonWriter.text(json -> json.array(bite, (each, one) -> one.write(each)));
        Rows.exactly(
                bite.size(),
                tx.update("""
                        INSERT INTO invoice_charge (seller_id, subscription_id, id, invoice_id, order_line_id, service, gross,
                            discount, coupon, tax)
                        SELECT :seller, :subscription, id, invoice_id, order_line_id, daterange(starts_on, ends_on), gross,
                            discount, coupon, tax
                        FROM jsonb_to_recordset(:rows::jsonb) AS new (id uuid, invoice_id uuid, order_line_id uuid,
                            starts_on date, ends_on date, gross bigint, discount bigint, coupon bigint, tax bigint)
                        """)
                        .bind("subscription", subscription)
                        .bind("rows", rows)
                        .execute(),
                "charges");
    }

    private record Fresh(UUID invoice, ScheduledInvoice.Charge charge) {
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

    /// Those that were cut, and the expected tax of those that share their invoice with something new.
    private static void updateCharges(Tx tx, Collection<ScheduledInvoice> drafts) {
        var batch = tx.batch("""
                UPDATE invoice_charge
                SET service = daterange(:from, :to), gross = :gross, discount = :discount, coupon = :coupon, tax = :tax
                WHERE seller_id = :seller AND id = :id
                """);
        int count = 0;
        for (var draft : drafts) {
            for (var charge : draft.charges) {
                if (charge.isNew || !charge.isChanged) continue;
                batch.bind("seller", tx.seller().value())
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
        if (count > 0) Rows.each(count, batch.execute(), "changed charges");
    }

    private static void updateExtras(Tx tx, Collection<ScheduledInvoice> drafts) {
        var batch = tx.batch("""
                UPDATE invoice_item
                SET tax = :tax
                WHERE seller_id = :seller AND id = :id
                """);
        int count = 0;
        for (var draft : drafts) {
            for (var extra : draft.extras) {
                if (extra.isNew() || !extra.isChanged) continue;
                batch.bind("tax", extra.tax)
                        .bind("seller", tx.seller().value())
                        .bind("id", extra.id)
                        .add();
                count++;
            }
        }
        if (count > 0) Rows.each(count, batch.execute(), "tax of items");
    }

    private static void insertExtras(Tx tx, Collection<ScheduledInvoice> drafts) {
        var batch = tx.batch("""
                INSERT INTO invoice_item (seller_id, id, invoice_id, position, kind, order_line_id, brick_id, name, code,
                    quantity, starts_on, ends_on, gross, discount, tax, tax_category, details)
                VALUES (:seller, :id, :invoice, :position, :kind, :orderLine, :brick, :name, :code, :quantity, :startsOn,
                    :endsOn, :gross, :discount, :tax, :taxCategory, :details::jsonb)
                """);
        int count = 0;
        for (var draft : drafts) {
            int next = 0;
            for (var extra : draft.extras) {
                int position = extra.position.orElse(next);
                next = position + 1;
                if (!extra.isNew()) continue;
                var line = extra.line;
                batch.bind("seller", tx.seller().value())
                        .bind("id", extra.id)
                        .bind("invoice", draft.id)
                        .bind("position", position)
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

    public void delete(Tx tx, List<UUID> charges) {
        for (var bite : bites(charges)) {
            Rows.exactly(
                    bite.size(),
                    tx.update("DELETE FROM invoice_charge WHERE seller_id = :seller AND id = ANY (:charges::uuid[])")
                            .bind("charges", IdList.of(bite))
                            .execute(),
                    "dropped charges");
        }
    }

    private static <T> List<List<T>> bites(List<T> all) {
        return all.stream().gather(Gatherers.windowFixed(BITE)).toList();
    }

    public void deleteItem(Tx tx, UUID item) {
        Rows.exactlyOne(
                tx.update("DELETE FROM invoice_item WHERE seller_id = :seller AND id = :id")
                        .bind("id", item)
                        .execute(),
                "item that is taken off");
    }
}
