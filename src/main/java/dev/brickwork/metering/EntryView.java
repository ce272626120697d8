package dev.brickwork.metering;

import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Like;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.terms.BrickId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.statement.SqlStatement;

/// Lists live entries, newest first. An entry that was changed is listed as it is now, at its time
/// of now.
public final class EntryView {
    /// A text can only be looked for by reading entries; more than these are not read for one answer.
    static final long SEARCHED_MAX = 2_000_000;

    /// The entries of a filter that were never changed.
    private static final String AS_SENT = """
            FROM usage_entry e
            WHERE e.seller_id = :seller AND e.subscription_id = :subscription AND e.brick_id = :brick
                AND e.transaction_id IS NOT NULL AND e.time >= :from AND e.time < :until
                AND (:pattern::text IS NULL OR e.transaction_id ILIKE :pattern OR e.properties ILIKE :pattern
                    OR e.value = :number::numeric)
                AND NOT EXISTS (
                    SELECT FROM usage_revision r
                    WHERE r.seller_id = e.seller_id AND r.transaction_id = e.transaction_id)
            """;

    /// And those that were, as they are now.
    private static final String AS_EDITED = """
            FROM usage_revision r
            WHERE r.seller_id = :seller AND r.subscription_id = :subscription AND r.brick_id = :brick
                AND r.state = 'EDITED' AND r.time >= :from AND r.time < :until
                AND (:pattern::text IS NULL OR r.transaction_id ILIKE :pattern OR r.properties ILIKE :pattern
                    OR r.value = :number::numeric)
                AND NOT EXISTS (
                    SELECT FROM usage_revision newer
                    WHERE newer.seller_id = r.seller_id AND newer.transaction_id = r.transaction_id
                        AND newer.version > r.version)
            """;

    private final Totals totals;

    public EntryView(Totals totals) {
        this.totals = totals;
    }

    /// Selects the entries of `[from, until)`, and of these, where a text is given, the ones whose transaction id or
    /// properties hold it in upper or lower case, or whose value is exactly that number (API 4.11).
    public record Filter(UUID subscription, UUID brick, Instant from, Instant until, Optional<String> search) {
        Filter within(Instant newFrom, Instant newUntil) {
            return new Filter(subscription, brick, newFrom, newUntil, search);
        }

        UsageSpan span(Instant first, Instant last) {
            return new UsageSpan(new SubscriptionId(subscription), new BrickId(brick), first, last);
        }

        Optional<BigDecimal> number() {
            return search.flatMap(Filter::parsed);
        }

        private static Optional<BigDecimal> parsed(String text) {
            if (text.length() > 40 || !text.matches("-?[0-9]{1,20}(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?"))
                return Optional.empty();
            return Optional.of(new BigDecimal(text));
        }
    }

    /// A page. Whole hours before it are passed by their totals, so that it costs about as much far back as in front.
    public List<UsageEntry> list(Tx tx, Filter filter, LocalHours hours, int limit, int offset) {
        var first = wholeFrom(filter.from, hours);
        var last = hours.of(filter.until);
        if (offset == 0 || filter.search.isPresent() || !first.isBefore(last)) return list(tx, filter, limit, offset);
        long newer = counted(tx, filter.within(last, filter.until));
        if (offset < newer) return list(tx, filter, limit, offset);
        var passed = totals.passed(tx, filter.span(first, last), offset - newer);
        int left = Math.toIntExact(offset - newer - passed.listed());
        return list(tx, filter.within(filter.from, passed.from()), limit, left);
    }

    public List<UsageEntry> list(Tx tx, Filter filter, int limit, int offset) {
        // Each arm stops at its own index after the rows of this page, so the merge never sees more than two pages.
        var query = tx.query("""
                SELECT transaction_id, subscription_id, brick_id, time, value, properties
                FROM (
                    (SELECT e.transaction_id, e.subscription_id, e.brick_id, e.time, e.value, e.properties
                    %s
                    ORDER BY e.time DESC, e.transaction_id DESC
                    LIMIT :last)
                    UNION ALL
                    (SELECT r.transaction_id, r.subscription_id, r.brick_id, r.time, r.value, r.properties
                    %s
                    ORDER BY r.time DESC, r.transaction_id DESC
                    LIMIT :last)
                ) AS live -- the seller_id is in both
                ORDER BY time DESC, transaction_id DESC
                LIMIT :limit OFFSET :offset
                """.formatted(AS_SENT, AS_EDITED));
        return bound(query, filter)
                .bind("last", (long) offset + limit)
                .bind("limit", limit)
                .bind("offset", offset)
                .map((row, _) -> EntryStore.entry(row))
                .list();
    }

    /// How many there are. Without a text the running totals know, and only the hours at both ends are counted one
    /// by one.
    public long count(Tx tx, Filter filter, LocalHours hours) {
        var first = wholeFrom(filter.from(), hours);
        var last = hours.of(filter.until());
        long whole = first.isBefore(last)
                ? totals.count(tx, filter.span(first, last)).listed()
                : 0;
        if (filter.search().isPresent()) {
            if (whole > SEARCHED_MAX) {
                throw Refusal.badField(
                        "search",
                        "More than %d entries lie between from and to: narrow the range.".formatted(SEARCHED_MAX));
            }
            return counted(tx, filter);
        }
        if (!first.isBefore(last)) return counted(tx, filter);
        return counted(tx, filter.within(filter.from, first)) + whole + counted(tx, filter.within(last, filter.until));
    }

    private static Instant wholeFrom(Instant from, LocalHours hours) {
        var hour = hours.of(from);
        return hour.equals(from) ? from : hours.of(from.plusSeconds(3600));
    }

    private static long counted(Tx tx, Filter filter) {
        if (!filter.from.isBefore(filter.until)) return 0;
        var query = tx.query("""
                SELECT (SELECT count(*) %s) + (SELECT count(*) %s) AS found -- the seller_id is in both
                """.formatted(AS_SENT, AS_EDITED));
        return bound(query, filter)
                .map((row, _) -> Columns.number(row, "found"))
                .one();
    }

    private static <S extends SqlStatement<S>> S bound(S statement, Filter filter) {
        return statement
                .bind("subscription", filter.subscription())
                .bind("brick", filter.brick())
                .bind("from", filter.from())
                .bind("until", filter.until())
                .bind("pattern", filter.search().map(Like::containing))
                .bind("number", filter.number());
    }
}
