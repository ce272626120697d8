package dev.brickwork.integrations.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.SqlSession;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests which tasks of a backlog are due.
@Tag("verify")
final class SyncTaskStoreTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.own();

    private static final Instant NOW = Instant.parse("2025-05-01T08:00:00Z");

    private final SyncTaskStore pushes = new SyncTaskStore();
    private final SellerId seller = HOUSE.seller().id();

    private record Waiting(UUID id, UUID company, boolean isLater) {}

    private Waiting add(SqlSession tx, UUID company, int secondsAgo, boolean isLater) {
        var push = asked(tx, company, secondsAgo);
        if (isLater) pushes.again(tx, seller, push, "away", NOW.plusSeconds(60));
        return new Waiting(push.id(), company, isLater);
    }

    /// Adds one that was asked for so many seconds ago.
    private SyncTask asked(SqlSession tx, UUID company, int secondsAgo) {
        var push = SyncTask.of(
                SyncTask.Kind.CUSTOMER, company, SyncTask.Action.UPDATE, Ids.next(), NOW.minusSeconds(secondsAgo));
        pushes.add(tx, seller, push);
        return push;
    }

    private List<UUID> due(SqlSession tx, int max) {
        return pushes.due(tx, seller, NOW, max).stream()
                .map(due -> due.push().id())
                .toList();
    }

    /// The rule in plain words, over a few companies whose pushes lie in any order.
    @Test
    void nothingOvertakesWhatItsCompanyWaitsFor() {
        var random = new Random(17);
        HOUSE.database().write(tx -> {
            var companies = List.of(Ids.next(), Ids.next(), Ids.next(), Ids.next(), Ids.next());
            var all = new ArrayList<Waiting>();
            for (int ago = 200; ago > 0; ago--)
                all.add(add(tx, companies.get(random.nextInt(5)), ago, random.nextInt(40) == 0));
            var locked = new HashSet<UUID>();
            var expected = new ArrayList<UUID>();
            for (var one : all) {
                if (one.isLater) locked.add(one.company);
                if (!locked.contains(one.company)) expected.add(one.id);
            }
            assertThat(locked).isNotEmpty();
            assertThat(due(tx, 1_000)).isEqualTo(expected);
            assertThat(due(tx, 7)).isEqualTo(expected.subList(0, 7));
        });
    }

    /// Books that were away for days leave a backlog, and each round takes the next few of it. What was carried over
    /// long ago stands before it.
    @Test
    void aLongBacklogIsNotReadAsAWhole() {
        HOUSE.database().write(tx -> {
            add(tx, Ids.next(), (int) Duration.ofDays(1).toSeconds(), true);
            for (int ago = 4_000; ago > 2_000; ago--)
                pushes.end(tx, seller, asked(tx, Ids.next(), ago), Optional.empty(), Optional.empty());
            for (int ago = 2_000; ago > 0; ago--) add(tx, Ids.next(), ago, false);
        });
        HOUSE.database().read(tx -> {
            long before = rowsRead(tx);
            assertThat(due(tx, 50)).hasSize(50);
            assertThat(rowsRead(tx) - before).isLessThan(200);
            return tx;
        });
    }

    /// Of the table, in this transaction.
    private static long rowsRead(SqlSession tx) {
        return tx.query("""
                SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)
                FROM pg_stat_xact_user_tables
                WHERE relname = 'accounting_push'
                """).mapTo(Long.class).one();
    }
}
