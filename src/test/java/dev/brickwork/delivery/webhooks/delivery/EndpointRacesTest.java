package dev.brickwork.delivery.webhooks.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.delivery.webhooks.endpoints.EndpointId;
import dev.brickwork.delivery.webhooks.endpoints.EndpointStore;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.support.Await;
import dev.brickwork.support.Receiver;
import dev.brickwork.support.TestPostgres;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// An endpoint is changed, turned off or deleted in the very moment in which something goes there.
@Tag("verify")
class EndpointRacesTest {
    private static final TestServer HOUSE = TestServer.sharedWithFollowUp();
    private static final int MANY = 40;

    private static String endpoint(TestServer.Tenant seller, String url) {
        return seller.post("/webhook-endpoints", "{\"url\": \"%s\", \"events\": [\"*\"]}".formatted(url))
                .is(200)
                .text("webhook_endpoint_id");
    }

    private static void customer(TestServer.Tenant seller) {
        seller.post("/customers", "{\"name\": \"C %s\"}".formatted(UUID.randomUUID()))
                .is(200);
    }

    private static long count(String sql, Object... values) {
        return HOUSE.database().read(tx -> {
            var query = tx.query(sql);
            for (int i = 0; i < values.length; i++) query.bind(i, values[i]);
            return query.mapTo(Long.class).one();
        });
    }

    /// A fan-out while an endpoint is being deleted waits for the deletion, and then queues nothing for it.
    @Test
    void nothingStaysInLineForADeletedEndpoint() throws Exception {
        linedUpWhileDeleted((seller, _) ->
                HOUSE.database().inTransaction(tx -> new DeliveryStore().fanOut(tx, seller.id(), 0, 1, Instant.now())));
    }

    /// A replay waits for the deletion as well, and queues nothing.
    @Test
    void nothingIsReplayedToADeletedEndpoint() throws Exception {
        linedUpWhileDeleted((seller, event) ->
                seller.post("/events/%s/replay".formatted(event), "{}").is(200, "\"deliveries\":0"));
    }

    private static void linedUpWhileDeleted(BiConsumer<TestServer.Tenant, String> liningUp) throws Exception {
        try (var receiver = Receiver.open()) {
            var seller = HOUSE.seller();
            customer(seller);
            Await.until(
                    "the event is in the feed",
                    () -> seller.get("/events").json().path("count").asInt() == 1);
            var id = endpoint(seller, receiver.url());
            var endpoint = new EndpointId(UUID.fromString(id));
            var caller = new Caller(seller.id(), "test", "test", Instant.now());
            var event = seller.get("/events").json().at("/results/0/event_id").asText();
            var other = new CompletableFuture<Void>();
            HOUSE.database().inTransaction(caller, tx -> {
                var endpoints = new EndpointStore();
                endpoints.lock(tx, endpoint);
                endpoints.delete(tx, endpoint);
                new DeliveryStore().close(tx, seller.id(), endpoint);
                Thread.ofVirtual().start(() -> {
                    try {
                        liningUp.accept(seller, event);
                        other.complete(null);
                    } catch (RuntimeException | AssertionError failed) {
                        other.completeExceptionally(failed);
                    }
                });
                Await.until(
                        "the other one waits for the lock",
                        () -> other.isDone()
                                || count("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") > 0);
                return 0;
            });
            other.get();
            assertThat(count("SELECT count(*) FROM webhook_delivery WHERE endpoint_id = ?::uuid AND is_open", id))
                    .isZero();
        }
    }

    /// A seller moves the endpoint after its old address said that it is gone: the new one stays on.
    @Test
    void theOldAddressTurnsNothingOff() throws Exception {
        try (var receiver = Receiver.open()) {
            var seller = HOUSE.seller();
            var id = endpoint(seller, receiver.url());
            long fence = count("SELECT fence FROM webhook_queue WHERE endpoint_id = ?::uuid", id);
            seller.patch("/webhook-endpoints/" + id, "{\"url\": \"%s/moved\"}".formatted(receiver.url()))
                    .is(200);
            var claim = new QueueStore.Claim(seller.id(), new EndpointId(UUID.fromString(id)), fence, Instant.now());
            new DisableEndpoint(
                            HOUSE.database(),
                            new EndpointStore(),
                            new QueueStore(),
                            new DeliveryStore(),
                            new Outbox(TestPostgres.tokens(HOUSE.database())))
                    .run(claim, true, Health.NEW, Instant.now());
            seller.get("/webhook-endpoints/" + id).is(200, "\"active\":true");
        }
    }

    /// Turned off means now: what was taken to be sent stays where it is, and goes when the endpoint is turned on.
    @Test
    void whatWasTakenToBeSentIsNotSentToAnEndpointThatIsTurnedOff() {
        try (var receiver = Receiver.open()) {
            var seller = HOUSE.seller();
            var id = changedWhileWorkedThrough(
                    seller,
                    receiver,
                    path -> seller.patch(path, "{\"active\": false}").is(200));
            Await.until(
                    "the queue is given back",
                    () -> receiver.all().size() == MANY
                            || count("SELECT count(lease_until) FROM webhook_queue WHERE endpoint_id = ?::uuid", id)
                                    == 0);
            assertThat(receiver.all()).as("those that were out, and a few").hasSizeLessThan(MANY / 2);
            receiver.answer(200);
            seller.patch("/webhook-endpoints/" + id, "{\"active\": true}").is(200);
            Await.until(
                    "all events are sent",
                    () -> receiver.all().stream()
                                    .map(call -> call.headers().get("webhook-id"))
                                    .distinct()
                                    .count()
                            == MANY);
        }
    }

    /// A receiver that knows only the new secret does not refuse a whole batch that was taken before.
    @Test
    void whatWasTakenToBeSentIsSignedWithTheNewSecret() {
        try (var receiver = Receiver.open()) {
            var seller = HOUSE.seller();
            changedWhileWorkedThrough(
                    seller,
                    receiver,
                    path -> seller.post(path + "/rotate-secret", "{}").is(200));
            Await.until("all events are sent", () -> receiver.all().size() == MANY);
            assertThat(receiver.all().subList(MANY / 2, MANY))
                    .allSatisfy(call ->
                            assertThat(call.headers().get("webhook-signature")).contains(" v1,"));
        }
    }

    /// The endpoint has `MANY` events taken to be sent when it is changed; the first of them are out.
    private static String changedWhileWorkedThrough(
            TestServer.Tenant seller, Receiver receiver, Consumer<String> change) {
        for (int i = 0; i < MANY; i++) customer(seller);
        Await.until(
                "all events are in the feed",
                () -> seller.get("/events").json().path("count").asInt() == MANY);
        var isChanged = new CountDownLatch(1);
        var isAsked = new CountDownLatch(1);
        receiver.answer(_ -> {
            isAsked.countDown();
            await(isChanged);
            return new Receiver.Reply(200, Map.of(), "", Duration.ofMillis(300));
        });
        var id = endpoint(seller, receiver.url());
        seller.post(
                        "/webhook-endpoints/%s/replay".formatted(id),
                        "{\"from\": \"2000-01-01T00:00:00Z\", \"to\": \"2100-01-01T00:00:00Z\"}")
                .is(200, "\"deliveries\":" + MANY);
        await(isAsked);
        change.accept("/webhook-endpoints/" + id);
        isChanged.countDown();
        return id;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    /// The gauges leave out deliveries for endpoints that are turned off or deleted.
    @Test
    void whatWaitsForNobodyIsNotCounted() throws Exception {
        try (var receiver = Receiver.open()) {
            var before = HOUSE.database().read(Backlog::read);
            receiver.answer(500);
            var seller = HOUSE.seller();
            var paused = endpoint(seller, receiver.url());
            var deleted = endpoint(seller, receiver.url());
            customer(seller);
            Await.until(
                    "both queues fail",
                    () -> HOUSE.database().read(Backlog::read).queuesFailing() == before.queuesFailing() + 2);
            seller.patch("/webhook-endpoints/" + paused, "{\"active\": false}").is(200);
            seller.delete("/webhook-endpoints/" + deleted).is(200);
            var after = HOUSE.database().read(Backlog::read);
            assertThat(after.waiting()).isEqualTo(before.waiting());
            assertThat(after.parked()).isEqualTo(before.parked());
            assertThat(after.queuesFailing()).isEqualTo(before.queuesFailing());
            assertThat(after.oldestDueSeconds()).isLessThanOrEqualTo(before.oldestDueSeconds() + 1);
            assertThat(count("SELECT count(due_at) FROM webhook_queue WHERE endpoint_id = ?::uuid", deleted))
                    .as("no claim looks at its queue any more")
                    .isZero();
        }
    }
}
