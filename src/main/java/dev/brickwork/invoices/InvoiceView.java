package dev.brickwork.invoices;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.calendar.Period;
import dev.brickwork.kernel.calendar.ServiceClock;
import dev.brickwork.kernel.calendar.Zone;
import dev.brickwork.kernel.money.Currency;
import dev.brickwork.kernel.pricing.AdjustmentCredit;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Where;
import dev.brickwork.plumbing.http.Page;
import dev.brickwork.plumbing.http.Request;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/// Read-only statements shaped for the wire; they join any table and write none.
final class InvoiceView {
    /// The words of the API and the columns behind them; constant text only.
    static final Map<String, String> ORDERINGS = Map.of(
            "bill_at", "invoice.bill_at",
            "due_at", "invoice.due_at",
            "issued_at", "invoice.issued_at",
            "amount", "invoice.grand_total",
            "created_at", "invoice.created_at");

    private static final String WHOLE = """
            SELECT invoice.*, coalesce(customer.legal_name, customer.name) AS customer_name,
                coalesce(invoice.purchase_order, subscription.purchase_order) AS shown_purchase_order
            FROM invoice
            JOIN customer ON customer.seller_id = invoice.seller_id AND customer.id = invoice.billed_company_id
            LEFT JOIN subscription
                ON subscription.seller_id = invoice.seller_id AND subscription.id = invoice.subscription_id
            """;

    /// The clocks of the terms that the invoices bill, which turn service dates into calendar dates.
    interface Clocks extends Function<UUID, ServiceClock> {}

    List<Invoice> list(Handle tx, Caller caller, Where where, Page page, Request.Ordering ordering, Clocks clocks) {
        var column = ORDERINGS.get(ordering.name());
        if (column == null) throw new IllegalStateException("no ordering " + ordering.name());
        var direction = ordering.isDescending() ? " DESC NULLS LAST" : " NULLS LAST";
        var rows = where.bind(tx.createQuery(WHOLE + where.sql() + " ORDER BY " + column + direction
                        + ", invoice.id LIMIT :limit OFFSET :offset"))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> new Row(invoice(row), Columns.maybeUuid(row, "term_order_id"), credit(row)))
                .list();
        return withItems(tx, caller, rows, clocks);
    }

    long count(Handle tx, Where where) {
        return where.bind(tx.createQuery("SELECT count(*) FROM invoice " + where.sql()))
                .mapTo(Long.class)
                .one();
    }

    /// An invoice, the term it bills, and the adjustment credit that an unissued one will show as a line.
    private record Row(Invoice invoice, Optional<UUID> term, Optional<Credit> credit) {}

    private record Credit(String label, long amount) {}

    private static Optional<Credit> credit(ResultSet row) throws SQLException {
        long amount = Columns.number(row, "adjustment_credit");
        if (amount == 0) return Optional.empty();
        return Optional.of(new Credit(
                Columns.maybeText(row, "adjustment_credit_label").orElse(AdjustmentCredit.LABEL_DEFAULT), amount));
    }

    private static List<Invoice> withItems(Handle tx, Caller caller, List<Row> rows, Clocks clocks) {
        var ids = rows.stream().map(row -> row.invoice.id().value()).toList();
        var charges = charges(tx, caller, ids);
        var lines = lines(tx, caller, ids);
        var all = new ArrayList<Invoice>(rows.size());
        for (var row : rows) {
            var id = row.invoice.id().value();
            var items = lines.get(id);
            all.add(with(
                    row.invoice, items != null ? items : expected(row, charges.getOrDefault(id, List.of()), clocks)));
        }
        return all;
    }

    private record Charged(
            Optional<String> name,
            Optional<UUID> brick,
            Optional<String> code,
            BigDecimal quantity,
            long tax,
            long total,
            Period service) {}

    private static List<Invoice.Item> expected(Row row, List<Charged> charges, Clocks clocks) {
        var clock = row.term.map(clocks).orElse(ServiceClock.UNPAUSED);
        var items = new ArrayList<Invoice.Item>();
        for (var charge : charges) {
            var dates = clock.calendar(charge.service);
            items.add(new Invoice.Item(
                    charge.name,
                    charge.brick,
                    charge.code,
                    charge.quantity,
                    charge.tax,
                    charge.total,
                    dates.start(),
                    dates.end()));
        }
        row.credit.ifPresent(credit -> items.add(new Invoice.Item(
                Optional.of(credit.label),
                Optional.empty(),
                Optional.empty(),
                BigDecimal.ONE,
                0,
                -credit.amount,
                row.invoice.billOn(),
                row.invoice.billOn().plusDays(1))));
        return items;
    }

    private static Map<UUID, List<Charged>> charges(Handle tx, Caller caller, List<UUID> ids) {
        var all = new HashMap<UUID, List<Charged>>();
        if (ids.isEmpty()) return all;
        tx.createQuery("""
                SELECT c.invoice_id, line.brick_id, coalesce(line.brick_name, line.plan_name) AS name, line.brick_code,
                    line.quantity, c.net + c.tax AS total, c.tax, lower(c.service) AS starts_on,
                    upper(c.service) AS ends_on
                FROM invoice_charge c
                JOIN order_line line ON line.seller_id = c.seller_id AND line.id = c.order_line_id
                WHERE c.seller_id = :seller AND c.invoice_id = ANY (:ids::uuid[])
                ORDER BY c.id
                """)
                .bind("seller", caller.seller().value())
                .bind("ids", array(ids))
                .map((row, _) -> all.computeIfAbsent(Columns.uuid(row, "invoice_id"), _ -> new ArrayList<>())
                        .add(new Charged(
                                Columns.maybeText(row, "name"),
                                Columns.maybeUuid(row, "brick_id"),
                                Columns.maybeText(row, "brick_code"),
                                Columns.decimal(row, "quantity"),
                                Columns.number(row, "tax"),
                                Columns.number(row, "total"),
                                new Period(Columns.date(row, "starts_on"), Columns.date(row, "ends_on")))))
                .list();
        return all;
    }

    /// The lines of the current version of issued invoices.
    private static Map<UUID, List<Invoice.Item>> lines(Handle tx, Caller caller, List<UUID> ids) {
        var all = new HashMap<UUID, List<Invoice.Item>>();
        if (ids.isEmpty()) return all;
        tx.createQuery("""
                SELECT line.*
                FROM invoice_line line
                JOIN invoice ON invoice.seller_id = line.seller_id AND invoice.id = line.invoice_id
                    AND invoice.version = line.version
                WHERE line.seller_id = :seller AND line.invoice_id = ANY (:ids::uuid[])
                ORDER BY line.invoice_id, line.position
                """)
                .bind("seller", caller.seller().value())
                .bind("ids", array(ids))
                .map((row, _) -> all.computeIfAbsent(Columns.uuid(row, "invoice_id"), _ -> new ArrayList<>())
                        .add(new Invoice.Item(
                                Columns.maybeText(row, "name"),
                                Columns.maybeUuid(row, "brick_id"),
                                Columns.maybeText(row, "code"),
                                Columns.decimal(row, "quantity"),
                                Columns.number(row, "tax"),
                                Columns.number(row, "grand_total"),
                                Columns.date(row, "starts_on"),
                                Columns.date(row, "ends_on"))))
                .list();
        return all;
    }

    private static String array(List<UUID> ids) {
        return "{" + String.join(",", ids.stream().map(UUID::toString).toList()) + "}";
    }

    private static Invoice with(Invoice invoice, List<Invoice.Item> items) {
        return new Invoice(
                invoice.id(),
                invoice.subscription(),
                invoice.customer(),
                invoice.billedCompany(),
                invoice.customerName(),
                invoice.entity(),
                invoice.currency(),
                invoice.zone(),
                invoice.number(),
                invoice.version(),
                invoice.billOn(),
                invoice.dueOn(),
                invoice.issuedAt(),
                invoice.facts(),
                invoice.fullyPaidAt(),
                invoice.sums(),
                invoice.purchaseOrder(),
                invoice.memo(),
                invoice.metadata(),
                invoice.createdAt(),
                invoice.rowVersion(),
                items);
    }

    private static Invoice invoice(ResultSet row) throws SQLException {
        return new Invoice(
                new InvoiceId(Columns.uuid(row, "id")),
                Columns.maybeUuid(row, "subscription_id"),
                Columns.uuid(row, "customer_id"),
                Columns.uuid(row, "billed_company_id"),
                Columns.text(row, "customer_name"),
                Columns.uuid(row, "legal_entity_id"),
                Currency.valueOf(Columns.text(row, "currency")),
                Zone.parse(Columns.text(row, "time_zone")).orElseThrow(),
                Columns.maybeText(row, "number"),
                Columns.count(row, "version"),
                Columns.date(row, "bill_on"),
                Columns.date(row, "due_on"),
                Columns.maybeInstant(row, "issued_at"),
                facts(row),
                Columns.maybeInstant(row, "fully_paid_at"),
                new Invoice.Sums(
                        Columns.number(row, "sub_total"),
                        Columns.number(row, "discount_total"),
                        Columns.number(row, "tax_total"),
                        Columns.number(row, "grand_total"),
                        Columns.number(row, "paid"),
                        Columns.number(row, "credited"),
                        Columns.number(row, "offset_total"),
                        Columns.number(row, "remaining")),
                Columns.maybeText(row, "shown_purchase_order"),
                Columns.maybeText(row, "memo"),
                Columns.text(row, "metadata"),
                Columns.instant(row, "created_at"),
                Columns.number(row, "row_version"),
                List.of());
    }

    static InvoiceStatus.Facts facts(ResultSet row) throws SQLException {
        return new InvoiceStatus.Facts(
                Columns.maybeInstant(row, "voided_at").isPresent(),
                Columns.flag(row, "is_muted"),
                Columns.maybeInstant(row, "issued_at").isPresent(),
                Columns.flag(row, "is_paused"),
                Columns.flag(row, "is_collection_paused"),
                Columns.maybeInstant(row, "given_up_at").isPresent(),
                Columns.maybeText(row, "settled_by").map(InvoiceStatus.SettledBy::valueOf),
                Columns.number(row, "grand_total"),
                Columns.number(row, "paid"),
                Columns.number(row, "remaining"),
                Columns.date(row, "due_on"));
    }
}
