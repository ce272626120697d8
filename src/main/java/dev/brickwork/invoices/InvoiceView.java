package dev.brickwork.invoices;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.kernel.calendar.Period;
import dev.brickwork.kernel.calendar.ServiceClock;
import dev.brickwork.kernel.calendar.Zone;
import dev.brickwork.kernel.money.Currency;
import dev.brickwork.kernel.pricing.AdjustmentCredit;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.IdList;
import dev.brickwork.plumbing.database.Where;
import dev.brickwork.plumbing.http.Page;
import dev.brickwork.plumbing.http.Request;
import dev.brickwork.plumbing.json.JsonReader;
import dev.brickwork.subscriptions.Subscriptions;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/// Read-only statements shaped for the wire; they join any table and write none. One statement brings whole
/// invoices: on a hot read a round trip costs more than the rows.
final class InvoiceView {
    /// The words of the API and the columns behind them; constant text only.
    static final Map<String, String> ORDERINGS = Map.of(
            "bill_at", "invoice.bill_at",
            "due_at", "invoice.due_at",
            "issued_at", "invoice.issued_at",
            "amount", "invoice.grand_total",
            "created_at", "invoice.created_at");

    /// Before it is issued, an invoice shows its charges (service dates, which the clock of the term turns into
    /// calendar dates) and its items; afterwards the lines of its current version.
    private static final String WHOLE = """
            SELECT invoice.id, invoice.subscription_id, invoice.term_order_id, invoice.customer_id,
                invoice.billed_company_id, invoice.legal_entity_id, invoice.currency, invoice.time_zone, invoice.number,
                invoice.version, invoice.bill_on, invoice.due_on, invoice.issued_at, invoice.voided_at,
                invoice.given_up_at, invoice.fully_paid_at, invoice.settled_by, invoice.is_muted, invoice.is_paused,
                invoice.is_collection_paused, invoice.sub_total, invoice.discount_total, invoice.tax_total,
                invoice.grand_total, invoice.paid, invoice.credited, invoice.offset_total, invoice.remaining,
                invoice.adjustment_credit, invoice.adjustment_credit_label, invoice.memo, invoice.metadata,
                invoice.created_at, invoice.row_version,
                coalesce(customer.legal_name, customer.name) AS customer_name,
                coalesce(invoice.purchase_order, subscription.purchase_order) AS shown_purchase_order,
                CASE WHEN (SELECT can_take_payments FROM taking_payments WHERE seller_id = :seller)
                    THEN invoice.payment_token
                END AS payment_token,
                (SELECT v.snapshot -> 'taxes'
                 FROM invoice_version v
                 WHERE v.seller_id = invoice.seller_id AND v.invoice_id = invoice.id AND v.version = invoice.version)
                    AS taxes,
                CASE WHEN invoice.version > 0 THEN
                    (SELECT json_agg(json_build_array(line.id, line.kind, line.details ->> 'kind', line.name, line.brick_id,
                        line.code, line.quantity::text, line.starts_on, line.ends_on, line.gross, line.discount, line.tax)
                        ORDER BY line.position)
                     FROM invoice_line line
                     WHERE line.seller_id = invoice.seller_id AND line.invoice_id = invoice.id
                        AND line.version = invoice.version)
                END AS lines,
                CASE WHEN invoice.version = 0 THEN
                    (SELECT json_agg(json_build_array(NULL, 'CHARGE', line.kind, coalesce(line.brick_name, line.plan_name),
                        line.brick_id, line.brick_code, line.quantity::text, lower(c.service), upper(c.service), c.gross,
                        c.discount + c.coupon, c.tax) ORDER BY c.id)
                     FROM invoice_charge c
                     JOIN order_line line ON line.seller_id = c.seller_id AND line.id = c.order_line_id
                     WHERE c.seller_id = invoice.seller_id AND c.invoice_id = invoice.id)
                END AS charges,
                CASE WHEN invoice.version = 0 THEN
                    (SELECT json_agg(json_build_array(NULL, item.kind, NULL, item.name, item.brick_id, item.code,
                        item.quantity::text, item.starts_on, item.ends_on, item.gross, item.discount, item.tax)
                        ORDER BY item.position)
                     FROM invoice_item item
                     WHERE item.seller_id = invoice.seller_id AND item.invoice_id = invoice.id)
                END AS items,
                (SELECT json_agg(json_build_array(p.id, p.invoice_number, p.invoice_version_id, p.paid_amount, p.paid_at,
                    p.error, p.method, p.state, p.payment_proof, p.memo,
                    (SELECT coalesce(sum(r.amount), 0) FROM refund r
                     WHERE r.seller_id = p.seller_id AND r.payment_id = p.id AND r.state = 'SUCCEEDED'))
                    ORDER BY p.paid_at DESC, p.id DESC)
                 FROM payment p
                 WHERE p.seller_id = invoice.seller_id AND p.invoice_id = invoice.id) AS payments,
                (SELECT json_agg(json_build_array(a.id, a.name, octet_length(a.pdf), a.invoice_id IS NOT NULL)
                    ORDER BY a.place, a.created_at, a.id)
                 FROM invoice_attachment a
                 WHERE a.seller_id = invoice.seller_id AND a.removed_at IS NULL
                    AND (a.invoice_id = invoice.id OR a.subscription_id = invoice.subscription_id)) AS attachments
            FROM invoice
            JOIN customer ON customer.seller_id = invoice.seller_id AND customer.id = invoice.billed_company_id
            LEFT JOIN subscription
                ON subscription.seller_id = invoice.seller_id AND subscription.id = invoice.subscription_id
            """;

    private final PayLinks links;
    private final AttachmentStore files;

    InvoiceView(PayLinks links, AttachmentStore files) {
        this.links = links;
        this.files = files;
    }

    List<Invoice> list(Handle tx, Caller caller, Where where, Page page, Request.Ordering ordering) {
        var column = ORDERINGS.get(ordering.name());
        if (column == null) throw new IllegalStateException("no ordering " + ordering.name());
        var direction = ordering.isDescending() ? " DESC NULLS LAST" : " NULLS LAST";
        return whole(
                tx,
                caller,
                where.bind(tx.createQuery(WHOLE + where.sql() + " ORDER BY " + column + direction
                                + ", invoice.id LIMIT :limit OFFSET :offset"))
                        .bind("limit", page.limit())
                        .bind("offset", page.offset())
                        .map((row, _) -> row(row, caller))
                        .list());
    }

    long count(Handle tx, Where where) {
        return where.bind(tx.createQuery("SELECT count(*) FROM invoice " + where.sql()))
                .mapTo(Long.class)
                .one();
    }

    Optional<Invoice> find(Handle tx, Caller caller, InvoiceId id) {
        return whole(
                        tx,
                        caller,
                        tx.createQuery(WHOLE + "WHERE invoice.seller_id = :seller AND invoice.id = :id")
                                .bind("seller", caller.seller().value())
                                .bind("id", id.value())
                                .map((row, _) -> row(row, caller))
                                .list())
                .stream()
                .findFirst();
    }

    /// In the order of their numbers, as far as they have one.
    List<Invoice> byIds(Handle tx, Caller caller, Collection<UUID> ids) {
        return whole(
                tx,
                caller,
                tx.createQuery(WHOLE + """
                                WHERE invoice.seller_id = :seller AND invoice.id = ANY (:ids::uuid[])
                                ORDER BY invoice.number, invoice.id
                                """)
                        .bind("seller", caller.seller().value())
                        .bind("ids", IdList.of(ids))
                        .map((row, _) -> row(row, caller))
                        .list());
    }

    String nameOf(Handle tx, Caller caller, UUID company) {
        return tx.createQuery("""
                SELECT coalesce(legal_name, name)
                FROM customer
                WHERE seller_id = :seller AND id = :id
                """)
                .bind("seller", caller.seller().value())
                .bind("id", company)
                .mapTo(String.class)
                .one();
    }

    /// An invoice as its row has it; dates of charges are still service dates.
    private record Row(Invoice invoice, Optional<UUID> term, List<Invoice.Item> charges) {
        Row {
            charges = List.copyOf(charges);
        }
    }

    private Row row(ResultSet row, Caller caller) throws SQLException {
        return new Row(
                invoice(row, caller),
                Columns.maybeUuid(row, "term_order_id"),
                items(Columns.maybeText(row, "charges")));
    }

    private List<Invoice> whole(Handle tx, Caller caller, List<Row> rows) {
        var terms = new HashSet<UUID>();
        for (var row : rows) if (!row.charges.isEmpty()) row.term.ifPresent(terms::add);
        var clocks = terms.isEmpty() ? Map.<UUID, ServiceClock>of() : Subscriptions.clocks(tx, caller, terms);
        var all = new ArrayList<Invoice>(rows.size());
        for (var row : rows) {
            var clock = row.term.map(clocks::get).orElse(ServiceClock.UNPAUSED);
            all.add(row.charges.isEmpty() ? row.invoice : withCharges(row.invoice, row.charges, clock));
        }
        return all;
    }

    private static Invoice.Item on(ServiceClock clock, Invoice.Item charge) {
        return new Invoice.Item(
                charge.id(),
                charge.kind(),
                charge.name(),
                charge.brick(),
                charge.code(),
                charge.quantity(),
                clock.calendar(charge.dates()),
                charge.gross(),
                charge.discount(),
                charge.tax());
    }

    private static Invoice withCharges(Invoice invoice, List<Invoice.Item> charges, ServiceClock clock) {
        var items = new ArrayList<Invoice.Item>();
        for (var charge : charges) items.add(on(clock, charge));
        items.addAll(invoice.items());
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
                invoice.paymentUrl(),
                invoice.purchaseOrder(),
                invoice.memo(),
                invoice.metadata(),
                invoice.taxes(),
                invoice.createdAt(),
                invoice.rowVersion(),
                items,
                invoice.payments(),
                invoice.attachments());
    }

    private Invoice invoice(ResultSet row, Caller caller) throws SQLException {
        var items = new ArrayList<>(items(Columns.maybeText(row, "lines")));
        items.addAll(items(Columns.maybeText(row, "items")));
        if (Columns.count(row, "version") == 0) expectedCredit(row).ifPresent(items::add);
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
                InvoiceStatus.Facts.stored(row),
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
                Columns.maybeText(row, "payment_token").map(links::of),
                Columns.maybeText(row, "shown_purchase_order"),
                Columns.maybeText(row, "memo"),
                Columns.text(row, "metadata"),
                Columns.maybeText(row, "taxes").orElse("[]"),
                Columns.instant(row, "created_at"),
                Columns.number(row, "row_version"),
                items,
                payments(Columns.maybeText(row, "payments")),
                attachments(row, caller.seller()));
    }

    private List<Attachment> attachments(ResultSet row, SellerId seller) throws SQLException {
        var json = Columns.maybeText(row, "attachments");
        if (json.isEmpty()) return List.of();
        var all = new ArrayList<Attachment>();
        for (var each : JsonReader.stored(json.get())) {
            var id = UUID.fromString(each.get(0).textValue());
            all.add(new Attachment(
                    id,
                    each.get(1).textValue(),
                    files.url(seller, id),
                    each.get(2).longValue(),
                    each.get(3).booleanValue() ? Attachment.Target.INVOICE : Attachment.Target.SUBSCRIPTION,
                    all.size() + 1));
        }
        return all;
    }

    /// The adjustment credit that an unissued invoice will show as a line.
    private static Optional<Invoice.Item> expectedCredit(ResultSet row) throws SQLException {
        long amount = Columns.number(row, "adjustment_credit");
        if (amount == 0) return Optional.empty();
        return Optional.of(new Invoice.Item(
                Optional.empty(),
                "ADJUSTMENT_CREDIT",
                Columns.maybeText(row, "adjustment_credit_label").orElse(AdjustmentCredit.LABEL_DEFAULT),
                Optional.empty(),
                Optional.empty(),
                BigDecimal.ONE,
                Period.day(Columns.date(row, "bill_on")),
                -amount,
                0,
                0));
    }

    /// From arrays of: id, kind, kind of its order line, name, brick, code, quantity, first day, day after the last,
    /// gross, discount, tax.
    static List<Invoice.Item> items(Optional<String> json) {
        return each(
                json,
                it -> new Invoice.Item(
                        maybe(it.get(0)).map(UUID::fromString),
                        kind(it.get(1).textValue(), maybe(it.get(2))),
                        it.get(3).textValue(),
                        maybe(it.get(4)).map(UUID::fromString),
                        maybe(it.get(5)),
                        new BigDecimal(it.get(6).textValue()),
                        new Period(
                                LocalDate.parse(it.get(7).textValue()),
                                LocalDate.parse(it.get(8).textValue())),
                        it.get(9).longValue(),
                        it.get(10).longValue(),
                        it.get(11).longValue()));
    }

    /// In the words of the API; a charge is what its order line is.
    static String kind(String kind, Optional<String> ofLine) {
        return switch (Billable.Kind.valueOf(kind)) {
            case CHARGE -> ofLine.orElse("SUBSCRIPTION");
            case CORRECTION -> "USAGE_CORRECTION";
            case CARRIED_FORWARD -> "CREDIT_CARRIED_FORWARD";
            case USAGE, MILESTONE, STANDALONE, ADJUSTMENT_CREDIT -> kind;
        };
    }

    private static List<Invoice.Paid> payments(Optional<String> json) {
        return each(
                json,
                it -> new Invoice.Paid(
                        UUID.fromString(it.get(0).textValue()),
                        maybe(it.get(1)),
                        maybe(it.get(2)).map(UUID::fromString),
                        it.get(3).longValue(),
                        Instant.parse(it.get(4).textValue()),
                        maybe(it.get(5)),
                        it.get(6).textValue(),
                        it.get(7).textValue(),
                        maybe(it.get(8)),
                        maybe(it.get(9)),
                        it.get(10).longValue()));
    }

    private static <T> List<T> each(Optional<String> json, Function<JsonNode, T> reader) {
        if (json.isEmpty()) return List.of();
        var all = new ArrayList<T>();
        for (var node : JsonReader.stored(json.get())) all.add(reader.apply(node));
        return all;
    }

    private static Optional<String> maybe(JsonNode node) {
        return node.isNull() ? Optional.empty() : Optional.of(node.textValue());
    }
}
