package dev.brickwork.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.payments.PaymentsFixture;
import dev.brickwork.support.InThread;
import dev.brickwork.support.Property;
import dev.brickwork.support.Receiver;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// One key, one effect, one answer.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class IdempotencyScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final TestServer TWIN = HOUSE.twin();
    private static final int ROUNDS = Property.cases(5, 1_000);
    private static final int RACERS = 8;

    private static String entity(String prefix) {
        return "{\"legal_name\": \"Entity\", \"invoice_number_prefix\": \"%s\"}".formatted(prefix);
    }

    @Test
    void theSameRequestAgainGetsTheSameAnswerWithoutASecondEffect() {
        var seller = HOUSE.seller();
        var first = seller.send("POST", "/legal-entities", entity("A-"), "Idempotency-Key", "k1")
                .is(200);
        var again = seller.send(
                        "POST",
                        "/legal-entities",
                        "{ \"invoice_number_prefix\":\"A-\",\"legal_name\":\"Entity\" }",
                        "X-SERVICE-IDEMPOTENT-OPERATION-KEY",
                        "\"k1\"")
                .is(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Idempotent-Replayed")).contains("true");
        assertThat(again.header("ETag")).isEqualTo(first.header("ETag"));
        seller.send("POST", "/legal-entities", entity("B-"), "Idempotency-Key", "k1")
                .is(400, "another request");
        var names = List.of("Idempotency-Key", "k1", "X-SERVICE-IDEMPOTENT-OPERATION-KEY", "k2");
        seller.send("POST", "/legal-entities", entity("A-"), names.toArray(String[]::new))
                .is(400, "two keys");
        seller.get("/legal-entities").is(200, "\"count\":2");
    }

    @Test
    void aBusinessRefusalIsRememberedAndADoorRefusalIsNot() {
        var seller = HOUSE.seller();
        seller.send("POST", "/legal-entities", "{}", "Idempotency-Key", "k2").is(400, "legal_name");
        var replay = seller.send("POST", "/legal-entities", "{}", "Idempotency-Key", "k2")
                .is(400);
        assertThat(replay.header("Idempotent-Replayed")).contains("true");
        var unknown = "/invoices/%s/void".formatted(UUID.randomUUID());
        seller.send("POST", unknown, "{}", "Idempotency-Key", "k404").is(404);
        assertThat(seller.send("POST", unknown, "{}", "Idempotency-Key", "k404")
                        .is(404)
                        .header("Idempotent-Replayed"))
                .contains("true");
        seller.send("PATCH", "/seller", "{\"name\": \"N\"}", "Idempotency-Key", "k3", "If-Match", "\"99\"")
                .is(412);
        seller.send("PATCH", "/seller", "{\"name\": \"N\"}", "Idempotency-Key", "k3")
                .is(200);
    }

    /// A refusal undoes what was written before it, though it is kept itself: in one step, and in the first of two.
    @Test
    void whatIsRefusedLeavesNothing() {
        var till = PaymentsFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var seller = till.seller();
        var customer = till.customer("Acme");
        var open = "/invoices/" + till.invoice(customer, 100);
        var paid = "/invoices/" + till.invoice(customer, 100);
        var payment = seller.post(paid + "/payments", wire(9_007_199_254_740_991L))
                .is(200)
                .text("payment_id");
        seller.send("POST", open + "/payments", wire(300), "Idempotency-Key", "k7")
                .is(400, "more than can be kept");
        seller.get(open).is(200, "\"remaining_amount\":100");
        till.invoice(customer, 100); // Some of the credit is spent.
        var refund = "/payments/%s/refund".formatted(payment);
        seller.send("POST", refund, "{}", "Idempotency-Key", "k8").is(400, "of which only");
        seller.send("POST", refund, "{\"amount\": 100}", "Idempotency-Key", "k9")
                .is(200);
    }

    private static String wire(long cents) {
        return "{\"payment_method\": \"WIRE\", \"paid_amount\": %d}".formatted(cents);
    }

    /// A POST that writes nothing is a POST: it remembers its answer, if it is asked to.
    @Test
    void searchesAndEstimatesAreRememberedToo() {
        var seller = HOUSE.seller();
        var search = "/customers/search";
        var first = seller.send("POST", search, "{\"name\": \"acme\"}", "Idempotency-Key", "k4")
                .is(200, "\"count\":0");
        seller.post("/customers", "{\"name\": \"Acme\"}").is(200);
        var again = seller.send("POST", search, "{\"name\": \"acme\"}", "Idempotency-Key", "k4")
                .is(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Idempotent-Replayed")).contains("true");
        seller.send("POST", search, "{\"name\": \"a\"}", "Idempotency-Key", "k4")
                .is(400, "another request");
        seller.send("POST", search + "?offset=1", "{\"name\": \"acme\"}", "Idempotency-Key", "k4")
                .is(400, "another request");
        seller.post(search, "{\"name\": \"acme\"}").is(200, "\"count\":1");

        var estimate = "/subscriptions/estimate";
        seller.send("POST", estimate, "{}", "Idempotency-Key", "k5").is(400, "starts_at");
        assertThat(seller.send("POST", estimate, "{}", "Idempotency-Key", "k5")
                        .is(400, "starts_at")
                        .header("Idempotent-Replayed"))
                .contains("true");
        seller.send("POST", estimate, "{\"starts_at\": \"2025-01-01\"}", "Idempotency-Key", "k5")
                .is(400, "another request");
        seller.send("POST", estimate, "{}", "Idempotency-Key", "x".repeat(256)).is(400, "255");
    }

    /// Another path, another type, one field more, one sign less: none of them is the request of the key.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /legal-entities | {"name": "#5"}
            /customers      | {"name": 5}
            /customers      | {"name": "5"}
            /customers      | {"name": "#5", "metadata": {}}
            """)
    void aKeyIsForOneRequest(String path, String body) {
        var seller = HOUSE.seller();
        seller.send("POST", "/customers", "{\"name\": \"#5\"}", "Idempotency-Key", "k6")
                .is(200);
        seller.send("POST", path, body, "Idempotency-Key", "k6").is(400, "another request");
    }

    @Test
    void badKeysAreRefused() {
        var seller = HOUSE.seller();
        seller.send("POST", "/legal-entities", entity("C-"), "Idempotency-Key", " ")
                .is(400);
        seller.send("POST", "/legal-entities", entity("C-"), "Idempotency-Key", "x".repeat(256))
                .is(400);
        seller.send("POST", "/legal-entities", entity("C-"), "Idempotency-Key", "x".repeat(255))
                .is(200);
        seller.send("POST", "/legal-entities", entity("D-"), "Idempotency-Key", "d", "Idempotency-Key", "d")
                .is(400, "one value");
        seller.get("/legal-entities").is(200, "\"count\":2");
    }

    /// Racers on two processes; each round one of them acts and all answer the same.
    @Test
    void racingDuplicatesHaveOneEffectAndEqualAnswers() throws InterruptedException, ExecutionException {
        var seller = HOUSE.seller();
        var twin = new TestServer.Tenant(TWIN, seller.id(), seller.key());
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < ROUNDS; round++) {
                var key = UUID.randomUUID().toString();
                var body = entity("R" + round + "-");
                var barrier = new CyclicBarrier(RACERS);
                List<Future<TestServer.Reply>> racing = new ArrayList<>();
                for (int racer = 0; racer < RACERS; racer++) {
                    var tenant = racer % 2 == 0 ? seller : twin;
                    racing.add(pool.submit(() -> {
                        barrier.await();
                        return tenant.send("POST", "/legal-entities", body, "Idempotency-Key", key);
                    }));
                }
                var replies = new ArrayList<TestServer.Reply>();
                for (var racer : racing) replies.add(racer.get());
                assertThat(replies.stream().map(TestServer.Reply::body).collect(Collectors.toSet()))
                        .hasSize(1);
                assertThat(replies)
                        .allSatisfy(reply -> assertThat(reply.status()).isEqualTo(200));
                assertThat(replies.stream()
                                .filter(reply ->
                                        reply.header("Idempotent-Replayed").isEmpty()))
                        .hasSize(1);
            }
        }
        seller.get("/legal-entities?limit=1").is(200, "\"count\":%d".formatted(ROUNDS + 1));
    }

    /// A retry does not wait while the first request with its key is still running.
    @Test
    void whoComesWhileTheFirstIsStillRunningIsToldSo() {
        var seller = HOUSE.seller();
        HOUSE.database().write(tx -> {
            tx.handle()
                    .execute(
                            "INSERT INTO idempotency (seller_id, key, fingerprint, created_at) VALUES (?, 'long', '', now())",
                            seller.id().value());
            seller.send("POST", "/legal-entities", entity("W-"), "Idempotency-Key", "long")
                    .is(409, "still running");
            tx.handle().execute("DELETE FROM idempotency WHERE key = 'long'"); // It came to nothing.
        });
        seller.send("POST", "/legal-entities", entity("W-"), "Idempotency-Key", "long")
                .is(200);
    }

    /// A process that is killed between effect and answer leaves the row behind, and the retry replays it.
    @Test
    void anAnswerThatNeverArrivedIsReplayed() {
        var seller = HOUSE.seller();
        var lost = seller.send("POST", "/legal-entities", entity("L-"), "Idempotency-Key", "lost")
                .is(200);
        var retried = new TestServer.Tenant(TWIN, seller.id(), seller.key())
                .send("POST", "/legal-entities", entity("L-"), "Idempotency-Key", "lost")
                .is(200);
        assertThat(retried.body()).isEqualTo(lost.body());
    }

    /// A staged operation whose runner died is taken over when its lease is over, and answers 409 until then.
    @Test
    void aStagedOperationIsResumed() {
        var seller = HOUSE.sellerAt("2025-01-01T00:00:00Z");
        var move = "{\"days\": 1}";
        seller.send("POST", "/test-clock/advance", move, "Idempotency-Key", "m").is(200, "2025-01-02T00:00:00Z");
        HOUSE.database()
                .inTransaction(tx -> tx.handle().execute("""
                UPDATE idempotency SET status = NULL, body = NULL, lease_until = now() + interval '1 minute'
                WHERE seller_id = ? AND key = 'm'
                """, seller.id().value()));
        var running = seller.send("POST", "/test-clock/advance", move, "Idempotency-Key", "m")
                .is(409);
        assertThat(running.header("Retry-After")).contains("1");
        endLease(seller, "m");
        seller.send("POST", "/test-clock/advance", move, "Idempotency-Key", "m").is(200, "2025-01-02T00:00:00Z");
        seller.get("/test-clock").is(200, "2025-01-02T00:00:00Z");
    }

    /// A runner that fails lets go of its work: the next try need not wait for the lease.
    @Test
    void whatFailsIsTakenUpAgainAtOnce() {
        var seller = HOUSE.sellerAt("2025-01-01T00:00:00Z");
        Supplier<TestServer.Reply> move =
                () -> seller.send("POST", "/test-clock/advance", "{\"days\": 1}", "Idempotency-Key", "again");
        HOUSE.database().inTransaction(tx -> {
            tx.query("SELECT count(pg_advisory_xact_lock(hashtextextended('test_clock:' || :seller, 0)))")
                    .bind("seller", seller.id().value().toString())
                    .mapTo(Long.class)
                    .one();
            return move.get().is(409, "being moved by another request");
        });
        move.get().is(200, "2025-01-02T00:00:00Z");
    }

    /// A runner that was halted until another had taken its work over, and answered, changes nothing of that
    /// answer: it gives the same, and so do later requests.
    @Test
    void aRunnerThatWakesTooLateGivesTheAnswerThatWasGiven() {
        var seller = HOUSE.seller();
        var isAsleep = new CompletableFuture<Boolean>();
        var isAwake = new CompletableFuture<Boolean>();
        try (var receiver = Receiver.open()) {
            receiver.answer(_ -> Receiver.Reply.of(isAsleep.complete(true) && isAwake.join() ? 500 : 200));
            var endpoint = seller.post(
                            "/webhook-endpoints", "{\"url\": \"%s\", \"events\": [\"*\"]}".formatted(receiver.url()))
                    .is(200)
                    .text("webhook_endpoint_id");
            var path = "/webhook-endpoints/%s/test".formatted(endpoint);
            Supplier<TestServer.Reply> ask = () -> seller.send("POST", path, "{}", "Idempotency-Key", "late");
            var late = InThread.run(ask);
            isAsleep.join();
            endLease(seller, "late");
            var given = ask.get().is(200, "DELIVERED");
            isAwake.complete(true);
            assertThat(late.join().is(200).body()).isEqualTo(given.body());
            assertThat(ask.get().is(200).body()).isEqualTo(given.body());
        }
    }

    /// A process that ends before its answer is remembered has done nothing that would get the retry another
    /// answer.
    @Test
    void theLastStepOfAStagedOperationAndItsAnswerAreOne() {
        var seller = HOUSE.seller();
        var endpoint = "/webhook-endpoints/"
                + seller.post("/webhook-endpoints", "{\"url\": \"http://127.0.0.1:9/\", \"events\": [\"*\"]}")
                        .is(200)
                        .text("webhook_endpoint_id");
        var version = seller.get(endpoint).is(200).header("ETag").orElseThrow();
        diesOnce(
                seller,
                "turn-off",
                "\"active\":false",
                key -> seller.send(
                        "PATCH", endpoint, "{\"active\": false}", "If-Match", version, "Idempotency-Key", key));

        var methods = "/customers/%s/payment-methods"
                .formatted(seller.post("/customers", "{\"name\": \"Acme\"}")
                        .is(200)
                        .text("customer_id"));
        seller.put("/processor", "{\"kind\": \"SANDBOX\"}").is(200);
        seller.post(methods, "{\"sandbox_payment_method_id\": \"pm_sandbox_visa\"}")
                .is(200);
        seller.put(methods + "/default", "{\"payment_method_id\": \"pm_sandbox_visa\"}")
                .is(200);
        diesOnce(
                seller,
                "remove",
                "is removed",
                key -> seller.send("DELETE", methods + "/pm_sandbox_visa", "", "Idempotency-Key", key));
    }

    /// The session that would remember the answer is ended by the database; the request comes again, and once more.
    private static void diesOnce(
            TestServer.Tenant seller, String key, String expected, Function<String, TestServer.Reply> ask) {
        HOUSE.database().write(tx -> {
            tx.handle().execute("""
                    CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN
                        PERFORM pg_terminate_backend(pg_backend_pid());
                        RETURN NEW;
                    END $$
                    """);
            tx.handle().execute("""
                    CREATE TRIGGER dies_there BEFORE UPDATE ON idempotency FOR EACH ROW
                    WHEN (NEW.key = '%s' AND NEW.status IS NOT NULL) EXECUTE FUNCTION end_session()
                    """.formatted(key));
        });
        try {
            ask.apply(key).is(503);
        } finally {
            HOUSE.database().write(tx -> tx.handle().execute("DROP FUNCTION end_session CASCADE"));
        }
        endLease(seller, key);
        var resumed = ask.apply(key).is(200, expected);
        assertThat(ask.apply(key).is(200).body()).isEqualTo(resumed.body());
    }

    /// As if a minute had passed.
    private static void endLease(TestServer.Tenant seller, String key) {
        int ended = HOUSE.database()
                .inTransaction(tx -> tx.handle()
                        .execute(
                                "UPDATE idempotency SET lease_until = now() - interval '1 second' WHERE seller_id = ? AND key = ?",
                                seller.id().value(),
                                key));
        assertThat(ended).isEqualTo(1);
    }

    /// A key or secret is shown once more to who asks again, and lies nowhere in clear meanwhile.
    @Test
    void answersWithSecretsAreRememberedSealed() {
        var seller = HOUSE.seller();
        var made = new ArrayList<String>();
        made.add(asked(HOUSE.operator(), "/sellers", "{\"name\": \"Sealed\"}", "api_key"));
        made.add(asked(seller, "/api-keys", "{\"name\": \"Sealed\"}", "api_key"));
        var old = seller.post("/api-keys", "{\"name\": \"Old\"}").is(200).text("api_key_id");
        made.add(asked(seller, "/api-keys/%s/rotate".formatted(old), "{}", "api_key"));
        var endpoint = seller.post(
                        "/webhook-endpoints",
                        "{\"url\": \"http://127.0.0.1:9/\", \"events\": [\"*\"], \"active\": false}")
                .is(200)
                .text("webhook_endpoint_id");
        made.add(asked(
                seller, "/webhook-endpoints", "{\"url\": \"http://127.0.0.1:9/\", \"events\": [\"*\"]}", "secret"));
        made.add(asked(seller, "/webhook-endpoints/%s/rotate-secret".formatted(endpoint), "{}", "secret"));
        var stored = HOUSE.database()
                .read(tx -> tx.query("SELECT encode(body, 'escape') FROM idempotency WHERE body IS NOT NULL")
                        .mapTo(String.class)
                        .list());
        for (var secret : made) assertThat(stored).noneMatch(body -> body.contains(secret));
    }

    private static String asked(TestServer.Tenant who, String path, String body, String field) {
        var key = UUID.randomUUID().toString();
        var first = who.send("POST", path, body, "Idempotency-Key", key).is(200);
        var second = who.send("POST", path, body, "Idempotency-Key", key).is(200);
        assertThat(second.header("Idempotent-Replayed")).contains("true");
        assertThat(second.body()).isEqualTo(first.body());
        return first.text(field);
    }
}
