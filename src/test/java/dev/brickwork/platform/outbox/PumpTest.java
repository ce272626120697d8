package dev.brickwork.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.http.Metrics;
import dev.brickwork.platform.http.Visibility;
import dev.brickwork.platform.telemetry.Traces;
import dev.brickwork.support.Await;
import dev.brickwork.support.Property;
import dev.brickwork.support.TestPostgres;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Every committed event reaches its listener, once when nothing goes wrong; an event that was rolled back
/// never does.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class PumpTest {
    @AutoClose
    private static final Database DATABASE = TestPostgres.database();

    private static final int EVENTS = Property.cases(300, 5_000);

    private record Named(String name, int workers, Consumer<Task> work) implements Listener {
        private Named(String name, Consumer<Task> work) {
            this(name, 2, work);
        }

        @Override
        public Set<String> types() {
            return Set.of("thing.done");
        }

        @Override
        public void handle(Task task) {
            work.accept(task);
        }
    }

    private static Caller caller() {
        return new Caller(new SellerId(Ids.next()), "test", "test", Instant.now());
    }

    private static Event event(UUID object) {
        return Event.told("thing.done", object, java.util.Optional.empty(), json -> json.put("id", object));
    }

    private static Pump pump(Outbox outbox) {
        var pump = new Pump(
                DATABASE, outbox, InstantSource.system(), new Visibility(new Metrics(), Traces.OFF), () -> false);
        pump.start();
        return pump;
    }

    @Test
    void twoPumpsHandleEveryCommittedEventOnceAndNoRolledBackOne() throws InterruptedException {
        var handled = new ConcurrentHashMap<UUID, AtomicInteger>();
        var outbox = new Outbox(TestPostgres.tokens(DATABASE));
        outbox.register(new Named(
                "counting",
                task -> handled.computeIfAbsent(task.object(), _ -> new AtomicInteger())
                        .incrementAndGet()));
        var first = pump(outbox);
        var second = pump(outbox);
        var caller = caller();
        for (int i = 0; i < EVENTS; i++) {
            DATABASE.inTransaction(caller, tx -> {
                outbox.stage(tx, event(Ids.next()));
                return 0;
            });
        }
        var rolledBack = Ids.next();
        try {
            DATABASE.inTransaction(caller, tx -> {
                outbox.stage(tx, event(rolledBack));
                throw new IllegalArgumentException("never mind");
            });
        } catch (IllegalArgumentException expected) {
            // The point of it.
        }
        Await.until("every event is handled", () -> handled.size() == EVENTS && waiting("counting") == 0);
        first.stop();
        second.stop();
        assertThat(handled.values()).allSatisfy(count -> assertThat(count.get()).isEqualTo(1));
        assertThat(handled).doesNotContainKey(rolledBack);
    }

    @Test
    void aListenerThatFailsIsAskedAgain() throws InterruptedException {
        var tries = new AtomicInteger();
        var outbox = new Outbox(TestPostgres.tokens(DATABASE));
        outbox.register(new Named("failing", task -> {
            if (tries.incrementAndGet() < 3) throw new IllegalStateException("not yet");
        }));
        var pump = pump(outbox);
        var caller = caller();
        DATABASE.inTransaction(caller, tx -> {
            outbox.stage(tx, event(Ids.next()));
            return 0;
        });
        Await.until("the third try is done", () -> tries.get() == 3 && waiting("failing") == 0);
        pump.stop();
    }

    /// Waiting tasks run in the order in which they were staged, wherever their rows lie.
    @Test
    void whatWaitsComesInItsOrder() throws InterruptedException {
        var handled = Collections.synchronizedList(new ArrayList<UUID>());
        var outbox = new Outbox(TestPostgres.tokens(DATABASE));
        outbox.register(new Named("orderly", 1, task -> handled.add(task.object())));
        var caller = caller();
        var staged = Stream.generate(Ids::next).limit(20).toList();
        for (var object : staged) {
            DATABASE.inTransaction(caller, tx -> {
                outbox.stage(tx, event(object));
                return 0;
            });
        }
        for (var object : staged.reversed()) {
            DATABASE.inTransaction(tx -> tx.update("""
                    UPDATE outbox_task
                    SET attempts = 0
                    WHERE event_id = (SELECT id FROM event WHERE object_id = :object)
                    """).bind("object", object).execute());
        }
        var pump = pump(outbox);
        Await.until("all are handled", () -> handled.size() == staged.size());
        pump.stop();
        assertThat(handled).isEqualTo(staged);
    }

    /// A listener with one worker runs its tasks in order over all processes: while one process has a task under
    /// way, no other runs a later one.
    @Test
    void whatAnotherProcessHasUnderWayIsNotOvertaken() throws InterruptedException {
        var handled = Collections.synchronizedList(new ArrayList<UUID>());
        var began = new CompletableFuture<Instant>();
        var outbox = new Outbox(TestPostgres.tokens(DATABASE));
        outbox.register(new Named("patient", 1, task -> {
            began.complete(Instant.now());
            handled.add(task.object());
        }));
        var caller = caller();
        var staged = Stream.generate(Ids::next).limit(2).toList();
        for (var object : staged) {
            DATABASE.inTransaction(caller, tx -> {
                outbox.stage(tx, event(object));
                return tx.update("""
                        UPDATE outbox_task
                        SET lease_until = now() + interval '1 second'
                        WHERE event_id = (SELECT id FROM event WHERE object_id = :first)
                        """).bind("first", staged.getFirst()).execute();
            });
        }
        var leased = leaseUntil("patient");
        var pump = pump(outbox);
        Await.until("both are handled", () -> handled.size() == staged.size());
        pump.stop();
        assertThat(handled).isEqualTo(staged);
        assertThat(began.join()).as("the first was under way until then").isAfter(leased);
    }

    /// A worker that died holds its lease until it runs out; then another one does the work.
    @Test
    void aDeadWorkersTaskComesBackWhenItsLeaseEnds() throws InterruptedException {
        var handled = Collections.synchronizedList(new ArrayList<Instant>());
        var outbox = new Outbox(TestPostgres.tokens(DATABASE));
        outbox.register(new Named("leased", _ -> handled.add(Instant.now())));
        var caller = caller();
        DATABASE.inTransaction(caller, tx -> {
            outbox.stage(tx, event(Ids.next()));
            return tx.handle()
                    .execute(
                            "UPDATE outbox_task SET lease_until = now() + interval '1 second' WHERE listener = 'leased'");
        });
        var leased = leaseUntil("leased");
        var pump = pump(outbox);
        Await.until("the task is done", () -> waiting("leased") == 0);
        pump.stop();
        assertThat(handled).hasSize(1);
        assertThat(handled.getFirst()).as("when the lease was over").isAfter(leased);
    }

    /// A worker that was taken over while it worked ticks nothing off: the task is its successor's, who may put it
    /// back.
    @Test
    void aTaskThatWasTakenOverIsNotTickedOff() throws InterruptedException {
        var handled = new AtomicInteger();
        var outbox = new Outbox(TestPostgres.tokens(DATABASE));
        outbox.register(new Named("overtaken", _ -> {
            DATABASE.inTransaction(tx -> tx.handle().execute("""
                    UPDATE outbox_task
                    SET fence = fence + 1, due_at = now() + interval '1 hour'
                    WHERE listener = 'overtaken'
                    """));
            handled.incrementAndGet();
        }));
        var caller = caller();
        DATABASE.inTransaction(caller, tx -> {
            outbox.stage(tx, event(Ids.next()));
            return 0;
        });
        var pump = pump(outbox);
        Await.until("the task is handled", () -> handled.get() == 1);
        pump.stop();
        assertThat(waiting("overtaken")).isEqualTo(1);
    }

    /// A task that no process survives, or that goes too deep, has an end as well; and can be taken up again.
    @Test
    void whatNobodySurvivesIsParkedAndCanBeTriedAgain() throws InterruptedException {
        var handled = new AtomicInteger();
        var outbox = new Outbox(TestPostgres.tokens(DATABASE));
        outbox.register(new Named("deadly", _ -> {
            if (handled.incrementAndGet() == 1) throw new StackOverflowError();
        }));
        var caller = caller();
        DATABASE.inTransaction(caller, tx -> {
            outbox.stage(tx, event(Ids.next()));
            return tx.handle().execute("""
                UPDATE outbox_task SET attempts = 15, lease_until = now() - interval '1 second'
                WHERE listener = 'deadly'
                """);
        });
        var pump = pump(outbox);
        Await.until("the task is parked", () -> parked("deadly") == 1);
        assertThat(handled.get()).isZero();
        assertThat(pump.retryParked()).isEqualTo(1);
        Await.until("the task is done", () -> waiting("deadly") == 0);
        assertThat(handled.get()).isEqualTo(2);
        pump.stop();
    }

    private static Instant leaseUntil(String listener) {
        return DATABASE.read(
                tx -> tx.query("SELECT max(lease_until) AS until FROM outbox_task WHERE listener = :listener")
                        .bind("listener", listener)
                        .map((row, _) -> Columns.instant(row, "until"))
                        .one());
    }

    private static long parked(String listener) {
        return DATABASE.read(tx -> tx.query("SELECT count(*) FROM outbox_task WHERE listener = :listener AND is_parked")
                .bind("listener", listener)
                .mapTo(Long.class)
                .one());
    }

    private static long waiting(String listener) {
        return DATABASE.read(tx -> tx.query("SELECT count(*) FROM outbox_task WHERE listener = :listener")
                .bind("listener", listener)
                .mapTo(Long.class)
                .one());
    }
}
