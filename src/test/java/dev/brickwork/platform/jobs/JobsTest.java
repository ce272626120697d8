package dev.brickwork.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.telemetry.Traces;
import dev.brickwork.support.Await;
import dev.brickwork.support.TestPostgres;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Several processes share one job table: a round of sweeps runs on one of them.
@Tag("verify")
final class JobsTest {
    @AutoClose
    private static final Database DATABASE = TestPostgres.database();

    /// Something that is due until it was done.
    private static final class OneThing implements Sweep {
        private final SellerId seller = new SellerId(Ids.next());
        private final AtomicInteger left = new AtomicInteger(1);
        private final AtomicInteger rounds = new AtomicInteger();

        @Override
        public String name() {
            return "one-thing";
        }

        @Override
        public Optional<Instant> nextDue(SqlSession tx, SellerId of) {
            return left.get() > 0 ? Optional.of(Instant.EPOCH) : Optional.empty();
        }

        @Override
        public List<DueSeller> dueSellers(SqlSession tx, Instant realNow) {
            rounds.incrementAndGet();
            return left.get() > 0 ? List.of(new DueSeller(seller, Instant.EPOCH)) : List.of();
        }

        @Override
        public int run(Caller caller, BooleanSupplier isEnough) {
            return left.getAndUpdate(count -> Math.max(0, count - 1));
        }
    }

    @Test
    void oneOfTwoProcessesRunsTheRound() throws InterruptedException {
        var sweep = new OneThing();
        var sweeps = new Sweeps();
        sweeps.register(sweep);
        var first = new Jobs(DATABASE, sweeps, new Invariants(), InstantSource.system(), Traces.OFF);
        var second = new Jobs(DATABASE, sweeps, new Invariants(), InstantSource.system(), Traces.OFF);
        first.start();
        second.start();
        Await.until("the round is over, and the next one has its time", () -> isNoted(Instant.now()));
        first.stop();
        second.stop(); // Waits for what it has begun, at the same moment as the other one.
        assertThat(sweep.left.get()).isZero();
        assertThat(sweep.rounds.get()).as("both processes polled, one ran").isEqualTo(1);
    }

    private static boolean isNoted(Instant now) {
        return DATABASE.read(
                tx -> tx.query("""
                        SELECT EXISTS (SELECT FROM scheduled_tasks
                                       WHERE task_name = 'sweep' AND last_success IS NOT NULL AND NOT picked
                                         AND execution_time > :now)
                        """).bind("now", now).mapTo(Boolean.class).one());
    }

    /// The clock of the machine was ahead by forty days, and is set right while the service runs.
    @Test
    void aClockThatIsSetBackHoldsUpNoRound() throws InterruptedException {
        var ahead = new AtomicReference<>(Duration.ofDays(40));
        var sweep = new OneThing();
        var sweeps = new Sweeps();
        sweeps.register(sweep);
        var database = TestPostgres.database();
        var jobs =
                new Jobs(database, sweeps, new Invariants(), () -> Instant.now().plus(ahead.get()), Traces.OFF);
        jobs.start();
        try {
            awaitRound(sweep, 1);
            ahead.set(Duration.ZERO);
            awaitRound(sweep, 2);
        } finally {
            jobs.stop();
        }
        assertThat(sweep.rounds).hasValueGreaterThan(1);
    }

    /// A sweep that calls another system may wait for long: a thousand charges of one seller, or a processor that
    /// is silent.
    @Test
    void whatIsAskedOutsideHoldsUpNothingElse() throws InterruptedException {
        var answer = new CountDownLatch(1);
        var inside = new OneThing();
        var sweeps = new Sweeps();
        sweeps.register(new Sweep() {
            @Override
            public String name() {
                return "asking";
            }

            @Override
            public boolean callsOut() {
                return true;
            }

            @Override
            public Optional<Instant> nextDue(SqlSession tx, SellerId of) {
                return Optional.empty();
            }

            @Override
            public List<DueSeller> dueSellers(SqlSession tx, Instant realNow) {
                return List.of(new DueSeller(inside.seller, realNow));
            }

            @Override
            public int run(Caller caller, BooleanSupplier isEnough) {
                try {
                    answer.await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
                return 0;
            }
        });
        sweeps.register(inside);
        var jobs = new Jobs(TestPostgres.database(), sweeps, new Invariants(), InstantSource.system(), Traces.OFF);
        jobs.start();
        try {
            Await.until("the other sweep is done", () -> inside.left.get() == 0);
        } finally {
            answer.countDown();
            jobs.stop();
        }
    }

    private static void awaitRound(OneThing sweep, int count) {
        Await.until("there were so many rounds: " + count, () -> sweep.rounds.get() >= count);
    }

    /// Sweeps are reported as stuck when no process has run one for a minute, but not while one takes its time.
    @Test
    void sweepsThatNobodyRunsAreStuck() throws InterruptedException {
        var database = TestPostgres.database();
        var jobs = new Jobs(database, new Sweeps(), new Invariants(), InstantSource.system(), Traces.OFF);
        jobs.start();
        jobs.stop();
        var now = Instant.now();
        var later = now.plus(Duration.ofMinutes(2));
        assertThat(jobs.isMoving(now)).isTrue();
        assertThat(jobs.isMoving(later)).as("due and not begun").isFalse();
        mark(database, true, later);
        assertThat(jobs.isMoving(later)).as("at work").isTrue();
        mark(database, true, now);
        assertThat(jobs.isMoving(later)).as("died at work").isFalse();
        mark(database, false, later);
        assertThat(jobs.isMoving(later)).as("due again").isTrue();
    }

    private static void mark(Database database, boolean isPicked, Instant at) {
        database.inTransaction(tx -> tx.handle().execute("""
            UPDATE scheduled_tasks SET picked = ?, last_heartbeat = ?, execution_time = ? WHERE task_name = 'sweep'
            """, isPicked, at, at));
    }

    @Test
    void sweepsAtOneMomentRunUntilNothingIsLeft() {
        var sweep = new OneThing();
        sweep.left.set(5);
        var sweeps = new Sweeps();
        sweeps.register(sweep);
        var done = sweeps.run(sweep.seller, Instant.now());
        assertThat(sweep.left.get()).isZero();
        assertThat(done).containsEntry("one-thing", 5 + 4 + 3 + 2 + 1);
    }

    /// A round over many sellers may last for hours: what is done for the last of them happens when it is done, not
    /// when the round began, which may be in a month that was closed since.
    @Test
    void eachSellerIsSweptAtItsOwnMoment() {
        var time = new AtomicReference<>(Instant.parse("2025-01-31T23:59:00Z"));
        var seen = new ArrayList<Instant>();
        var sweeps = new Sweeps();
        sweeps.register(new Sweep() {
            private final List<DueSeller> sellers = List.of(
                    new DueSeller(new SellerId(Ids.next()), Instant.EPOCH),
                    new DueSeller(new SellerId(Ids.next()), Instant.EPOCH));

            @Override
            public String name() {
                return "slow";
            }

            @Override
            public Optional<Instant> nextDue(SqlSession tx, SellerId of) {
                return Optional.empty();
            }

            @Override
            public List<DueSeller> dueSellers(SqlSession tx, Instant realNow) {
                return sellers;
            }

            @Override
            public int run(Caller caller, BooleanSupplier isEnough) {
                seen.add(caller.now());
                time.updateAndGet(now -> now.plus(Duration.ofHours(2)));
                return 0;
            }
        });
        new Jobs(DATABASE, sweeps, new Invariants(), time::get, Traces.OFF).sweep();
        assertThat(seen).containsExactly(Instant.parse("2025-01-31T23:59:00Z"), Instant.parse("2025-02-01T01:59:00Z"));
    }

    /// Who cannot renew one contract issues the invoices of all the others.
    @Test
    void aSweepThatFailsStopsNoOther() {
        var sweep = new OneThing();
        var sweeps = new Sweeps();
        var broken = new DueRows("subscription", "id", "due_at").sweep("broken", (_, _) -> {
            throw new IllegalStateException("a bug");
        });
        sweeps.register(broken);
        sweeps.register(sweep);
        assertThatThrownBy(() -> sweeps.run(sweep.seller, Instant.now())).hasMessage("a bug");
        assertThat(sweep.left.get()).isZero();
    }

    /// A client that asks again hears the same within thirty days, and a secret within one; a receiver catches up with
    /// events of ninety days. What a listener has not done yet stays for as long as it takes.
    @Test
    void whatIsOldIsPurgedAndTheRestStays() {
        var seller = Ids.next();
        DATABASE.inTransaction(tx -> tx.handle().execute("""
            INSERT INTO idempotency (seller_id, key, fingerprint, created_at)
            SELECT ?, age || ' days', '\\x00', now() - make_interval(days => age) FROM unnest(ARRAY[30, 32]) age
            """, seller));
        DATABASE.inTransaction(tx -> tx.handle().execute("""
            INSERT INTO idempotency (seller_id, key, fingerprint, created_at, asked_by, secret)
            SELECT ?, age || ' hours', '\\x00', now() - make_interval(hours => age), 'key:k', '\\x01'
            FROM unnest(ARRAY[23, 25]) age
            """, seller));
        DATABASE.inTransaction(tx -> tx.handle().execute("""
            WITH told AS (
                INSERT INTO event (seller_id, id, event_type, is_public, object_id, occurred_at, staged_at, data)
                SELECT ?, gen_random_uuid(), kind, true, gen_random_uuid(), now(), now() - make_interval(days => age), '{}'
                FROM (VALUES ('90 days', 90), ('92 days', 92), ('at work', 92)) AS told (kind, age)
                RETURNING *)
            INSERT INTO outbox_task (seller_id, id, event_id, listener)
            SELECT seller_id, id, id, 'another' FROM told WHERE event_type = 'at work'
            """, seller));

        new Purge(DATABASE, InstantSource.system()).run();

        assertThat(left("SELECT key FROM idempotency WHERE seller_id = :seller", seller))
                .containsExactlyInAnyOrder("30 days", "25 hours", "23 hours");
        assertThat(left("SELECT key FROM idempotency WHERE seller_id = :seller AND secret IS NOT NULL", seller))
                .as("answers with a secret")
                .containsExactly("23 hours");
        assertThat(left("SELECT event_type FROM event WHERE seller_id = :seller", seller))
                .containsExactlyInAnyOrder("90 days", "at work");
    }

    private static List<String> left(String query, UUID seller) {
        return DATABASE.read(
                tx -> tx.query(query).bind("seller", seller).mapTo(String.class).list());
    }
}
