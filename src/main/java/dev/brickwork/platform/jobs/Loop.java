package dev.brickwork.platform.jobs;

import dev.brickwork.platform.database.Background;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Work that goes on for as long as the process lives: each round does what it finds and says whether there may
/// be more. A loop rests until it is woken or its poll comes round, and outlives a database that is away for a
/// while. Woken often, it lets work gather: many commits make one round, and a lone one waits for nothing.
public final class Loop {
    private static final Logger LOG = System.getLogger(Loop.class.getName());
    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);
    private static final Duration AFTER_TROUBLE = Duration.ofSeconds(2);

    /// The least time from the start of a round to the start of the next one after a [#wake].
    public static final Duration GATHERING = Duration.ofMillis(25);

    /// Rests this many times as long as a round took: a busy service keeps most of its time for requests.
    private static final int RESTS_PER_WORK = 3;

    private static final Duration REST_MAX = Duration.ofMillis(100);

    private final String name;
    private final Duration poll;
    private final Round round;
    private final Semaphore wakeUp = new Semaphore(0);
    private volatile boolean isStopped;
    private Optional<Thread> thread = Optional.empty();

    /// One round; true when there may be more to do at once.
    @FunctionalInterface
    public interface Round {
        boolean run() throws InterruptedException;
    }

    public Loop(String name, Duration poll, Round round) {
        this.name = name;
        this.poll = poll;
        this.round = round;
    }

    public void start() {
        thread = Optional.of(Background.start(name, this::go));
    }

    public boolean isAlive() {
        return thread.filter(Thread::isAlive).isPresent();
    }

    /// Something was committed that this loop may care about.
    public void wake() {
        wakeUp.release();
    }

    /// Finishes the round that runs and begins no other.
    public void stop() throws InterruptedException {
        isStopped = true;
        wakeUp.release();
        if (thread.isPresent()) thread.get().join(STOP_WITHIN);
    }

    private void go() {
        while (!isStopped) {
            try {
                wakeUp.drainPermits(); // Before the round: what comes during it must be seen by the next.
                long begun = System.nanoTime();
                if (!round.run()) rest(begun);
            } catch (InterruptedException asked) {
                return;
            } catch (RuntimeException passing) {
                if (isStopped) return;
                LOG.log(Level.WARNING, () -> "the loop %s: %s".formatted(name, passing), passing);
                restAfterTrouble();
            }
        }
    }

    private void rest(long begun) throws InterruptedException {
        if (isStopped) return;
        if (wakeUp.tryAcquire(poll.toMillis(), TimeUnit.MILLISECONDS)) gather(begun);
    }

    /// Lets work gather between two rounds, the more of it the longer a round takes.
    public static void gather(long begun) throws InterruptedException {
        Thread.sleep(restAfter(Duration.ofNanos(System.nanoTime() - begun)));
    }

    static Duration restAfter(Duration worked) {
        var share = worked.multipliedBy(RESTS_PER_WORK);
        var least = GATHERING.minus(worked);
        if (share.compareTo(least) < 0) return least;
        return share.compareTo(REST_MAX) < 0 ? share : REST_MAX;
    }

    private void restAfterTrouble() {
        try {
            Thread.sleep(AFTER_TROUBLE);
        } catch (InterruptedException asked) {
            isStopped = true;
        }
    }
}
