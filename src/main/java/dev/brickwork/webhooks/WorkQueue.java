package dev.brickwork.webhooks;

import dev.brickwork.plumbing.database.Database;
import dev.brickwork.webhooks.DeliveryStore.Result;
import dev.brickwork.webhooks.QueueStore.Claim;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// Works through one endpoint's queue while its lease is held: four deliveries at a time, each lane in order, what
/// happened written down in bites. It ends when nothing is due, when the endpoint needs a rest, or when it is
/// asked to.
final class WorkQueue {
    private static final int PARALLEL_MAX = 4;
    private static final int BATCH_MAX = 200;
    private static final Duration FLUSH_EVERY = Duration.ofMillis(20);
    private static final Duration RENEW_EVERY = Duration.ofSeconds(5);

    /// An attempt is begun only while the lease outlasts it, so that a process that was asleep sends nothing late.
    private static final Duration ATTEMPT_LONGEST = Duration.ofSeconds(18);

    private final Parts parts;
    private final Claim claim;
    private volatile Health health = Health.NEW;
    private volatile Instant leaseUntil = Instant.MIN;
    private volatile boolean isCut;

    /// What all queues of a process share.
    record Parts(
            Database database,
            QueueStore queues,
            DeliveryStore deliveries,
            Sender sender,
            TurnOff turnOff,
            Gates gates) {}

    WorkQueue(Parts parts, Claim claim) {
        this.parts = parts;
        this.claim = claim;
    }

    private record Work(Sender.Address address, List<Delivery> deliveries) {}

    void run() throws InterruptedException {
        boolean mayGoOn = true;
        while (mayGoOn) {
            var work = load();
            if (work.isEmpty()) return; // Somebody else's by now, or turned off.
            mayGoOn = !parts.gates.isClosed()
                    && !health.isResting(parts.sender.now())
                    && (work.get().deliveries.isEmpty() || attemptAll(work.get()));
            boolean isLikelyEmpty = work.get().deliveries.size() < BATCH_MAX;
            if ((!mayGoOn || isLikelyEmpty) && release(mayGoOn)) return;
        }
    }

    private boolean release(boolean mayGoOn) throws InterruptedException {
        var now = parts.sender.now();
        return parts.gates.write(
                () -> parts.database.inTransaction(tx -> parts.queues.release(tx, claim, now, mayGoOn)));
    }

    private Optional<Work> load() throws InterruptedException {
        var now = parts.sender.now();
        var loaded = parts.gates.write(() -> parts.database.inTransaction(tx -> {
            var held = parts.queues.renew(tx, claim, now);
            if (held.isEmpty()) return Optional.<Loaded>empty();
            var before = held.get().health();
            if (before.isResting(now)) return Optional.of(new Loaded(held.get(), List.of()));
            int max = before.isDown() ? 1 : BATCH_MAX;
            var ready = parts.deliveries.ready(tx, claim, now, max);
            return Optional.of(new Loaded(
                    held.get(), ready.isEmpty() && before.failures() > 0 ? parts.deliveries.probe(tx, claim) : ready));
        }));
        if (loaded.isEmpty()) return Optional.empty();
        health = loaded.get().held.health();
        leaseUntil = now.plus(QueueStore.LEASE);
        return Optional.of(
                new Work(parts.sender.address(claim.endpoint(), loaded.get().held), loaded.get().deliveries));
    }

    private record Loaded(QueueStore.Held held, List<Delivery> deliveries) {}

    /// False when the endpoint had better be left alone for a while.
    private boolean attemptAll(Work work) throws InterruptedException {
        var lanes = new LinkedHashMap<UUID, Queue<Delivery>>();
        for (var delivery : work.deliveries) {
            lanes.computeIfAbsent(delivery.lane(), _ -> new ArrayDeque<>()).add(delivery);
        }
        var waiting = new ConcurrentLinkedQueue<>(lanes.values());
        var tried = new LinkedBlockingQueue<Attempted>();
        var workers = new ArrayList<Thread>();
        for (int i = 0; i < Math.min(PARALLEL_MAX, lanes.size()); i++) {
            workers.add(Thread.ofVirtual().name("webhook").start(() -> work(work.address, waiting, tried)));
        }
        boolean isGoingOn = true;
        while (workers.stream().anyMatch(Thread::isAlive) || !tried.isEmpty()) {
            isGoingOn &= writeDown(tried);
        }
        return isGoingOn && !isCut;
    }

    private record Attempted(Delivery delivery, Tried tried) {}

    /// Takes one lane after the other. A lane whose delivery failed goes no further: what follows must wait.
    private void work(Sender.Address address, Queue<Queue<Delivery>> lanes, Queue<Attempted> tried) {
        for (var lane = lanes.poll(); lane != null; lane = lanes.poll()) {
            for (var delivery : lane) {
                if (isCut || parts.gates.isClosed() || isLeaseEnding()) return;
                var attempted = parts.gates.attempt(
                        health.failures() > 0,
                        () -> parts.sender.send(
                                address,
                                delivery.event().id().toString(),
                                delivery.event().body()));
                if (attempted.isEmpty()) return;
                tried.add(new Attempted(delivery, attempted.get()));
                if (!attempted.get().isSuccess()) break;
            }
        }
    }

    private boolean isLeaseEnding() {
        return parts.sender.now().plus(ATTEMPT_LONGEST).isAfter(leaseUntil);
    }

    /// Waits for results and writes down those that are there. False when the endpoint needs a rest.
    private boolean writeDown(LinkedBlockingQueue<Attempted> tried) throws InterruptedException {
        var first = tried.poll(FLUSH_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        var now = parts.sender.now();
        if (first == null) {
            if (now.plus(QueueStore.LEASE).minus(RENEW_EVERY).isAfter(leaseUntil)) renew(now);
            return true;
        }
        var results = new ArrayList<Result>();
        var before = health;
        boolean isBack = false;
        for (var one = first; one != null; one = tried.poll()) {
            var fate = Fate.of(one.delivery, one.tried, health, now, RetrySchedule.jitter(ThreadLocalRandom.current()));
            isBack |= one.tried.isSuccess() && health.isDown();
            health = health.after(one.tried, now);
            results.add(new Result(one.delivery, one.tried, fate));
        }
        save(results, isBack || (before.isDown() && !health.isDown()), now);
        if (health.failures() > 0 && (health.isDown() || health.isResting(now))) isCut = true;
        var isGone = results.stream().anyMatch(result -> result.tried().isGone());
        if (isGone || health.isGivenUp(now)) parts.turnOff.run(claim, isGone, health, now);
        isCut |= isGone;
        return !isCut;
    }

    private void save(List<Result> results, boolean isBack, Instant now) throws InterruptedException {
        var state = health;
        boolean isHolder = parts.gates.write(() -> parts.database.inTransaction(tx -> {
            boolean isOurs = parts.queues.save(tx, claim, state, now);
            parts.deliveries.record(tx, claim.seller(), results, isOurs);
            if (isBack && isOurs) parts.deliveries.resume(tx, claim.seller(), claim.endpoint(), now);
            return isOurs;
        }));
        if (isHolder) leaseUntil = now.plus(QueueStore.LEASE);
        else isCut = true;
    }

    private void renew(Instant now) throws InterruptedException {
        var held = parts.gates.write(() -> parts.database.inTransaction(tx -> parts.queues.renew(tx, claim, now)));
        if (held.isPresent()) leaseUntil = now.plus(QueueStore.LEASE);
        else isCut = true;
    }
}
