package dev.brickwork.billing.issue;

import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.RetryPolicy;
import dev.brickwork.platform.database.Tx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/// Issues what orders owe at the moment they start, right after their commit. Numbers are gap-free, so invoices of
/// one series are issued one after another; orders that start at the same time are issued in one transaction
/// (group commit), instead of each holding up the others for a commit of its own. If the process is killed in
/// between, the sweep issues them.
final class IssueQueue {
    private static final Logger LOG = System.getLogger(IssueQueue.class.getName());
    private static final int TOGETHER_MAX = 100;
    /// A seller's own rush of requests may take the connections that issuing needs, and a test clock that stands
    /// still is not swept. Each try waits for seconds by itself.
    private static final RetryPolicy INSISTENCE = new RetryPolicy(3, Duration.ZERO);

    private final Database database;
    private final Issuing issuing;
    private final Map<SellerId, List<Waiting>> lines = new HashMap<>();

    /// Issues what these subscriptions owe.
    @FunctionalInterface
    interface Issuing {
        void run(Tx tx, List<SubscriptionId> subscriptions);
    }

    IssueQueue(Database database, Issuing issuing) {
        this.database = database;
        this.issuing = issuing;
    }

    private record Waiting(Caller caller, SubscriptionId subscription, CompletableFuture<Boolean> done) {}

    /// Returns when the subscription's invoices are issued. The first caller of a seller issues those of the
    /// others, too.
    void issue(Caller caller, SubscriptionId subscription) {
        var mine = new Waiting(caller, subscription, new CompletableFuture<>());
        boolean isFirst;
        synchronized (lines) {
            var line = lines.get(caller.seller());
            isFirst = line == null;
            if (line == null) {
                line = new ArrayList<>();
                lines.put(caller.seller(), line);
            }
            line.add(mine);
        }
        if (isFirst) workOff(caller.seller());
        mine.done.join();
    }

    private void workOff(SellerId seller) {
        while (true) {
            List<Waiting> batch;
            synchronized (lines) {
                var line = lines.getOrDefault(seller, List.of());
                if (line.isEmpty()) {
                    lines.remove(seller);
                    return;
                }
                batch = List.copyOf(line.subList(0, Math.min(TOGETHER_MAX, line.size())));
                line.subList(0, batch.size()).clear();
            }
            together(batch);
        }
    }

    /// The orders are closed whatever happens here, so a failure is logged and left to the next sweep. Even an
    /// error goes no further: the seller's queue would stay taken, and the next caller would wait for ever.
    private void together(List<Waiting> batch) {
        try {
            var latest = batch.getFirst().caller;
            for (var one : batch) if (one.caller.now().isAfter(latest.now())) latest = one.caller;
            var caller = latest;
            var subscriptions = batch.stream().map(Waiting::subscription).toList();
            INSISTENCE.on(
                    () -> true,
                    () -> database.inTransaction(caller, tx -> {
                        issuing.run(tx, subscriptions);
                        return subscriptions;
                    }));
        } catch (RuntimeException | Error failed) {
            LOG.log(Level.WARNING, () -> "invoices of started orders are left to the sweep: " + failed);
        } finally {
            for (var one : batch) one.done.complete(true);
        }
    }
}
