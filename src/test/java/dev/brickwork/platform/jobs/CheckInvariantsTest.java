package dev.brickwork.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.support.TestPostgres;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A live database is put to its invariants, and what comes of it can be read there.
@Tag("fast")
final class CheckInvariantsTest {
    @AutoClose
    private static final Database DATABASE = TestPostgres.database();

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final Invariants invariants = new Invariants();

    @BeforeEach
    void clear() {
        DATABASE.inTransaction(tx -> tx.handle().execute("DELETE FROM invariant_check"));
    }

    @Test
    void whatIsBrokenIsCountedUntilItHoldsAgain() {
        invariants.register("holds", _ -> List.of());
        invariants.register("breaks", tx -> Invariants.found(tx, "%s is wrong", """
                SELECT broken FROM (VALUES ('a'), ('b')) AS v (broken)
                WHERE EXISTS (SELECT FROM invariant_check WHERE name = 'old')
                """));
        note("old", NOW.minusSeconds(3600));

        check().run();
        assertThat(counts()).containsExactly(entry("breaks", 2), entry("holds", 0));

        check().run();
        assertThat(counts()).containsExactly(entry("breaks", 0), entry("holds", 0));
    }

    /// Two statements of one check see one moment, whatever others write in between.
    @Test
    void workThatIsUnderWayIsNoFault() {
        invariants.register("counts agree", tx -> {
            var before = tx.handle()
                    .select("SELECT count(*) FROM invariant_check")
                    .mapTo(Long.class)
                    .one();
            note("meanwhile", NOW);
            var after = tx.handle()
                    .select("SELECT count(*) FROM invariant_check")
                    .mapTo(Long.class)
                    .one();
            return before.equals(after) ? List.of() : List.of("they differ");
        });

        check().run();

        assertThat(counts()).containsEntry("counts agree", 0);
    }

    /// A stop ends a statement that would go on for minutes, and its check keeps its old date.
    @Test
    void aStopDoesNotWaitForALongLook() throws InterruptedException {
        var isLooking = new CountDownLatch(1);
        invariants.register("long", tx -> {
            isLooking.countDown();
            tx.handle().execute("SELECT pg_sleep(300)");
            return List.of();
        });
        note("long", NOW.minusSeconds(3600));
        var check = check();
        var running = Thread.ofVirtual().start(check::run);
        isLooking.await();
        while (running.isAlive()) { // Once more where the statement had not begun.
            check.stop();
            running.join(Duration.ofMillis(100));
        }

        Instant checkedAt = DATABASE.read(tx -> tx.handle()
                .select("SELECT checked_at FROM invariant_check WHERE name = 'long'")
                .mapTo(Instant.class)
                .one());
        assertThat(checkedAt).isEqualTo(NOW.minusSeconds(3600));
    }

    private CheckInvariants check() {
        return new CheckInvariants(DATABASE, invariants, InstantSource.fixed(NOW));
    }

    private static void note(String name, Instant at) {
        DATABASE.inTransaction(tx -> tx.handle().execute("INSERT INTO invariant_check VALUES (?, ?, 0)", name, at));
    }

    private static Map<String, Integer> counts() {
        return DATABASE.read(tx -> tx.handle()
                .select("SELECT name, broken_count FROM invariant_check ORDER BY name")
                .reduceRows(new TreeMap<>(), (map, row) -> {
                    map.put(row.getColumn("name", String.class), row.getColumn("broken_count", Integer.class));
                    return map;
                }));
    }
}
