package dev.brickwork.plumbing.outbox;

import dev.brickwork.kernel.SellerId;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.http.Metrics;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jdbi.v3.core.Handle;

/// Carries staged events to their listeners: claims due tasks under a lease, runs them, ticks them off or puts them
/// back
/// with a growing delay. Any number of processes may pump; a dead one's tasks come back when its lease ends.
public final class Pump {
    private static final Logger LOG = System.getLogger(Pump.class.getName());
    private static final Duration LEASE = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int BATCH_COUNT_MAX = 20;
    private static final int ATTEMPT_COUNT_MAX = 15;
    private static final int ERROR_LENGTH_MAX = 500;

    private final Database database;
    private final Outbox outbox;
    private final InstantSource realTime;
    private final Metrics metrics;
    private final BooleanSupplier isBusy;
    private final ConcurrentHashMap<String, Semaphore> wakeUps = new ConcurrentHashMap<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final java.util.ArrayList<Thread> loops = new java.util.ArrayList<>();
    private volatile Instant progress;

    /// Carries nothing until it is started.
    ///
    /// @param isBusy whether patient listeners should wait
    public Pump(Database database, Outbox outbox, InstantSource realTime, Metrics metrics, BooleanSupplier isBusy) {
        this.isBusy = isBusy;
        this.database = database;
        this.outbox = outbox;
        this.realTime = realTime;
        this.metrics = metrics;
        this.progress = realTime.instant();
        outbox.onStaged(() -> wakeUps.values().forEach(Semaphore::release));
    }

    public void start() {
        for (var listener : outbox.listeners()) {
            var wakeUp = wakeUps.computeIfAbsent(listener.name(), _ -> new Semaphore(0));
            loops.add(Thread.ofVirtual().name("outbox-" + listener.name()).start(() -> loop(listener, wakeUp)));
        }
    }

    /// When a loop last looked for work: a service whose loops stand still is not ready (REL 2.11).
    public Instant progress() {
        return progress;
    }

    /// Finishes what runs and takes nothing new.
    public void stop() throws InterruptedException {
        stopped.countDown();
        wakeUps.values().forEach(Semaphore::release);
        for (var loop : loops) loop.join(Duration.ofSeconds(20));
    }

    private void loop(Listener listener, Semaphore wakeUp) {
        while (stopped.getCount() > 0) {
            try {
                progress = realTime.instant();
                giveWay(listener);
                if (runDue(listener) == 0 && wakeUp.tryAcquire(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
                    wakeUp.drainPermits();
                }
            } catch (InterruptedException asked) {
                return;
            } catch (RuntimeException passing) {
                // The database may be away; the loop must outlive that.
                LOG.log(Level.WARNING, () -> "outbox loop of %s: %s".formatted(listener.name(), passing));
                pause();
            }
        }
    }

    /// Patient work waits for a quiet moment, but not for ever: under a load that never ends it goes on in
    /// small bites.
    private void giveWay(Listener listener) throws InterruptedException {
        if (!listener.isPatient()) return;
        var until = System.nanoTime() + PATIENCE.toNanos();
        while (isBusy.getAsBoolean() && System.nanoTime() < until && stopped.getCount() > 0) {
            Thread.sleep(POLL.toMillis());
            progress = realTime.instant();
        }
    }

    private int runDue(Listener listener) throws InterruptedException {
        var tasks = database.inTransaction(tx -> claim(tx, listener));
        if (tasks.isEmpty()) return 0;
        var slots = new Semaphore(listener.workers());
        var running = new java.util.ArrayList<Thread>();
        for (var task : tasks) {
            slots.acquire();
            running.add(Thread.ofVirtual().start(() -> {
                try {
                    run(listener, task);
                } finally {
                    slots.release();
                }
            }));
        }
        for (var thread : running) thread.join();
        return tasks.size();
    }

    private void run(Listener listener, Task task) {
        try {
            listener.handle(task);
            database.inTransaction(tx -> done(tx, task));
            metrics.count("brickwork_outbox_done_total{listener=\"%s\"}".formatted(listener.name()));
        } catch (RuntimeException failed) {
            metrics.count("brickwork_outbox_failed_total{listener=\"%s\"}".formatted(listener.name()));
            LOG.log(
                    Level.WARNING,
                    () -> "listener %s failed on %s %s, attempt %d"
                            .formatted(listener.name(), task.eventType(), task.object(), task.attempts()),
                    failed);
            putBack(task, failed);
        }
    }

    private void putBack(Task task, RuntimeException failed) {
        try {
            database.inTransaction(tx -> retryLater(tx, task, String.valueOf(failed)));
        } catch (RuntimeException away) {
            LOG.log(Level.WARNING, () -> "the task comes back when its lease ends: " + away); // Nothing is lost.
        }
    }

    private List<Task> claim(Handle tx, Listener listener) {
        var now = realTime.instant();
        return tx.createQuery("""
                UPDATE outbox_task t
                SET lease_until = :lease, attempts = t.attempts + 1, fence = t.fence + 1
                FROM (SELECT seller_id, id, event_id
                      FROM outbox_task
                      WHERE listener = :listener AND NOT is_parked AND due_at <= :now
                        AND (lease_until IS NULL OR lease_until < :now)
                      ORDER BY due_at
                      LIMIT :max
                      FOR UPDATE SKIP LOCKED) due
                JOIN event e ON e.seller_id = due.seller_id AND e.id = due.event_id
                WHERE t.seller_id = due.seller_id AND t.id = due.id
                RETURNING t.seller_id, t.id, t.event_id, t.attempts, t.fence,
                          e.event_type, e.object_id, e.subscription_id, e.occurred_at, e.data
                """)
                .bind("listener", listener.name())
                .bind("now", now)
                .bind("lease", now.plus(LEASE))
                .bind("max", BATCH_COUNT_MAX)
                .map((row, _) -> new Task(
                        new SellerId(row.getObject("seller_id", UUID.class)),
                        row.getObject("id", UUID.class),
                        row.getObject("event_id", UUID.class),
                        row.getString("event_type"),
                        row.getObject("object_id", UUID.class),
                        Optional.ofNullable(row.getObject("subscription_id", UUID.class)),
                        row.getTimestamp("occurred_at").toInstant(),
                        row.getString("data"),
                        row.getInt("attempts"),
                        row.getInt("fence")))
                .list();
    }

    /// The fence lets only the newest holder of the lease tick the task off.
    private int done(Handle tx, Task task) {
        return tx.createUpdate("DELETE FROM outbox_task WHERE seller_id = :seller AND id = :id AND fence = :fence")
                .bind("seller", task.seller().value())
                .bind("id", task.id())
                .bind("fence", task.fence())
                .execute();
    }

    private int retryLater(Handle tx, Task task, String error) {
        var delay = Duration.ofSeconds(Math.min(3600, 1L << Math.min(task.attempts(), 12)));
        return tx.createUpdate("""
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

    private void pause() {
        try {
            stopped.await(POLL.toMillis() * 4, TimeUnit.MILLISECONDS);
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
    }
}
