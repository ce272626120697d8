package dev.brickwork.metering;

import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.database.Tx;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/// Separates ingest from billing: ingest shares a subscription's lock, billing holds it exclusively, so an entry
/// is either in the sum that is billed, or finds that its time was billed (rule G-06). Uses advisory locks of the
/// database, because any process may bill; a fixed number of them, because a batch may name ten thousand
/// subscriptions.
public final class UsageLocks {
    static final int CLASS = 0x75736167; // "usag": our own range among advisory locks.
    private static final int COUNT = 256;

    private UsageLocks() {}

    /// The lock stripes of some meters, in the order in which all transactions take them.
    static Set<Integer> of(Collection<IngestStore.MeterKey> meters) {
        var stripes = new TreeSet<Integer>();
        for (var meter : meters) stripes.add(stripe(meter.seller(), meter.subscription()));
        return stripes;
    }

    /// Locks subscriptions exclusively until the transaction ends.
    public static void take(Tx tx, Collection<SubscriptionId> subscriptions) {
        var stripes = new TreeSet<Integer>();
        for (var subscription : subscriptions) stripes.add(stripe(tx.seller().value(), subscription.value()));
        // One by one, in the order in which sharers take theirs.
        for (int stripe : stripes) {
            tx.query("SELECT count(pg_advisory_xact_lock(:class, :stripe))")
                    .bind("class", CLASS)
                    .bind("stripe", stripe)
                    .mapTo(Integer.class)
                    .one();
        }
    }

    private static int stripe(UUID seller, UUID subscription) {
        return Math.floorMod(seller.hashCode() * 31 + subscription.hashCode(), COUNT);
    }
}
