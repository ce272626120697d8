package dev.brickwork.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.support.Await;
import dev.brickwork.support.Property;
import dev.brickwork.support.Slow;
import dev.brickwork.support.TestPostgres;
import dev.brickwork.support.Tier;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("verify")
@Tag("full")
@Tag("soak")
class DatabaseTest {
    private static final int ROUNDS = Property.cases(1, 20);
    private static final DatabaseAddress ADDRESS = TestPostgres.empty();

    @AutoClose
    private static final Database DATABASE = TestPostgres.open(ADDRESS);

    private static final AtomicInteger SELLERS = new AtomicInteger();

    @BeforeAll
    static void createTable() {
        DATABASE.inTransaction(
                tx -> tx.handle().execute("CREATE TABLE account (id int PRIMARY KEY, cents bigint NOT NULL)"));
    }

    @BeforeEach
    void twoAccounts() {
        DATABASE.inTransaction(tx -> tx.handle().execute("TRUNCATE account"));
        DATABASE.inTransaction(tx -> tx.handle().execute("INSERT INTO account VALUES (1, 100), (2, 100)"));
    }

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @Test
    void whatThrowsIsRolledBackAndThrownUnchanged() {
        var refusal = new IllegalArgumentException("not allowed");

        assertThatThrownBy(() -> DATABASE.inTransaction(tx -> {
                    add(tx, 1, 5);
                    throw refusal;
                }))
                .isSameAs(refusal);

        assertThat(cents(1)).isEqualTo(100);
    }

    /// In each run, another transaction deletes the row that the first statement has found before the second one
    /// reads it.
    @Test
    void aReadThatMissesWhatItFoundRunsAgainAtOneMoment() {
        var runs = new AtomicInteger();

        var found = DATABASE.read(tx -> {
            var id =
                    tx.query("SELECT max(id) FROM account").mapTo(Integer.class).one();
            runs.incrementAndGet();
            DATABASE.inTransaction(other -> other.handle().execute("DELETE FROM account WHERE id = ?", id));
            return tx.query("SELECT cents FROM account WHERE id = :id")
                    .bind("id", id)
                    .mapTo(Long.class)
                    .findOne()
                    .orElseThrow();
        });

        assertThat(runs).hasValue(2);
        assertThat(found).isEqualTo(100);
    }

    @Test
    void aReadThatIsWrongFailsAsItIs() {
        assertThatThrownBy(() -> DATABASE.read(tx -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
    }

    /// Both lock one row, wait for each other, and want the other's row: PostgreSQL ends one of them, which then
    /// runs again.
    @Test
    void aDeadlockIsRunAgain() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            twoAccounts();
            var before = DATABASE.deadlocks();
            var bothHoldOne = new CyclicBarrier(2);

            race(() -> crosswise(bothHoldOne, 1, 2), () -> crosswise(bothHoldOne, 2, 1));

            assertThat(DATABASE.deadlocks()).isGreaterThan(before);
            assertThat(cents(1)).isEqualTo(102);
            assertThat(cents(2)).isEqualTo(102);
        }
    }

    /// Each reads both rows and changes one: no serial order explains both, so one of them must run again.
    @Test
    void aSerialisationFailureIsRunAgain() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            twoAccounts();
            var before = DATABASE.serialisationFailures();
            var bothHaveRead = new CyclicBarrier(2);

            race(() -> drawFromSum(bothHaveRead, 1), () -> drawFromSum(bothHaveRead, 2));

            assertThat(DATABASE.serialisationFailures()).isGreaterThan(before);
            assertThat(cents(1) + cents(2)).isEqualTo(0);
        }
    }

    /// A newer release adds a column while this one serves: what all its connections have prepared fits no more.
    @Test
    void aTableThatGrewMeanwhileIsReadAnew() throws Exception {
        int size = 8;
        DATABASE.inTransaction(tx -> tx.handle().execute("CREATE TABLE grown AS SELECT 7 AS id"));
        try (var database = Database.open(ADDRESS, new Database.Limits(size, Duration.ofMinutes(1), true));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var allAtOnce = new CyclicBarrier(size); // So that each has a connection of its own.
            Callable<Integer> prepared = () -> database.inTransaction(tx -> {
                meet(allAtOnce);
                for (int i = 0; i < Pools.PREPARE_THRESHOLD; i++) grown(tx);
                return grown(tx);
            });
            for (var one : threads.invokeAll(Collections.nCopies(size, prepared))) one.get();

            DATABASE.inTransaction(tx -> tx.handle().execute("ALTER TABLE grown ADD COLUMN later text"));

            for (int i = 0; i < size; i++)
                assertThat(database.inTransaction(DatabaseTest::grown)).isEqualTo(7);
        }
    }

    private static int grown(SqlSession tx) {
        return tx.query("SELECT * FROM grown").map((row, _) -> row.getInt("id")).one();
    }

    @Test
    void afterThreeRetriesItIsBusy() {
        var tries = new AtomicInteger();

        assertThatThrownBy(() -> DATABASE.inTransaction(tx -> {
                    tries.incrementAndGet();
                    return tx.handle().execute("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$");
                }))
                .isInstanceOf(DatabaseBusy.class);

        assertThat(tries).hasValue(4);
    }

    /// READ COMMITTED with a row lock: of two racing increments none is lost.
    @Test
    void racingIncrementsAreAllKept() throws Exception {
        var increments = ROUNDS * 25;
        Callable<Boolean> work = () -> {
            for (int i = 0; i < increments; i++) DATABASE.inTransaction(tx -> add(tx, 1, 1));
            return true;
        };

        race(work, work);

        assertThat(cents(1)).isEqualTo(100 + 2 * increments);
    }

    @Test
    void aRowThatStaysLockedIsBusyAfterTwoSeconds() throws Exception {
        var locked = new CyclicBarrier(2);
        var release = new CyclicBarrier(2);

        race(
                () -> DATABASE.inTransaction(tx -> {
                    add(tx, 1, 1);
                    meet(locked);
                    return meet(release);
                }),
                () -> {
                    meet(locked);
                    var begin = System.nanoTime();
                    assertThatThrownBy(() -> DATABASE.inTransaction(tx -> add(tx, 1, 1)))
                            .isInstanceOf(DatabaseBusy.class)
                            .hasMessageContaining("locked");
                    assertThat(System.nanoTime() - begin).isGreaterThan(1_900_000_000L);
                    return meet(release);
                });

        assertThat(cents(1)).isEqualTo(101);
    }

    /// Eight pieces of background work want to hold connections for as long as they can: two of them do, and two
    /// requests find the other two free. What waited comes in when the first ones leave.
    @Test
    void backgroundWorkLeavesHalfOfTheConnectionsToRequests() throws Exception {
        try (var small = Database.open(ADDRESS, new Database.Limits(4, true))) {
            var isOver = new CountDownLatch(1);
            var works = new ArrayList<Thread>();
            for (int i = 0; i < 8; i++) {
                works.add(Background.start(
                        "work",
                        () -> small.inTransaction(tx -> {
                            while (isOver.getCount() > 0) tx.handle().execute("SELECT pg_sleep(0.05)");
                            return add(tx, 2, 1);
                        })));
            }
            Await.until("the others wait", () -> small.backgroundState().waiting() == 6);

            var both = new CyclicBarrier(2);
            race(
                    () -> small.inTransaction(tx -> meet(both) && add(tx, 1, 1) == 1),
                    () -> small.inTransaction(tx -> meet(both) && add(tx, 1, 1) == 1));

            assertThat(small.writingState().active()).isEqualTo(2);
            assertThat(small.backgroundState().active()).isEqualTo(2);
            isOver.countDown();
            for (var work : works) work.join();
            assertThat(small.backgroundState().waitedMicros())
                    .as("all of them together")
                    .isPositive();
            assertThat(small.backgroundState().timeouts()).isZero();
            assertThat(cents(1)).isEqualTo(102);
            assertThat(cents(2)).isEqualTo(108);
        }
    }

    /// With one place for all of it: a read in the middle of a transaction does not wait for another.
    @Test
    void backgroundWorkThatIsInsideMayReadToo() throws Exception {
        try (var small = Database.open(ADDRESS, new Database.Limits(2, true))) {
            var found = new AtomicInteger();
            Background.start(
                            "work",
                            () -> small.inTransaction(tx -> small.read(in -> found.addAndGet(
                                    in.query("SELECT 7").mapTo(Integer.class).one()))))
                    .join();

            assertThat(found).hasValue(7);
            assertThat(small.backgroundState().active()).isZero();
        }
    }

    /// Transactions on one row wait in the order in which they came, without a connection: one on another row gets
    /// its own.
    @Test
    void whoWaitsForTheSameObjectHoldsNoConnection() throws Exception {
        try (var small = Database.open(ADDRESS, new Database.Limits(2, true))) {
            var lines = new HotRowQueue();
            var isOver = new CountDownLatch(1);
            var served = new ConcurrentLinkedQueue<Integer>();
            var works = new ArrayList<Thread>();
            for (int i = 0; i < 5; i++) {
                int place = i;
                works.add(Thread.startVirtualThread(() -> lines.about(
                        "account 1",
                        () -> small.inTransaction(caller(), tx -> {
                            served.add(place);
                            return add(tx, 1, 1) + hold(isOver, tx);
                        }))));
                Await.until("the next one has its place", () -> served.size() + lines.waiting() == place + 1);
            }

            small.inTransaction(caller(), tx -> add(tx, 2, 1));
            lines.about("account 2", () -> small.inTransaction(caller(), tx -> add(tx, 2, 1)));

            assertThat(served).containsExactly(0);
            isOver.countDown();
            for (var work : works) work.join();
            assertThat(served).containsExactly(0, 1, 2, 3, 4);
            assertThat(lines.waiting()).isZero();
        }
        assertThat(cents(1)).isEqualTo(105);
        assertThat(cents(2)).isEqualTo(102);
    }

    /// Three of four connections are one seller's: its next request is sent away after three seconds, others are
    /// served.
    @Test
    void noSellerHoldsAllConnections() throws Exception {
        try (var small = Database.open(ADDRESS, new Database.Limits(4, true))) {
            var rush = caller();
            var isOver = new CountDownLatch(1);
            var works = new ArrayList<Thread>();
            for (int i = 0; i < 3; i++) {
                works.add(Thread.startVirtualThread(() -> small.inTransaction(rush, tx -> hold(isOver, tx))));
                works.add(Thread.startVirtualThread(() -> small.read(rush, tx -> hold(isOver, tx))));
            }
            Await.until(
                    "the rush has all the connections that it may have",
                    () -> small.writingState().active() == 3
                            && small.readingState().active() == 3);

            assertThatThrownBy(() -> small.inTransaction(rush, tx -> add(tx, 1, 1)))
                    .isInstanceOf(DatabaseBusy.class)
                    .hasMessage("the seller's other requests hold all the connections that it may have")
                    .satisfies(busy -> assertThat(busy.getStackTrace())
                            .as("a line of the log, not a page")
                            .isEmpty());
            assertThatThrownBy(() -> small.read(rush, DatabaseTest::sum)).isInstanceOf(DatabaseBusy.class);
            small.inTransaction(caller(), tx -> add(tx, 1, 1));
            assertThat(small.<Long>read(caller(), DatabaseTest::sum)).isEqualTo(201);

            isOver.countDown();
            for (var work : works) work.join();
            small.inTransaction(rush, tx -> add(tx, 1, 1));
            assertThat(small.<Long>read(rush, DatabaseTest::sum)).isEqualTo(202);
        }
    }

    /// Each of another seller, none of which shares its places with another one by chance.
    private static Caller caller() {
        return new Caller(new SellerId(new UUID(0, SELLERS.incrementAndGet())), "key:test", "request", Instant.EPOCH);
    }

    private static int hold(CountDownLatch isOver, SqlSession tx) {
        while (isOver.getCount() > 0) tx.handle().execute("SELECT pg_sleep(0.05)");
        return 0;
    }

    @Test
    void anEmptyPoolIsBusyAfterTwoSeconds() throws Exception {
        try (var small = Database.open(ADDRESS, new Database.Limits(1, true))) {
            var taken = new CyclicBarrier(2);
            var release = new CyclicBarrier(2);
            race(
                    () -> small.inTransaction(tx -> {
                        meet(taken);
                        return meet(release);
                    }),
                    () -> {
                        meet(taken);
                        assertThatThrownBy(() -> small.inTransaction(tx -> add(tx, 1, 1)))
                                .isInstanceOf(DatabaseBusy.class)
                                .hasMessage("all connections are in use");
                        assertThat(small.<Long>read(DatabaseTest::sum)).isEqualTo(200);
                        return meet(release);
                    });
            assertThat(small.writingState().timeouts()).isOne();
            assertThat(small.writingState().waitedMicros())
                    .isGreaterThan(TimeUnit.SECONDS.toMicros(1))
                    .isLessThan(TimeUnit.SECONDS.toMicros(60));
        }
    }

    @Test
    void everyConnectionCarriesItsDeadlines() {
        assertThat(setting("statement_timeout")).isEqualTo("10s");
        assertThat(setting("idle_in_transaction_session_timeout")).isEqualTo("15s");
        assertThat(setting("lock_timeout")).isEqualTo("2s");
        assertThat(setting("transaction_isolation")).isEqualTo("read committed");
        assertThat(setting("TimeZone")).isEqualTo("UTC");
    }

    /// The driver takes the options of an address alone, whatever else it is given.
    @Test
    void whatTheAddressSetsComesBesideTheDeadlines() {
        var url = ADDRESS.jdbcUrl() + "?options=-c%20search_path=pg_temp,public&ApplicationName=ours";
        var address = new DatabaseAddress(url, ADDRESS.user(), ADDRESS.password());
        try (var database = TestPostgres.open(address)) {
            assertThat(database.inTransaction(DatabaseTest::settings)).isEqualTo("2s off pg_temp,public ours");
            assertThat(database.read(DatabaseTest::settings)).isEqualTo("2s on pg_temp,public ours");
            assertThat(database.inspect(DatabaseTest::settings)).isEqualTo("2s on pg_temp,public ours");
        }
    }

    private static String settings(SqlSession tx) {
        return tx.query("""
                SELECT concat_ws(' ', current_setting('lock_timeout'), current_setting('default_transaction_read_only'),
                    current_setting('search_path'), current_setting('application_name'))
                """).mapTo(String.class).one();
    }

    /// The last row divides by zero: a read that fetched all rows at once would fail before the first.
    @Test
    void aLookAtEverythingTakesItInBites() {
        var first = DATABASE.inspect(tx -> tx.query("SELECT 100000 / (100000 - n) FROM generate_series(0, 100000) AS n")
                .mapTo(Integer.class)
                .findFirst());
        assertThat(first).contains(1);
    }

    @Test
    void aSlowStatementAndAnIdleTransactionAreEnded() {
        assumeTrue(Tier.current() == Tier.SOAK, "takes half a minute");
        assertThatThrownBy(() -> DATABASE.inTransaction(tx -> tx.handle().execute("SELECT pg_sleep(12)")))
                .isInstanceOf(DatabaseBusy.class)
                .hasMessageContaining("statement");
        assertThatThrownBy(() -> DATABASE.inTransaction(tx -> {
                    add(tx, 1, 1);
                    Slow.by(Duration.ofSeconds(17));
                    return add(tx, 1, 1);
                }))
                .isInstanceOfAny(DatabaseAway.class, DatabaseBusy.class);
        assertThat(cents(1)).isEqualTo(100);
    }

    @Test
    void aBrokenConnectionIsAwayAndTheNextOneWorks() {
        assertThatThrownBy(() -> DATABASE.inTransaction(tx -> {
                    var self = tx.query("SELECT pg_backend_pid()")
                            .mapTo(Integer.class)
                            .one();
                    endBackend(self);
                    return add(tx, 1, 1);
                }))
                .isInstanceOf(DatabaseAway.class);

        assertThat(cents(1)).isEqualTo(100);
        DATABASE.inTransaction(tx -> add(tx, 1, 1));
        assertThat(cents(1)).isEqualTo(101);
    }

    /// A full disk passes: later requests are served, and no row is put off for a day because of it.
    @Test
    void aServerWithoutRoomIsAway() {
        for (var state : List.of("53100", "53200", "53300")) {
            assertThatThrownBy(() -> DATABASE.inTransaction(tx -> {
                        add(tx, 1, 1);
                        return tx.handle()
                                .execute("DO $$ BEGIN RAISE 'no room' USING ERRCODE = '%s'; END $$".formatted(state));
                    }))
                    .isInstanceOf(DatabaseAway.class);
            assertThat(cents(1)).isEqualTo(100);
        }
    }

    /// A bug of ours, so it is no 503 but keeps its own shape.
    @Test
    void aReadCannotWrite() {
        assertThatThrownBy(() -> DATABASE.read(handle -> add(handle, 1, 1)))
                .isNotInstanceOf(DatabaseAway.class)
                .hasMessageContaining("read-only transaction");
    }

    @Test
    void aTransactionInsideATransactionIsABug() {
        assertThatThrownBy(() -> DATABASE.inTransaction(tx -> DATABASE.inTransaction(inner -> add(inner, 1, 1))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("already open");
        assertThat(DATABASE.<Integer>inTransaction(tx -> add(tx, 1, 1))).isEqualTo(1);
    }

    @Test
    void aServerThatMayForgetCommitsIsRefused() {
        assertThatThrownBy(() -> Database.open(ADDRESS, Database.Limits.STANDARD))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("fsync and full_page_writes and synchronous_commit is off");
    }

    @Test
    void aServerThatIsNotThereIsNamed() {
        var nowhere =
                DatabaseAddress.parse("postgres://me:secret@127.0.0.1:1/none").orElseThrow();

        assertThatThrownBy(() -> Database.open(nowhere, Database.Limits.STANDARD))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("127.0.0.1:1/none cannot be used")
                .hasMessageNotContaining("secret");
    }

    @Test
    void maybeValuesTravelLikeWhatTheyHold() {
        var values = List.<Object>of(
                UUID.randomUUID(),
                Instant.parse("2024-02-29T23:59:59.999999900Z"),
                LocalDate.of(2024, 2, 29),
                new BigDecimal("0.10"),
                new byte[] {0, -1},
                "text",
                7,
                7L,
                true,
                Thread.State.NEW); // Sent as the library sends it.
        for (var value : values) {
            var isAlike = DATABASE.read(tx -> tx.query("SELECT :value IS NOT DISTINCT FROM :maybe AS is_alike")
                    .bind("value", value)
                    .bind("maybe", Optional.of(value))
                    .mapTo(Boolean.class)
                    .one());
            assertThat(isAlike).as("%s", value).isTrue();
        }
    }

    @Test
    void valuesTravelUnchanged() {
        var id = UUID.fromString("01890000-0000-7000-8000-000000000001");
        var moment = Instant.parse("2024-02-29T23:59:59.999999999Z");
        var date = LocalDate.of(2199, 12, 31);
        record Found(UUID id, Instant moment, LocalDate date, BigDecimal number, String hex, Optional<String> none) {}

        var found = DATABASE.inTransaction(tx -> tx.query("""
                        SELECT CAST(:id AS uuid) AS id, CAST(:moment AS timestamptz) AS moment, CAST(:day AS date) AS day,
                               CAST(:number AS numeric) AS number, CAST(:bytes AS bytea) AS bytes,
                               CAST(:none AS text) AS none, 1 < 2 AS less
                        """)
                .bind("id", id)
                .bind("moment", moment)
                .bind("day", date)
                .bind("number", new BigDecimal("0.1234567890123456789"))
                .bind("bytes", new byte[] {0, 1, -1})
                .bind("none", Optional.empty())
                .map((row, context) -> new Found(
                        Columns.uuid(row, "id"),
                        Columns.instant(row, "moment"),
                        Columns.date(row, "day"),
                        Columns.decimal(row, "number"),
                        HexFormat.of().formatHex(Columns.bytes(row, "bytes")),
                        Columns.maybeText(row, "none")))
                .one());

        assertThat(found.id()).isEqualTo(id);
        assertThat(found.moment()).isEqualTo(Instant.parse("2024-02-29T23:59:59.999999Z")); // Cut, not rounded.
        assertThat(found.date()).isEqualTo(date);
        assertThat(found.number()).isEqualTo("0.1234567890123456789");
        assertThat(found.hex()).isEqualTo("0001ff");
        assertThat(found.none()).isEmpty();
    }

    @Test
    void aTimeIsTheSameWhateverItsHolder() {
        var moment = Instant.parse("2024-03-31T01:30:00Z"); // In the hour that Berlin skips.

        var found = DATABASE.<Optional<Instant>>read(handle -> handle.query("SELECT :moment")
                .bind("moment", Optional.of(moment))
                .mapTo(Instant.class)
                .findOne());

        assertThat(found).contains(moment);
    }

    private static boolean crosswise(CyclicBarrier bothHoldOne, int first, int second) {
        var tries = new AtomicInteger();
        return DATABASE.inTransaction(tx -> {
            add(tx, first, 1);
            if (tries.getAndIncrement() == 0) meet(bothHoldOne);
            add(tx, second, 1);
            return true;
        });
    }

    private static boolean drawFromSum(CyclicBarrier bothHaveRead, int account) {
        var tries = new AtomicInteger();
        return DATABASE.inTransaction(tx -> {
            tx.handle().execute("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
            var available = sum(tx);
            if (tries.getAndIncrement() == 0) meet(bothHaveRead);
            if (available >= 200) add(tx, account, -200);
            return true;
        });
    }

    private static int add(SqlSession tx, int account, long cents) {
        return tx.handle().execute("UPDATE account SET cents = cents + ? WHERE id = ?", cents, account);
    }

    private static long sum(SqlSession handle) {
        return handle.query("SELECT sum(cents)::bigint FROM account")
                .mapTo(Long.class)
                .one();
    }

    private static long cents(int account) {
        return DATABASE.<Long>read(handle -> handle.query("SELECT cents FROM account WHERE id = :id")
                .bind("id", account)
                .mapTo(Long.class)
                .one());
    }

    private static String setting(String name) {
        return DATABASE.inTransaction(
                tx -> tx.query("SHOW " + name).mapTo(String.class).one());
    }

    private static void endBackend(int pid) {
        DATABASE.read(handle -> handle.query("SELECT pg_terminate_backend(:pid, 5000)")
                .bind("pid", pid)
                .mapTo(Boolean.class)
                .one());
    }

    private static boolean meet(CyclicBarrier barrier) {
        try {
            barrier.await(120, TimeUnit.SECONDS);
            return true;
        } catch (InterruptedException | BrokenBarrierException | TimeoutException broken) {
            throw new AssertionError("the other thread did not come", broken);
        }
    }

    private static void race(Callable<?> one, Callable<?> other) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> first = threads.submit(one);
            Future<?> second = threads.submit(other);
            first.get(180, TimeUnit.SECONDS);
            second.get(180, TimeUnit.SECONDS);
        }
    }
}
