package dev.brickwork.invoicing.issued;

import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.jobs.DueRows;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.ServiceClock;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/// Finds the invoices that are due and what they bill. Everything works on many at once: a billing day has
/// thousands. What comes of them is written by [VersionStore].
public final class IssueStore {
    public static final DueRows WAITING = new DueRows(
            "invoice",
            "id",
            "issuable_from",
            "issued_at IS NULL AND voided_at IS NULL AND NOT is_paused AND NOT is_muted");

    /// The purchase order of a subscription is that of who pays for it now. An invoice is about the plan of the first
    /// service on it: phases and changes have plans of their own.
    private static final String SHOWN = """
            SELECT invoice.*,
                coalesce((
                    SELECT line.plan_name
                    FROM invoice_charge c
                    CROSS JOIN LATERAL ( -- By its key, with a plan made while the table was small, too (ADR 15).
                        SELECT plan_name, is_leaving
                        FROM order_line
                        WHERE seller_id = c.seller_id AND id = c.order_line_id
                        OFFSET 0) line
                    WHERE c.seller_id = invoice.seller_id AND c.invoice_id = invoice.id AND NOT line.is_leaving
                    ORDER BY lower(c.service), c.id
                    LIMIT 1), s.plan_name) AS subject,
                coalesce(invoice.purchase_order,
                    CASE s.billed_company_id WHEN invoice.billed_company_id THEN s.purchase_order END)
                    AS shown_purchase_order
            FROM invoice
            """;

    private static final String OF_SUBSCRIPTIONS = SHOWN + """
            JOIN subscription s ON s.seller_id = invoice.seller_id AND s.id = invoice.subscription_id
            WHERE invoice.seller_id = :seller AND issued_at IS NULL AND voided_at IS NULL AND NOT is_paused AND NOT is_muted
                AND issuable_from <= :now
            """;

    private static final String STANDING_ALONE = """
            SELECT invoice.*, invoice.purchase_order AS shown_purchase_order, NULL AS subject
            FROM invoice
            WHERE invoice.seller_id = :seller AND issued_at IS NULL AND voided_at IS NULL AND NOT is_paused AND NOT is_muted
                AND issuable_from <= :now AND subscription_id IS NULL
            """;

    /// Locks the next due invoices with their subscriptions, and skips those that another transaction holds: a
    /// change of a contract locks its subscription first, and its invoices come up again.
    public List<DueInvoice> lockDue(Tx tx, int most) {
        var due = new ArrayList<>(tx.query(OF_SUBSCRIPTIONS + """
                        ORDER BY issuable_from, invoice.id
                        LIMIT :most
                        FOR NO KEY UPDATE OF s, invoice SKIP LOCKED
                        """)
                .bind("most", most)
                .map((row, _) -> DueInvoice.of(row))
                .list());
        if (due.size() < most) {
            due.addAll(tx.query(STANDING_ALONE + """
                            ORDER BY issuable_from, invoice.id
                            LIMIT :most
                            FOR NO KEY UPDATE OF invoice SKIP LOCKED
                            """)
                    .bind("most", most - due.size())
                    .map((row, _) -> DueInvoice.of(row))
                    .list());
        }
        return due;
    }

    /// Locks the due invoices of subscriptions that have just started; those that another transaction holds are
    /// left to the sweep.
    public List<DueInvoice> lockDue(Tx tx, List<SubscriptionId> subscriptions) {
        return tx.query(OF_SUBSCRIPTIONS + """
                        AND invoice.subscription_id = ANY (:subscriptions::uuid[])
                        ORDER BY issuable_from, invoice.id
                        FOR NO KEY UPDATE OF s, invoice SKIP LOCKED
                        """)
                .bind("subscriptions", IdList.of(subscriptions, SubscriptionId::value))
                .map((row, _) -> DueInvoice.of(row))
                .list();
    }

    /// Locks one due invoice of either kind, unless another transaction holds it.
    public List<DueInvoice> lockDue(Tx tx, UUID invoice) {
        var due = new ArrayList<DueInvoice>();
        for (var kind : List.of(
                OF_SUBSCRIPTIONS + " AND invoice.id = :id FOR NO KEY UPDATE OF s, invoice SKIP LOCKED",
                STANDING_ALONE + " AND invoice.id = :id FOR NO KEY UPDATE OF invoice SKIP LOCKED")) {
            tx.query(kind)
                    .bind("id", invoice)
                    .map((row, _) -> DueInvoice.of(row))
                    .forEach(due::add);
        }
        return due;
    }

    /// An issued invoice that gets a new version; the caller holds the lock of its row.
    public Optional<DueInvoice> issued(Tx tx, InvoiceId invoice) {
        return tx.query(SHOWN + """
                LEFT JOIN subscription s ON s.seller_id = invoice.seller_id AND s.id = invoice.subscription_id
                WHERE invoice.seller_id = :seller AND invoice.id = :id AND invoice.issued_at IS NOT NULL
                """)
                .bind("id", invoice.value())
                .map((row, _) -> DueInvoice.of(row))
                .findOne();
    }

    public boolean isAnyDue(Tx tx) {
        return WAITING.next(tx, tx.seller())
                .filter(next -> !next.isAfter(tx.now()))
                .isPresent();
    }

    /// The lines that invoices bill, in their order.
    ///
    /// @param terms of each invoice the one whose clock dates its charges
    public Map<UUID, List<Billable>> billables(Tx tx, Map<UUID, Optional<UUID>> terms) {
        var invoices = IdList.of(terms.keySet());
        var clocks = ContractTerms.clocks(
                tx, terms.values().stream().flatMap(Optional::stream).collect(Collectors.toSet()));
        Map<UUID, List<Billable>> all = new HashMap<>();
        tx.query("""
                SELECT c.id, c.invoice_id, c.order_line_id, lower(c.service) AS starts_on, upper(c.service) AS ends_on, c.gross,
                    c.discount, c.coupon, line.brick_id, coalesce(line.brick_name, line.plan_name) AS name,
                    line.brick_code, line.quantity, line.tax_category, line.is_unlimited, line.kind, line.order_id,
                    line.tiers
                FROM invoice_charge c
                CROSS JOIN LATERAL ( -- By its key, with a plan made while the table was small, too (ADR 15).
                    SELECT *
                    FROM order_line
                    WHERE seller_id = c.seller_id AND id = c.order_line_id
                    OFFSET 0) line
                WHERE c.seller_id = :seller AND c.invoice_id = ANY (:invoices::uuid[])
                ORDER BY c.id
                """)
                .bind("invoices", invoices)
                .map((row, _) -> {
                    var invoice = Columns.uuid(row, "invoice_id");
                    var term = terms.getOrDefault(invoice, Optional.empty());
                    var clock = term.map(clocks::get).orElse(ServiceClock.UNPAUSED);
                    return all.computeIfAbsent(invoice, _ -> new ArrayList<>()).add(charge(row, clock));
                })
                .list();
        tx.query("""
                SELECT *
                FROM invoice_item
                WHERE seller_id = :seller AND invoice_id = ANY (:invoices::uuid[])
                ORDER BY invoice_id, position
                """)
                .bind("invoices", invoices)
                .map((row, _) -> all.computeIfAbsent(Columns.uuid(row, "invoice_id"), _ -> new ArrayList<>())
                        .add(BillableRow.read(row)))
                .list();
        return all;
    }

    private static Billable charge(ResultSet row, ServiceClock clock) throws SQLException {
        var service = new Period(Columns.date(row, "starts_on"), Columns.date(row, "ends_on"));
        long coupon = Columns.number(row, "coupon");
        long discount = Columns.number(row, "discount");
        var tiers = Columns.text(row, "tiers");
        var kind = Columns.text(row, "kind");
        var order = Columns.uuid(row, "order_id");
        boolean isUnlimited = Columns.flag(row, "is_unlimited");
        return new Billable(
                Billable.Kind.CHARGE,
                Optional.of(Columns.uuid(row, "id")),
                Optional.of(Columns.uuid(row, "order_line_id")),
                Columns.maybeUuid(row, "brick_id"),
                Columns.text(row, "name"),
                Columns.maybeText(row, "brick_code"),
                Columns.decimal(row, "quantity"),
                clock.calendar(service),
                Columns.number(row, "gross"),
                discount + coupon,
                Columns.text(row, "tax_category"),
                JsonWriter.text(json -> json.object(out -> out.put("kind", kind)
                        .put("order_id", order)
                        .put("is_unlimited", isUnlimited)
                        .put("brick_discount", discount)
                        .put("coupon", coupon)
                        .put("service_starts_on", service.start())
                        .put("service_ends_on", service.end())
                        .putRaw("tiers", tiers))));
    }
}
