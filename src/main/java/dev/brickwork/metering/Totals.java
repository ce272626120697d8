package dev.brickwork.metering;

import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.money.Quantity;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/// Reads the running totals. The cost of a sum is the number of its hours, whatever the number of entries.
public final class Totals {
    public Quantity used(Tx tx, UsageSpan span) {
        return used(tx, List.of(span)).getFirst();
    }

    /// The usage in each of several spans, in their order.
    public List<Quantity> used(Tx tx, List<UsageSpan> spans) {
        if (spans.isEmpty()) return List.of();
        return tx.query("""
                SELECT (SELECT coalesce(sum(t.value), 0)
                        FROM usage_total t
                        WHERE t.seller_id = :seller AND t.subscription_id = asked.subscription
                            AND t.brick_id = asked.brick AND t.hour >= asked.starts AND t.hour < asked.ends) AS used
                FROM unnest(:subscriptions::uuid[], :bricks::uuid[], :starts::timestamptz[], :ends::timestamptz[])
                    WITH ORDINALITY AS asked (subscription, brick, starts, ends, place)
                ORDER BY asked.place
                """)
                .bind(
                        "subscriptions",
                        IdList.of(spans, span -> span.subscription().value()))
                .bind("bricks", IdList.of(spans, span -> span.brick().value()))
                .bind("starts", array(spans.stream().map(UsageSpan::from).toList()))
                .bind("ends", array(spans.stream().map(UsageSpan::until).toList()))
                .map((row, _) -> new Quantity(Columns.decimal(row, "used")))
                .list();
    }

    /// The sums between neighbouring bounds: one fewer than bounds.
    public List<BigDecimal> between(Tx tx, UUID subscription, UUID brick, List<Instant> bounds) {
        var sums = new BigDecimal[bounds.size() - 1];
        Arrays.fill(sums, BigDecimal.ZERO);
        tx.query("""
                SELECT width_bucket(hour, :bounds::timestamptz[]) AS place, sum(value) AS used
                FROM usage_total
                WHERE seller_id = :seller AND subscription_id = :subscription AND brick_id = :brick
                    AND hour >= :from AND hour < :until
                GROUP BY place
                """)
                .bind("subscription", subscription)
                .bind("brick", brick)
                .bind("bounds", array(bounds))
                .bind("from", bounds.getFirst())
                .bind("until", bounds.getLast())
                .map((row, _) -> {
                    int place = Columns.count(row, "place") - 1;
                    sums[place] = Columns.decimal(row, "used");
                    return place;
                })
                .list();
        return List.of(sums);
    }

    /// How many live entries there are.
    ///
    /// @param listed those with a transaction id
    public record Count(long entries, long listed) {}

    /// How many live entries lie in whole hours.
    public Count count(Tx tx, UsageSpan span) {
        return tx.query("""
                SELECT coalesce(sum(entries), 0) AS entries, coalesce(sum(listed), 0) AS listed
                FROM usage_total
                WHERE seller_id = :seller AND subscription_id = :subscription AND brick_id = :brick
                    AND hour >= :from AND hour < :until
                """)
                .bind("subscription", span.subscription().value())
                .bind("brick", span.brick().value())
                .bind("from", span.from())
                .bind("until", span.until())
                .map((row, _) -> new Count(Columns.number(row, "entries"), Columns.number(row, "listed")))
                .one();
    }

    /// The newest hours of a span that can be passed.
    ///
    /// @param from where the oldest of them begins
    /// @param listed how many entries with a transaction id lie in them
    record Passed(Instant from, long listed) {}

    /// As many of the newest hours as hold no more than so many entries with a transaction id.
    Passed passed(Tx tx, UsageSpan span, long listedMax) {
        return tx.query("""
                SELECT hour, listed
                FROM (SELECT hour, sum(listed) OVER (ORDER BY hour DESC) AS listed
                      FROM usage_total
                      WHERE seller_id = :seller AND subscription_id = :subscription AND brick_id = :brick
                          AND hour >= :from AND hour < :until) AS newest
                WHERE listed <= :max
                ORDER BY hour
                LIMIT 1
                """)
                .bind("subscription", span.subscription().value())
                .bind("brick", span.brick().value())
                .bind("from", span.from())
                .bind("until", span.until())
                .bind("max", listedMax)
                .map((row, _) -> new Passed(Columns.instant(row, "hour"), Columns.number(row, "listed")))
                .findOne()
                .orElseGet(() -> new Passed(span.until(), 0));
    }

    public static String array(List<Instant> moments) {
        return "{" + String.join(",", moments.stream().map(Instant::toString).toList()) + "}";
    }
}
