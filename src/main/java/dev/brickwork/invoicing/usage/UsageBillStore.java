package dev.brickwork.invoicing.usage;

import dev.brickwork.contracts.Subscription;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.LegalEntityId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.issued.BillableRow;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.contract.Overage;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.Rounding;
import dev.brickwork.pricing.terms.BrickId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;

/// Every statement on what usage was billed for.
public final class UsageBillStore {
    /// All that is taxed like a line, where a negative line is among it.
    private static final String MIXED = """
            LEFT JOIN LATERAL (
                SELECT sum(other.gross - other.discount)::bigint AS net, sum(other.tax)::bigint AS tax
                FROM invoice_line other
                WHERE other.seller_id = i.seller_id AND other.invoice_id = i.id AND other.version = i.version
                    AND other.tax_category = line.tax_category
                HAVING bool_or(other.gross < other.discount) AND sum(other.gross - other.discount) <> 0) mixed ON true
            """;

    public Map<WindowKey, Billed> ofSubscription(Tx tx, SubscriptionId subscription) {
        return of(tx, List.of(subscription));
    }

    public Map<WindowKey, Billed> of(Tx tx, Collection<SubscriptionId> subscriptions) {
        return byWindow(tx.query("""
                SELECT invoice_usage.*, invoice.voided_at IS NOT NULL AS is_voided
                FROM invoice_usage
                LEFT JOIN invoice ON invoice.seller_id = invoice_usage.seller_id AND invoice.id = invoice_usage.invoice_id
                WHERE invoice_usage.seller_id = :seller AND invoice_usage.subscription_id = ANY (:subscriptions::uuid[])
                ORDER BY invoice_usage.id
                """).bind("subscriptions", IdList.of(subscriptions, SubscriptionId::value)));
    }

    /// The windows of which an invoice bears anything, each with all that was billed of it.
    public Map<WindowKey, Billed> onInvoice(Tx tx, InvoiceId invoice) {
        return byWindow(tx.query("""
                SELECT usage.*, invoice.voided_at IS NOT NULL AS is_voided
                FROM (SELECT DISTINCT subscription_id, term_order_id, brick_id, window_start
                      FROM invoice_usage
                      WHERE seller_id = :seller AND invoice_id = :invoice) AS here
                CROSS JOIN LATERAL (
                    SELECT *
                    FROM invoice_usage each
                    WHERE each.seller_id = :seller AND each.subscription_id = here.subscription_id
                        AND each.brick_id = here.brick_id AND each.window_start = here.window_start
                        AND each.term_order_id = here.term_order_id
                    OFFSET 0) AS usage
                LEFT JOIN invoice ON invoice.seller_id = usage.seller_id AND invoice.id = usage.invoice_id
                ORDER BY usage.id
                """).bind("invoice", invoice.value()));
    }

    private static Map<WindowKey, Billed> byWindow(Query rows) {
        var grouped = new LinkedHashMap<WindowKey, Billed>();
        rows.map((row, _) -> {
                    var one = row(row);
                    var all =
                            grouped.computeIfAbsent(one.window(), _ -> new Billed(new ArrayList<>(), new HashSet<>()));
                    all.rows().add(one);
                    if (Columns.flag(row, "is_voided")) one.invoice().ifPresent(all.voided()::add);
                    return one;
                })
                .list();
        return grouped;
    }

    /// Net credit that the customer's ledger has got for a window.
    public long credited(Tx tx, WindowKey window) {
        return bound(tx.query("""
                SELECT coalesce(sum(discount - gross), 0) AS credited
                FROM invoice_usage
                WHERE seller_id = :seller AND subscription_id = :subscription AND brick_id = :brick
                    AND window_start = :start AND term_order_id = :term AND invoice_id IS NULL
                """), window).mapTo(Long.class).one();
    }

    /// The subscriptions whose usage an invoice bears, or may bear.
    public List<SubscriptionId> bearing(Tx tx, InvoiceId invoice) {
        return tx.query("""
                SELECT subscription_id
                FROM invoice_usage
                WHERE seller_id = :seller AND invoice_id = :invoice
                UNION
                SELECT subscription_id
                FROM invoice
                WHERE seller_id = :seller AND id = :invoice AND subscription_id IS NOT NULL
                ORDER BY subscription_id
                """)
                .bind("invoice", invoice.value())
                .mapTo(UUID.class)
                .map(SubscriptionId::new)
                .list();
    }

    public void insert(Tx tx, Billed.Row row) {
        insert(tx, List.of(row));
    }

    public void insert(Tx tx, List<Billed.Row> rows) {
        if (rows.isEmpty()) return;
        Rows.exactly(
                rows.size(),
                tx.update("""
                        INSERT INTO invoice_usage (seller_id, created_at, id, subscription_id, term_order_id, brick_id,
                            window_start, rated_on, kind, used, units, gross, discount, invoice_id, item_id)
                        SELECT :seller, :now, new.*
                        FROM jsonb_to_recordset(:rows::jsonb) AS new (id uuid, subscription_id uuid, term_order_id uuid,
                            brick_id uuid, window_start date, rated_on date, kind text, used numeric, units numeric,
                            gross bigint, discount bigint, invoice_id uuid, item_id uuid)
                        """)
                        .bind("rows", JsonWriter.text(json -> json.array(rows, (each, row) -> write(each, row))))
                        .execute(),
                "billed usage");
    }

    private static void write(JsonWriter json, Billed.Row row) {
        json.object(out -> out.put("id", row.id())
                .put("subscription_id", row.window().subscription().value())
                .put("term_order_id", row.window().term().value())
                .put("brick_id", row.window().brick().value())
                .put("window_start", row.window().start())
                .put("rated_on", row.ratedOn())
                .put("kind", row.kind())
                .putNumber("used", row.used().value())
                .putNumber("units", row.change().units().value())
                .put("gross", row.change().gross())
                .put("discount", row.change().discount())
                .put("invoice_id", row.invoice())
                .put("item_id", row.item()));
    }

    /// The charges for commitments that issued invoices bear, in the order of billing.
    public Map<SubscriptionId, List<AdvanceFee.Charged>> charged(Tx tx, Collection<SubscriptionId> subscriptions) {
        var charged = new HashMap<SubscriptionId, List<AdvanceFee.Charged>>();
        tx.query("""
                SELECT c.subscription_id, c.invoice_id, c.order_line_id, lower(c.service) AS starts_on, c.net,
                    o.term_order_id, line.brick_id, i.voided_at IS NOT NULL AS is_voided
                FROM invoice_charge c
                JOIN invoice i ON i.seller_id = c.seller_id AND i.id = c.invoice_id AND i.issued_at IS NOT NULL
                    AND NOT i.is_muted
                CROSS JOIN LATERAL ( -- By its key, with a plan made while the table was small, too (ADR 15).
                    SELECT kind, brick_id, order_id
                    FROM order_line
                    WHERE seller_id = c.seller_id AND id = c.order_line_id
                    OFFSET 0) line
                JOIN orders o ON o.seller_id = c.seller_id AND o.id = line.order_id
                WHERE c.seller_id = :seller AND c.subscription_id = ANY (:subscriptions::uuid[]) AND c.net > 0
                    AND line.kind = 'COMMITMENT'
                ORDER BY i.issued_at, c.id
                """)
                .bind("subscriptions", IdList.of(subscriptions, SubscriptionId::value))
                .map((row, _) -> charged.computeIfAbsent(
                                new SubscriptionId(Columns.uuid(row, "subscription_id")), _ -> new ArrayList<>())
                        .add(new AdvanceFee.Charged(
                                new OrderId(Columns.uuid(row, "term_order_id")),
                                new BrickId(Columns.uuid(row, "brick_id")),
                                Columns.date(row, "starts_on"),
                                Columns.uuid(row, "order_line_id"),
                                Columns.uuid(row, "invoice_id"),
                                Columns.number(row, "net"),
                                Columns.flag(row, "is_voided"))))
                .list();
        return charged;
    }

    /// Whose windows were rated before these invoices billed their fee.
    public List<SubscriptionId> ratedBeforeFee(Tx tx, Collection<UUID> invoices) {
        return tx.query("""
                SELECT DISTINCT c.subscription_id
                FROM invoice_charge c
                CROSS JOIN LATERAL ( -- By its key, with a plan made while the table was small, too (ADR 15).
                    SELECT kind, brick_id
                    FROM order_line
                    WHERE seller_id = c.seller_id AND id = c.order_line_id
                    OFFSET 0) line
                WHERE c.seller_id = :seller AND c.invoice_id = ANY (:invoices::uuid[]) AND line.kind = 'COMMITMENT'
                    AND EXISTS (
                        SELECT
                        FROM invoice_usage u
                        WHERE u.seller_id = c.seller_id AND u.subscription_id = c.subscription_id
                            AND u.brick_id = line.brick_id AND u.window_start <= lower(c.service)
                            AND u.rated_on > lower(c.service))
                ORDER BY c.subscription_id
                """)
                .bind("invoices", IdList.of(invoices))
                .mapTo(UUID.class)
                .map(SubscriptionId::new)
                .list();
    }

    /// All that the ledger got for a window, less what it gave back.
    ///
    /// @param bearer the invoice that it was given for last
    public record Given(long net, long tax, Bearer bearer) {}

    public Optional<Given> given(Tx tx, WindowKey window) {
        return bound(tx.query("""
                SELECT sum(credit.net) OVER all_of_it AS net, sum(credit.tax) OVER all_of_it AS tax, i.id, i.customer_id
                FROM usage_credit credit
                JOIN invoice i ON i.seller_id = credit.seller_id AND i.id = credit.invoice_id
                WHERE credit.seller_id = :seller AND credit.subscription_id = :subscription AND credit.brick_id = :brick
                    AND credit.window_start = :start AND credit.term_order_id = :term
                WINDOW all_of_it AS ()
                ORDER BY credit.id DESC
                LIMIT 1
                """), window)
                .map((row, _) -> new Given(Columns.number(row, "net"), Columns.number(row, "tax"), bearer(row)))
                .findOne();
    }

    /// The usage lines of the newest version of an invoice, by window of a subscription.
    public Map<WindowKey, Billable> lines(Tx tx, UUID invoice, SubscriptionId subscription) {
        var lines = new HashMap<WindowKey, Billable>();
        tx.query("""
                SELECT line.*, (line.details ->> 'window_start')::date AS window_start,
                    (line.details ->> 'term_order_id')::uuid AS term_order_id
                FROM invoice i
                JOIN invoice_line line ON line.seller_id = i.seller_id AND line.invoice_id = i.id AND line.version = i.version
                WHERE i.seller_id = :seller AND i.id = :invoice AND line.kind = 'USAGE'
                """)
                .bind("invoice", invoice)
                .map((row, _) -> lines.put(window(row, subscription), BillableRow.read(row)))
                .list();
        return lines;
    }

    /// Net and tax of the issued lines that bear a window, for the tax that a credit gives back (rule R-03).
    public record Taxed(long net, long tax) {
        public static final Taxed NOTHING = new Taxed(0, 0);

        /// The tax of so much of it. Of all that is given back in parts, so that they add up (rule M-05).
        public long taxOf(long part) {
            return net <= 0 ? 0 : Rounding.share(tax, Math.min(part, net), net);
        }

        Taxed plus(Taxed other) {
            return new Taxed(net + other.net, tax + other.tax);
        }
    }

    /// Net and tax that was billed of a window, as the invoices that bear it were taxed.
    ///
    /// @param fee that was billed before the usage
    public Taxed taxed(Tx tx, WindowKey window, AdvanceFee fee, Optional<InvoiceId> without) {
        return taxed(tx, Map.of(window, fee), without).getOrDefault(window, Taxed.NOTHING);
    }

    /// Of windows with the fees that were billed before their usage.
    ///
    /// @param without an invoice that is about to be voided
    public Map<WindowKey, Taxed> taxed(Tx tx, Map<WindowKey, AdvanceFee> windows, Optional<InvoiceId> without) {
        var taxed = taxed(tx, windows.keySet(), without);
        var voided = without.map(InvoiceId::value).map(Set::of).orElse(Set.of());
        var owed = new ArrayList<OwedPart>();
        windows.forEach((window, fee) -> fee.parts().stream()
                .filter(part -> part.isOwed(voided))
                .forEach(part -> owed.add(new OwedPart(window, part))));
        if (owed.isEmpty()) return taxed;
        taxedParts(tx, owed).forEach((part, its) -> taxed.merge(part.window, its, Taxed::plus));
        return taxed;
    }

    /// A part of a fee that is owed, and the window that it was billed for.
    private record OwedPart(WindowKey window, AdvanceFee.Part part) {}

    /// Of a charge that was cut, the part that is left.
    private static Map<OwedPart, Taxed> taxedParts(Tx tx, List<OwedPart> parts) {
        var taxed = new HashMap<OwedPart, Taxed>();
        tx.query("""
                SELECT asked.place, line.gross - line.discount AS net, line.tax, mixed.net AS all_net, mixed.tax AS all_tax
                FROM unnest(:invoices::uuid[], :lines::uuid[], :starts::text[]) WITH ORDINALITY
                    AS asked (invoice_id, order_line_id, service_start, place)
                JOIN invoice i ON i.seller_id = :seller AND i.id = asked.invoice_id
                JOIN invoice_line line ON line.seller_id = i.seller_id AND line.invoice_id = i.id AND line.version = i.version
                    AND line.order_line_id = asked.order_line_id AND line.kind = 'CHARGE'
                    AND line.details ->> 'service_starts_on' = asked.service_start
                """ + MIXED)
                .bind("invoices", IdList.of(parts, owed -> owed.part.charge().invoice()))
                .bind("lines", IdList.of(parts, owed -> owed.part.charge().orderLine()))
                .bind(
                        "starts",
                        parts.stream()
                                .map(owed -> owed.part.charge().startsOn().toString())
                                .collect(Collectors.joining(",", "{", "}")))
                .map((row, _) -> {
                    var owed = parts.get(Columns.count(row, "place") - 1);
                    long net = owed.part.net();
                    return taxed.put(owed, new Taxed(net, taxed(row).taxOf(net)));
                })
                .list();
        return taxed;
    }

    /// Net and tax by window. Beside a negative line, which bears no tax, a line bears less than its own (M-06):
    /// there it has its share in all that is taxed alike. Windows that no invoice bears are not in the answer.
    ///
    /// @param without an invoice that is about to be voided
    Map<WindowKey, Taxed> taxed(Tx tx, Collection<WindowKey> windows, Optional<InvoiceId> without) {
        var taxed = new HashMap<WindowKey, Taxed>();
        tx.query("""
                SELECT asked.*, line.gross - line.discount AS net, line.tax, mixed.net AS all_net, mixed.tax AS all_tax
                FROM unnest(:subscriptions::uuid[], :terms::uuid[], :bricks::uuid[], :starts::date[])
                    AS asked (subscription_id, term_order_id, brick_id, window_start)
                CROSS JOIN LATERAL (
                    SELECT DISTINCT u.invoice_id
                    FROM invoice_usage u
                    WHERE u.seller_id = :seller AND u.subscription_id = asked.subscription_id
                        AND u.brick_id = asked.brick_id AND u.window_start = asked.window_start
                        AND u.term_order_id = asked.term_order_id) AS bearer
                JOIN invoice i ON i.seller_id = :seller AND i.id = bearer.invoice_id AND i.issued_at IS NOT NULL
                    AND i.voided_at IS NULL AND i.id IS DISTINCT FROM :without::uuid
                JOIN invoice_line line ON line.seller_id = i.seller_id AND line.invoice_id = i.id AND line.version = i.version
                    AND line.brick_id = asked.brick_id AND line.kind IN ('USAGE', 'CORRECTION')
                    AND line.details ->> 'window_start' = asked.window_start::text
                    AND line.details ->> 'term_order_id' = asked.term_order_id::text
                """ + MIXED)
                .bind(
                        "subscriptions",
                        IdList.of(windows, window -> window.subscription().value()))
                .bind("terms", IdList.of(windows, window -> window.term().value()))
                .bind("bricks", IdList.of(windows, window -> window.brick().value()))
                .bind(
                        "starts",
                        windows.stream()
                                .map(window -> window.start().toString())
                                .collect(Collectors.joining(",", "{", "}")))
                .bind("without", without.map(InvoiceId::value))
                .map((row, _) -> taxed.merge(
                        window(row, new SubscriptionId(Columns.uuid(row, "subscription_id"))), taxed(row), Taxed::plus))
                .list();
        return taxed;
    }

    private static Taxed taxed(ResultSet row) throws SQLException {
        long net = Columns.number(row, "net");
        var all = Columns.maybeNumber(row, "all_net");
        return new Taxed(
                net,
                all.isEmpty()
                        ? Columns.number(row, "tax")
                        : Rounding.share(Columns.number(row, "all_tax"), net, all.get()));
    }

    /// An invoice that bears a window, and whose it is.
    public record Bearer(InvoiceId invoice, UUID customer) {}

    /// Where a window was billed last.
    public Optional<Bearer> bearer(Tx tx, WindowKey window) {
        return bound(tx.query("""
                SELECT i.id, i.customer_id
                FROM invoice_usage u
                JOIN invoice i ON i.seller_id = u.seller_id AND i.id = u.invoice_id AND i.issued_at IS NOT NULL
                    AND i.voided_at IS NULL
                WHERE u.seller_id = :seller AND u.subscription_id = :subscription AND u.brick_id = :brick
                    AND u.window_start = :start AND u.term_order_id = :term
                ORDER BY u.id DESC
                LIMIT 1
                """), window).map((row, _) -> bearer(row)).findOne();
    }

    public Optional<Bearer> bearer(Tx tx, UUID invoice) {
        return tx.query("SELECT id, customer_id FROM invoice WHERE seller_id = :seller AND id = :id")
                .bind("id", invoice)
                .map((row, _) -> bearer(row))
                .findOne();
    }

    private static Bearer bearer(ResultSet row) throws SQLException {
        return new Bearer(new InvoiceId(Columns.uuid(row, "id")), Columns.uuid(row, "customer_id"));
    }

    /// Inserts credit that the ledger got for a window, or gave back; returns its id.
    public UUID insertCredit(Tx tx, WindowKey window, InvoiceId bearer, long net, long tax) {
        var id = Ids.next();
        Rows.exactlyOne(
                bound(tx.update("""
                        INSERT INTO usage_credit (seller_id, id, subscription_id, term_order_id, brick_id, window_start,
                            invoice_id, net, tax, created_at)
                        VALUES (:seller, :id, :subscription, :term, :brick, :start, :invoice, :net, :tax, :now)
                        """), window)
                        .bind("id", id)
                        .bind("invoice", bearer.value())
                        .bind("net", net)
                        .bind("tax", tax)
                        .execute(),
                "credit for usage");
        return id;
    }

    public Map<SubscriptionId, List<BilledWindow.Waiver>> waivers(Tx tx, Collection<SubscriptionId> subscriptions) {
        var waivers = new HashMap<SubscriptionId, List<BilledWindow.Waiver>>();
        tx.query("""
                SELECT subscription_id, term_order_id, service_bill_on, bill_on, customer_id, billed_company_id,
                    legal_entity_id, voided_at IS NOT NULL AS is_voided
                FROM invoice
                WHERE seller_id = :seller AND subscription_id = ANY (:subscriptions::uuid[]) AND issued_at IS NULL
                    AND holds_usage AND (is_muted OR voided_at IS NOT NULL)
                """)
                .bind("subscriptions", IdList.of(subscriptions, SubscriptionId::value))
                .map((row, _) -> waivers.computeIfAbsent(
                                new SubscriptionId(Columns.uuid(row, "subscription_id")), _ -> new ArrayList<>())
                        .add(new BilledWindow.Waiver(
                                new OrderId(Columns.uuid(row, "term_order_id")),
                                Columns.date(row, "service_bill_on"),
                                Columns.date(row, "bill_on"),
                                new Subscription.BillingParties(
                                        Columns.uuid(row, "customer_id"),
                                        Columns.uuid(row, "billed_company_id"),
                                        new LegalEntityId(Columns.uuid(row, "legal_entity_id"))),
                                Columns.flag(row, "is_voided"))))
                .list();
        return waivers;
    }

    /// Which of these invoices are not issued yet and can still change.
    public List<UUID> open(Tx tx, SubscriptionId subscription) {
        return tx.query("""
                SELECT id
                FROM invoice
                WHERE seller_id = :seller AND subscription_id = :subscription AND issued_at IS NULL AND voided_at IS NULL
                """)
                .bind("subscription", subscription.value())
                .map((row, _) -> Columns.uuid(row, "id"))
                .list();
    }

    /// The bill dates of a payer's unissued invoices that hold usage, in order.
    public List<LocalDate> openDates(Tx tx, SubscriptionId subscription, Subscription.BillingParties parties) {
        return tx.query("""
                SELECT DISTINCT bill_on
                FROM invoice
                WHERE seller_id = :seller AND subscription_id = :subscription AND issued_at IS NULL AND voided_at IS NULL
                    AND holds_usage AND NOT is_muted
                    AND customer_id = :customer AND billed_company_id = :billed AND legal_entity_id = :entity
                ORDER BY bill_on
                """)
                .bind("subscription", subscription.value())
                .bind("customer", parties.customer())
                .bind("billed", parties.billedCompany())
                .bind("entity", parties.entity().value())
                .map((row, _) -> Columns.date(row, "bill_on"))
                .list();
    }

    private static <S extends SqlStatement<S>> S bound(S statement, WindowKey window) {
        return statement
                .bind("subscription", window.subscription().value())
                .bind("brick", window.brick().value())
                .bind("start", window.start())
                .bind("term", window.term().value());
    }

    private static WindowKey window(ResultSet row, SubscriptionId subscription) throws SQLException {
        return new WindowKey(
                subscription,
                new OrderId(Columns.uuid(row, "term_order_id")),
                new BrickId(Columns.uuid(row, "brick_id")),
                Columns.date(row, "window_start"));
    }

    private static Billed.Row row(ResultSet row) throws SQLException {
        return new Billed.Row(
                Columns.uuid(row, "id"),
                window(row, new SubscriptionId(Columns.uuid(row, "subscription_id"))),
                Columns.date(row, "rated_on"),
                Billed.Kind.valueOf(Columns.text(row, "kind")),
                new Quantity(Columns.decimal(row, "used")),
                new Overage(
                        new Quantity(Columns.decimal(row, "units")),
                        Columns.number(row, "gross"),
                        Columns.number(row, "discount")),
                Columns.maybeUuid(row, "invoice_id"),
                Columns.maybeUuid(row, "item_id"));
    }
}
