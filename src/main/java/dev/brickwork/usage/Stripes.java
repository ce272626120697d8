package dev.brickwork.usage;

import dev.brickwork.kernel.SellerId;
import dev.brickwork.subscriptions.SubscriptionId;
import java.util.Collection;
import java.util.TreeSet;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Keeps taking in and billing apart: those who add usage share a lock, whoever bills a subscription has it alone, so
/// an entry is either in the sum that is billed, or finds that its time was billed (rule G-06). Locks of the database,
/// because any process may bill; a fixed number of them, because a batch may name ten thousand subscriptions.
final class Stripes {
    private static final int CLASS = 0x75736167; // "usag": our own range among advisory locks.
    private static final int COUNT = 256;

    private Stripes() {}

    /// Together with others who add. Also keeps the look-up of known ids on its index while the table is still small
    /// and its statistics old: a plan made then would be kept for too long.
    static void share(Handle tx, Collection<IngestStore.MeterKey> meters) {
        var stripes = new TreeSet<Integer>();
        for (var meter : meters) stripes.add(stripe(meter.seller(), meter.subscription()));
        tx.createQuery("""
                SELECT set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
                    set_config('enable_mergejoin', 'off', true),
                    (SELECT count(pg_advisory_xact_lock_shared(:class, stripe))
                     FROM unnest(:stripes::integer[]) AS stripe) AS locks
                """)
                .bind("class", CLASS)
                .bind("stripes", "{" + String.join(",", stripes.stream().map(String::valueOf).toList()) + "}")
                .map((row, _) -> row.getInt("locks"))
                .one();
    }

    /// Alone, until the transaction ends.
    static void take(Handle tx, SellerId seller, Collection<SubscriptionId> subscriptions) {
        var stripes = new TreeSet<Integer>();
        for (var subscription : subscriptions) stripes.add(stripe(seller.value(), subscription.value()));
        // One by one, in the order in which sharers take theirs.
        for (int stripe : stripes) {
            tx.createQuery("SELECT count(pg_advisory_xact_lock(:class, :stripe))")
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
