package dev.brickwork.metering;

import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.IdList;
import dev.brickwork.platform.database.Rows;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.terms.BrickId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Usage as billing sees it: sums, a lock against new entries, and the hours that changed after they were billed.
/// Depends on no other module, because invoices are made before subscriptions.
public final class MeterBook {
    private final Totals totals = new Totals();

    /// Locks out new usage of these subscriptions until the transaction ends, so that all counted usage is billed.
    /// Taken after the locks of the subscriptions' rows.
    public void hold(Tx tx, Collection<SubscriptionId> subscriptions) {
        UsageLocks.take(tx, subscriptions);
    }

    /// The usage in each of these spans, in their order.
    public List<Quantity> used(Tx tx, List<UsageSpan> spans) {
        return totals.used(tx, spans);
    }

    /// Marks these spans as billed: any later change before their ends is a correction.
    public void billed(Tx tx, List<UsageSpan> spans) {
        if (spans.isEmpty()) return;
        tx.update("""
                INSERT INTO usage_meter (seller_id, subscription_id, brick_id, billed_until)
                SELECT :seller, subscription_id, brick_id, max(until)
                FROM unnest(:subscriptions::uuid[], :bricks::uuid[], :untils::timestamptz[])
                    AS billed (subscription_id, brick_id, until)
                GROUP BY subscription_id, brick_id
                ON CONFLICT (seller_id, subscription_id, brick_id) DO UPDATE
                SET billed_until = greatest(usage_meter.billed_until, excluded.billed_until)
                """)
                .bind(
                        "subscriptions",
                        IdList.of(spans, span -> span.subscription().value()))
                .bind("bricks", IdList.of(spans, span -> span.brick().value()))
                .bind(
                        "untils",
                        Totals.array(spans.stream().map(UsageSpan::until).toList()))
                .execute(); // as many as there are meters
    }

    /// An hour that was billed and has changed since.
    public record LateHour(UUID id, BrickId brick, Instant hour) {}

    /// Those of these subscriptions that have such hours.
    public List<SubscriptionId> late(Tx tx, Collection<SubscriptionId> subscriptions) {
        if (subscriptions.isEmpty()) return List.of();
        return tx.query("""
                SELECT DISTINCT subscription_id
                FROM usage_late
                WHERE seller_id = :seller AND subscription_id = ANY (:subscriptions::uuid[])
                ORDER BY subscription_id
                """)
                .bind("subscriptions", IdList.of(subscriptions, SubscriptionId::value))
                .map((row, _) -> new SubscriptionId(Columns.uuid(row, "subscription_id")))
                .list();
    }

    /// Whether unsettled late hours exist at a customer's subscriptions, or at those that it pays for or paid for.
    /// Locks out new usage of all of them until the transaction ends.
    public boolean isLateAt(Tx tx, UUID customer) {
        var subscriptions = tx.query("""
                SELECT id
                FROM subscription
                WHERE seller_id = :seller AND (customer_id = :customer OR billed_company_id = :customer)
                UNION
                SELECT subscription_id
                FROM invoice
                WHERE seller_id = :seller AND (customer_id = :customer OR billed_company_id = :customer)
                    AND subscription_id IS NOT NULL
                """)
                .bind("customer", customer)
                .map((row, _) -> new SubscriptionId(Columns.uuid(row, "id")))
                .list();
        hold(tx, subscriptions);
        return !late(tx, subscriptions).isEmpty();
    }

    public List<LateHour> late(Tx tx, SubscriptionId subscription) {
        return tx.query("""
                SELECT id, brick_id, hour
                FROM usage_late
                WHERE seller_id = :seller AND subscription_id = :subscription
                ORDER BY id
                """)
                .bind("subscription", subscription.value())
                .map((row, _) -> new LateHour(
                        Columns.uuid(row, "id"),
                        new BrickId(Columns.uuid(row, "brick_id")),
                        Columns.instant(row, "hour")))
                .list();
    }

    /// The difference is settled.
    public void settled(Tx tx, List<LateHour> hours) {
        Rows.exactly(
                hours.size(),
                tx.update("DELETE FROM usage_late WHERE seller_id = :seller AND id = ANY (:ids::uuid[])")
                        .bind("ids", IdList.of(hours, LateHour::id))
                        .execute(),
                "settled hours");
    }

    /// A live entry, to explain a sum by its entries.
    public record Entry(Optional<String> transactionId, Instant time, BigDecimal value) {}

    /// The newest live entries with a transaction id.
    public List<Entry> entries(Tx tx, UsageSpan span, int most) {
        var filter = new EntryView.Filter(
                span.subscription().value(), span.brick().value(), span.from(), span.until(), Optional.empty());
        return new EntryView(totals)
                .list(tx, filter, most, 0).stream()
                        .map(entry -> new Entry(entry.transactionId(), entry.time(), entry.value()))
                        .toList();
    }

    /// How many live entries there are, those without a transaction id included.
    public long entryCount(Tx tx, UsageSpan span) {
        return totals.count(tx, span).entries();
    }
}
