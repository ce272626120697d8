package dev.brickwork.invoicing.scheduled;

import dev.brickwork.ids.OrderId;
import dev.brickwork.invoicing.BilledCharge;
import dev.brickwork.invoicing.TermInvoice;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.money.Rounding;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Reads what the invoices of a term have billed, and what was taken back from them since; writes nothing.
public final class TermView {
    /// All invoices of a term with what stands on them. The adjustment credit of a recast was money once: it
    /// counts as paid, or a second recast would lose it.
    public List<TermInvoice> facts(Tx tx, OrderId term) {
        var charges = charges(tx, term);
        var taken = taken(tx, term);
        var all = tx.query("""
                SELECT id, customer_id, issued_at IS NOT NULL AS is_issued, voided_at IS NOT NULL AS is_voided, service_bill_on,
                    grand_total + adjustment_credit AS total, paid + credited + adjustment_credit AS settled, remaining,
                    carried_forward
                FROM invoice
                WHERE seller_id = :seller AND term_order_id = :term
                ORDER BY id
                """)
                .bind("term", term.value())
                .map((row, _) -> {
                    var id = Columns.uuid(row, "id");
                    var its = taken.getOrDefault(id, new Taken());
                    return new TermInvoice(
                            id,
                            Columns.uuid(row, "customer_id"),
                            Columns.flag(row, "is_issued"),
                            Columns.flag(row, "is_voided"),
                            Columns.date(row, "service_bill_on"),
                            Columns.number(row, "total"),
                            Columns.number(row, "settled"),
                            Columns.number(row, "remaining"),
                            its.adjusted,
                            its.credited,
                            Columns.number(row, "carried_forward"),
                            charges.getOrDefault(id, List.of()),
                            its.reductions);
                })
                .list();
        return all.stream().sorted(Comparator.comparing(TermInvoice::billOn)).toList();
    }

    /// A regenerated invoice says in its newest version what tax its charges bear now; the lines of a version
    /// stand in the order of the charges. Where a line is negative, it bears none, and the others bear less for it
    /// (M-06): there the tax of a charge is its share in all that bears the same tax.
    private static Map<UUID, List<BilledCharge>> charges(Tx tx, OrderId term) {
        Map<UUID, List<BilledCharge>> charges = new HashMap<>();
        var sums = new HashMap<UUID, Map<String, Long>>();
        tx.query("""
                WITH charge AS (
                    SELECT c.id, c.invoice_id, c.order_line_id, c.service, c.net, c.tax, line.tax_category,
                        row_number() OVER (PARTITION BY c.invoice_id, c.order_line_id ORDER BY c.id) AS place
                    FROM invoice i
                    CROSS JOIN LATERAL ( -- By their keys, with a plan made while the tables were small, too (ADR 15).
                        SELECT * FROM invoice_charge WHERE seller_id = i.seller_id AND invoice_id = i.id OFFSET 0) c
                    CROSS JOIN LATERAL (
                        SELECT tax_category FROM order_line
                        WHERE seller_id = c.seller_id AND id = c.order_line_id OFFSET 0) line
                    WHERE i.seller_id = :seller AND i.term_order_id = :term),
                line AS (
                    SELECT line.*
                    FROM invoice i
                    CROSS JOIN LATERAL (
                        SELECT * FROM invoice_line
                        WHERE seller_id = i.seller_id AND invoice_id = i.id AND version = i.version OFFSET 0) line
                    WHERE i.seller_id = :seller AND i.term_order_id = :term),
                regenerated AS MATERIALIZED ( -- Once, not for each charge.
                    SELECT line.invoice_id, line.order_line_id, line.tax,
                        row_number() OVER (PARTITION BY line.invoice_id, line.order_line_id ORDER BY line.position) AS place
                    FROM line
                    WHERE line.kind = 'CHARGE' AND line.version > 1),
                mixed AS MATERIALIZED (
                    SELECT line.invoice_id, line.tax_category, sum(line.gross - line.discount)::bigint AS net,
                        sum(line.tax)::bigint AS tax
                    FROM line
                    WHERE line.kind NOT IN ('ADJUSTMENT_CREDIT', 'CARRIED_FORWARD')
                    GROUP BY line.invoice_id, line.tax_category
                    HAVING bool_or(line.gross < line.discount) AND sum(line.gross - line.discount) <> 0)
                SELECT charge.invoice_id, charge.order_line_id, lower(charge.service) AS starts_on,
                    upper(charge.service) AS ends_on, charge.net, coalesce(regenerated.tax, charge.tax) AS tax,
                    charge.tax_category, mixed.net AS all_net, mixed.tax AS all_tax
                FROM charge
                LEFT JOIN regenerated USING (invoice_id, order_line_id, place)
                LEFT JOIN mixed USING (invoice_id, tax_category)
                ORDER BY charge.id
                """)
                .bind("term", term.value())
                .map((row, _) -> {
                    var invoice = Columns.uuid(row, "invoice_id");
                    long net = Columns.number(row, "net");
                    long upTo = sums.computeIfAbsent(invoice, _ -> new HashMap<>())
                            .merge(Columns.text(row, "tax_category"), net, Long::sum);
                    return charges.computeIfAbsent(invoice, _ -> new ArrayList<>())
                            .add(billed(row, net, tax(row, net, upTo)));
                })
                .list();
        return charges;
    }

    /// @param upTo the sum of all that bear the same tax, up to this one
    private static long tax(ResultSet row, long net, long upTo) throws SQLException {
        var whole = Columns.maybeNumber(row, "all_net");
        if (whole.isEmpty()) return Columns.number(row, "tax");
        long tax = Columns.number(row, "all_tax");
        return Rounding.share(tax, upTo, whole.get()) - Rounding.share(tax, upTo - net, whole.get());
    }

    /// Sums that earlier changes took back from an invoice.
    private static final class Taken {
        long adjusted;
        long credited;
        final List<BilledCharge> reductions = new ArrayList<>();
    }

    private static Map<UUID, Taken> taken(Tx tx, OrderId term) {
        Map<UUID, Taken> taken = new HashMap<>();
        tx.query("""
                SELECT s.invoice_id, s.order_line_id, lower(s.service) AS starts_on, upper(s.service) AS ends_on,
                    sum(s.unused_net)::bigint AS unused_net, sum(s.unused_tax)::bigint AS unused_tax,
                    sum(s.credit)::bigint AS credit, sum(s.offset_amount)::bigint AS offset_amount
                FROM invoice i
                JOIN invoice_settlement s ON s.seller_id = i.seller_id AND s.invoice_id = i.id
                WHERE i.seller_id = :seller AND i.term_order_id = :term
                GROUP BY s.invoice_id, s.order_id, s.order_line_id, s.service
                ORDER BY min(s.id::text)
                """)
                .bind("term", term.value())
                .map((row, _) -> {
                    var its = taken.computeIfAbsent(Columns.uuid(row, "invoice_id"), _ -> new Taken());
                    long credit = Columns.number(row, "credit");
                    its.adjusted += credit + Columns.number(row, "offset_amount");
                    its.credited += credit;
                    if (Columns.maybeUuid(row, "order_line_id").isPresent()) {
                        long net = Columns.number(row, "unused_net");
                        its.reductions.add(billed(row, -net, -Columns.number(row, "unused_tax")));
                    }
                    return its;
                })
                .list();
        return taken;
    }

    private static BilledCharge billed(ResultSet row, long net, long tax) throws SQLException {
        return new BilledCharge(
                Columns.uuid(row, "order_line_id"),
                new Period(Columns.date(row, "starts_on"), Columns.date(row, "ends_on")),
                net,
                tax);
    }
}
