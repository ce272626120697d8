package dev.brickwork.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.app.TestServer;
import dev.brickwork.billing.orders.Shop;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.SqlState;
import dev.brickwork.support.Await;
import dev.brickwork.support.HeldInvoice;
import dev.brickwork.support.InThread;
import dev.brickwork.support.TestPostgres;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The tables of the module under two connections at once: the constraint decides where the code would be too late.
@Tag("verify")
final class OrderStoreTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final Instant NOW = Instant.parse("2025-01-01T08:00:00Z");

    private final Shop shop = Shop.at(HOUSE, NOW.toString());
    private final Caller caller = new Caller(shop.seller.id(), "test", "test", NOW);
    private final SubscriptionStore subscriptions = new SubscriptionStore();
    private final OrderStore orders = new OrderStore();
    private final PauseStore pauses = new PauseStore();
    private final SubscriptionId id =
            new SubscriptionId(UUID.fromString(shop.started(shop.order("2025-01-01", 12, "MONTHLY", 5, ""))));

    /// Without the lock of the subscription, which every operation takes first: the index lets one of them in.
    @Test
    void ofTwoOpenChangesTheSecondIsRefusedByTheTable() {
        var outcomes = race(List.of(tx -> insertOpen(tx), tx -> insertOpen(tx)));
        assertThat(outcomes)
                .containsExactlyInAnyOrder(
                        "done", "the subscription has an open order already; close or delete it first");
        var open = HOUSE.database().read(tx -> orders.open(tx.as(caller), id));
        assertThat(open.isPresent()).isTrue();
    }

    @Test
    void ofTwoOpenPausesTheSecondIsRefusedByTheTable() {
        var outcomes = race(List.of(tx -> insertPause(tx), tx -> insertPause(tx)));
        assertThat(outcomes)
                .contains("done")
                .anyMatch(outcome ->
                        outcome.equals(SqlState.UNIQUE_VIOLATION) || outcome.equals(SqlState.EXCLUSION_VIOLATION));
        var stored = HOUSE.database().read(tx -> pauses.list(tx.as(caller), id));
        assertThat(stored).hasSize(1);
    }

    /// The second reader of a locked row sees what the first one wrote.
    @Test
    void theLockOfASubscriptionIsWaitedFor() throws InterruptedException {
        var isLocked = new CompletableFuture<Boolean>();
        var first = Thread.ofVirtual()
                .start(() -> HOUSE.database().inTransaction(caller, tx -> {
                    var mine = subscriptions.lock(tx, id).orElseThrow();
                    isLocked.complete(true);
                    Await.until("the other one waits for it", () -> HeldInvoice.isWaitedFor(tx));
                    subscriptions.update(tx, mine.with(SubscriptionStatus.PAUSED));
                    return true;
                }));
        isLocked.join();
        var seen = HOUSE.database()
                .inTransaction(
                        caller, tx -> subscriptions.lock(tx, id).orElseThrow().status());
        assertThat(seen).isEqualTo(SubscriptionStatus.PAUSED);
        first.join();
    }

    /// A writer that has not seen the last change must not overwrite it: an update names the version it read.
    @Test
    void aClosedOrderIsFrozen() {
        var closed = HOUSE.database()
                .read(tx -> orders.find(tx.as(caller), id, term(tx)))
                .orElseThrow();
        assertThat(closed.stage()).isEqualTo(OrderStage.CLOSED);
        assertThatThrownBy(() -> HOUSE.database().inTransaction(caller, tx -> {
                    orders.update(tx, closed.in(OrderStage.CLOSED_DELETE, NOW));
                    return true;
                }))
                .isInstanceOf(IllegalStateException.class);
        for (var change : List.of("terms = '{}'", "customer_id = '%s'".formatted(shop.customer("Heir", "")))) {
            assertThatThrownBy(() -> HOUSE.database()
                            .inTransaction(tx -> tx.handle()
                                    .execute(
                                            "UPDATE orders SET %s WHERE seller_id = ? AND id = ?".formatted(change),
                                            shop.seller.id().value(),
                                            closed.id().value())))
                    .hasMessageContaining("orders");
        }
    }

    private OrderId term(SqlSession tx) {
        return subscriptions.find(tx.as(caller), id).orElseThrow().term();
    }

    private void insertOpen(SqlSession tx) {
        var running = orders.find(tx.as(caller), id, term(tx)).orElseThrow();
        var fresh = new OrderId(Ids.next());
        var origin = new Order.Origin(
                id,
                OrderType.RECAST,
                fresh,
                Optional.empty(),
                Optional.empty(),
                running.origin().currency(),
                FormLinks.newToken(),
                NOW);
        var open = new Order(fresh, origin, "{}", running.quoted(), Order.Life.OPEN, Optional.empty(), 1);
        orders.insert(tx.as(caller), open, new FormLinks("", TestPostgres.tokens(HOUSE.database())));
    }

    private void insertPause(SqlSession tx) {
        pauses.insert(
                tx.as(caller),
                id,
                new PauseRecord(
                        Ids.next(),
                        LocalDate.of(2025, 2, 1),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        NOW,
                        Optional.empty()));
    }

    private interface Work {
        void run(SqlSession tx);
    }

    /// Both are in their transactions before either writes.
    private List<String> race(List<Work> works) {
        var barrier = new CyclicBarrier(works.size());
        Function<Work, CompletableFuture<String>> racing = work -> InThread.run(() -> {
            try {
                return HOUSE.database().inTransaction(caller, tx -> {
                    meet(barrier);
                    work.run(tx);
                    return "done";
                });
            } catch (Refusal refused) {
                return refused.why();
            } catch (RuntimeException broken) {
                return SqlState.of(broken).map(Object::toString).orElse(broken.toString());
            }
        });
        var outcomes = new ArrayList<String>();
        for (var future : works.stream().map(racing).toList()) outcomes.add(future.join());
        return outcomes;
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | java.util.concurrent.BrokenBarrierException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
