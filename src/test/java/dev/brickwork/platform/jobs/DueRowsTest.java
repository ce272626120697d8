package dev.brickwork.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.app.TestServer;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.DatabaseBusy;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.telemetry.Traces;
import dev.brickwork.support.Slow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests which rows are due and of which sellers, and how the poller works them off.
@Tag("verify")
final class DueRowsTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.own();

    private static final DueRows ROWS = new DueRows("thing", "id", "due_at");
    private static final DueRowPoller POLLER = new DueRowPoller(ROWS, HOUSE.database());
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    /// Of a turn; in the service it is some seconds.
    private static final Duration BITE = Duration.ofMillis(50);

    @BeforeAll
    static void createTable() {
        HOUSE.database().inTransaction(tx -> {
            tx.handle()
                    .execute(
                            "CREATE TABLE thing (seller_id uuid, id uuid DEFAULT gen_random_uuid(), due_at timestamptz)");
            return tx.handle().execute("CREATE INDEX ON thing (seller_id, due_at) WHERE due_at IS NOT NULL");
        });
    }

    @Test
    void sellersOnRealTimeWithSomethingDueAreFoundOnce() {
        var busy = HOUSE.seller().id();
        var early = HOUSE.seller().id();
        var done = HOUSE.seller().id();
        var standing = HOUSE.sellerAt("2025-01-01T00:00:00Z").id();
        for (int i = 0; i < 3; i++) insert(busy, "'%s'".formatted(NOW.minusSeconds(i)));
        insert(early, "'%s'".formatted(NOW.plusSeconds(1)));
        insert(done, "NULL");
        insert(standing, "'%s'".formatted(NOW.minus(Duration.ofDays(1))));

        HOUSE.database().read(tx -> {
            assertThat(ROWS.sellers(tx, NOW)).containsExactly(new Sweep.DueSeller(busy, NOW.minusSeconds(2)));
            assertThat(ROWS.next(tx, busy)).hasValue(NOW.minusSeconds(2));
            assertThat(ROWS.next(tx, early)).hasValue(NOW.plusSeconds(1));
            assertThat(ROWS.next(tx, done)).isEmpty();
            return 0;
        });
    }

    @Test
    void whatIsDueComesInOrderOfTime() {
        var seller = HOUSE.sellerAt("2025-01-01T00:00:00Z").id();
        var second = insert(seller, "'%s'".formatted(NOW.minusSeconds(1)));
        var first = insert(seller, "'%s'".formatted(NOW.minusSeconds(2)));
        var third = insert(seller, "'%s'".formatted(NOW));
        insert(seller, "'%s'".formatted(NOW.plusSeconds(1)));
        var caller = new Caller(seller, "test", "test", NOW);

        HOUSE.database().read(tx -> {
            assertThat(ROWS.first(tx.as(caller), 10)).containsExactly(first, second, third);
            assertThat(ROWS.first(tx.as(caller), 2)).containsExactly(first, second);
            return 0;
        });
    }

    /// A hundred and fifty rows at one moment that another transaction holds, and one behind them: the held ones
    /// are skipped, each once, and do not keep the last one waiting.
    @Test
    void whatCannotBeDoneNowIsPassedByOnce() {
        var seller = HOUSE.sellerAt("2025-01-01T00:00:00Z").id();
        for (int i = 0; i < 150; i++) insert(seller, "'%s'".formatted(NOW.minusSeconds(9)));
        var free = insert(seller, "'%s'".formatted(NOW));
        var seen = new ArrayList<UUID>();

        int done = each(new Caller(seller, "test", "test", NOW), id -> {
            seen.add(id);
            if (seen.size() > 1000) throw new AssertionError("it goes round in a circle");
            return id.equals(free) ? 1 : 0;
        });

        assertThat(done).isEqualTo(1);
        assertThat(seen).doesNotHaveDuplicates().hasSize(151).endsWith(free);
    }

    /// A row that another transaction holds is no bug of its own: it is not put off, those behind it are done, and
    /// the sweep reports it (`DatabaseBusy`). Where many are held, the rest is not tried.
    @Test
    void whatIsHeldIsTriedAgainAndTold() {
        var seller = HOUSE.sellerAt("2025-01-01T00:00:00Z").id();
        var caller = new Caller(seller, "test", "test", NOW);
        var locked = insert(seller, "'%s'".formatted(NOW.minusSeconds(9)));
        var free = insert(seller, "'%s'".formatted(NOW));
        var seen = new ArrayList<UUID>();

        assertThatThrownBy(() -> POLLER.some(caller, id -> busy(seen, id, id.equals(locked))))
                .isInstanceOf(DatabaseBusy.class);
        assertThat(seen).containsExactly(locked, free);
        assertThat(next(seller)).isEqualTo(NOW.minusSeconds(9));

        for (int i = 0; i < 8; i++) insert(seller, "'%s'".formatted(NOW));
        seen.clear();
        assertThatThrownBy(() -> POLLER.some(caller, id -> busy(seen, id, true)))
                .isInstanceOf(DatabaseBusy.class);
        assertThat(seen).hasSize(5);
    }

    /// However long they are held: those behind them have their turn in the next round, and the held ones after that.
    @Test
    void whatIsHeldHidesNothingForEver() {
        var seller = HOUSE.sellerAt("2025-01-01T00:00:00Z").id();
        var caller = new Caller(seller, "test", "test", NOW);
        for (int i = 0; i < 6; i++) insert(seller, "'%s'".formatted(NOW.minusSeconds(9)));
        var free = insert(seller, "'%s'".formatted(NOW));
        var seen = new ArrayList<UUID>();
        for (int round = 0; round < 2; round++) {
            seen.clear();
            assertThatThrownBy(() -> each(caller, id -> busy(seen, id, true))).isInstanceOf(DatabaseBusy.class);
            assertThat(seen).hasSize(5).doesNotContain(free);
            seen.clear();
            assertThatThrownBy(() -> each(caller, id -> busy(seen, id, !id.equals(free))))
                    .isInstanceOf(DatabaseBusy.class);
            assertThat(seen).hasSize(2).endsWith(free);
        }
    }

    /// Two services in one JVM: where one has given up is nothing to the other.
    @Test
    void eachPollerBeginsWhereItGaveUpItself() {
        var seller = HOUSE.sellerAt("2025-01-01T00:00:00Z").id();
        var caller = new Caller(seller, "test", "test", NOW);
        for (int i = 0; i < 6; i++) insert(seller, "'%s'".formatted(NOW.minusSeconds(9)));
        var seen = new ArrayList<UUID>();
        assertThatThrownBy(() -> each(caller, id -> busy(seen, id, true))).isInstanceOf(DatabaseBusy.class);

        var other = new DueRowPoller(ROWS, HOUSE.database());
        var seenByTheOther = new ArrayList<UUID>();
        assertThatThrownBy(() -> other.some(caller, id -> busy(seenByTheOther, id, true)))
                .isInstanceOf(DatabaseBusy.class);

        assertThat(seenByTheOther).isEqualTo(seen).hasSize(5);
    }

    private static int each(Caller caller, ToIntFunction<UUID> work) {
        return POLLER.each(caller, work, () -> false);
    }

    private static int busy(List<UUID> seen, UUID id, boolean isHeld) {
        seen.add(id);
        if (isHeld) throw new DatabaseBusy("held", new TimeoutException());
        return 1;
    }

    /// But for what was done in part, which has a moment of its own again.
    @Test
    void whatFailsIsPutOffForADay() {
        var seller = HOUSE.sellerAt("2025-01-01T00:00:00Z").id();
        var caller = new Caller(seller, "test", "test", NOW);
        var moved = insert(seller, "'%s'".formatted(NOW));
        POLLER.some(caller, id -> {
            HOUSE.database()
                    .inTransaction(tx -> tx.handle()
                            .execute("UPDATE thing SET due_at = ? WHERE id = ?", NOW.plus(Duration.ofDays(30)), moved));
            throw new IllegalStateException("a bug after the work");
        });
        assertThat(next(seller)).isEqualTo(NOW.plus(Duration.ofDays(30)));

        insert(seller, "'%s'".formatted(NOW));
        POLLER.some(caller, _ -> {
            throw new IllegalStateException("a bug");
        });
        assertThat(next(seller)).isEqualTo(NOW.plus(Duration.ofDays(1)));
    }

    /// The charges of one seller may take hours. Each is made at its own moment: at that of the first, a charge
    /// without an answer would be reconciled at once, and given up while it is still under way. Another seller has
    /// its turn in between, and a process that stops does not wait for the last of them.
    @Test
    void whatIsAskedOutsideIsAskedAtItsOwnMoment() {
        var busy = HOUSE.seller().id();
        var other = HOUSE.seller().id();
        for (int i = 0; i < 4; i++) insert(busy, "'%s'".formatted(NOW));
        insert(other, "'%s'".formatted(NOW));
        var time = new AtomicReference<>(NOW);
        var seen = new ArrayList<Instant>();
        var turns = new ArrayList<SellerId>();
        var sweeps = new Sweeps(BITE);
        sweeps.register(ROWS.sweepOutside("slow", (caller, isEnough) -> {
            return POLLER.each(
                    caller,
                    id -> {
                        turns.add(caller.seller());
                        if (caller.seller().equals(busy)) seen.add(caller.now());
                        if (seen.size() == 3) sweeps.stop();
                        time.updateAndGet(now -> now.plus(Duration.ofHours(1)));
                        if (caller.seller().equals(busy)) Slow.by(BITE.multipliedBy(2));
                        return HOUSE.database()
                                .inTransaction(
                                        tx -> tx.handle().execute("UPDATE thing SET due_at = NULL WHERE id = ?", id));
                    },
                    isEnough);
        }));
        new Jobs(HOUSE.database(), sweeps, new Invariants(), time::get, Traces.OFF).sweepOutside();

        assertThat(seen).hasSize(3).doesNotHaveDuplicates();
        assertThat(turns.subList(0, turns.lastIndexOf(busy))).contains(other);
    }

    /// A billing run of one seller takes hours, and its rows wait since midnight. What another seller is owed since a
    /// minute ago comes after some seconds of it, and before more of it that came due later.
    @Test
    void sellersTakeTurnsByHowLongTheyHaveWaited() {
        var busy = HOUSE.seller().id();
        var late = HOUSE.seller().id();
        var early = HOUSE.seller().id();
        for (int i = 0; i < 3; i++) insert(busy, "'%s'".formatted(NOW.minus(Duration.ofHours(12))));
        insert(late, "'%s'".formatted(NOW.minusSeconds(10)));
        insert(early, "'%s'".formatted(NOW.minusSeconds(60)));
        var turns = new ArrayList<SellerId>();
        var sweeps = new Sweeps(BITE);
        sweeps.register(ROWS.sweep(
                "inside",
                (caller, isEnough) -> POLLER.each(
                        caller,
                        id -> {
                            turns.add(caller.seller());
                            if (caller.seller().equals(busy)) Slow.by(BITE.multipliedBy(2));
                            return HOUSE.database()
                                    .inTransaction(tx ->
                                            tx.handle().execute("UPDATE thing SET due_at = NULL WHERE id = ?", id));
                        },
                        isEnough)));
        new Jobs(HOUSE.database(), sweeps, new Invariants(), () -> NOW, Traces.OFF).sweep();

        assertThat(turns).containsExactly(busy, early, late, busy, busy);
    }

    private static Instant next(SellerId seller) {
        return HOUSE.database().read(tx -> ROWS.next(tx, seller)).orElseThrow();
    }

    private static UUID insert(SellerId seller, String due) {
        return HOUSE.database()
                .inTransaction(tx -> tx.query("INSERT INTO thing (seller_id, due_at) VALUES (:seller, %s) RETURNING id"
                                .formatted(due))
                        .bind("seller", seller.value())
                        .mapTo(UUID.class)
                        .one());
    }
}
