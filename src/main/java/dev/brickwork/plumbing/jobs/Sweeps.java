package dev.brickwork.plumbing.jobs;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.plumbing.Ids;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Handle;

/// The list of sweeps, in the order in which they run at one moment: first what ends or begins, then what is
/// billed, then what is reminded.
public final class Sweeps {
    /// Something that never stops coming due is a bug; better to say so than to run for ever.
    private static final int ROUNDS_AT_ONE_MOMENT_MAX = 1000;

    private final List<Sweep> all = new ArrayList<>();
    private final AtomicInteger running = new AtomicInteger();
    private volatile boolean isStopping;

    public void register(Sweep sweep) {
        all.add(sweep);
    }

    public List<Sweep> all() {
        return List.copyOf(all);
    }

    /// The next moment, not after `until`, at which anything comes due for this seller.
    public Optional<Instant> nextDue(Handle tx, SellerId seller, Instant until) {
        return all.stream()
                .map(sweep -> sweep.nextDue(tx, seller))
                .flatMap(Optional::stream)
                .min(Instant::compareTo)
                .filter(due -> !due.isAfter(until));
    }

    /// Runs every sweep at one moment until nothing is left to do then. One sweep may make work for another.
    public Map<String, Integer> run(SellerId seller, Instant now) {
        return run(all, seller, now);
    }

    /// The same for those alone that ask nobody outside.
    Map<String, Integer> runInside(SellerId seller, Instant now) {
        return run(those(false), seller, now);
    }

    /// The others, who mostly wait and for whom nobody makes way: a bite of what is due. Says whether there may be
    /// more.
    boolean runOutside(SellerId seller, Instant now) {
        var failed = new LinkedHashMap<Sweep, RuntimeException>();
        int count = once(those(true), seller, now, new LinkedHashMap<>(), failed);
        if (!failed.isEmpty()) throw failed.firstEntry().getValue();
        return count > 0;
    }

    private Map<String, Integer> run(List<Sweep> which, SellerId seller, Instant now) {
        running.incrementAndGet();
        try {
            return untilAtRest(which, seller, now);
        } finally {
            running.decrementAndGet();
        }
    }

    List<Sweep> those(boolean callsOut) {
        return all.stream().filter(sweep -> sweep.callsOut() == callsOut).toList();
    }

    /// Whether this process sweeps at this moment.
    public boolean isRunning() {
        return running.get() > 0;
    }

    /// The process ends: whoever has more than one moment or seller before him leaves the rest to others.
    public void stop() {
        isStopping = true;
    }

    public boolean isStopping() {
        return isStopping;
    }

    /// A sweep that fails is told of when the others have done their work.
    private static Map<String, Integer> untilAtRest(List<Sweep> sweeps, SellerId seller, Instant now) {
        var done = new LinkedHashMap<String, Integer>();
        var failed = new LinkedHashMap<Sweep, RuntimeException>();
        for (int round = 0; round < ROUNDS_AT_ONE_MOMENT_MAX; round++) {
            if (once(sweeps, seller, now, done, failed) > 0) continue;
            if (failed.isEmpty()) return done;
            throw failed.firstEntry().getValue();
        }
        throw new IllegalStateException("the sweeps of seller %s do not come to rest at %s".formatted(seller, now));
    }

    private static int once(
            List<Sweep> sweeps,
            SellerId seller,
            Instant now,
            Map<String, Integer> done,
            Map<Sweep, RuntimeException> failed) {
        int count = 0;
        for (var sweep : sweeps) {
            if (failed.containsKey(sweep)) continue;
            try {
                count += run(sweep, seller, now, done);
            } catch (RuntimeException broken) {
                failed.put(sweep, broken);
            }
        }
        return count;
    }

    private static int run(Sweep sweep, SellerId seller, Instant now, Map<String, Integer> done) {
        int count =
                sweep.run(new Caller(seller, "sweep:" + sweep.name(), Ids.next().toString(), now));
        if (count > 0) done.merge(sweep.name(), count, Integer::sum);
        return count;
    }
}
