package dev.brickwork.invoices;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.money.Rounding;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Rows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// What changes of the contract took back of an invoice was taken with its tax (rule R-03). When the invoice is priced
/// again with another tax, that part has another tax too: nobody pays tax for what was taken back, and none of it comes
/// back twice.
final class RetaxUnused {
    /// How much more, or less, was taken back.
    ///
    /// @param offset of what is owed; the offset never falls below zero
    /// @param credit of what the customer was given, never above zero
    record Change(long offset, long credit) {
        long tax() {
            return offset + credit;
        }
    }

    /// What one change of the contract took back.
    ///
    /// @param category of the line that was reduced; where a whole contract ended, absent
    private record Taken(
            UUID order, Optional<UUID> line, Optional<String> service, Optional<String> category, long net, long tax) {}

    /// What an invoice bills, and the tax of it.
    private record Taxed(long net, long tax) {
        static final Taxed NOTHING = new Taxed(0, 0);

        long of(long part) {
            return net <= 0 ? 0 : Rounding.share(tax, part, net);
        }

        Taxed plus(Taxed other) {
            return new Taxed(net + other.net, tax + other.tax);
        }
    }

    Change run(Handle tx, Caller caller, Held held, Bill bill) {
        var taken = taken(tx, caller, held);
        if (taken.isEmpty()) return new Change(0, 0);
        var before = before(tx, caller, held);
        var after = after(bill);
        long offset = 0;
        long credit = 0;
        for (var one : taken) {
            long change = change(one, of(one, before), of(one, after));
            if (change == 0) continue;
            long ofOffset = Math.max(change, -(held.amounts().offset() + offset));
            insert(tx, caller, held, one, change, ofOffset);
            offset += ofOffset;
            credit += change - ofOffset;
        }
        return new Change(offset, credit);
    }

    /// How much more tax it bears by the rate of all that is taxed alike; where none is left, all of it goes.
    private static long change(Taken taken, Taxed before, Taxed after) {
        return after.tax == 0 ? -taken.tax : after.of(taken.net) - before.of(taken.net);
    }

    private static Taxed of(Taken taken, Map<String, Taxed> byCategory) {
        return taken.category
                .map(category -> byCategory.getOrDefault(category, Taxed.NOTHING))
                .orElseGet(() -> byCategory.values().stream().reduce(Taxed.NOTHING, Taxed::plus));
    }

    private static Map<String, Taxed> after(Bill bill) {
        var taxed = new HashMap<String, Taxed>();
        for (var line : bill.lines()) {
            var kind = line.line().kind();
            if (kind == Billable.Kind.ADJUSTMENT_CREDIT || kind == Billable.Kind.CARRIED_FORWARD) continue;
            taxed.merge(line.line().taxCategory(), new Taxed(line.line().net(), line.tax()), Taxed::plus);
        }
        return taxed;
    }

    private static Map<String, Taxed> before(Handle tx, Caller caller, Held held) {
        var taxed = new HashMap<String, Taxed>();
        tx.createQuery("""
                SELECT tax_category, sum(gross - discount)::bigint AS net, sum(tax)::bigint AS tax
                FROM invoice_line
                WHERE seller_id = :seller AND invoice_id = :invoice AND version = :version
                    AND kind NOT IN ('ADJUSTMENT_CREDIT', 'CARRIED_FORWARD')
                GROUP BY tax_category
                """)
                .bind("seller", caller.seller().value())
                .bind("invoice", held.id().value())
                .bind("version", held.version())
                .map((row, _) -> taxed.put(
                        Columns.text(row, "tax_category"),
                        new Taxed(Columns.number(row, "net"), Columns.number(row, "tax"))))
                .list();
        return taxed;
    }

    private static List<Taken> taken(Handle tx, Caller caller, Held held) {
        return tx.createQuery("""
                SELECT s.order_id, s.order_line_id, s.service::text AS service, line.tax_category,
                    sum(s.unused_net)::bigint AS net, sum(s.unused_tax)::bigint AS tax
                FROM invoice_settlement s
                LEFT JOIN order_line line ON line.seller_id = s.seller_id AND line.id = s.order_line_id
                WHERE s.seller_id = :seller AND s.invoice_id = :invoice
                GROUP BY s.order_id, s.order_line_id, s.service, line.tax_category
                ORDER BY min(s.id::text)
                """)
                .bind("seller", caller.seller().value())
                .bind("invoice", held.id().value())
                .map((row, _) -> new Taken(
                        Columns.uuid(row, "order_id"),
                        Columns.maybeUuid(row, "order_line_id"),
                        Columns.maybeText(row, "service"),
                        Columns.maybeText(row, "tax_category"),
                        Columns.number(row, "net"),
                        Columns.number(row, "tax")))
                .list();
    }

    private static void insert(Handle tx, Caller caller, Held held, Taken taken, long change, long ofOffset) {
        Rows.exactlyOne(
                tx.createUpdate("""
                        INSERT INTO invoice_settlement (seller_id, id, invoice_id, order_id, cause, order_line_id, service,
                            unused_net, unused_tax, credit, offset_amount, created_at)
                        VALUES (:seller, :id, :invoice, :order, 'RETAXED', :line, :service::daterange, 0, :tax, :credit,
                            :offset, :now)
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("id", Ids.next())
                        .bind("invoice", held.id().value())
                        .bind("order", taken.order)
                        .bind("line", taken.line)
                        .bind("service", taken.service)
                        .bind("tax", change)
                        .bind("credit", change - ofOffset)
                        .bind("offset", ofOffset)
                        .bind("now", caller.now())
                        .execute(),
                "retaxed settlement");
    }
}
