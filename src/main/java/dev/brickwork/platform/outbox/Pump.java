package dev.brickwork.platform.outbox;

import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Background;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.http.Visibility;
import dev.brickwork.platform.jobs.Heartbeat;
import dev.brickwork.platform.jobs.Loop;
import dev.brickwork.platform.telemetry.Traces;
import io.prometheus.metrics.core.metrics.Counter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Carries staged events to their listeners: claims due tasks under a lease, runs them, ticks them off or puts them
/// back with a growing delay. A listener is woken by the commit that gave it a task; for what other processes staged,
/// and what comes due again, one thread looks on behalf of all. Any number of processes may pump; a dead one's tasks
/// come back when its lease ends.
public final class Pump {
    private static final Logger LOG = System.getLogger(Pump.class.getName());
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration STUCK_AFTER = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int BATCH_COUNT_MAX = 20;
    private static final int ATTEMPT_COUNT_MAX = 15;
    private static final int ERROR_LENGTH_MAX = 500;

    private final Database database;
    private final Outbox outbox;
    private final InstantSource realTime;
    private final Counter done;
    private final Counter failed;
    private final Traces traces;
    private final BooleanSupplier isBusy;
    private final ConcurrentHashMap<String, Semaphore> wakeUps = new ConcurrentHashMap<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final List<Thread> loops = new ArrayList<>();
    private volatile Instant progress;

    /// Carries nothing until it is started.
    ///
    /// @param isBusy whether patient listeners should wait
    public Pump(
            Database database, Outbox outbox, InstantSource realTime, Visibility visibility, BooleanSupplier isBusy) {
        this.isBusy = isBusy;
        this.database = database;
        this.outbox = outbox;
        this.realTime = realTime;
        this.done = visibility
                .metrics()
                .counter("brickwork_outbox_done_total", "Outbox tasks that were done, by listener.", "listener");
        this.failed = visibility
                .metrics()
                .counter("brickwork_outbox_failed_total", "Outbox tasks that failed once, by listener.", "listener");
        this.traces = visibility.traces();
        this.progress = realTime.instant();
        outbox.onStaged(asked -> asked.forEach(this::wake));
    }

    public void start() {
        for (var listener : outbox.listeners()) {
            var wakeUp = new Semaphore(0);
            wakeUps.put(listener.name(), wakeUp);
            done.initLabelValues(listener.name());
            failed.initLabelValues(listener.name());
            loops.add(Background.start("outbox-" + listener.name(), () -> loop(listener, wakeUp)));
        }
        loops.add(Background.start("outbox", this::look));
    }

    private void wake(String listener) {
        var wakeUp = wakeUps.get(listener);
        if (wakeUp != null) wakeUp.release();
    }

    /// Whether all loops are there, and one has looked for work just now: a service whose loops stand still is not
    /// ready.
    public boolean isMoving(Instant now) {
        return progress.plus(STUCK_AFTER).isAfter(now) && loops.stream().allMatch(Thread::isAlive);
    }

    /// Finishes what runs and takes nothing new.
    public void stop() throws InterruptedException {
        stopped.countDown();
        wakeUps.values().forEach(Semaphore::release);
        for (var loop : loops) loop.join(Duration.ofSeconds(20));
    }

    private void look() {
        while (stopped.getCount() > 0) {
            try {
                progress = realTime.instant();
                database.read(this::waiting).forEach(this::wake);
            } catch (RuntimeException passing) {
                LOG.log(Level.WARNING, () -> "looking for outbox tasks: " + passing); // Tried again soon.
            }
            if (!goesOnAfter(POLL)) return;
        }
    }

    private void loop(Listener listener, Semaphore wakeUp) {
        while (stopped.getCount() > 0) {
            try {
                wakeUp.acquire();
                wakeUp.drainPermits();
                long begun = System.nanoTime();
                do giveWay(listener);
                while (runDue(listener) == BATCH_COUNT_MAX && stopped.getCount() > 0);
                Loop.gather(begun);
            } catch (InterruptedException asked) {
                return;
            } catch (RuntimeException passing) {
                // The database may be away; the loop must outlive that, and is woken again while tasks wait.
                LOG.log(Level.WARNING, () -> "outbox loop of %s: %s".formatted(listener.name(), passing));
            }
        }
    }

    /// Patient work waits for a quiet moment, but not for ever: under a load that never ends it goes on in small
    /// bites.
    private void giveWay(Listener listener) throws InterruptedException {
        if (!listener.isPatient()) return;
        var until = System.nanoTime() + PATIENCE.toNanos();
        while (isBusy.getAsBoolean() && System.nanoTime() < until && stopped.getCount() > 0) {
            Thread.sleep(POLL.toMillis());
            progress = realTime.instant();
        }
    }

    /// Runs the due tasks of a listener and ticks them off together: after a crash in between they run again, which
    /// listeners tolerate.
    private int runDue(Listener listener) throws InterruptedException {
        var tasks = database.inTransaction(tx -> claim(tx, listener));
        if (tasks.isEmpty()) return 0;
        try (var _ = Heartbeat.start(
                realTime, Heartbeat.LEASE, until -> database.inTransaction(tx -> renew(tx, tasks, until)) > 0)) {
            run(listener, tasks);
        }
        return tasks.size();
    }

    private void run(Listener listener, List<Task> tasks) throws InterruptedException {
        var asking = listener.asking(tasks);
        var slots = new Semaphore(listener.workers());
        var running = new ArrayList<Thread>();
        var done = new ConcurrentLinkedQueue<Task>();
        for (var task : tasks) {
            if (task.attempts() > ATTEMPT_COUNT_MAX) { // Its process ended in every attempt.
                putBack(task, "the process ended during every attempt");
                continue;
            }
            if (!asking.test(task)) {
                done.add(task);
                continue;
            }
            slots.acquire();
            running.add(Background.start("outbox-task", () -> {
                try {
                    if (run(listener, task)) done.add(task);
                } finally {
                    slots.release();
                }
            }));
        }
        for (var thread : running) thread.join();
        if (!done.isEmpty()) database.inTransaction(tx -> tickOff(tx, done));
    }

    /// Those that were put back meanwhile have no lease.
    private static int renew(SqlSession tx, List<Task> tasks, Instant until) {
        return tx.update("""
                UPDATE outbox_task t
                SET lease_until = :until
                FROM unnest(:sellers::uuid[], :ids::uuid[], :fences::integer[]) AS held (seller_id, id, fence)
                WHERE t.seller_id = ANY (:sellers::uuid[]) AND t.id = ANY (:ids::uuid[])
                  AND t.seller_id = held.seller_id AND t.id = held.id AND t.fence = held.fence
                  AND t.lease_until IS NOT NULL
                """)
                .bind("until", until)
                .bind("sellers", each(tasks, task -> task.seller().value()))
                .bind("ids", each(tasks, Task::id))
                .bind("fences", each(tasks, Task::fence))
                .execute();
    }

    private boolean run(Listener listener, Task task) {
        try {
            handle(listener, task);
            done.labelValues(listener.name()).inc();
            return true;
        } catch (RuntimeException | StackOverflowError failure) {
            failed.labelValues(listener.name()).inc();
            LOG.log(
                    Level.WARNING,
                    () -> "listener %s failed on %s %s, attempt %d"
                            .formatted(listener.name(), task.eventType(), task.object(), task.attempts()),
                    failure);
            putBack(task, String.valueOf(failure));
            return false;
        }
    }

    private void handle(Listener listener, Task task) {
        var span = traces.work(listener.name());
        span.around(() -> {
            span.put("brickwork.seller_id", task.seller().value())
                    .put("brickwork.event_id", task.eventId())
                    .put("brickwork.object_id", task.object());
            listener.handle(task);
            return task;
        });
    }

    private void putBack(Task task, String why) {
        try {
            database.inTransaction(tx -> retryLater(tx, task, why));
        } catch (RuntimeException away) {
            LOG.log(Level.WARNING, () -> "the task comes back when its lease ends: " + away); // Nothing is lost.
        }
    }

    /// The listeners that have something to do.
    private List<String> waiting(SqlSession tx) {
        return tx.query("""
                SELECT name
                FROM unnest(:listeners::text[]) AS name
                WHERE EXISTS (SELECT FROM outbox_task -- all sellers (a poller)
                              WHERE listener = name AND NOT is_parked AND due_at <= :now
                                AND (lease_until IS NULL OR lease_until < :now))
                """)
                .bind("listeners", "{" + String.join(",", wakeUps.keySet()) + "}")
                .bind("now", realTime.instant())
                .mapTo(String.class)
                .list();
    }

    /// The rows that were just locked are found again by their place: whatever the planner thinks of a table that is
    /// empty most of the time, a claim reads what it takes and not all that waits.
    private List<Task> claim(SqlSession tx, Listener listener) {
        var now = realTime.instant();
        if (listener.workers() == 1 && isUnderWay(tx, listener, now)) return List.of();
        return tx.query("""
                WITH claimed AS (
                    UPDATE outbox_task
                    SET lease_until = :lease, attempts = attempts + 1, fence = fence + 1
                    WHERE ctid = ANY (ARRAY(
                        SELECT ctid
                        FROM outbox_task -- all sellers (a poller)
                        WHERE listener = :listener AND NOT is_parked AND due_at <= :now
                          AND (lease_until IS NULL OR lease_until < :now)
                        ORDER BY due_at
                        LIMIT :max
                        FOR UPDATE SKIP LOCKED))
                    RETURNING seller_id, id, event_id, attempts, fence)
                SELECT claimed.*, e.event_type, e.object_id, e.subscription_id, e.occurred_at, e.data
                FROM claimed
                JOIN event e ON e.seller_id = claimed.seller_id AND e.id = claimed.event_id
                ORDER BY e.staged_at, e.id
                """)
                .bind("listener", listener.name())
                .bind("now", now)
                .bind("lease", now.plus(Heartbeat.LEASE))
                .bind("max", BATCH_COUNT_MAX)
                .map((row, _) -> new Task(
                        new SellerId(Columns.uuid(row, "seller_id")),
                        Columns.uuid(row, "id"),
                        Columns.uuid(row, "event_id"),
                        Columns.text(row, "event_type"),
                        Columns.uuid(row, "object_id"),
                        Columns.maybeUuid(row, "subscription_id"),
                        Columns.instant(row, "occurred_at"),
                        Columns.text(row, "data"),
                        Columns.count(row, "attempts"),
                        Columns.count(row, "fence")))
                .list();
    }

    /// Whether another process works on what came first. Who asks holds the others back until it has its own claim.
    private static boolean isUnderWay(SqlSession tx, Listener listener, Instant now) {
        tx.query("SELECT count(pg_advisory_xact_lock(hashtextextended('outbox:' || :listener, 0)))")
                .bind("listener", listener.name())
                .mapTo(Long.class)
                .one();
        return tx.query("""
                SELECT EXISTS (SELECT
                               FROM (SELECT lease_until
                                     FROM outbox_task -- all sellers (a poller)
                                     WHERE listener = :listener AND NOT is_parked AND due_at <= :now
                                     ORDER BY due_at
                                     LIMIT :max) AS oldest
                               WHERE lease_until >= :now)
                """)
                .bind("listener", listener.name())
                .bind("now", now)
                .bind("max", BATCH_COUNT_MAX)
                .mapTo(Boolean.class)
                .one();
    }

    /// The fence lets only the newest holder of the lease tick a task off. The keys are named twice, so that the tasks
    /// are looked up by them, whatever the planner thinks of the table.
    private static int tickOff(SqlSession tx, Collection<Task> done) {
        return tx.update("""
                DELETE FROM outbox_task t
                USING unnest(:sellers::uuid[], :ids::uuid[], :fences::integer[]) AS done (seller_id, id, fence)
                WHERE t.seller_id = ANY (:sellers::uuid[]) AND t.id = ANY (:ids::uuid[])
                  AND t.seller_id = done.seller_id AND t.id = done.id AND t.fence = done.fence
                """)
                .bind("sellers", each(done, task -> task.seller().value()))
                .bind("ids", each(done, Task::id))
                .bind("fences", each(done, Task::fence))
                .execute();
    }

    private static String each(Collection<Task> tasks, Function<Task, Object> value) {
        return tasks.stream().map(value).map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
    }

    private int retryLater(SqlSession tx, Task task, String error) {
        var delay = Duration.ofSeconds(Math.min(3600, 1L << Math.min(task.attempts(), 12)));
        return tx.update("""
                UPDATE outbox_task
                SET due_at = :due, lease_until = NULL, is_parked = :isParked, last_error = :error
                WHERE seller_id = :seller AND id = :id AND fence = :fence
                """)
                .bind("seller", task.seller().value())
                .bind("id", task.id())
                .bind("fence", task.fence())
                .bind("due", realTime.instant().plus(delay))
                .bind("isParked", task.attempts() >= ATTEMPT_COUNT_MAX)
                .bind("error", error.substring(0, Math.min(error.length(), ERROR_LENGTH_MAX)))
                .execute();
    }

    /// Runs all waiting tasks of these listeners, one listener after the other, also tasks that another process had
    /// leased. No other pump may run meanwhile; failed tasks are put back as ever.
    public void finish(List<String> names) throws InterruptedException {
        for (var name : names) {
            var listener = outbox.listeners().stream()
                    .filter(it -> it.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            database.inTransaction(tx -> letGo(tx, listener));
            while (runDue(listener) > 0) {}
        }
    }

    private int letGo(SqlSession tx, Listener listener) {
        return tx.update("""
                UPDATE outbox_task -- of all sellers: no seller_id
                SET due_at = :now, lease_until = NULL
                WHERE listener = :listener AND NOT is_parked
                """)
                .bind("now", realTime.instant())
                .bind("listener", listener.name())
                .execute();
    }

    /// Puts everything back in line that was given up; says how much that is.
    public int retryParked() {
        return database.inTransaction(
                tx -> tx.update("""
                        UPDATE outbox_task -- of all sellers: no seller_id
                        SET is_parked = false, due_at = :now, attempts = 0, lease_until = NULL
                        WHERE is_parked
                        """).bind("now", realTime.instant()).execute());
    }

    private boolean goesOnAfter(Duration pause) {
        try {
            return !stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
