package dev.brickwork.usage;

import dev.brickwork.catalogue.Catalogue;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.money.Quantity;
import dev.brickwork.kernel.pricing.BrickId;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.database.Invariants;
import dev.brickwork.plumbing.database.Rows;
import dev.brickwork.plumbing.http.Routes;
import dev.brickwork.plumbing.outbox.Outbox;
import dev.brickwork.subscriptions.SubscriptionId;
import dev.brickwork.subscriptions.Subscriptions;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// The door of the room.
public final class Usage {
    /// Told inside the house when something changed in time that was billed.
    public static final String LATE = RecordUsage.LATE;

    private final Totals totals = new Totals();
    private final Routes routes;

    public Usage(
            Database database,
            Subscriptions subscriptions,
            Catalogue catalogue,
            Outbox outbox,
            Corrections corrections) {
        var meters = new Meters(subscriptions);
        var thresholds = new ThresholdStore();
        var store = new IngestStore();
        var entries = new EntryStore();
        var watch = new WatchThresholds(subscriptions, catalogue, meters, totals, thresholds, outbox);
        var recording = new RecordUsage(store, meters, watch, outbox);
        var editing = new EditUsage(subscriptions, entries, store, meters, watch, corrections);
        routes = new Routes()
                .include(new IngestResource(new Lanes(database, recording), recording, entries, editing).routes())
                .include(new UsageResource(subscriptions, catalogue, meters, totals, thresholds).routes());
    }

    public Routes routes() {
        return routes;
    }

    public void register(Invariants invariants) {
        UsageInvariants.register(invariants);
    }

    /// Nobody adds usage to the subscription until this transaction ends, so that what is billed is what is counted.
    /// Taken after the lock of the subscription's row.
    public void hold(Handle tx, Caller caller, SubscriptionId subscription) {
        Stripes.take(tx, caller.seller(), subscription.value());
    }

    /// What was used in `[from, until)`, whole hours.
    public Quantity used(
            Handle tx, Caller caller, SubscriptionId subscription, BrickId brick, Instant from, Instant until) {
        return totals.used(tx, caller, subscription.value(), brick.value(), from, until);
    }

    /// Usage of the brick before this moment has been billed: what changes there from now on is a correction.
    public void billed(Handle tx, Caller caller, SubscriptionId subscription, BrickId brick, Instant until) {
        Rows.exactlyOne(
                tx.createUpdate("""
                        INSERT INTO usage_meter (seller_id, subscription_id, brick_id, billed_until)
                        VALUES (:seller, :subscription, :brick, :until)
                        ON CONFLICT (seller_id, subscription_id, brick_id) DO UPDATE
                        SET billed_until = greatest(usage_meter.billed_until, excluded.billed_until)
                        """)
                        .bind("seller", caller.seller().value())
                        .bind("subscription", subscription.value())
                        .bind("brick", brick.value())
                        .bind("until", until)
                        .execute(),
                "billed meter");
    }

    /// An hour that was billed and has changed since.
    public record LateHour(UUID id, BrickId brick, Instant hour) {}

    public List<LateHour> late(Handle tx, Caller caller, SubscriptionId subscription) {
        return tx.createQuery("""
                SELECT id, brick_id, hour
                FROM usage_late
                WHERE seller_id = :seller AND subscription_id = :subscription
                ORDER BY id
                """)
                .bind("seller", caller.seller().value())
                .bind("subscription", subscription.value())
                .map((row, _) -> new LateHour(
                        Columns.uuid(row, "id"),
                        new BrickId(Columns.uuid(row, "brick_id")),
                        Columns.instant(row, "hour")))
                .list();
    }

    /// The difference is settled.
    public void settled(Handle tx, Caller caller, List<LateHour> hours) {
        for (var hour : hours) {
            Rows.exactlyOne(
                    tx.createUpdate("DELETE FROM usage_late WHERE seller_id = :seller AND id = :id")
                            .bind("seller", caller.seller().value())
                            .bind("id", hour.id())
                            .execute(),
                    "settled hour");
        }
    }
}
