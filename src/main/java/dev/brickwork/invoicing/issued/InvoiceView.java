package dev.brickwork.invoicing.issued;

import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.invoicing.Attachment;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.Invoice;
import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Cells;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.database.Where;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Page;
import dev.brickwork.pricing.AdjustmentCredit;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.ServiceClock;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Read-only statements shaped for the wire; they join any table and write none. One statement brings whole
/// invoices: on a hot read a round trip costs more than the rows.
public final class InvoiceView {
    /// In the words of the API; all but one are columns.
    public static final Listing LISTING =
            Listing.by("bill_at", List.of("bill_at", "due_at", "issued_at", "amount", "created_at"));

    /// Query for every invoice. Rows that belong to it come as arrays of texts, and the others by their keys: for a
    /// statement that finds one row, PostgreSQL spends most on making ready for each table, join and aggregate.
    private static final String SHOWN = """
            SELECT invoice.id, invoice.subscription_id, invoice.term_order_id, invoice.customer_id,
                invoice.billed_company_id, invoice.legal_entity_id, invoice.currency, invoice.time_zone, invoice.number,
                invoice.version, invoice.bill_on, invoice.due_on, invoice.issued_at, invoice.voided_at,
                invoice.given_up_at, invoice.fully_paid_at, invoice.settled_by, invoice.is_muted, invoice.is_paused,
                invoice.is_collection_paused, invoice.sub_total, invoice.discount_total, invoice.tax_total,
                invoice.grand_total, invoice.paid, invoice.credited, invoice.offset_total, invoice.remaining,
                invoice.adjustment_credit, invoice.adjustment_credit_label, invoice.carried_forward, invoice.memo,
                invoice.metadata, invoice.created_at, invoice.row_version,
                (SELECT coalesce(legal_name, name)
                 FROM customer
                 WHERE seller_id = invoice.seller_id AND id = invoice.billed_company_id) AS customer_name,
                coalesce(invoice.purchase_order,
                    (SELECT purchase_order
                     FROM subscription
                     WHERE seller_id = invoice.seller_id AND id = invoice.subscription_id
                        AND billed_company_id = invoice.billed_company_id)) AS shown_purchase_order,
                CASE WHEN (SELECT can_take_payments FROM taking_payments WHERE seller_id = :seller)
                    THEN invoice.payment_token
                END AS payment_token,
                (SELECT snapshot -> 'taxes'
                 FROM invoice_version v
                 WHERE v.seller_id = invoice.seller_id AND v.invoice_id = invoice.id AND v.version = invoice.version)
                    AS taxes,
                ARRAY(SELECT ARRAY[line.id::text, line.kind, line.details ->> 'kind', line.name, line.brick_id::text,
                        line.code, line.quantity::text, line.starts_on::text, line.ends_on::text, line.gross::text,
                        line.discount::text, line.tax::text, line.details ->> 'unpriced_quantity']
                    FROM invoice_line line
                    WHERE line.seller_id = invoice.seller_id AND line.invoice_id = invoice.id
                        AND line.version = invoice.version
                    ORDER BY line.position) AS lines,
                ARRAY(SELECT ARRAY[p.id::text, coalesce(p.invoice_number, first.number),
                        coalesce(p.invoice_version_id, first.id)::text, p.paid_amount::text,
                        to_char(p.paid_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), p.error, p.method, p.state,
                        p.payment_proof, p.memo,
                        (SELECT coalesce(sum(r.amount), 0) FROM refund r
                         WHERE r.seller_id = p.seller_id AND r.payment_id = p.id AND r.state = 'SUCCEEDED')::text]
                    FROM payment p
                    LEFT JOIN invoice_version first ON p.invoice_version_id IS NULL
                        AND first.seller_id = p.seller_id AND first.invoice_id = p.invoice_id AND first.version = 1
                    WHERE p.seller_id = invoice.seller_id AND p.invoice_id = invoice.id
                    ORDER BY p.paid_at DESC, p.id DESC) AS payments,
                ARRAY(SELECT ARRAY[a.id::text, a.name, octet_length(a.pdf)::text, a.invoice_id::text]
                    FROM invoice_attachment a
                    WHERE a.seller_id = invoice.seller_id AND a.removed_at IS NULL
                        AND coalesce(a.invoice_id, a.subscription_id) IN (invoice.id, invoice.subscription_id)
                    ORDER BY a.place, a.created_at, a.id) AS attachments,
            """;

    /// Once it is issued, an invoice shows the lines of its version and nothing else.
    private static final String ISSUED = SHOWN + """
                '{}'::text[] AS charges, '{}'::text[] AS items
            FROM invoice
            WHERE invoice.seller_id = :seller AND invoice.version > 0
            """;

    /// Before, it shows its charges (service dates, which the clock of the term turns into calendar dates) and its
    /// items.
    private static final String ANY = SHOWN + """
                ARRAY(SELECT ARRAY[NULL, 'CHARGE', line.kind, coalesce(line.brick_name, line.plan_name),
                        line.brick_id::text, line.brick_code, line.quantity::text, lower(c.service)::text,
                        upper(c.service)::text, c.gross::text, (c.discount + c.coupon)::text, c.tax::text]
                    FROM invoice_charge c
                    JOIN order_line line ON line.seller_id = c.seller_id AND line.id = c.order_line_id
                    WHERE invoice.version = 0 AND c.seller_id = invoice.seller_id AND c.invoice_id = invoice.id
                    ORDER BY c.id) AS charges,
                ARRAY(SELECT ARRAY[NULL, item.kind, NULL, item.name, item.brick_id::text, item.code, item.quantity::text,
                        item.starts_on::text, item.ends_on::text, item.gross::text, item.discount::text, item.tax::text]
                    FROM invoice_item item
                    WHERE invoice.version = 0 AND item.seller_id = invoice.seller_id AND item.invoice_id = invoice.id
                    ORDER BY item.position) AS items
            FROM
            """;

    private static final String OF_SELLER = "invoice WHERE invoice.seller_id = :seller";
    private static final String AND_ID = " AND invoice.id = :id";
    private static final String AND_IDS = " AND invoice.id = ANY (:ids::uuid[]) ORDER BY invoice.number, invoice.id";

    private final PayLinks links;
    private final AttachmentStore files;

    public InvoiceView(PayLinks links, AttachmentStore files) {
        this.links = links;
        this.files = files;
    }

    /// The payment links of the invoices it shows.
    public PayLinks links() {
        return links;
    }

    /// The page is cut out first: what an invoice shows is not put together for those that are skipped.
    public List<Invoice> list(Tx tx, Where where, Page page) {
        var name = page.ordering().name();
        if (!LISTING.names().contains(name)) throw new IllegalStateException("no ordering " + name);
        var column = name.equals("amount") ? "grand_total" : name;
        var order = " ORDER BY invoice.%s %s NULLS LAST, invoice.id"
                .formatted(column, page.ordering().direction());
        return whole(
                tx,
                where.bind(tx.query(ANY + "(SELECT * FROM invoice " + where.sql() + order
                                + " LIMIT :limit OFFSET :offset) AS invoice" + order))
                        .bind("limit", page.limit())
                        .bind("offset", page.offset())
                        .map((row, _) -> row(row, tx.caller()))
                        .list());
    }

    public long count(SqlSession tx, Where where) {
        return where.bind(tx.query("SELECT count(*) FROM invoice " + where.sql()))
                .mapTo(Long.class)
                .one();
    }

    /// Nearly every one that is asked for is issued, so that is tried first.
    public Optional<Invoice> find(Tx tx, InvoiceId id) {
        return one(tx, id, ISSUED + AND_ID).or(() -> one(tx, id, ANY + OF_SELLER + AND_ID));
    }

    /// Whether some of what was paid on it is on its way back to the payer.
    public boolean isBeingRefunded(Tx tx, InvoiceId id) {
        return tx.query("""
                SELECT EXISTS (SELECT FROM refund
                    WHERE seller_id = :seller AND invoice_id = :id AND state = 'PROCESSING') AS is_being_refunded
                """)
                .bind("id", id.value())
                .map((row, _) -> Columns.flag(row, "is_being_refunded"))
                .one();
    }

    private Optional<Invoice> one(Tx tx, InvoiceId id, String statement) {
        return whole(
                        tx,
                        tx.query(statement)
                                .bind("id", id.value())
                                .map((row, _) -> row(row, tx.caller()))
                                .list())
                .stream()
                .findFirst();
    }

    /// In the order of their numbers, as far as they have one.
    public List<Invoice> byIds(Tx tx, Collection<UUID> ids) {
        var issued = some(tx, ids, ISSUED + AND_IDS);
        return issued.size() == ids.size() ? issued : some(tx, ids, ANY + OF_SELLER + AND_IDS);
    }

    private List<Invoice> some(Tx tx, Collection<UUID> ids, String statement) {
        return whole(
                tx,
                tx.query(statement)
                        .bind("ids", IdList.of(ids))
                        .map((row, _) -> row(row, tx.caller()))
                        .list());
    }

    public String nameOf(Tx tx, UUID company) {
        return tx.query("""
                SELECT coalesce(legal_name, name)
                FROM customer
                WHERE seller_id = :seller AND id = :id
                """).bind("id", company).mapTo(String.class).one();
    }

    /// An invoice as its row has it; dates of charges are still service dates.
    private record Row(Invoice invoice, Optional<UUID> term, List<Invoice.Item> charges) {
        Row {
            charges = List.copyOf(charges);
        }
    }

    private Row row(ResultSet row, Caller caller) throws SQLException {
        return new Row(
                invoice(row, caller), Columns.maybeUuid(row, "term_order_id"), items(Columns.table(row, "charges")));
    }

    private List<Invoice> whole(Tx tx, List<Row> rows) {
        var terms = new HashSet<UUID>();
        for (var row : rows) if (!row.charges.isEmpty()) row.term.ifPresent(terms::add);
        var clocks = ContractTerms.clocks(tx, terms);
        var all = new ArrayList<Invoice>(rows.size());
        for (var row : rows) {
            var clock = row.term.map(clocks::get).orElse(ServiceClock.UNPAUSED);
            all.add(row.charges.isEmpty() ? row.invoice : withCharges(row.invoice, row.charges, clock));
        }
        return all;
    }

    private static Invoice withCharges(Invoice invoice, List<Invoice.Item> charges, ServiceClock clock) {
        var items = new ArrayList<Invoice.Item>();
        for (var charge : charges) items.add(charge.on(clock));
        items.addAll(invoice.items());
        return invoice.with(invoice.sums(), items);
    }

    private Invoice invoice(ResultSet row, Caller caller) throws SQLException {
        var items = new ArrayList<>(items(Columns.table(row, "lines")));
        items.addAll(items(Columns.table(row, "items")));
        if (Columns.count(row, "version") == 0) items.addAll(balancing(row));
        return new Invoice(
                new InvoiceId(Columns.uuid(row, "id")),
                Columns.maybeUuid(row, "subscription_id"),
                Columns.uuid(row, "customer_id"),
                Columns.uuid(row, "billed_company_id"),
                Columns.text(row, "customer_name"),
                Columns.uuid(row, "legal_entity_id"),
                Columns.currency(row, "currency"),
                Columns.zone(row, "time_zone"),
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
                payments(Columns.table(row, "payments")),
                attachments(row, caller.seller()));
    }

    /// Those of a subscription, for an invoice of it that is not there yet.
    public List<Attachment> attachmentsOf(Tx tx, InvoiceId none, UUID subscription) {
        return files.of(tx, new AttachmentStore.Hanger(none.value(), Optional.of(subscription)));
    }

    private List<Attachment> attachments(ResultSet row, SellerId seller) throws SQLException {
        var all = new ArrayList<Attachment>();
        for (var each : Columns.table(row, "attachments")) {
            all.add(new Attachment(
                    each.uuid(0),
                    each.text(1),
                    files.url(seller, each.uuid(0)),
                    each.number(2),
                    each.maybeText(3).isPresent() ? Attachment.Target.INVOICE : Attachment.Target.SUBSCRIPTION,
                    all.size() + 1));
        }
        return all;
    }

    /// The balancing lines of an unissued invoice: the adjustment credit, and the amount that keeps the
    /// total from falling below zero (M-08). So its lines always add up to its total (V4).
    private static List<Invoice.Item> balancing(ResultSet row) throws SQLException {
        var all = new ArrayList<Invoice.Item>();
        long credit = Columns.number(row, "adjustment_credit");
        if (credit > 0) {
            var label = Columns.maybeText(row, "adjustment_credit_label").orElse(AdjustmentCredit.LABEL_DEFAULT);
            all.add(balancing(row, "ADJUSTMENT_CREDIT", label, -credit));
        }
        long carried = Columns.number(row, "carried_forward");
        if (carried > 0) all.add(balancing(row, "CREDIT_CARRIED_FORWARD", InvoiceTotals.CARRIED_FORWARD, carried));
        return all;
    }

    private static Invoice.Item balancing(ResultSet row, String kind, String name, long amount) throws SQLException {
        return new Invoice.Item(
                Optional.empty(),
                kind,
                name,
                Optional.empty(),
                Optional.empty(),
                BigDecimal.ONE,
                Period.day(Columns.date(row, "bill_on")),
                amount,
                0,
                0);
    }

    /// From id, kind, kind of its order line, name, brick, code, quantity, first day, day after the last, gross,
    /// discount, tax; of lines that are issued also the units that have no price.
    public static List<Invoice.Item> items(List<Cells> lines) {
        var all = new ArrayList<Invoice.Item>(lines.size());
        for (var line : lines) {
            all.add(new Invoice.Item(
                    line.maybeUuid(0),
                    kind(line.text(1), line.maybeText(2)),
                    line.text(3),
                    line.maybeUuid(4),
                    line.maybeText(5),
                    line.decimal(6),
                    new Period(line.date(7), line.date(8)),
                    line.number(9),
                    line.number(10),
                    line.number(11),
                    line.textBeyond(12).map(BigDecimal::new)));
        }
        return all;
    }

    /// In the words of the API; a charge is what its order line is.
    public static String kind(String kind, Optional<String> ofLine) {
        return switch (Billable.Kind.valueOf(kind)) {
            case CHARGE -> ofLine.orElse("SUBSCRIPTION");
            case CORRECTION -> "USAGE_CORRECTION";
            case CARRIED_FORWARD -> "CREDIT_CARRIED_FORWARD";
            case USAGE, MILESTONE, STANDALONE, ADJUSTMENT_CREDIT -> kind;
        };
    }

    private static List<Invoice.Paid> payments(List<Cells> payments) {
        var all = new ArrayList<Invoice.Paid>(payments.size());
        for (var payment : payments) {
            all.add(new Invoice.Paid(
                    payment.uuid(0),
                    payment.maybeText(1),
                    payment.maybeUuid(2),
                    payment.number(3),
                    payment.instant(4),
                    payment.maybeText(5),
                    payment.text(6),
                    payment.text(7),
                    payment.maybeText(8),
                    payment.maybeText(9),
                    payment.number(10)));
        }
        return all;
    }

    /// The earliest invoice of a term with something open. Terms agreed later have greater ids, so that what was issued
    /// for one ahead is seen, and what an earlier one
    /// left open is not.
    public Optional<UUID> nextUnpaid(Tx tx, Subscription subscription, OrderId term) {
        return tx.query("""
                SELECT id
                FROM invoice
                WHERE seller_id = :seller AND subscription_id = :subscription AND voided_at IS NULL AND NOT is_muted
                    AND remaining > 0 AND (term_order_id >= :term OR issued_at IS NULL)
                ORDER BY bill_on, id
                LIMIT 1
                """)
                .bind("subscription", subscription.id().value())
                .bind("term", term.value())
                .mapTo(UUID.class)
                .findOne();
    }

    /// With settled ones: the latest not after today, of those of one day the one that was made last; else the next to
    /// come. What is paused is yet to come, whatever date it had (rule K-03).
    public Optional<UUID> latest(Tx tx, Subscription subscription, OrderId term) {
        return tx.query("""
                SELECT id
                FROM (SELECT id, bill_on, bill_on > :today OR (is_paused AND issued_at IS NULL) AS is_to_come
                      FROM invoice
                      WHERE seller_id = :seller AND subscription_id = :subscription AND voided_at IS NULL
                          AND NOT is_muted AND (grand_total > 0 OR adjustment_credit > 0)
                          AND (term_order_id >= :term OR issued_at IS NULL)) billed
                ORDER BY is_to_come, CASE WHEN is_to_come THEN bill_on END, bill_on DESC,
                    CASE WHEN NOT is_to_come THEN id END DESC, id
                LIMIT 1
                """)
                .bind("subscription", subscription.id().value())
                .bind("term", term.value())
                .bind("today", subscription.today(tx.now()))
                .mapTo(UUID.class)
                .findOne();
    }

    /// Unissued invoices of a subscription that wait for usage, the earliest first.
    public List<UUID> waitingForUsage(Tx tx, Subscription subscription, Optional<LocalDate> before, int most) {
        return tx.query("""
                SELECT id
                FROM invoice
                WHERE seller_id = :seller AND subscription_id = :subscription AND issued_at IS NULL AND voided_at IS NULL
                    AND holds_usage AND NOT is_muted AND (:before::date IS NULL OR bill_on < :before)
                ORDER BY bill_on
                LIMIT :most
                """)
                .bind("subscription", subscription.id().value())
                .bind("before", before)
                .bind("most", most)
                .map((row, _) -> Columns.uuid(row, "id"))
                .list();
    }
}
