package dev.brickwork.invoices;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.money.Quantity;
import dev.brickwork.kernel.money.Rounding;
import dev.brickwork.kernel.pricing.BrickId;
import dev.brickwork.kernel.pricing.Overage;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Rows;
import dev.brickwork.subscriptions.OrderId;
import dev.brickwork.subscriptions.SubscriptionId;
import dev.brickwork.usage.MeterWindow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Every statement on what usage was billed for.
final class UsageBillStore {
    /// Names a window of a brick: its first service day in its term.
    record WindowKey(OrderId term, BrickId brick, LocalDate start) {
        static WindowKey of(MeterWindow window) {
            var its = window.window();
            return new WindowKey(window.term(), its.terms().id(), its.period().start());
        }
    }

    /// How a difference was settled.
    enum Kind {
        BILLED,
        CORRECTION,
        CREDIT,
        CREDIT_RETURNED,
        REGENERATED,
        TAKEN_BACK
    }

    /// One difference.
    ///
    /// @param ratedOn service date: usage before it is in the rating
    /// @param change what it adds to what was billed
    /// @param item the line of an unissued invoice that a correction waits on
    record Row(
            UUID id,
            WindowKey window,
            LocalDate ratedOn,
            Kind kind,
            Quantity used,
            Overage change,
            Optional<UUID> invoice,
            Optional<UUID> item) {
        /// Less is owed, and the customer's ledger has the difference.
        static Row credit(WindowKey window, LocalDate ratedOn, Quantity used, Overage change) {
            return new Row(Ids.next(), window, ratedOn, Kind.CREDIT, used, change, Optional.empty(), Optional.empty());
        }

        /// What the customer's ledger was given is taken back.
        static Row creditReturned(WindowKey window, LocalDate ratedOn, Quantity used, Overage change) {
            return new Row(
                    Ids.next(),
                    window,
                    ratedOn,
                    Kind.CREDIT_RETURNED,
                    used,
                    change,
                    Optional.empty(),
                    Optional.empty());
        }
    }

    /// All of a window.
    ///
    /// @param voided invoices that bore some of it and were voided
    record Billed(List<Row> rows, Set<UUID> voided) {
        static final Billed NOTHING = new Billed(List.of(), Set.of());

        Overage sum() {
            return sum(rows);
        }

        /// What was on voided invoices counts as billed, but nobody has paid it: it is not given back either, when
        /// less was used (rule I-07).
        Overage kept() {
            var waived = waived();
            var sum = sum();
            return waived.net() < sum.net() ? waived : sum;
        }

        /// What voided invoices bear of it.
        Overage waived() {
            return sum(rows.stream()
                    .filter(row -> row.invoice.filter(voided::contains).isPresent())
                    .toList());
        }

        boolean isOn(UUID invoice) {
            return rows.stream()
                    .anyMatch(row -> row.invoice.filter(invoice::equals).isPresent());
        }

        /// As it will be when another of its invoices is void.
        Billed withVoided(UUID invoice) {
            var all = new HashSet<>(voided);
            all.add(invoice);
            return new Billed(rows, all);
        }

        /// What the customer's ledger has of it, without tax.
        long credited() {
            return -sum(rows.stream().filter(row -> row.invoice.isEmpty()).toList())
                    .net();
        }

        /// What somebody pays beyond an amount. Each invoice bears what came on top of those before it, so that
        /// less usage takes from the last ones first; of those that were voided there is nothing to give back
        /// (rule I-07).
        ///
        /// @param credited what was given back already
        long paidBeyond(long amount, long credited) {
            var byInvoice = new LinkedHashMap<UUID, Long>();
            for (var row : rows) {
                row.invoice.ifPresent(id -> byInvoice.merge(id, row.change.net(), Long::sum));
            }
            long top = byInvoice.values().stream().mapToLong(Long::longValue).sum() - credited;
            long beyond = 0;
            long left = credited;
            for (var layer : byInvoice.sequencedEntrySet().reversed()) {
                long net = layer.getValue();
                boolean isPaid = !voided.contains(layer.getKey());
                if (isPaid) {
                    long gone = Math.min(left, net);
                    left -= gone;
                    net -= gone;
                    beyond += Math.max(0, top - Math.max(top - net, amount));
                }
                top -= net;
            }
            return beyond;
        }

        static Overage sum(List<Row> rows) {
            var sum = Overage.NONE;
            for (var row : rows) {
                sum = new Overage(
                        sum.units().plus(row.change.units()),
                        sum.gross() + row.change.gross(),
                        sum.discount() + row.change.discount());
            }
            return sum;
        }

        /// To rate what was billed anew, up to where the window ends now at the latest.
        RateUsage.Ask again(BilledWindow window) {
            var end = window.end();
            return ask(window, ratedOn().filter(end::isAfter).orElse(end));
        }

        /// To rate the window up to a date.
        RateUsage.Ask ask(BilledWindow window, LocalDate ratedOn) {
            return new RateUsage.Ask(window, ratedOn, sum(), this);
        }

        /// Up to when it was rated, if it was.
        Optional<LocalDate> ratedOn() {
            return rows.stream().map(Row::ratedOn).max(LocalDate::compareTo);
        }
    }

    Map<WindowKey, Billed> ofSubscription(Handle tx, Caller caller, SubscriptionId subscription) {
        var grouped = new LinkedHashMap<WindowKey, Billed>();
        tx.createQuery("""
                SELECT invoice_usage.*, invoice.voided_at IS NOT NULL AS is_voided
                FROM invoice_usage
                LEFT JOIN invoice ON invoice.seller_id = invoice_usage.seller_id AND invoice.id = invoice_usage.invoice_id
                WHERE invoice_usage.seller_id = :seller AND invoice_usage.subscription_id = :subscription
                ORDER BY invoice_usage.id
                """)
                .bind("seller", caller.seller().value())
                .bind("subscription", subscription.value())
                .map((row, _) -> {
                    var one = row(row);
                    var all = grouped.computeIfAbsent(one.window, _ -> new Billed(new ArrayList<>(), new HashSet<>()));
                    all.rows.add(one);
                    if (Columns.flag(row, "is_voided")) one.invoice.ifPresent(all.voided::add);
                    return one;
                })
                .list();
        return grouped;
    }

    /// Whose usage an invoice bears, or may bear.
    List<SubscriptionId> bearing(Handle tx, Caller caller, InvoiceId invoice) {
        return tx.createQuery("""
                SELECT subscription_id
                FROM invoice_usage
                WHERE seller_id = :seller AND invoice_id = :invoice
                UNION
                SELECT subscription_id
                FROM invoice
                WHERE seller_id = :seller AND id = :invoice AND subscription_id IS NOT NULL
                ORDER BY subscription_id
                """)
                .bind("seller", caller.seller().value())
                .bind("invoice", invoice.value())
                .mapTo(UUID.class)
                .map(SubscriptionId::new)
                .list();
    }

    void insert(Handle tx, Caller caller, SubscriptionId subscription, Row row) {
        Rows.exactlyOne(
                tx.createUpdate("""
                        INSERT INTO invoice_usage (seller_id, id, subscription_id, term_order_id, brick_id, window_start,
                            rated_on, kind, used, units, gross, discount, invoice_id, item_id, created_at)
                        VALUES (:seller, :id, :subscription, :term, :brick, :start, :ratedOn, :kind, :used, :units, :gross,
                            :discount, :invoice, :item, :now)
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("id", row.id)
                        .bind("subscription", subscription.value())
                        .bind("term", row.window.term().value())
                        .bind("brick", row.window.brick().value())
                        .bind("start", row.window.start())
                        .bind("ratedOn", row.ratedOn)
                        .bind("kind", row.kind.name())
                        .bind("used", row.used.value())
                        .bind("units", row.change.units().value())
                        .bind("gross", row.change.gross())
                        .bind("discount", row.change.discount())
                        .bind("invoice", row.invoice)
                        .bind("item", row.item)
                        .bind("now", caller.now())
                        .execute(),
                "billed usage");
    }

    /// What the newest version of an invoice bears of a window.
    Optional<Billable> line(Handle tx, Caller caller, UUID invoice, WindowKey window) {
        return tx.createQuery("""
                SELECT line.*
                FROM invoice i
                JOIN invoice_line line ON line.seller_id = i.seller_id AND line.invoice_id = i.id AND line.version = i.version
                WHERE i.seller_id = :seller AND i.id = :invoice AND line.kind = 'USAGE' AND line.brick_id = :brick
                    AND line.details ->> 'window_start' = :start::text AND line.details ->> 'term_order_id' = :term::text
                """)
                .bind("seller", caller.seller().value())
                .bind("invoice", invoice)
                .bind("brick", window.brick().value())
                .bind("start", window.start())
                .bind("term", window.term().value())
                .map((row, _) -> IssueStore.item(row))
                .findOne();
    }

    /// Net and tax of the issued lines that bear a window, for the tax that a credit gives back (rule R-03).
    record Taxed(long net, long tax) {
        /// The tax of so much of it. Of all that is given back in parts, so that they add up (rule M-05).
        long taxOf(long part) {
            return net <= 0 ? 0 : Rounding.share(tax, Math.min(part, net), net);
        }

        Taxed plus(Taxed other) {
            return new Taxed(net + other.net, tax + other.tax);
        }
    }

    /// Beside a negative line, which bears no tax, a line bears less than its own (M-06): there it has its share
    /// in all that is taxed alike.
    ///
    /// @param without an invoice that is about to be voided
    Taxed taxed(Handle tx, Caller caller, SubscriptionId subscription, WindowKey window, Optional<InvoiceId> without) {
        return tx
                .createQuery("""
                SELECT line.gross - line.discount AS net, line.tax, mixed.net AS all_net, mixed.tax AS all_tax
                FROM (SELECT DISTINCT invoice_id
                      FROM invoice_usage
                      WHERE seller_id = :seller AND subscription_id = :subscription AND brick_id = :brick
                          AND window_start = :start AND term_order_id = :term AND invoice_id IS NOT NULL) AS bearer
                JOIN invoice i ON i.seller_id = :seller AND i.id = bearer.invoice_id AND i.issued_at IS NOT NULL
                    AND i.voided_at IS NULL AND i.id IS DISTINCT FROM :without::uuid
                JOIN invoice_line line ON line.seller_id = i.seller_id AND line.invoice_id = i.id AND line.version = i.version
                    AND line.brick_id = :brick AND line.kind IN ('USAGE', 'CORRECTION')
                    AND line.details ->> 'window_start' = :start::text
                LEFT JOIN LATERAL (
                    SELECT sum(other.gross - other.discount)::bigint AS net, sum(other.tax)::bigint AS tax
                    FROM invoice_line other
                    WHERE other.seller_id = i.seller_id AND other.invoice_id = i.id AND other.version = i.version
                        AND other.tax_category = line.tax_category
                    HAVING bool_or(other.gross < other.discount) AND sum(other.gross - other.discount) > 0) mixed ON true
                """)
                .bind("seller", caller.seller().value())
                .bind("without", without.map(InvoiceId::value))
                .bind("subscription", subscription.value())
                .bind("brick", window.brick().value())
                .bind("start", window.start())
                .bind("term", window.term().value())
                .map((row, _) -> taxed(row))
                .stream()
                .reduce(new Taxed(0, 0), Taxed::plus);
    }

    private static Taxed taxed(ResultSet row) throws SQLException {
        long net = Columns.number(row, "net");
        var all = Columns.maybeNumber(row, "all_net");
        return new Taxed(
                net,
                all.isEmpty()
                        ? Columns.number(row, "tax")
                        : Rounding.share(Columns.number(row, "all_tax"), net, all.getAsLong()));
    }

    /// Who was billed for a window last.
    Optional<UUID> customer(Handle tx, Caller caller, SubscriptionId subscription, WindowKey window) {
        return tx.createQuery("""
                SELECT i.customer_id
                FROM invoice_usage u
                JOIN invoice i ON i.seller_id = u.seller_id AND i.id = u.invoice_id AND i.issued_at IS NOT NULL
                    AND i.voided_at IS NULL
                WHERE u.seller_id = :seller AND u.subscription_id = :subscription AND u.brick_id = :brick
                    AND u.window_start = :start AND u.term_order_id = :term
                ORDER BY u.id DESC
                LIMIT 1
                """)
                .bind("seller", caller.seller().value())
                .bind("subscription", subscription.value())
                .bind("brick", window.brick().value())
                .bind("start", window.start())
                .bind("term", window.term().value())
                .mapTo(UUID.class)
                .findOne();
    }

    /// An unissued invoice whose usage nobody will pay: muted, or voided before it was issued.
    ///
    /// @param serviceOn the service date of its term; a later pause moves the calendar away from under a void
    record Waiver(OrderId term, LocalDate serviceOn, LocalDate billOn, boolean isVoided) {
        static BilledWindow of(MeterWindow window, List<Waiver> waivers) {
            var muted = new HashSet<LocalDate>();
            var voided = new HashSet<LocalDate>();
            for (var date : window.window().ratedOn()) {
                for (var waiver : waivers) {
                    if (waiver.covers(window, date)) (waiver.isVoided ? voided : muted).add(date);
                }
            }
            return new BilledWindow(window, muted, voided);
        }

        /// The end of a term is rated on the first invoice of the one that takes its place (rule R-08).
        private boolean covers(MeterWindow window, LocalDate date) {
            return term.equals(window.term())
                    ? serviceOn.equals(date)
                    : billOn.equals(window.clock().calendar(date));
        }
    }

    List<Waiver> waivers(Handle tx, Caller caller, SubscriptionId subscription) {
        return tx.createQuery("""
                SELECT term_order_id, service_bill_on, bill_on, voided_at IS NOT NULL AS is_voided
                FROM invoice
                WHERE seller_id = :seller AND subscription_id = :subscription AND issued_at IS NULL AND holds_usage
                    AND (is_muted OR voided_at IS NOT NULL)
                """)
                .bind("seller", caller.seller().value())
                .bind("subscription", subscription.value())
                .map((row, _) -> new Waiver(
                        new OrderId(Columns.uuid(row, "term_order_id")),
                        Columns.date(row, "service_bill_on"),
                        Columns.date(row, "bill_on"),
                        Columns.flag(row, "is_voided")))
                .list();
    }

    /// Which of these invoices are not issued yet and can still change.
    List<UUID> open(Handle tx, Caller caller, SubscriptionId subscription) {
        return tx.createQuery("""
                SELECT id
                FROM invoice
                WHERE seller_id = :seller AND subscription_id = :subscription AND issued_at IS NULL AND voided_at IS NULL
                """)
                .bind("seller", caller.seller().value())
                .bind("subscription", subscription.value())
                .map((row, _) -> Columns.uuid(row, "id"))
                .list();
    }

    /// The bill dates of unissued invoices that hold usage, in order.
    List<LocalDate> openDates(Handle tx, Caller caller, SubscriptionId subscription) {
        return tx.createQuery("""
                SELECT DISTINCT bill_on
                FROM invoice
                WHERE seller_id = :seller AND subscription_id = :subscription AND issued_at IS NULL AND voided_at IS NULL
                    AND holds_usage AND NOT is_muted
                ORDER BY bill_on
                """)
                .bind("seller", caller.seller().value())
                .bind("subscription", subscription.value())
                .map((row, _) -> Columns.date(row, "bill_on"))
                .list();
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                Columns.uuid(row, "id"),
                new WindowKey(
                        new OrderId(Columns.uuid(row, "term_order_id")),
                        new BrickId(Columns.uuid(row, "brick_id")),
                        Columns.date(row, "window_start")),
                Columns.date(row, "rated_on"),
                Kind.valueOf(Columns.text(row, "kind")),
                new Quantity(Columns.decimal(row, "used")),
                new Overage(
                        new Quantity(Columns.decimal(row, "units")),
                        Columns.number(row, "gross"),
                        Columns.number(row, "discount")),
                Columns.maybeUuid(row, "invoice_id"),
                Columns.maybeUuid(row, "item_id"));
    }
}
