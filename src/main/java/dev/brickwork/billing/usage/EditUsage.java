package dev.brickwork.billing.usage;

import dev.brickwork.billing.schedule.CorrectUsage;
import dev.brickwork.contracts.Contracts;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.metering.EntryStore;
import dev.brickwork.metering.EntryVersion;
import dev.brickwork.metering.IngestStore;
import dev.brickwork.metering.IngestStore.HourKey;
import dev.brickwork.metering.LocalHours;
import dev.brickwork.metering.UsageEntry;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Change;
import dev.brickwork.platform.http.Request;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Changes or deletes one entry: a new version, the totals moved, and what was billed already settled, in one
/// transaction (rule G-06). Holds the subscription's lock, as billing does, so one of the two sees the other's
/// work.
public final class EditUsage {
    private final Contracts contracts;
    private final EntryStore entries;
    private final IngestStore store;
    private final Meters meters;
    private final WatchThresholds watch;
    private final CorrectUsage correcting;

    public EditUsage(
            Contracts contracts,
            EntryStore entries,
            IngestStore store,
            Meters meters,
            WatchThresholds watch,
            CorrectUsage correcting) {
        this.contracts = contracts;
        this.entries = entries;
        this.store = store;
        this.meters = meters;
        this.watch = watch;
        this.correcting = correcting;
    }

    /// The requested changes; absent fields stay.
    record Input(Optional<BigDecimal> value, Optional<Instant> time, Change<String> properties) {
        UsageEntry on(UsageEntry entry) {
            return new UsageEntry(
                    entry.transactionId(),
                    entry.subscription(),
                    entry.brick(),
                    value.orElse(entry.value()),
                    time.orElse(entry.time()),
                    properties.over(entry.properties()));
        }
    }

    /// The entry as it is now. A wish that changes nothing makes no version.
    EntryVersion edit(Tx tx, Request request, String transactionId, Input input) {
        var caller = request.caller();
        var locked = hold(tx, transactionId);
        request.requireVersion(locked.version.version());
        var before = locked.version.entry();
        var after = input.on(before);
        if (after.isSame(before)) return locked.version;
        boolean isMoved = !after.time().equals(before.time());
        boolean isMore = after.value().compareTo(before.value()) > 0;
        if (isMoved || isMore) requireFit(caller, locked, after, isMoved);
        var edited = locked.next(EntryVersion.State.EDITED, after, caller);
        entries.append(tx, edited);
        move(tx, locked, Optional.of(after));
        return edited;
    }

    void delete(Tx tx, String transactionId) {
        var locked = hold(tx, transactionId);
        entries.append(tx, locked.next(EntryVersion.State.DELETED, locked.version.entry(), tx.caller()));
        move(tx, locked, Optional.empty());
    }

    /// The live version under the lock of its subscription.
    private record Held(EntryVersion version, Subscription subscription, MeterFacts facts) {
        EntryVersion next(EntryVersion.State state, UsageEntry entry, Caller caller) {
            return new EntryVersion(version.version() + 1, state, entry, caller.now());
        }
    }

    private Held hold(Tx tx, String transactionId) {
        var seen = entries.newest(tx, transactionId).orElseThrow(EditUsage::none);
        var subscription = contracts
                .lock(tx, new SubscriptionId(seen.entry().subscription()))
                .orElseThrow(EditUsage::none);
        // Read again: another request may have changed it while this one waited for the lock.
        var newest = entries.newest(tx, transactionId).orElseThrow(EditUsage::none);
        if (!newest.isLive()) throw none();
        var facts = meters.facts(tx, subscription).orElseThrow(EditUsage::none);
        if (facts.isErased())
            throw Refusal.badRequest("the data of the customer were erased, so its usage can no longer be changed");
        return new Held(newest, subscription, facts);
    }

    private static Refusal none() {
        return Refusal.notFound("usage entry");
    }

    /// A value alone may be edited wherever the entry lies: that was judged when it came.
    private static void requireFit(Caller caller, Held locked, UsageEntry entry, boolean isMoved) {
        var faults = locked.facts.faults(
                Optional.of(entry.brick()), Optional.of(entry.time()), Optional.of(entry.value()), caller.now());
        for (var fault : faults) {
            if (isMoved || fault.field().equals("value")) throw Refusal.badField(fault.field(), fault.why());
        }
    }

    private void move(Tx tx, Held locked, Optional<UsageEntry> after) {
        var hours = new LocalHours(locked.facts.zone());
        var sums = new TreeMap<HourKey, IngestStore.Sum>();
        var watched = new TreeMap<HourKey, Caller>();
        var before = locked.version.entry();
        var from = key(tx.caller(), before, hours);
        sums.computeIfAbsent(from, _ -> new IngestStore.Sum()).add(before, -1);
        after.ifPresent(entry -> {
            var key = key(tx.caller(), entry, hours);
            sums.computeIfAbsent(key, _ -> new IngestStore.Sum()).add(entry, 1);
            watched.put(key, tx.caller());
        });
        sums.forEach((key, sum) -> { // In the order of the keys, as everybody moves totals.
            if (key.equals(from)) store.change(tx, key, sum);
            else store.add(tx, new TreeMap<>(Map.of(key, sum)));
        });
        if (!watched.isEmpty()) watch.run(tx, watched);
        var marks = new TreeMap<HourKey, Instant>();
        var billed = store.billedUntil(tx, before.subscription());
        for (var key : sums.keySet()) {
            var until = billed.get(key.brick());
            if (until != null && key.hour().isBefore(until)) marks.put(key, tx.now());
        }
        if (marks.isEmpty()) return;
        store.markLate(tx, marks);
        correcting.settle(tx, locked.subscription.id());
    }

    private static HourKey key(Caller caller, UsageEntry entry, LocalHours hours) {
        return new HourKey(caller.seller().value(), entry.subscription(), entry.brick(), hours.of(entry.time()));
    }
}
