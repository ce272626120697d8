package dev.brickwork.invoices;

import dev.brickwork.journal.Account;
import dev.brickwork.journal.Cause;
import dev.brickwork.journal.Entry;
import dev.brickwork.journal.Journal;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.calendar.Period;
import dev.brickwork.kernel.money.Currency;
import dev.brickwork.kernel.money.Rounding;
import dev.brickwork.kernel.pricing.Settlement;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Rows;
import dev.brickwork.plumbing.outbox.Event;
import dev.brickwork.plumbing.outbox.Outbox;
import dev.brickwork.subscriptions.Bills;
import dev.brickwork.subscriptions.OrderId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Takes unused value back from issued invoices: what was not paid reduces what is owed, what was paid becomes
/// credit (rules R-02, U-06, Z-02).
final class SettleUnused {
    private final Credits credits;
    private final Journal journal;
    private final Outbox outbox;
    private final HistoryStore history = new HistoryStore();

    SettleUnused(Invoices.Rooms rooms, Credits credits) {
        this.credits = credits;
        this.journal = rooms.journal();
        this.outbox = rooms.outbox();
    }

    /// Holds the invoices of a term, so that nobody pays what is being settled.
    void lock(Handle tx, Caller caller, OrderId term) {
        tx.createQuery("""
                SELECT id
                FROM invoice
                WHERE seller_id = :seller AND term_order_id = :term
                ORDER BY id
                FOR NO KEY UPDATE
                """)
                .bind("seller", caller.seller().value())
                .bind("term", term.value())
                .mapTo(UUID.class)
                .list();
    }

    /// All invoices of a term with what stands on them. The adjustment credit of a recast was money once: it
    /// counts as paid, or a second recast would lose it.
    List<Bills.Facts> facts(Handle tx, Caller caller, OrderId term) {
        Map<UUID, List<Bills.Billed>> charges = new LinkedHashMap<>();
        Map<UUID, List<Bills.Billed>> reductions = new LinkedHashMap<>();
        Map<UUID, long[]> taken = new LinkedHashMap<>();
        var invoices = tx.createQuery("""
                SELECT id, customer_id, issued_at IS NOT NULL AS is_issued, voided_at IS NOT NULL AS is_voided, service_bill_on,
                    grand_total + adjustment_credit AS total, paid + credited + adjustment_credit AS settled, remaining
                FROM invoice
                WHERE seller_id = :seller AND term_order_id = :term
                ORDER BY id
                """)
                .bind("seller", caller.seller().value())
                .bind("term", term.value())
                .map((row, _) -> new Bills.Facts(
                        Columns.uuid(row, "id"),
                        Columns.uuid(row, "customer_id"),
                        Columns.flag(row, "is_issued"),
                        Columns.flag(row, "is_voided"),
                        Columns.date(row, "service_bill_on"),
                        Columns.number(row, "total"),
                        Columns.number(row, "settled"),
                        Columns.number(row, "remaining"),
                        0,
                        0,
                        List.of(),
                        List.of()))
                .list();
        readCharges(tx, caller, term, charges);
        readSettlements(tx, caller, term, reductions, taken);
        var all = new ArrayList<Bills.Facts>();
        for (var invoice : invoices) {
            var sums = taken.getOrDefault(invoice.invoice(), new long[2]);
            all.add(new Bills.Facts(
                    invoice.invoice(),
                    invoice.customer(),
                    invoice.isIssued(),
                    invoice.isVoided(),
                    invoice.billOn(),
                    invoice.total(),
                    invoice.paid(),
                    invoice.remaining(),
                    sums[0],
                    sums[1],
                    charges.getOrDefault(invoice.invoice(), List.of()),
                    reductions.getOrDefault(invoice.invoice(), List.of())));
        }
        all.sort(Comparator.comparing(Bills.Facts::billOn));
        return all;
    }

    /// A regenerated invoice says in its newest version what tax its charges bear now; the lines of a version
    /// stand in the order of the charges. Where a line is negative, it bears none, and the others bear less for it
    /// (M-06): there the tax of a charge is its share in all that bears the same tax.
    private static void readCharges(Handle tx, Caller caller, OrderId term, Map<UUID, List<Bills.Billed>> charges) {
        var sums = new HashMap<UUID, Map<String, Long>>();
        tx.createQuery("""
                WITH charge AS (
                    SELECT c.id, c.invoice_id, c.order_line_id, c.service, c.net, c.tax, line.tax_category,
                        row_number() OVER (PARTITION BY c.invoice_id, c.order_line_id ORDER BY c.id) AS place
                    FROM invoice i
                    JOIN invoice_charge c ON c.seller_id = i.seller_id AND c.invoice_id = i.id
                    JOIN order_line line ON line.seller_id = c.seller_id AND line.id = c.order_line_id
                    WHERE i.seller_id = :seller AND i.term_order_id = :term),
                line AS (
                    SELECT line.*
                    FROM invoice i
                    JOIN invoice_line line ON line.seller_id = i.seller_id AND line.invoice_id = i.id
                        AND line.version = i.version
                    WHERE i.seller_id = :seller AND i.term_order_id = :term),
                regenerated AS (
                    SELECT line.invoice_id, line.order_line_id, line.tax,
                        row_number() OVER (PARTITION BY line.invoice_id, line.order_line_id ORDER BY line.position) AS place
                    FROM line
                    WHERE line.kind = 'CHARGE' AND line.version > 1),
                mixed AS (
                    SELECT line.invoice_id, line.tax_category, sum(line.gross - line.discount)::bigint AS net,
                        sum(line.tax)::bigint AS tax
                    FROM line
                    WHERE line.kind NOT IN ('ADJUSTMENT_CREDIT', 'CARRIED_FORWARD')
                    GROUP BY line.invoice_id, line.tax_category
                    HAVING bool_or(line.gross < line.discount) AND sum(line.gross - line.discount) > 0)
                SELECT charge.invoice_id, charge.order_line_id, lower(charge.service) AS starts_on,
                    upper(charge.service) AS ends_on, charge.net, coalesce(regenerated.tax, charge.tax) AS tax,
                    charge.tax_category, mixed.net AS all_net, mixed.tax AS all_tax
                FROM charge
                LEFT JOIN regenerated USING (invoice_id, order_line_id, place)
                LEFT JOIN mixed USING (invoice_id, tax_category)
                ORDER BY charge.id
                """)
                .bind("seller", caller.seller().value())
                .bind("term", term.value())
                .map((row, _) -> {
                    var invoice = Columns.uuid(row, "invoice_id");
                    long net = Columns.number(row, "net");
                    long upTo = sums.computeIfAbsent(invoice, _ -> new HashMap<>())
                            .merge(Columns.text(row, "tax_category"), net, Long::sum);
                    var all = Columns.maybeNumber(row, "all_net");
                    long tax = all.isEmpty()
                            ? Columns.number(row, "tax")
                            : share(row, all.getAsLong(), upTo) - share(row, all.getAsLong(), upTo - net);
                    return charges.computeIfAbsent(invoice, _ -> new ArrayList<>())
                            .add(billed(row, net, tax));
                })
                .list();
    }

    private static long share(ResultSet row, long whole, long part) throws SQLException {
        return Rounding.share(Columns.number(row, "all_tax"), part, whole);
    }

    private static void readSettlements(
            Handle tx, Caller caller, OrderId term, Map<UUID, List<Bills.Billed>> reductions, Map<UUID, long[]> taken) {
        tx.createQuery("""
                SELECT s.invoice_id, s.order_line_id, lower(s.service) AS starts_on, upper(s.service) AS ends_on,
                    sum(s.unused_net)::bigint AS unused_net, sum(s.unused_tax)::bigint AS unused_tax,
                    sum(s.credit)::bigint AS credit, sum(s.offset_amount)::bigint AS offset_amount
                FROM invoice i
                JOIN invoice_settlement s ON s.seller_id = i.seller_id AND s.invoice_id = i.id
                WHERE i.seller_id = :seller AND i.term_order_id = :term
                GROUP BY s.invoice_id, s.order_id, s.order_line_id, s.service
                ORDER BY min(s.id::text)
                """)
                .bind("seller", caller.seller().value())
                .bind("term", term.value())
                .map((row, _) -> {
                    var invoice = Columns.uuid(row, "invoice_id");
                    var sums = taken.computeIfAbsent(invoice, _ -> new long[2]);
                    long credit = Columns.number(row, "credit");
                    sums[0] += credit + Columns.number(row, "offset_amount");
                    sums[1] += credit;
                    if (Columns.maybeUuid(row, "order_line_id").isPresent()) {
                        reductions
                                .computeIfAbsent(invoice, _ -> new ArrayList<>())
                                .add(billed(
                                        row, -Columns.number(row, "unused_net"), -Columns.number(row, "unused_tax")));
                    }
                    return invoice;
                })
                .list();
    }

    private static Bills.Billed billed(ResultSet row, long net, long tax) throws SQLException {
        return new Bills.Billed(
                Columns.uuid(row, "order_line_id"),
                new Period(Columns.date(row, "starts_on"), Columns.date(row, "ends_on")),
                net,
                tax);
    }

    void run(Handle tx, Caller caller, OrderId causedBy, Bills.Cause cause, List<Bills.Settled> settlements) {
        for (var settled : settlements) {
            insert(tx, caller, causedBy, cause, settled);
            var settlement = settled.settlement();
            var account = offset(tx, caller, settlement.invoiceId(), settlement.offset());
            journal.post(tx, caller, booked(settlement, cause, account));
            if (settlement.offset() > 0) {
                history.add(tx, caller, settlement.invoiceId(), "REDUCED", Optional.of(cause.name()));
                outbox.stage(tx, caller, Event.inside("invoice.reduced", settlement.invoiceId(), _ -> {}));
            }
            // The credit of a recast goes onto the invoices of its own order.
            if (cause != Bills.Cause.RECAST) {
                var source = cause == Bills.Cause.REDUCTION ? Credits.Source.DOWNGRADE : Credits.Source.ADJUSTMENT;
                var invoice = new InvoiceId(settlement.invoiceId());
                credits.move(
                        tx, caller, account.grant(source, settlement.credit()).on(invoice));
            }
        }
    }

    /// Revenue and tax are taken back in the proportion in which they were billed (rule R-03).
    private static Entry booked(Settlement settlement, Bills.Cause cause, Credits.Account account) {
        long unused = settlement.unused();
        long taken = settlement.offset() + settlement.credit();
        long taxOfOffset = unused == 0 ? 0 : Rounding.share(settlement.unusedTax(), settlement.offset(), unused);
        long taxOfAll = unused == 0 ? 0 : Rounding.share(settlement.unusedTax(), taken, unused);
        long taxOfCredit = taxOfAll - taxOfOffset;
        var owed = cause == Bills.Cause.RECAST ? Account.ADJUSTMENTS : Account.CUSTOMER_CREDIT;
        return Entry.of(Cause.UNUSED_SETTLED, account.currency(), account.customer())
                .on(settlement.invoiceId())
                .move(Account.REVENUE, Account.RECEIVABLE, settlement.offset() - taxOfOffset)
                .move(Account.TAX, Account.RECEIVABLE, taxOfOffset)
                .move(Account.REVENUE, owed, settlement.credit() - taxOfCredit)
                .move(Account.TAX, owed, taxOfCredit);
    }

    private static void insert(Handle tx, Caller caller, OrderId causedBy, Bills.Cause cause, Bills.Settled settled) {
        var settlement = settled.settlement();
        Rows.exactlyOne(
                tx.createUpdate("""
                        INSERT INTO invoice_settlement (seller_id, id, invoice_id, order_id, cause, order_line_id, service,
                            unused_net, unused_tax, credit, offset_amount, created_at)
                        VALUES (:seller, :id, :invoice, :order, :cause, :line,
                            CASE WHEN :from::date IS NOT NULL THEN daterange(:from::date, :to::date) END,
                            :net, :tax, :credit, :offset, :now)
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("id", Ids.next())
                        .bind("invoice", settlement.invoiceId())
                        .bind("order", causedBy.value())
                        .bind("cause", cause.name())
                        .bind("line", settled.reduction().map(Bills.Billed::line))
                        .bind("from", settled.reduction().map(it -> it.service().start()))
                        .bind("to", settled.reduction().map(it -> it.service().end()))
                        .bind("net", settlement.unusedNet())
                        .bind("tax", settlement.unusedTax())
                        .bind("credit", settlement.credit())
                        .bind("offset", settlement.offset())
                        .bind("now", caller.now())
                        .execute(),
                "settlement");
    }

    /// Reduces what is owed; the guard of the row refuses more than remains. Returns whose credit it is.
    private static Credits.Account offset(Handle tx, Caller caller, UUID invoice, long offset) {
        return tx.createQuery("""
                UPDATE invoice
                SET offset_total = offset_total + :offset,
                    settled_by = CASE WHEN :offset > 0 AND remaining = :offset THEN 'OFFSET' ELSE settled_by END,
                    status = CASE WHEN :offset > 0 AND remaining = :offset THEN :adjusted ELSE status END,
                    past_due_at = CASE WHEN :offset > 0 AND remaining = :offset THEN NULL ELSE past_due_at END,
                    row_version = row_version + 1
                WHERE seller_id = :seller AND id = :invoice AND issued_at IS NOT NULL AND voided_at IS NULL
                RETURNING customer_id, currency
                """)
                .bind("offset", offset)
                .bind("adjusted", InvoiceStatus.ADJUSTED.name())
                .bind("seller", caller.seller().value())
                .bind("invoice", invoice)
                .map((row, _) -> new Credits.Account(
                        Columns.uuid(row, "customer_id"), Currency.valueOf(Columns.text(row, "currency"))))
                .one();
    }
}
