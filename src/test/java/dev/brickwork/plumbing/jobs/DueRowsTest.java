package dev.brickwork.plumbing.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.House;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.SellerId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What is due, and whose it is.
final class DueRowsTest {
    private static final House HOUSE = House.withoutFollowUp();
    private static final DueRows ROWS = new DueRows("thing", "id", "due_at");
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @BeforeAll
    static void createTable() {
        HOUSE.database().inTransaction(tx -> {
            tx.execute("CREATE TABLE thing (seller_id uuid, id uuid DEFAULT gen_random_uuid(), due_at timestamptz)");
            return tx.execute("CREATE INDEX ON thing (seller_id, due_at) WHERE due_at IS NOT NULL");
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
            assertThat(ROWS.sellers(tx, NOW)).containsExactly(busy);
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
            assertThat(ROWS.first(tx, caller, 10)).containsExactly(first, second, third);
            assertThat(ROWS.first(tx, caller, 2)).containsExactly(first, second);
            return 0;
        });
    }

    /// A hundred and fifty rows at one moment that somebody else holds, and one behind them: the held ones are
    /// passed by, each once, and do not keep the last one waiting.
    @Test
    void whatCannotBeDoneNowIsPassedByOnce() {
        var seller = HOUSE.sellerAt("2025-01-01T00:00:00Z").id();
        for (int i = 0; i < 150; i++) insert(seller, "'%s'".formatted(NOW.minusSeconds(9)));
        var free = insert(seller, "'%s'".formatted(NOW));
        var seen = new ArrayList<UUID>();

        int done = ROWS.each(HOUSE.database(), new Caller(seller, "test", "test", NOW), id -> {
            seen.add(id);
            if (seen.size() > 1000) throw new AssertionError("it goes round in a circle");
            return id.equals(free) ? 1 : 0;
        });

        assertThat(done).isEqualTo(1);
        assertThat(seen).doesNotHaveDuplicates().hasSize(151).endsWith(free);
    }

    private static UUID insert(SellerId seller, String due) {
        return HOUSE.database()
                .inTransaction(
                        tx -> tx.createQuery("INSERT INTO thing (seller_id, due_at) VALUES (:seller, %s) RETURNING id"
                                        .formatted(due))
                                .bind("seller", seller.value())
                                .mapTo(UUID.class)
                                .one());
    }
}
