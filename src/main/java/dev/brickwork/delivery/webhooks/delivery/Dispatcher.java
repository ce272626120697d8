package dev.brickwork.delivery.webhooks.delivery;

import dev.brickwork.delivery.webhooks.delivery.QueueStore.Claim;
import dev.brickwork.platform.database.Background;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Finds queues that are due and gives each a worker of its own. Any number of processes may dispatch; the queues
/// of a crashed one are claimed again when its leases end.
public final class Dispatcher {
    private static final Logger LOG = System.getLogger(Dispatcher.class.getName());
    private static final int QUEUES_MAX = 500;
    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);

    private final WorkQueue.Parts parts;
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();

    public Dispatcher(WorkQueue.Parts parts) {
        this.parts = parts;
    }

    /// Takes what is due and lets it run. True when there may be more at once.
    public boolean round() throws InterruptedException {
        int room = QUEUES_MAX - running.size();
        if (room <= 0) return false;
        var claims = claim(room);
        claims.forEach(this::start);
        return claims.size() == room;
    }

    /// Takes what is due and waits until all of it is done; returns how many queues there were.
    public int drain() throws InterruptedException {
        var claims = claim(QUEUES_MAX);
        var threads = new ArrayList<Thread>();
        for (var claim : claims) threads.add(start(claim));
        for (var thread : threads) thread.join();
        return claims.size();
    }

    public void stop() throws InterruptedException {
        parts.gates().close();
        for (var thread : List.copyOf(running)) thread.join(STOP_WITHIN);
    }

    private List<Claim> claim(int max) throws InterruptedException {
        var now = parts.sender().now();
        return parts.gates()
                .write(() -> parts.database().inTransaction(tx -> parts.queues().claim(tx, now, max)));
    }

    private Thread start(Claim claim) {
        var thread = Thread.ofVirtual().name("webhook-queue").unstarted(() -> Background.run(() -> work(claim)));
        running.add(thread);
        thread.start();
        return thread;
    }

    private void work(Claim claim) {
        try {
            new WorkQueue(parts, claim).run();
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException passing) {
            // The queue comes back when its lease ends.
            LOG.log(Level.WARNING, () -> "the queue of endpoint %s: %s".formatted(claim.endpoint(), passing), passing);
        } finally {
            running.remove(Thread.currentThread());
        }
    }
}
