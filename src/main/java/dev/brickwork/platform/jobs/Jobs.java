package dev.brickwork.platform.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Background;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.telemetry.Traces;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/// Runs the sweeps for sellers on real time, and the housekeeping, on whichever process gets to it first. The
/// scheduler keeps its table in the same database, so a process that dies gives its work to another.
public final class Jobs {
    private static final Logger LOG = System.getLogger(Jobs.class.getName());
    private static final Duration SWEEP_EVERY = Duration.ofSeconds(10);
    private static final Duration PURGE_EVERY = Duration.ofHours(1);
    private static final Duration CHECK_EVERY = Duration.ofHours(1);
    private static final Duration POLL_EVERY = Duration.ofSeconds(5);
    /// The scheduler itself rests by the clock of the machine, and that may be set back.
    private static final Duration POLL_UNASKED_EVERY = Duration.ofHours(1);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);
    /// A process that died in the middle of a sweep gives it to another after so many beats.
    private static final Duration HEARTBEAT_EVERY = Duration.ofSeconds(2);
    private static final int HEARTBEATS_MISSED_MAX = 4;
    private static final Duration STUCK_AFTER = Duration.ofSeconds(60);
    /// Clocks of two machines may differ by so much.
    private static final Duration AHEAD_MAX = Duration.ofSeconds(60);
    private static final int THREAD_COUNT = 4; // One for each job, so that a long one keeps no other waiting.

    private final Database database;
    private final Sweeps sweeps;
    private final Purge purge;
    private final CheckInvariants check;
    private final InstantSource realTime;
    private final Traces traces;
    private final Scheduler scheduler;
    private final Loop poll;
    private volatile Instant started = Instant.MAX;

    public Jobs(Database database, Sweeps sweeps, Invariants invariants, InstantSource realTime, Traces traces) {
        this.database = database;
        this.sweeps = sweeps;
        this.purge = new Purge(database, realTime);
        this.check = new CheckInvariants(database, invariants, realTime);
        this.realTime = realTime;
        this.traces = traces;
        this.scheduler = Scheduler.create(database.dataSource())
                .clock(realTime::instant)
                .startTasks(List.of(
                        recurring("sweep", SWEEP_EVERY, this::sweep),
                        recurring("sweep-outside", SWEEP_EVERY, this::sweepOutside),
                        recurring("purge", PURGE_EVERY, purge::run),
                        recurring("check", CHECK_EVERY, check::run)))
                .threads(THREAD_COUNT)
                .pollingInterval(POLL_UNASKED_EVERY)
                .heartbeatInterval(HEARTBEAT_EVERY)
                .missedHeartbeatsLimit(HEARTBEATS_MISSED_MAX)
                .shutdownMaxWait(STOP_WITHIN)
                .build();
        this.poll = new Loop("jobs", POLL_EVERY, this::poll);
    }

    public void start() {
        started = realTime.instant();
        scheduler.start();
        poll.start();
    }

    private boolean poll() {
        int ahead = database.inTransaction(tx -> setBack(tx, realTime.instant()));
        if (ahead > 0)
            LOG.log(Level.WARNING, "{0} jobs were noted by a clock that was ahead; they are set back", ahead);
        scheduler.triggerCheckForDueExecutions();
        return false;
    }

    /// Corrects the times of jobs that ran while a clock was ahead. Otherwise they would be due only when that time
    /// comes, and a job whose process ended in the middle would count as running until then.
    private static int setBack(SqlSession tx, Instant now) {
        return tx.update("""
                UPDATE scheduled_tasks -- of all sellers: no seller_id
                SET execution_time = execution_time - ahead, last_heartbeat = last_heartbeat - ahead,
                    last_success = last_success - ahead, last_failure = last_failure - ahead
                FROM (SELECT task_name AS name,
                             greatest(last_heartbeat, last_success, last_failure) - :now::timestamptz AS ahead
                      FROM scheduled_tasks
                      WHERE greatest(last_heartbeat, last_success, last_failure) > :latest
                      FOR UPDATE) noted
                WHERE task_name = name
                """)
                .bind("now", now)
                .bind("latest", now.plus(AHEAD_MAX))
                .execute();
    }

    /// Whether some process sweeps, or will as soon as the next round is due. A process that has just started cannot
    /// know yet.
    public boolean isMoving(Instant now) {
        return started.isAfter(now.minus(STUCK_AFTER)) || isSwept(now);
    }

    /// The mark of a sweep that runs is renewed every few seconds, however long it takes, and the next one is not long
    /// overdue.
    private boolean isSwept(Instant now) {
        return database.read(tx -> tx.query("""
                        SELECT EXISTS (SELECT FROM scheduled_tasks -- of all sellers: no seller_id
                                       WHERE task_name = 'sweep'
                                         AND CASE WHEN picked THEN last_heartbeat ELSE execution_time END >= :latest)
                        """)
                .bind("latest", now.minus(STUCK_AFTER))
                .mapTo(Boolean.class)
                .one());
    }

    public void stop() throws InterruptedException {
        check.stop();
        poll.stop();
        scheduler.stop();
    }

    /// Everything due now, for every seller whose clock is the real one. One seller's trouble is logged and does
    /// not keep the others waiting; it comes up again at the next round.
    void sweep() {
        inTurns(false, sweeps::runInside);
    }

    /// Sweeps that ask payment processors, which takes seconds for each charge, apart from all that need none.
    void sweepOutside() {
        inTurns(true, sweeps::runOutside);
    }

    /// The sellers take turns of some seconds until nothing is left, beginning with the one that has waited longest: a
    /// billing run of one seller keeps no other waiting, and processes that die every minute still get everywhere.
    /// Each turn has its own moment, since a round may last for hours.
    private void inTurns(boolean callsOut, BiPredicate<SellerId, Instant> turn) {
        boolean isMore = true;
        while (isMore) {
            isMore = false;
            for (var seller : due(callsOut)) isMore |= swept(seller, now -> turn.test(seller, now));
        }
    }

    /// Whether anything was done.
    private boolean swept(SellerId seller, Predicate<Instant> work) {
        if (sweeps.isStopping()) return false;
        var now = realTime.instant();
        try {
            return traces.work("sweep")
                    .put("brickwork.seller_id", seller.value())
                    .around(() -> work.test(now));
        } catch (RuntimeException failed) {
            LOG.log(Level.ERROR, () -> "the sweeps of seller %s failed at %s".formatted(seller, now), failed);
            return false;
        }
    }

    private List<SellerId> due(boolean callsOut) {
        var now = realTime.instant();
        var waitingSince = new HashMap<SellerId, Instant>();
        database.read(tx -> {
            for (var sweep : sweeps.those(callsOut)) {
                for (var due : sweep.dueSellers(tx, now))
                    waitingSince.merge(due.seller(), due.since(), (one, other) -> one.isBefore(other) ? one : other);
            }
            return waitingSince;
        });
        return waitingSince.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static RecurringTask<Void> recurring(String name, Duration every, Runnable work) {
        return Tasks.recurring(name, FixedDelay.of(every)).execute((_, _) -> Background.run(work));
    }
}
