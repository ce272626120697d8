package dev.brickwork.delivery.webhooks.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.delivery.webhooks.delivery.QueueStore.Claim;
import dev.brickwork.delivery.webhooks.endpoints.EndpointId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.egress.Outcome;
import dev.brickwork.support.Await;
import dev.brickwork.support.HeldInvoice;
import dev.brickwork.support.PlantedDefect;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Who may work on the queue of an endpoint, and when. Far ahead of the clock of the service, so that nothing but the
/// test works on it.
@Tag("verify")
class QueueStoreTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    private static final Instant START = Instant.parse("2100-01-01T00:00:00Z");
    private static final Duration MOMENT = Duration.ofSeconds(1);

    private final QueueStore queues = new QueueStore();
    private final TestServer.Tenant seller = HOUSE.seller();
    private final EndpointId endpoint = endpointAfterOneEvent();

    private EndpointId endpointAfterOneEvent() {
        seller.post("/customers", "{\"name\": \"C\"}").is(200);
        Await.until(
                "the event is in the feed",
                () -> seller.get("/events").json().path("count").asInt() == 1);
        return new EndpointId(UUID.fromString(
                seller.post("/webhook-endpoints", "{\"url\": \"http://localhost:9/hooks\", \"events\": [\"*\"]}")
                        .is(200)
                        .text("webhook_endpoint_id")));
    }

    private Optional<Claim> claim(Instant now) {
        List<Claim> all = HOUSE.database().inTransaction(tx -> queues.claim(tx, now, 500));
        return all.stream().filter(claim -> claim.endpoint().equals(endpoint)).findFirst();
    }

    private Claim claimed(Instant now) {
        wake(now);
        return claim(now).orElseThrow();
    }

    private void wake(Instant now) {
        run(tx -> queues.wake(tx, seller.id(), endpoint, now));
    }

    private boolean release(Claim claim, Instant now) {
        return HOUSE.database().inTransaction(tx -> queues.release(tx, claim, now, false));
    }

    private boolean save(Claim claim, Health health, Instant now) {
        return HOUSE.database().inTransaction(tx -> queues.save(tx, claim, health, now));
    }

    private Optional<QueueStore.Held> held(Claim claim) {
        return HOUSE.database().read(tx -> queues.held(tx, claim));
    }

    private Optional<QueueStore.Held> renewed(Claim claim, Instant now) {
        return HOUSE.database().inTransaction(tx -> queues.renew(tx, claim, now));
    }

    private Health health() {
        return HOUSE.database()
                .read(tx -> queues.look(tx, seller.id(), endpoint))
                .orElseThrow()
                .health();
    }

    private static Health failing(Optional<Instant> restingUntil) {
        return new Health(3, Optional.of(START), Optional.empty(), restingUntil);
    }

    private static void run(Consumer<SqlSession> work) {
        HOUSE.database().inTransaction(tx -> {
            work.accept(tx);
            return 0;
        });
    }

    @Test
    void aQueueIsWorkedOnByOneUntilItsLeaseEnds() {
        var first = claimed(START);
        assertThat(claim(START.plus(QueueStore.LEASE))).isEmpty();
        var second = claim(START.plus(QueueStore.LEASE).plus(MOMENT)).orElseThrow();
        assertThat(second.fence()).isGreaterThan(first.fence());
    }

    /// A process that slept through its lease neither learns where to send nor says how the endpoint is doing, and does
    /// not take the queue from the one who works on it.
    @Test
    void whoeverWasTakenOverHasNoSay() {
        var asleep = claimed(START);
        var later = START.plus(QueueStore.LEASE).plus(MOMENT);
        assertThat(claim(later)).isPresent();
        assertThat(held(asleep)).isEmpty();
        assertThat(renewed(asleep, later)).isEmpty();
        assertThat(save(asleep, failing(Optional.empty()), later)).isFalse();
        assertThat(health()).isEqualTo(Health.NEW);
        assertThat(release(asleep, later)).isTrue();
        wake(later);
        assertThat(claim(later)).as("its successor still has it").isEmpty();
    }

    /// Turning an endpoint off takes effect at once, also for the process that holds its queue.
    @Test
    void theHolderHearsThatTheEndpointIsTurnedOff() {
        var claim = claimed(START);
        seller.patch("/webhook-endpoints/" + endpoint, "{\"active\": false}").is(200);
        assertThat(held(claim)).isEmpty();
        assertThat(renewed(claim, START)).isEmpty();
    }

    @Test
    void aRestingEndpointIsLeftAlone() {
        var claim = claimed(START);
        var rested = START.plusSeconds(60);
        assertThat(save(claim, failing(Optional.of(rested)), START)).isTrue();
        assertThat(release(claim, START)).isTrue();
        wake(START);
        assertThat(claim(rested.minus(MOMENT))).isEmpty();
        assertThat(claim(rested)).isPresent();
    }

    /// A new delivery does not wait for the retry of an earlier one, nor does it put that off.
    @Test
    void aQueueIsWokenEarlierAndNeverLater() {
        wake(START.plusSeconds(3600));
        wake(START);
        wake(START.plusSeconds(60));
        assertThat(claim(START)).isPresent();
    }

    /// `check` reports a queue with open deliveries that no claim would ever take.
    @Test
    void aQueueThatNobodyLooksAtIsFound() {
        fanOut(START);
        assertThat(PlantedDefect.found(HOUSE, "UPDATE webhook_queue SET due_at = NULL"))
                .anyMatch(sentence -> sentence.startsWith("I10") && sentence.contains(endpoint.toString()));
    }

    /// Another event was put off for hours; a new one goes now.
    @Test
    void aNewEventDoesNotWaitForARetry() {
        wake(START.plusSeconds(36_000));
        fanOut(START);
        assertThat(claim(START)).isPresent();
    }

    /// Where not all may go at once, the oldest does, whatever its lane.
    @Test
    void theOldestGoesFirst() {
        seller.post("/customers", "{\"name\": \"D\"}").is(200);
        Await.until(
                "both events are in the feed",
                () -> seller.get("/events").json().path("count").asInt() == 2);
        fanOut(START);
        run(tx -> tx.handle()
                .execute(
                        "UPDATE webhook_delivery SET lane = ? WHERE endpoint_id = ? AND sequence = 1",
                        new UUID(-1, -1),
                        endpoint.value()));
        var claim = claimed(START);
        var oldest = HOUSE.database().read(tx -> new DeliveryStore().ready(tx, claim, START, Set.of(), 1));
        assertThat(oldest).extracting(delivery -> delivery.event().sequence()).containsExactly(1L);
    }

    /// A lane that a worker is busy with is not taken a second time.
    @Test
    void aBusyLaneIsLeftOut() {
        var claim = claimed(START);
        fanOut(START);
        var lane = ready(claim, Set.of()).getFirst().lane();
        assertThat(ready(claim, Set.of(lane))).isEmpty();
    }

    /// A success is recorded even when reported too late; a failure reported too late puts nothing off.
    @Test
    void whoeverWasTakenOverTellsOfSuccessAlone() {
        var claim = claimed(START);
        fanOut(START);
        var delivery = ready(claim, Set.of()).getFirst();
        record(delivery, 500, new NextStep.Again(START.plusSeconds(3600)));
        assertThat(ready(claim, Set.of())).containsExactly(delivery);
        record(delivery, 200, new NextStep.Delivered());
        assertThat(ready(claim, Set.of())).isEmpty();
    }

    private void fanOut(Instant now) {
        run(tx -> assertThat(new DeliveryStore().fanOut(tx, seller.id(), 0, 1, now))
                .isEqualTo(1));
    }

    private List<Delivery> ready(Claim claim, Set<UUID> busy) {
        return HOUSE.database().read(tx -> new DeliveryStore().ready(tx, claim, START, busy, 10));
    }

    private void record(Delivery delivery, int status, NextStep fate) {
        run(tx -> record(tx, delivery, status, fate, START, false));
    }

    private void record(SqlSession tx, Delivery delivery, int status, NextStep fate, Instant at, boolean isHolder) {
        var tried = new DeliveryAttempt(at, Duration.ZERO, new Outcome.Answered(status, Optional.empty()));
        new DeliveryStore().record(tx, seller.id(), List.of(new DeliveryStore.Result(delivery, tried, fate)), isHolder);
    }

    /// The schedule of a delivery counts from its first attempt; a log of a hundred attempts shows the last ones.
    @Test
    void failuresAreCountedFromTheFirstAttemptAndTheLastAreShown() {
        var claim = claimed(START);
        fanOut(START);
        int count = 102;
        for (int i = 0; i < count; i++) {
            var delivery = ready(claim, Set.of()).getFirst();
            assertThat(delivery.failures()).isEqualTo(i);
            assertThat(delivery.firstAttemptAt()).isEqualTo(i == 0 ? Optional.empty() : Optional.of(START));
            var at = START.plusSeconds(i);
            int status = 500 + i % 100;
            run(tx -> record(tx, delivery, status, new NextStep.Again(START), at, true));
        }
        var attempts = seller.get("/webhook-endpoints/%s/deliveries".formatted(endpoint))
                .is(200)
                .json()
                .at("/results/0/attempts");
        assertThat(attempts).hasSize(100);
        assertThat(attempts.path(99).path("status").asInt()).isEqualTo(501);
    }

    /// An attempt that ends after its endpoint was deleted requeues nothing, nor does one that failed for a
    /// delivery that has arrived meanwhile.
    @Test
    void whatIsClosedStaysSo() {
        var claim = claimed(START);
        fanOut(START);
        var delivery = ready(claim, Set.of()).getFirst();
        run(tx -> new DeliveryStore().close(tx, seller.id(), endpoint));
        run(tx -> record(tx, delivery, 500, new NextStep.Again(START), START, true));
        assertThat(ready(claim, Set.of())).isEmpty();
    }

    @Test
    void anEndpointThatStartsAnewIsNobodysAndWell() {
        var old = claimed(START);
        assertThat(save(old, failing(Optional.of(START.plusSeconds(60))), START))
                .isTrue();
        run(tx -> queues.reset(tx, seller.id(), endpoint, START));
        assertThat(health()).isEqualTo(Health.NEW);
        assertThat(save(old, failing(Optional.empty()), START))
                .as("what is still out says nothing about the new address")
                .isFalse();
        assertThat(claim(START)).as("the old lease holds up no claim").isPresent();
    }

    @Test
    void theHolderOfADeletedEndpointHasNoSay() {
        var claim = claimed(START);
        run(tx -> queues.end(tx, seller.id(), endpoint));
        assertThat(save(claim, failing(Optional.empty()), START)).isFalse();
    }

    /// An event is queued, and not committed yet, when the holder finds nothing more and releases the queue.
    @Test
    void whatIsPutInLineWhileAQueueIsGivenBackIsNotForgotten() throws Exception {
        givenBackDuring((tx, now) -> assertThat(new DeliveryStore().fanOut(tx, seller.id(), 0, 1, now))
                .isEqualTo(1));
    }

    /// An event is replayed, and not committed yet, when the holder finds nothing more and releases the queue.
    @Test
    void whatIsReplayedWhileAQueueIsGivenBackIsNotForgotten() throws Exception {
        givenBackDuring((tx, now) -> {
            tx.update("""
                    INSERT INTO webhook_delivery (seller_id, id, endpoint_id, event_type, sequence, lane, state, is_open,
                        due_at, created_at)
                    VALUES (:seller, :id, :endpoint, 'company.created', 1, :id, 'PENDING', true, :now, :now)
                    """)
                    .bind("seller", seller.id().value())
                    .bind("id", UUID.randomUUID())
                    .bind("endpoint", endpoint.value())
                    .bind("now", now)
                    .execute();
            queues.wake(tx, seller.id(), endpoint, now);
        });
    }

    private interface LiningUp {
        void run(SqlSession tx, Instant now);
    }

    private void givenBackDuring(LiningUp liningUp) throws Exception {
        var claim = claimed(START);
        var now = START.plus(MOMENT);
        var released = new CompletableFuture<Boolean>();
        var caller = new Caller(seller.id(), "test", "test", now);
        HOUSE.database().inTransaction(caller, tx -> {
            liningUp.run(tx, now);
            Thread.ofVirtual().start(() -> released.complete(release(claim, now)));
            Await.until("it waits, or is done", () -> released.isDone() || HeldInvoice.isWaitedFor(tx));
            return 0;
        });
        assertThat(released.get()).isTrue();
        assertThat(claim(now)).isPresent();
    }
}
