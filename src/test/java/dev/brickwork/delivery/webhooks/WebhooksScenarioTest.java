package dev.brickwork.delivery.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import dev.brickwork.app.TestServer;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.sellers.Mode;
import dev.brickwork.support.Await;
import dev.brickwork.support.JsonFragment;
import dev.brickwork.support.Receiver;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Endpoints, the feed and deliveries through the front door, to a receiver of our own.
@Tag("verify")
class WebhooksScenarioTest {
    private static final TestServer HOUSE = TestServer.sharedWithFollowUp();

    private static TestServer.Reply endpoint(TestServer.Tenant seller, String url, String events) {
        return seller.post("/webhook-endpoints", "{\"url\": \"%s\", \"events\": [%s]}".formatted(url, events))
                .is(200);
    }

    private static String customer(TestServer.Tenant seller, String name) {
        return seller.post("/customers", "{\"name\": \"%s\"}".formatted(name))
                .is(200)
                .text("customer_id");
    }

    /// A client at the end of the feed gets an answer also when an event arrives during its request.
    @Test
    void theEndOfTheFeedCanBeFollowedWhileEventsArrive() throws InterruptedException {
        var seller = HOUSE.seller();
        int events = 60;
        var writer = Thread.ofVirtual().start(() -> IntStream.range(0, events).forEach(i -> customer(seller, "C" + i)));
        long last = 0;
        while (last < events) {
            for (var event : seller.get("/events?after=" + last).is(200).json().path("results")) {
                assertThat(event.path("sequence").asLong()).isEqualTo(++last);
            }
        }
        writer.join();
    }

    /// As after the loss of the key that sealed it: the log of the delivery says so, and a new secret mends it.
    @Test
    void aSecretThatDoesNotOpenIsToldAndReplaced() throws Exception {
        try (var receiver = Receiver.open()) {
            var seller = HOUSE.seller();
            var path = "/webhook-endpoints/"
                    + endpoint(seller, receiver.url(), "\"company.created\"").text("webhook_endpoint_id");
            HOUSE.database()
                    .write(tx -> tx.handle()
                            .execute(
                                    "UPDATE webhook_endpoint SET secret = set_byte(secret, 20, 255 - get_byte(secret, 20)) WHERE seller_id = ?",
                                    seller.id().value()));
            customer(seller, "Acme");
            var sealed = JsonFragment.of("\"error\":\"sealed\"");
            Await.until(
                    "the delivery is put off",
                    () -> sealed.isIn(
                            seller.get(path + "/deliveries?state=RETRYING").body()));
            seller.post(path + "/test", "{}").is(200, "\"error\":\"sealed\"");
            assertThat(receiver.all()).isEmpty();

            var fresh = seller.post(path + "/rotate-secret", "{}").is(200).text("secret");
            var call = receiver.await(_ -> true);
            new Webhook(fresh).verify(call.body(), headers(call));
        }
    }

    @Test
    void anEventIsNumberedSignedAndDeliveredOnce() throws Exception {
        try (var receiver = Receiver.open()) {
            var seller = HOUSE.seller();
            var created = endpoint(seller, receiver.url(), "\"company.created\"");
            var customer = customer(seller, "Acme");
            seller.patch("/customers/" + customer, "{\"legal_name\": \"Acme Inc\"}")
                    .is(200);

            var call = receiver.await(_ -> true);
            new Webhook(created.text("secret")).verify(call.body(), headers(call));
            var body = JsonReader.stored(call.body());
            assertThat(body.path("event_type").asText()).isEqualTo("company.created");
            assertThat(body.path("webhook_run_id").asText())
                    .isEqualTo(call.headers().get("webhook-id"));
            assertThat(body.path("sequence").asLong()).isEqualTo(1);
            assertThat(body.path("customer_id").asText()).isEqualTo(customer);

            Await.until(
                    "both events are in the feed",
                    () -> seller.get("/events").json().path("count").asInt() == 2);
            var feed = seller.get("/events").is(200).json();
            assertThat(feed.path("results").path(0).path("data")).isEqualTo(body);
            assertThat(feed.path("results").path(1).path("event_type").asText()).isEqualTo("company.updated");
            var event = feed.path("results").path(0).path("event_id").asText();
            var read = seller.get("/events/" + event).is(200, "\"sequence\":1");
            assertThat(read.header("ETag")).hasValue("\"1\"");
            assertThat(seller.get("/events?after=1")
                            .is(200)
                            .json()
                            .path("count")
                            .asInt())
                    .isEqualTo(1);
            assertThat(seller.get("/events?limit=1").is(200).text("next")).endsWith("/api/v2/events?after=1&limit=1");
            assertThat(seller.get("/events?event_type=company.updated")
                            .is(200, "\"count\":1")
                            .json()
                            .path("results"))
                    .hasSize(1);
            seller.get("/events?event_type=no.such").is(400, "event_type");

            var deliveries = "/webhook-endpoints/%s/deliveries".formatted(created.text("webhook_endpoint_id"));
            Await.until(
                    "the delivery is written down",
                    () -> seller.get(deliveries + "?state=DELIVERED")
                                    .json()
                                    .path("count")
                                    .asInt()
                            == 1);
            assertThat(receiver.all()).hasSize(1);
        }
    }

    @Test
    void aRotatedSecretSignsBesideTheOldOneForADay() throws Exception {
        try (var receiver = Receiver.open()) {
            var seller = HOUSE.seller();
            var created = endpoint(seller, receiver.url(), "\"*\"");
            var path = "/webhook-endpoints/" + created.text("webhook_endpoint_id");
            var rotated = seller.post(path + "/rotate-secret", "{}").is(200);
            assertThat(rotated.text("secret")).isNotEqualTo(created.text("secret"));
            var until = Instant.parse(rotated.text("old_secret_valid_until"));
            assertThat(until)
                    .isBetween(
                            Instant.now().plus(Duration.ofHours(23)),
                            Instant.now().plus(Duration.ofHours(25)));

            customer(seller, "Acme");
            var call = receiver.await(_ -> true);
            new Webhook(created.text("secret")).verify(call.body(), headers(call));
            new Webhook(rotated.text("secret")).verify(call.body(), headers(call));
            assertThat(Objects.requireNonNull(call.headers().get("webhook-signature"))
                            .split(" "))
                    .hasSize(2);
            assertThat(seller.get(path).body()).doesNotContain("whsec_", "secret");
            var stored = HOUSE.database()
                    .read(tx -> tx.query("SELECT encode(secret, 'escape') FROM webhook_endpoint WHERE id = :id")
                            .bind("id", java.util.UUID.fromString(created.text("webhook_endpoint_id")))
                            .mapTo(String.class)
                            .one());
            assertThat(stored).doesNotContain("whsec_");
        }
    }

    @Test
    void aFailedDeliveryIsTriedAgainAndReplaysGoToTheSameRow() {
        try (var receiver = Receiver.open()) {
            var seller = HOUSE.seller();
            receiver.answer(500);
            var path = "/webhook-endpoints/"
                    + endpoint(seller, receiver.url(), "\"*\"").text("webhook_endpoint_id");
            customer(seller, "Acme");
            Await.until(
                    "the delivery is put off",
                    () -> seller.get(path + "/deliveries?state=RETRYING")
                                    .json()
                                    .path("count")
                                    .asInt()
                            == 1);
            receiver.answer(204);
            var event = seller.get("/events").first("event_id");
            seller.post("/events/%s/replay".formatted(event), "{}").is(200, "\"deliveries\":1");
            Await.until(
                    "the delivery is written down",
                    () -> seller.get(path + "/deliveries?state=DELIVERED")
                                    .json()
                                    .path("count")
                                    .asInt()
                            == 1);
            var attempts = seller.get(path + "/deliveries")
                    .json()
                    .path("results")
                    .path(0)
                    .path("attempts");
            assertThat(attempts.size()).isEqualTo(2);
            assertThat(attempts.path(0).path("status").asInt()).isEqualTo(500);
            assertThat(attempts.path(1).path("status").asInt()).isEqualTo(204);

            seller.post(path + "/replay", "{\"event_ids\": [\"%s\"]}".formatted(event))
                    .is(200, "\"deliveries\":1");
            // Written down, too: what is still on its way is not sent twice for being asked for again.
            Await.until(
                    "three attempts are written down",
                    () -> seller.get(path + "/deliveries")
                                    .json()
                                    .path("results")
                                    .path(0)
                                    .path("attempts")
                                    .size()
                            == 3);
            assertThat(receiver.taken()).hasSize(2);
            seller.post(path + "/replay", "{\"from\": \"2020-01-01T00:00:00Z\", \"to\": \"2100-01-01T00:00:00Z\"}")
                    .is(200, "\"deliveries\":1");
            Await.until("the event is sent once more", () -> receiver.taken().size() == 3);
            assertThat(receiver.all().stream()
                            .map(call -> call.headers().get("webhook-id"))
                            .distinct())
                    .hasSize(1);
            seller.post(path + "/replay", "{}").is(400, "event_ids");
            var faults = seller.post(path + "/replay", "{\"event_ids\": [\"newest\"]}")
                    .is(400)
                    .json()
                    .at("/error/details/fields");
            assertThat(faults.propertyStream().map(Map.Entry::getKey)).containsExactly("event_ids[0]");
            seller.post(path + "/replay", "{\"event_ids\": [\"01985d2a-7c10-7000-8000-000000006101\"]}")
                    .is(400, "event_ids");
        }
    }

    /// A stretch of time is sent again with both its ends, and nothing that the endpoint does not subscribe to.
    @Test
    void aReplayBringsWhatIsSubscribedToAndNoMore() {
        try (var receiver = Receiver.open()) {
            var seller = HOUSE.sellerAt("2025-01-01T00:00:00Z");
            for (int day = 1; day <= 4; day++) {
                var customer = customer(seller, "Day " + day);
                seller.patch("/customers/" + customer, "{\"legal_name\": \"L\"}")
                        .is(200);
                seller.post("/test-clock/advance", "{\"days\": 1}").is(200);
            }
            Await.until(
                    "all events are in the feed",
                    () -> seller.get("/events").json().path("count").asInt() == 8);
            var path = "/webhook-endpoints/"
                    + endpoint(seller, receiver.url(), "\"company.created\"").text("webhook_endpoint_id");
            seller.post(path + "/replay", "{\"from\": \"2025-01-02T00:00:00Z\", \"to\": \"2025-01-03T00:00:00Z\"}")
                    .is(200, "\"deliveries\":2");
            Await.until("both events are sent", () -> receiver.taken().size() == 2);
            assertThat(receiver.taken())
                    .extracting(
                            call -> JsonReader.stored(call.body()).path("name").asText())
                    .containsExactlyInAnyOrder("Day 2", "Day 3");
        }
    }

    @Test
    void nobodyLooksAtWhatItsSellerHasTurnedOff() {
        try (var receiver = Receiver.open()) {
            var seller = HOUSE.seller();
            receiver.answer(500);
            var path = "/webhook-endpoints/"
                    + endpoint(seller, receiver.url(), "\"*\"").text("webhook_endpoint_id");
            customer(seller, "First");
            Await.until("the queue has a time", () -> isLookedAt(seller));
            seller.patch(path, "{\"active\": false}").is(200);
            assertThat(isLookedAt(seller)).isFalse();
            receiver.answer(200);
            seller.patch(path, "{\"active\": true}").is(200);
            Await.until(
                    "the delivery is written down",
                    () -> seller.get(path + "/deliveries?state=DELIVERED")
                                    .json()
                                    .path("count")
                                    .asInt()
                            == 1);
        }
    }

    @Test
    void goneTurnsAnEndpointOffAndNothingIsLostMeanwhile() {
        try (var receiver = Receiver.open()) {
            var seller = HOUSE.seller();
            receiver.answer(410);
            var path = "/webhook-endpoints/"
                    + endpoint(seller, receiver.url(), "\"*\"").text("webhook_endpoint_id");
            customer(seller, "First");
            Await.until(
                    "the endpoint is turned off",
                    () -> !seller.get(path).json().path("active").asBoolean());
            seller.get(path).is(200, "410 Gone", "\"disabled_at\":\"");
            assertThat(isLookedAt(seller)).isFalse();
            receiver.answer(200);
            customer(seller, "Second");
            Await.until(
                    "the delivery is parked",
                    () -> seller.get(path + "/deliveries?state=PARKED")
                                    .json()
                                    .path("count")
                                    .asInt()
                            == 2);
            seller.post(path + "/test", "{}").is(200, "webhook.test", "\"state\":\"DELIVERED\"");

            seller.patch(path, "{\"active\": true}").is(200, "\"disabled_at\":null", "\"active\":true");
            Await.until(
                    "both deliveries are parked",
                    () -> seller.get(path + "/deliveries?state=PARKED")
                                    .json()
                                    .path("count")
                                    .asInt()
                            == 0);
            Await.until(
                    "both events are sent",
                    () -> receiver.taken().stream()
                                    .filter(call -> !call.body().contains("webhook.test"))
                                    .count()
                            == 2);
            var inside = HOUSE.database()
                    .read(tx -> tx.query(
                                    "SELECT count(*) FROM event WHERE seller_id = :seller AND event_type = 'webhook.disabled'")
                            .bind("seller", seller.id().value())
                            .mapTo(Integer.class)
                            .one());
            assertThat(inside).as("told to the mail room, once").isEqualTo(1);
        }
    }

    /// Other deliveries go with their events; a test delivery has none.
    @Test
    void oldTestsAreLetGo() {
        try (var receiver = Receiver.open()) {
            var seller = HOUSE.seller();
            var path = "/webhook-endpoints/"
                    + endpoint(seller, receiver.url(), "\"invoice.voided\"").text("webhook_endpoint_id");
            seller.post(path + "/test", "{}").is(200);
            seller.post(path + "/test", "{}").is(200);
            HOUSE.database()
                    .write(tx -> tx.handle()
                            .execute(
                                    "UPDATE webhook_delivery SET created_at = created_at - interval '92 days' WHERE seller_id = ?",
                                    seller.id().value()));
            seller.post(path + "/test", "{}").is(200);
            seller.get(path + "/deliveries").is(200, "\"count\":1");
        }
    }

    /// A seller who turned it off wants nothing of what happens meanwhile; if they miss it, they ask for a replay.
    @Test
    void whatHappensWhileAnEndpointIsTurnedOffByHandIsNotSent() {
        try (var receiver = Receiver.open()) {
            var seller = HOUSE.seller();
            var path = "/webhook-endpoints/"
                    + endpoint(seller, receiver.url(), "\"*\"").text("webhook_endpoint_id");
            seller.patch(path, "{\"active\": false}").is(200);
            customer(seller, "Meanwhile");
            Await.until(
                    "the event is in the feed",
                    () -> seller.get("/events").body().contains("Meanwhile"));
            seller.patch(path, "{\"active\": true}").is(200);
            customer(seller, "After");
            receiver.await(call -> call.body().contains("After"));
            seller.get(path + "/deliveries").is(200, "\"count\":1");
        }
    }

    /// The rest that the old address asked for, and its last answer, do not count for the new one.
    @Test
    void anEndpointThatMovesStartsAnew() {
        try (var old = Receiver.open();
                var receiver = Receiver.open()) {
            var seller = HOUSE.seller();
            old.answer(_ -> new Receiver.Reply(503, Map.of("Retry-After", "3600"), "", Duration.ZERO));
            var path =
                    "/webhook-endpoints/" + endpoint(seller, old.url(), "\"*\"").text("webhook_endpoint_id");
            customer(seller, "First");
            old.await(_ -> true);
            Await.until(
                    "the delivery is put off",
                    () -> seller.get(path + "/deliveries").body().contains("RETRYING"));
            seller.patch(path, "{\"url\": \"%s\"}".formatted(receiver.url())).is(200);
            receiver.await(call -> call.body().contains("First"));

            var isAsked = new CountDownLatch(1);
            var isMoved = new CountDownLatch(1);
            receiver.answer(_ -> {
                isAsked.countDown();
                awaitOpen(isMoved);
                return Receiver.Reply.of(410);
            });
            customer(seller, "Second");
            awaitOpen(isAsked);
            old.answer(200);
            seller.patch(path, "{\"url\": \"%s\"}".formatted(old.url())).is(200);
            isMoved.countDown();
            old.await(call -> call.body().contains("Second"));
            customer(seller, "Third");
            old.await(call -> call.body().contains("Third"));
            seller.get(path).is(200, "\"active\":true");
        }
    }

    private static void awaitOpen(CountDownLatch gate) {
        try {
            assertThat(gate.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    @Test
    void endpointsAreCheckedChangedAndDeleted() {
        try (var receiver = Receiver.open()) {
            var seller = HOUSE.seller();
            var live = HOUSE.seller(Mode.LIVE, Zone.UTC);
            var local = "{\"url\": \"%s\", \"events\": [\"*\"]}".formatted(receiver.url());
            live.post("/webhook-endpoints", local).is(400, "https://");
            seller.post("/webhook-endpoints", "{\"url\": \"https://127.0.0.1/\", \"events\": [\"*\"]}")
                    .is(400, "public addresses");
            seller.post("/webhook-endpoints", "{\"url\": \"x\", \"events\": []}")
                    .is(400, "events");
            seller.post("/webhook-endpoints", "{\"url\": \"%s\", \"events\": [\"no.such\"]}".formatted(receiver.url()))
                    .is(400, "events[0]", "invoice.payment.succeeded");
            seller.post("/webhook-endpoints", "{}").is(400, "\"url\"", "\"events\"");
            seller.post("/webhook-endpoints", "{\"url\": \"hooks.example\", \"events\": []}")
                    .is(400, "\"url\":[\"The address must start with https://.\"]", "\"events\"");
            seller.get("/webhook-endpoints").is(200, "\"count\":0");
            seller.get("/audit?object_kind=webhook_endpoint").is(200, "\"count\":0");

            var path = "/webhook-endpoints/"
                    + endpoint(seller, receiver.url(), "\"*\"").text("webhook_endpoint_id");
            var tag = seller.get(path).is(200).header("ETag").orElseThrow();
            seller.send("PATCH", path, "{\"events\": [\"invoice.voided\"]}", "If-Match", tag)
                    .is(200, "[\"invoice.voided\"]");
            seller.send("PATCH", path, "{\"events\": [\"*\"]}", "If-Match", tag).is(412);
            seller.patch(path, "{\"url\": \"https://10.0.0.1/\"}").is(400, "url");
            seller.patch(path, "{\"active\": false}").is(200, "\"active\":false", "\"disabled_at\":null");
            seller.post(path + "/replay", "{\"event_ids\": [\"01985d2a-7c10-7000-8000-000000006101\"]}")
                    .is(400, "not active");
            seller.delete(path).is(200);
            seller.get(path).is(404);
            seller.get("/webhook-endpoints").is(200, "\"count\":0");
        }
    }

    /// Through the API: a live seller can register none of the addresses that lead inside, and no server there is
    /// called.
    @Test
    void noHostileAddressCanBeRegisteredByALiveSeller() throws Exception {
        try (var listener = Receiver.open();
                var corpus = WebhooksScenarioTest.class.getResourceAsStream("/cases/hostile-urls.txt");
                var threads = java.util.concurrent.Executors.newFixedThreadPool(4)) {
            var port = listener.url().replaceAll(".*:([0-9]+)/.*", "$1");
            var urls = new String(corpus.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.replace("PORT", port).replaceAll("\\{[a-z]+}", " "))
                    .distinct()
                    .toList();
            assertThat(urls).hasSizeGreaterThan(80);
            var live = HOUSE.seller(Mode.LIVE, Zone.UTC);
            var answers = urls.stream()
                    .map(url -> threads.submit(() -> live.post(
                            "/webhook-endpoints",
                            dev.brickwork.platform.json.JsonWriter.text(json ->
                                    json.object(out -> out.put("url", url).putTexts("events", List.of("*")))))))
                    .toList();
            for (int i = 0; i < urls.size(); i++) {
                assertThat(answers.get(i).get().status()).as(urls.get(i)).isEqualTo(400);
            }
            live.get("/webhook-endpoints").is(200, "\"count\":0");
            assertThat(listener.all()).isEmpty();
        }
    }

    /// Two processes on one database number one feed: no gap, no repeat, in whatever order they commit.
    @Test
    void twoProcessesGiveOneFeedWithoutGaps() {
        var twin = HOUSE.twin();
        var seller = HOUSE.seller();
        var other = new TestServer.Tenant(twin, seller.id(), seller.key());
        int each = 40;
        var threads = IntStream.range(0, 4)
                .mapToObj(i -> Thread.ofVirtual().start(() -> {
                    for (int n = 0; n < each; n++) customer(i % 2 == 0 ? seller : other, "C" + i + "-" + n);
                }))
                .toList();
        for (var thread : threads) join(thread);
        Await.until(
                "all events are in the feed",
                () -> seller.get("/events").json().path("count").asInt() == 4 * each);
        var numbers = new java.util.ArrayList<Long>();
        seller.get("/events?limit=1000")
                .json()
                .path("results")
                .forEach(event -> numbers.add(event.path("sequence").asLong()));
        assertThat(numbers)
                .isEqualTo(IntStream.rangeClosed(1, 4 * each)
                        .mapToObj(Long::valueOf)
                        .toList());
    }

    private static HttpHeaders headers(Receiver.Received call) {
        return HttpHeaders.of(
                call.headers().entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, entry -> List.of(entry.getValue()))),
                (_, _) -> true);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /// Whether a queue of the seller has a due time: such a one is read by every claim.
    private static boolean isLookedAt(TestServer.Tenant seller) {
        return HOUSE.database()
                .read(tx -> tx.query(
                                "SELECT count(*) > 0 FROM webhook_queue WHERE seller_id = :seller AND due_at IS NOT NULL")
                        .bind("seller", seller.id().value())
                        .mapTo(Boolean.class)
                        .one());
    }
}
