package dev.brickwork.delivery.webhooks.delivery;

import dev.brickwork.delivery.webhooks.delivery.DeliveryStore.Result;
import dev.brickwork.delivery.webhooks.delivery.QueueStore.Claim;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.RetryPolicy;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.outbox.Outbox;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Works through one endpoint's queue while its lease is held: four deliveries at a time, each lane in order,
/// results recorded in batches. A lane that hangs keeps one of the four; the others go on with what is due. It ends
/// when nothing is due, when the endpoint needs a rest, or when it is asked to.
public final class WorkQueue {
    private static final int PARALLEL_MAX = 4;
    private static final int BATCH_MAX = 200;
    private static final RetryPolicy INSISTENCE = new RetryPolicy(10, Duration.ofMillis(500));
    private static final Duration FLUSH_EVERY = Duration.ofMillis(20);
    private static final Duration RENEW_EVERY = Duration.ofSeconds(5);

    /// How often it looks for more while an attempt is still out.
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);

    /// An attempt is begun only while the lease outlasts it, so that a process that was asleep sends nothing late.
    private static final Duration ATTEMPT_LONGEST = Duration.ofSeconds(18);

    private final Parts parts;
    private final Claim claim;

    /// How many results of each lane that was taken are not recorded yet.
    private final Map<UUID, Integer> busy = new HashMap<>();

    private final Queue<Queue<Delivery>> waiting = new ConcurrentLinkedQueue<>();
    private final LinkedBlockingQueue<Attempted> tried = new LinkedBlockingQueue<>();
    private final List<Thread> workers = new ArrayList<>();
    private volatile Health health = Health.NEW;

    /// As last read: a worker may outlive many reads, and a secret that was rotated meanwhile counts at once.
    private volatile Optional<Sender.Address> address = Optional.empty();

    private volatile Instant leaseUntil;
    private volatile boolean isCut;
    private boolean isMoreLikely;
    private long lookedAt;

    /// Dependencies that all queues of a process share.
    public record Parts(
            Database database,
            QueueStore queues,
            DeliveryStore deliveries,
            Sender sender,
            DisableEndpoint turnOff,
            DeliveryConcurrency gates,
            Outbox outbox) {}

    WorkQueue(Parts parts, Claim claim) {
        this.parts = parts;
        this.claim = claim;
        this.leaseUntil = claim.until();
    }

    private record Attempted(Delivery delivery, DeliveryAttempt tried) {}

    private record Loaded(QueueStore.Held held, List<Delivery> deliveries) {}

    private record Saved(boolean isHolder, Optional<QueueStore.Held> held) {}

    /// From what an endpoint that answers has come back. One that asked for long rests was never down, however much
    /// was given up meanwhile; one that refuses a single event now and then was not away at all, and that event
    /// keeps its schedule.
    private enum Back {
        NOT,
        FROM_TROUBLE,
        FROM_DOWN;

        static Back of(Health before) {
            if (before.isDown()) return FROM_DOWN;
            return before.failures() > 0 ? FROM_TROUBLE : NOT;
        }

        Back or(Back other) {
            return compareTo(other) >= 0 ? this : other;
        }
    }

    void run() throws InterruptedException {
        try {
            workThrough();
        } finally {
            isCut = true; // Whatever ended it: what its workers still sent would not be recorded.
        }
    }

    private void workThrough() throws InterruptedException {
        boolean isOurs = takeMore();
        while (isOurs) {
            if (isAnythingOut()) {
                writeDown();
                if (mayTakeMore()) isOurs = takeMore();
                continue;
            }
            busy.clear(); // What was cut short is found again where it stands.
            waiting.clear();
            boolean mayGoOn = !isCut && !parts.gates.isClosed() && !health.isResting(parts.sender.now());
            if (!(mayGoOn && isMoreLikely) && release(mayGoOn)) return;
            isOurs = takeMore();
        }
    }

    private boolean isAnythingOut() {
        workers.removeIf(worker -> !worker.isAlive());
        return !workers.isEmpty() || !tried.isEmpty();
    }

    private boolean mayTakeMore() {
        boolean isTime = isMoreLikely || System.nanoTime() - lookedAt > LOOK_EVERY.toNanos();
        return isTime
                && waiting.isEmpty()
                && workers.size() < PARALLEL_MAX
                && health.failures() == 0
                && !isCut
                && !parts.gates.isClosed();
    }

    private boolean release(boolean mayGoOn) throws InterruptedException {
        var now = parts.sender.now();
        return insisting(() -> parts.database.inTransaction(tx -> parts.queues.release(tx, claim, now, mayGoOn)));
    }

    /// Loads what may be sent and starts workers. False when the queue was lost or turned off, and nothing is out.
    private boolean takeMore() throws InterruptedException {
        var now = parts.sender.now();
        lookedAt = System.nanoTime();
        var found = insisting(() -> isLeaseOld(now)
                ? parts.database.inTransaction(tx -> load(tx, parts.queues.renew(tx, claim, now), now))
                : parts.database.read(tx -> load(tx, parts.queues.held(tx, claim), now)));
        if (found.isEmpty()) {
            isCut = true;
            return isAnythingOut(); // What has arrived is still written down.
        }
        if (isLeaseOld(now)) leaseUntil = now.plus(QueueStore.LEASE);
        var held = found.get().held;
        health = held.health();
        address = Optional.of(parts.sender.address(claim.endpoint(), held));
        isMoreLikely = found.get().deliveries.size() == BATCH_MAX;
        var lanes = new LinkedHashMap<UUID, Queue<Delivery>>();
        for (var delivery : found.get().deliveries) {
            lanes.computeIfAbsent(delivery.lane(), _ -> new ArrayDeque<>()).add(delivery);
        }
        lanes.forEach((lane, deliveries) -> busy.put(lane, deliveries.size()));
        waiting.addAll(lanes.values());
        for (int i = workers.size(); i < Math.min(PARALLEL_MAX, busy.size()); i++) {
            workers.add(Thread.ofVirtual().name("webhook").start(this::work));
        }
        return true;
    }

    private Optional<Loaded> load(SqlSession tx, Optional<QueueStore.Held> held, Instant now) {
        if (held.isEmpty()) return Optional.empty();
        var before = held.get().health();
        if (before.isResting(now)) return Optional.of(new Loaded(held.get(), List.of()));
        int max = before.isDown() ? 1 : BATCH_MAX;
        var ready = parts.deliveries.ready(tx, claim, now, busy.keySet(), max);
        return Optional.of(new Loaded(
                held.get(), ready.isEmpty() && before.failures() > 0 ? parts.deliveries.probe(tx, claim) : ready));
    }

    private boolean isLeaseOld(Instant now) {
        return now.plus(QueueStore.LEASE).minus(RENEW_EVERY).isAfter(leaseUntil);
    }

    /// Takes one lane after the other. A lane whose delivery failed goes no further: what follows must wait.
    private void work() {
        for (var lane = waiting.poll(); lane != null; lane = waiting.poll()) {
            for (var delivery : lane) {
                if (isCut || parts.gates.isClosed() || isLeaseEnding()) return;
                var attempted = parts.gates.attempt(
                        health.failures() > 0,
                        () -> parts.sender.send(
                                address.orElseThrow(),
                                delivery.event().id().toString(),
                                parts.outbox.told(
                                        claim.seller(), delivery.event().body())));
                if (attempted.isEmpty()) return;
                tried.add(new Attempted(delivery, attempted.get()));
                if (!attempted.get().isSuccess()) break;
            }
        }
    }

    private boolean isLeaseEnding() {
        return parts.sender.now().plus(ATTEMPT_LONGEST).isAfter(leaseUntil);
    }

    /// Waits for results and writes down those that are there.
    private void writeDown() throws InterruptedException {
        var first = tried.poll(FLUSH_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        var now = parts.sender.now();
        if (first == null) {
            if (isLeaseOld(now)) renew(now);
            return;
        }
        var results = new ArrayList<Result>();
        var back = Back.NOT;
        for (var one = first; one != null; one = tried.poll()) {
            var fate = NextStep.of(
                    one.delivery, one.tried, health, now, RetrySchedule.jitter(ThreadLocalRandom.current()));
            if (one.tried.isSuccess()) back = back.or(Back.of(health));
            health = health.after(one.tried, now);
            results.add(new Result(one.delivery, one.tried, fate));
        }
        boolean isHolder = save(results, back, now);
        results.forEach(this::markDone);
        if (health.failures() > 0 && (health.isDown() || health.isResting(now))) isCut = true;
        var isGone = results.stream().anyMatch(result -> result.tried().isGone());
        if (isHolder && (isGone || health.isGivenUp(now))) parts.turnOff.run(claim, isGone, health, now);
        isCut |= isGone;
    }

    private void markDone(Result result) {
        var lane = result.delivery().lane();
        int left = busy.getOrDefault(lane, 0);
        if (left > 1 && result.tried().isSuccess()) busy.put(lane, left - 1);
        else busy.remove(lane);
    }

    /// Retries a database operation that fails for as long as the lease keeps other processes from sending: a
    /// delivery that was sent but not recorded would be sent again.
    private <T> T insisting(Supplier<T> work) throws InterruptedException {
        return INSISTENCE.on(() -> !isLeaseEnding(), () -> parts.gates.write(work));
    }

    /// Records results; false when another process holds the queue. Reads the endpoint again, too, as nothing else
    /// does while results come: the rest of a batch must not go to one turned off, nor under an old secret.
    private boolean save(List<Result> results, Back back, Instant now) throws InterruptedException {
        var state = health;
        var saved = insisting(() -> parts.database.inTransaction(tx -> {
            boolean isOurs = parts.queues.save(tx, claim, state, now);
            parts.deliveries.record(tx, claim.seller(), results, isOurs);
            var held = parts.queues.held(tx, claim);
            if (held.isPresent()) resume(tx, back, now); // For one that is turned off it all waits.
            return new Saved(isOurs, held);
        }));
        keep(saved.held, now);
        return saved.isHolder;
    }

    private void resume(SqlSession tx, Back back, Instant now) {
        switch (back) {
            case NOT -> {}
            case FROM_TROUBLE -> parts.deliveries.unpark(tx, claim.seller(), claim.endpoint(), now);
            case FROM_DOWN -> parts.deliveries.resume(tx, claim.seller(), claim.endpoint(), now);
        }
    }

    private void renew(Instant now) throws InterruptedException {
        keep(insisting(() -> parts.database.inTransaction(tx -> parts.queues.renew(tx, claim, now))), now);
    }

    /// The lease was lengthened; without a queue to hold, nothing more is sent.
    private void keep(Optional<QueueStore.Held> held, Instant now) {
        isCut |= held.isEmpty();
        if (held.isEmpty()) return;
        leaseUntil = now.plus(QueueStore.LEASE);
        address = Optional.of(parts.sender.address(claim.endpoint(), held.get()));
    }
}
