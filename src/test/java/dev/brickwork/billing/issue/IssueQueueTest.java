package dev.brickwork.billing.issue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.DatabaseBusy;
import dev.brickwork.support.TestPostgres;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Invoices of a started order are issued although the seller's other requests take the connections.
@Tag("fast")
final class IssueQueueTest {
    private final Caller caller = new Caller(new SellerId(UUID.randomUUID()), "key:test", "request", Instant.EPOCH);
    private final SubscriptionId subscription = new SubscriptionId(UUID.randomUUID());
    private final List<SubscriptionId> asked = new ArrayList<>();

    /// How often it is asked for when the first `busy` times find no connection.
    private int tries(int busy) {
        try (var database = TestPostgres.database()) {
            new IssueQueue(database, (_, subscriptions) -> {
                        asked.addAll(subscriptions);
                        if (asked.size() <= busy) throw new DatabaseBusy("no connection", new TimeoutException());
                    })
                    .issue(caller, subscription);
        }
        assertThat(asked).containsOnly(subscription);
        return asked.size();
    }

    @Test
    void whatFindsNoConnectionIsTriedAgain() {
        assertThat(tries(2)).isEqualTo(3);
    }

    /// The client that started the order gets its answer, and the sweep does the rest.
    @Test
    void whatNeverFindsOneIsLeftToTheSweep() {
        assertThat(tries(Integer.MAX_VALUE)).isEqualTo(3);
    }

    /// The next caller would wait for ever if the seller's queue stayed taken.
    @Test
    @Timeout(30)
    void evenAnErrorSetsTheLineFree() {
        try (var database = TestPostgres.database()) {
            var queue = new IssueQueue(database, (_, subscriptions) -> {
                asked.addAll(subscriptions);
                throw new StackOverflowError();
            });

            queue.issue(caller, subscription);
            queue.issue(caller, subscription);
        }
        assertThat(asked).containsExactly(subscription, subscription);
    }
}
