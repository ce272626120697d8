package dev.brickwork.invoicing.issued;

import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.json.JsonWriter;
import dev.brickwork.pricing.calendar.Zone;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/// Sums per currency of what is owed and what was invoiced. Their cost follows the open invoices and those of a
/// year, not how long the seller has been here: open invoices have an index of their own, and months are read by
/// the day of billing, which has one too. Muted invoices are never issued, and so in none of the sums.
public final class TotalsView {
    private static final int DAYS_SOON = 30;
    private static final int MONTH_COUNT = 12;

    /// @param amount may be larger than that of any invoice
    private record Sum(String currency, long count, BigDecimal amount) {}

    private record Open(Sum all, Sum late, Sum soon) {}

    private record Month(String name, Sum sum) {}

    public Answer answer(Tx tx, Zone zone) {
        var open = open(tx);
        var last = YearMonth.from(zone.dateOf(tx.now()));
        var months = months(tx, last);
        return Answer.ok(json -> json.object(out -> {
            out.put("as_of", tx.now());
            sums(out, "open", open.stream().map(Open::all).toList());
            sums(out, "past_due", open.stream().map(Open::late).toList());
            sums(out, "due_soon", open.stream().map(Open::soon).toList());
            var names = new ArrayList<String>();
            for (int ago = MONTH_COUNT - 1; ago >= 0; ago--) {
                names.add(last.minusMonths(ago).toString());
            }
            out.putEach(
                    "months",
                    names,
                    (each, name) -> each.object(month -> {
                        month.put("month", name);
                        sums(
                                month,
                                "invoiced",
                                months.stream()
                                        .filter(it -> it.name.equals(name))
                                        .map(Month::sum)
                                        .toList());
                    }));
        }));
    }

    private static void sums(JsonWriter out, String name, List<Sum> sums) {
        out.putEach(
                name,
                sums.stream().filter(sum -> sum.count > 0).toList(),
                (each, sum) -> each.object(it ->
                        it.put("currency", sum.currency).put("count", sum.count).putNumber("amount", sum.amount)));
    }

    private static List<Open> open(Tx tx) {
        return tx.query("""
                SELECT currency, count(*) AS open, sum(remaining) AS open_amount,
                    count(*) FILTER (WHERE days < 0) AS late,
                    coalesce(sum(remaining) FILTER (WHERE days < 0), 0) AS late_amount,
                    count(*) FILTER (WHERE days BETWEEN 0 AND :soon) AS soon,
                    coalesce(sum(remaining) FILTER (WHERE days BETWEEN 0 AND :soon), 0) AS soon_amount
                FROM (SELECT currency, remaining,
                          due_on - (:now::timestamptz AT TIME ZONE zone_named(time_zone))::date AS days
                      FROM invoice
                      WHERE seller_id = :seller AND issued_at IS NOT NULL AND voided_at IS NULL AND remaining > 0) owed
                GROUP BY currency
                ORDER BY currency
                """)
                .bind("soon", DAYS_SOON)
                .map((row, _) -> {
                    var currency = Columns.text(row, "currency");
                    return new Open(
                            new Sum(currency, Columns.number(row, "open"), Columns.decimal(row, "open_amount")),
                            new Sum(currency, Columns.number(row, "late"), Columns.decimal(row, "late_amount")),
                            new Sum(currency, Columns.number(row, "soon"), Columns.decimal(row, "soon_amount")));
                })
                .list();
    }

    /// By the day of billing in the zone of each invoice; the moments only bound what the index is read for.
    private static List<Month> months(Tx tx, YearMonth last) {
        var first = last.minusMonths(MONTH_COUNT - 1L).atDay(1);
        var after = last.plusMonths(1).atDay(1);
        return tx.query("""
                SELECT to_char(bill_on, 'YYYY-MM') AS month, currency, count(*) AS invoices,
                    sum(grand_total) AS amount
                FROM invoice
                WHERE seller_id = :seller AND bill_at >= :from AND bill_at < :to
                    AND bill_on >= :first AND bill_on < :after
                    AND issued_at IS NOT NULL AND voided_at IS NULL
                GROUP BY month, currency
                ORDER BY month, currency
                """)
                .bind("from", midnight(first.minusDays(1)))
                .bind("to", midnight(after.plusDays(1)))
                .bind("first", first)
                .bind("after", after)
                .map((row, _) -> new Month(
                        Columns.text(row, "month"),
                        new Sum(
                                Columns.text(row, "currency"),
                                Columns.number(row, "invoices"),
                                Columns.decimal(row, "amount"))))
                .list();
    }

    private static Instant midnight(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
