package dev.brickwork.platform.jobs;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/// The list of sweeps, in the order in which they run at one moment: first what ends or begins, then what is
/// billed, then what is reminded.
public final class Sweeps {
    /// Something that never stops coming due is a bug; better to say so than to run for ever.
    private static final int ROUNDS_AT_ONE_MOMENT_MAX = 1000;

    private final Duration bite;
    private final List<Sweep> all = new ArrayList<>();
    private final AtomicInteger running = new AtomicInteger();
    private volatile boolean isStopping;

    public Sweeps() {
        this(TimeSlice.MAX);
    }

    /// @param bite how long the turn of a seller lasts
    Sweeps(Duration bite) {
        this.bite = bite;
    }

    public void register(Sweep sweep) {
        all.add(sweep);
    }

    public List<Sweep> all() {
        return List.copyOf(all);
    }

    /// The next moment, not after `until`, at which anything comes due for this seller.
    public Optional<Instant> nextDue(Tx tx, Instant until) {
        return all.stream()
                .map(sweep -> sweep.nextDue(tx, tx.seller()))
                .flatMap(Optional::stream)
                .min(Instant::compareTo)
                .filter(due -> !due.isAfter(until));
    }

    /// Runs every sweep at one moment until nothing is left to do then. One sweep may make work for another.
    public Map<String, Integer> run(SellerId seller, Instant now) {
        running.incrementAndGet();
        try {
            var done = new LinkedHashMap<String, Integer>();
            untilAtRest(all, new Turn(seller, now, () -> false), done);
            return done;
        } finally {
            running.decrementAndGet();
        }
    }

    /// Runs the sweeps that call no other system, for one turn of a seller. Says whether there may be more.
    boolean runInside(SellerId seller, Instant now) {
        running.incrementAndGet();
        try {
            return untilAtRest(those(false), new Turn(seller, now, new TimeSlice(bite)::isOver), new LinkedHashMap<>());
        } finally {
            running.decrementAndGet();
        }
    }

    /// Runs the sweeps that call out, which mostly wait and to which no other work gives way, for one turn of a seller.
    /// Says whether there may be more.
    boolean runOutside(SellerId seller, Instant now) {
        var failed = new LinkedHashMap<Sweep, RuntimeException>();
        int count = 0;
        for (var sweep : those(true))
            count += once(sweep, new Turn(seller, now, new TimeSlice(bite)::isOver), new LinkedHashMap<>(), failed);
        if (!failed.isEmpty()) throw failed.firstEntry().getValue();
        return count > 0;
    }

    private record Turn(SellerId seller, Instant now, BooleanSupplier isEnough) {}

    List<Sweep> those(boolean callsOut) {
        return all.stream().filter(sweep -> sweep.callsOut() == callsOut).toList();
    }

    /// Whether this process sweeps at this moment.
    public boolean isRunning() {
        return running.get() > 0;
    }

    /// Tells running sweeps that the process ends: they leave later moments and further sellers to other processes.
    public void stop() {
        isStopping = true;
    }

    public boolean isStopping() {
        return isStopping;
    }

    /// A sweep that fails is told of when the others have done their work. Where a turn is over in the middle of one
    /// sweep, those after it wait for the next turn, too: first ends what ends, then it is billed. Says whether
    /// there may be more.
    private static boolean untilAtRest(List<Sweep> sweeps, Turn turn, Map<String, Integer> done) {
        var failed = new LinkedHashMap<Sweep, RuntimeException>();
        for (int round = 0; round < ROUNDS_AT_ONE_MOMENT_MAX; round++) {
            int count = 0;
            for (var sweep : sweeps) {
                count += once(sweep, turn, done, failed);
                if (count > 0 && turn.isEnough.getAsBoolean()) return isMore(failed, true);
            }
            if (count == 0) return isMore(failed, false);
        }
        throw new IllegalStateException(
                "the sweeps of seller %s do not come to rest at %s".formatted(turn.seller, turn.now));
    }

    private static boolean isMore(Map<Sweep, RuntimeException> failed, boolean isCutShort) {
        if (isCutShort || failed.isEmpty()) return isCutShort;
        throw failed.values().iterator().next();
    }

    private static int once(Sweep sweep, Turn turn, Map<String, Integer> done, Map<Sweep, RuntimeException> failed) {
        if (failed.containsKey(sweep)) return 0;
        try {
            var caller =
                    new Caller(turn.seller, "sweep:" + sweep.name(), Ids.next().toString(), turn.now);
            int count = sweep.run(caller, turn.isEnough);
            if (count > 0) done.merge(sweep.name(), count, Integer::sum);
            return count;
        } catch (RuntimeException broken) {
            failed.put(sweep, broken);
            return 0;
        }
    }
}
