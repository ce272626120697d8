package dev.brickwork.billing.usage;

import dev.brickwork.billing.orders.Subscriptions;
import dev.brickwork.catalog.Catalogue;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.metering.EntryStore;
import dev.brickwork.metering.IngestStore;
import dev.brickwork.metering.ThresholdStore;
import dev.brickwork.metering.Totals;
import dev.brickwork.metering.UsageInvariants;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.outbox.Outbox;

/// The door of the room.
public final class Usage {
    /// Told inside the house when something changed in time that was billed.
    public static final String LATE = RecordUsage.LATE;

    private final Totals totals = new Totals();
    private final ThresholdStore thresholds = new ThresholdStore();
    private final Routes routes;

    public Usage(
            Database database,
            Subscriptions subscriptions,
            Catalogue catalogue,
            Outbox outbox,
            Corrections corrections) {
        var meters = new Meters(subscriptions);
        var store = new IngestStore();
        var entries = new EntryStore();
        var watch = new WatchThresholds(subscriptions, catalogue, meters, totals, thresholds, outbox);
        var recording = new RecordUsage(store, meters, watch, outbox);
        var editing = new EditUsage(subscriptions, entries, store, meters, watch, corrections);
        routes = new Routes()
                .include(new IngestResource(new GroupCommitWriter(database, recording), recording, entries, editing)
                        .routes())
                .include(new UsageResource(subscriptions, catalogue, meters, totals, thresholds).routes());
    }

    public Routes routes() {
        return routes;
    }

    /// A customer's personal data are erased: so are the addresses that its warnings go to.
    public void forget(Tx tx, CustomerId customer) {
        thresholds.forget(tx, customer.value());
    }

    public void register(Invariants invariants) {
        UsageInvariants.register(invariants);
    }
}
