package dev.brickwork.billing.usage;

import dev.brickwork.metering.IngestStore;
import dev.brickwork.metering.IngestStore.EntryKey;
import dev.brickwork.metering.IngestStore.HourKey;
import dev.brickwork.metering.IngestStore.MeterKey;
import dev.brickwork.metering.IngestStore.Row;
import dev.brickwork.metering.LocalHours;
import dev.brickwork.metering.UsageEntry;
import dev.brickwork.metering.Verdict;
import dev.brickwork.metering.Verdict.Fault;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/// Takes entries in: each counts once, or is told why not (rule G-09). Several requests may share one transaction.
public final class RecordUsage {
    /// Internal event: usage changed in a window that was billed. [SettleLateUsage] settles it (rule G-06).
    public static final String LATE = "usage.late";

    private static final List<Fault> UNKNOWN = List.of(new Fault("subscription_id", "There is no such subscription."));
    private static final Verdict.Rejected OTHER =
            new Verdict.Rejected(List.of(new Fault("transaction_id", "Another entry has this id already.")));

    private final IngestStore store;
    private final Meters meters;
    private final WatchThresholds watch;
    private final Outbox outbox;

    public RecordUsage(IngestStore store, Meters meters, WatchThresholds watch, Outbox outbox) {
        this.store = store;
        this.meters = meters;
        this.watch = watch;
        this.outbox = outbox;
    }

    /// One request. The readable fields of a malformed entry are checked too, so that all its errors are reported
    /// at once.
    record Post(Caller caller, List<EntryReader.Read> entries) {}

    /// A verdict for each entry of each post, in their order. Throws a unique violation when another process took
    /// one of the ids since this transaction looked: then the whole is to be run again.
    List<List<Verdict>> run(SqlSession tx, List<Post> posts) {
        var named = new LinkedHashSet<MeterKey>();
        var keys = new LinkedHashSet<EntryKey>();
        for (var post : posts) {
            var seller = post.caller.seller().value();
            for (var read : post.entries) {
                read.subscription().ifPresent(id -> named.add(new MeterKey(seller, id)));
                if (read.entry().isPresent()) {
                    read.transactionId().ifPresent(id -> keys.add(new EntryKey(seller, id)));
                }
            }
        }
        var look = store.look(tx, named, keys);
        var group = new Group(tx, look.heads(), look.taken());
        var verdicts = new ArrayList<List<Verdict>>(posts.size());
        for (var post : posts) {
            var mine = new ArrayList<Verdict>(post.entries.size());
            for (var read : post.entries) mine.add(group.judge(post.caller, read));
            verdicts.add(mine);
        }
        group.write();
        return verdicts;
    }

    /// The entries of one transaction.
    private final class Group {
        private final SqlSession tx;
        private final Map<MeterKey, IngestStore.SubscriptionState> heads;
        private final Map<EntryKey, UsageEntry> taken;
        private final Map<MeterKey, Optional<MeterFacts>> facts = new HashMap<>();
        private final Map<MeterKey, LocalHours> hours = new HashMap<>();
        private final List<Row> rows = new ArrayList<>();
        private final TreeMap<HourKey, IngestStore.Sum> sums = new TreeMap<>();
        private final Map<HourKey, Caller> late = new TreeMap<>();
        private final Map<HourKey, Caller> watched = new TreeMap<>();
        private HourKey last = new HourKey(new UUID(0, 0), new UUID(0, 0), new UUID(0, 0), Instant.EPOCH);
        private IngestStore.Sum lastSum = new IngestStore.Sum();

        Group(SqlSession tx, Map<MeterKey, IngestStore.SubscriptionState> heads, Map<EntryKey, UsageEntry> taken) {
            this.tx = tx;
            this.heads = heads;
            this.taken = taken;
        }

        /// An id that is known decides first: a client that asks again must hear the same, whatever happened since.
        Verdict judge(Caller caller, EntryReader.Read read) {
            if (read.entry().isEmpty()) {
                var all = new ArrayList<>(read.faults());
                read.subscription().ifPresent(_ -> all.addAll(faults(caller, read)));
                return new Verdict.Rejected(all);
            }
            var entry = read.entry().get();
            if (entry.transactionId().isPresent()) {
                var before = taken.get(new EntryKey(
                        caller.seller().value(), entry.transactionId().get()));
                if (before != null) return before.isSame(entry) ? Verdict.AGAIN : OTHER;
            }
            var faults = faults(caller, read);
            return faults.isEmpty() ? accept(caller, entry) : new Verdict.Rejected(faults);
        }

        /// The reasons for which the subscription cannot take the entry.
        private List<Fault> faults(Caller caller, EntryReader.Read read) {
            var meter =
                    new MeterKey(caller.seller().value(), read.subscription().orElseThrow());
            var head = heads.get(meter);
            if (head == null) return UNKNOWN;
            return facts.computeIfAbsent(meter, _ -> meters.facts(tx.as(caller), meter.subscription(), head.version()))
                    .map(known ->
                            known.faults(read.brick(), read.time(), read.entry().map(UsageEntry::value), caller.now()))
                    .orElse(UNKNOWN);
        }

        private Verdict accept(Caller caller, UsageEntry entry) {
            var meter = new MeterKey(caller.seller().value(), entry.subscription());
            var head = Objects.requireNonNull(heads.get(meter));
            var known = Objects.requireNonNull(facts.get(meter)).orElseThrow();
            if (entry.transactionId().isPresent()) {
                taken.put(new EntryKey(meter.seller(), entry.transactionId().get()), entry);
            }
            rows.add(new Row(caller, entry));
            var hour = hours.computeIfAbsent(meter, _ -> new LocalHours(known.zone()))
                    .of(entry.time());
            var key = new HourKey(meter.seller(), meter.subscription(), entry.brick(), hour);
            if (!key.equals(last)) { // Entries mostly come in the order of time.
                last = key;
                lastSum = sums.computeIfAbsent(key, _ -> new IngestStore.Sum());
            }
            lastSum.add(entry, 1);
            if (head.watched().contains(entry.brick())) watched.put(key, caller);
            var billed = head.billedUntil().get(entry.brick());
            if (billed == null || !entry.time().isBefore(billed)) return Verdict.IN_TIME;
            late.put(key, caller);
            return Verdict.LATE;
        }

        void write() {
            if (rows.isEmpty()) return;
            // Always the same order: writers of the same ids wait for one another and never in a circle.
            rows.sort(
                    Comparator.<Row, UUID>comparing(row -> row.caller().seller().value())
                            .thenComparing(row -> row.entry().transactionId().orElse("")));
            store.write(tx, rows, sums);
            if (!late.isEmpty()) tellLate();
            if (!watched.isEmpty()) watch.run(tx, watched);
        }

        private void tellLate() {
            var marks = new HashMap<HourKey, Instant>();
            late.forEach((key, caller) -> marks.put(key, caller.now()));
            store.markLate(tx, marks);
            var told = new LinkedHashSet<MeterKey>();
            late.forEach((key, caller) -> {
                if (!told.add(new MeterKey(key.seller(), key.subscription()))) return;
                outbox.stage(
                        tx.as(caller),
                        Event.inside(
                                LATE, key.subscription(), json -> json.put("subscription_id", key.subscription())));
            });
        }
    }
}
