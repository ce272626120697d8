package dev.brickwork.payments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Reply;
import dev.brickwork.support.CutWire;
import dev.brickwork.support.Property;
import dev.brickwork.support.TestPostgres;
import java.io.IOException;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The connection breaks when PostgreSQL has committed, before the service hears of it. The client is told to come
/// again, comes with the same key, and gets its answer at once; nothing has happened twice.
@Tag("full")
@Tag("soak")
final class LostCommitTest {
    private static final CutWire WIRE = CutWire.to(TestPostgres.fresh());

    private static final TestServer HOUSE = TestServer.own(WIRE.address());

    private static final int ROUNDS = Property.cases(1, 25);
    private static final int COMMITS_MAX = 10;

    @AfterAll
    static void close() throws IOException {
        HOUSE.close(); // It looks at its database once more, so the way there goes last.
        WIRE.close();
    }

    /// Loses one commit of the request after the other, in a try of its own, until there is none left to lose.
    ///
    /// @param ask a new thing to ask for, under a key of its own, however often that is asked
    private static void loseEachCommit(Supplier<Supplier<Reply>> ask) {
        for (int commit = 1; commit < COMMITS_MAX; commit++) {
            var request = ask.get();
            WIRE.cutAt(commit);
            var first = request.get();
            if (!WIRE.isCut()) {
                WIRE.cutAt(0);
                first.is(200);
                assertThat(commit).isGreaterThan(1);
                return;
            }
            first.is(503);
            var answer = request.get().is(200);
            assertThat(request.get().is(200).body()).isEqualTo(answer.body());
        }
        throw new AssertionError("more than %d commits".formatted(COMMITS_MAX));
    }

    private static String key() {
        return UUID.randomUUID().toString();
    }

    @Test
    void oneTransaction() {
        var seller = HOUSE.seller();
        for (int round = 0; round < ROUNDS; round++) {
            loseEachCommit(() -> {
                var key = key();
                var body = "{\"name\": \"%s\"}".formatted(key);
                return () -> seller.send("POST", "/customers", body, "Idempotency-Key", key);
            });
        }
        seller.get("/customers").is(200, "\"count\":%d".formatted(2 * ROUNDS));
    }

    @Test
    void aPayment() {
        var till = PaymentsFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        var customer = till.paying("Acme", "pm_sandbox_visa");
        var paid = new int[1];
        for (int round = 0; round < ROUNDS; round++) {
            loseEachCommit(() -> {
                var key = key();
                var path = "/invoices/%s/pay".formatted(till.invoice(customer, 1_000));
                paid[0] += 1_000;
                return () -> till.seller().send("POST", path, "{}", "Idempotency-Key", key);
            });
        }
        assertThat(till.cash()).isEqualTo(paid[0]).isEqualTo(till.takenBySandbox());
    }

    @Test
    void aRefund() {
        var till = PaymentsFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        var customer = till.paying("Acme", "pm_sandbox_visa");
        var kept = new int[1];
        for (int round = 0; round < ROUNDS; round++) {
            loseEachCommit(() -> {
                var key = key();
                var invoice = till.invoice(customer, 1_000);
                till.pay(invoice).is(200);
                kept[0] += 400;
                var path = "/payments/%s/refund".formatted(till.payment(invoice).orElseThrow());
                return () -> till.seller().send("POST", path, "{\"amount\": 600}", "Idempotency-Key", key);
            });
        }
        assertThat(till.cash()).isEqualTo(kept[0]);
    }

    @Test
    void aNewVersionOfAnInvoice() {
        var till = PaymentsFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        var customer = till.paying("Acme", "pm_sandbox_visa");
        loseEachCommit(() -> {
            var key = key();
            var invoice = till.invoice(customer, 1_000);
            return () -> {
                var reply = till.seller()
                        .send("POST", "/invoices/%s/regenerate".formatted(invoice), "{}", "Idempotency-Key", key);
                assertThat(till.read(invoice).path("version").asInt()).isEqualTo(2);
                return reply;
            };
        });
    }

    /// Months of invoices that are charged by themselves, with many a commit lost on the way.
    @Test
    void aBillingRun() {
        var till = PaymentsFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        for (int i = 0; i < 3; i++) {
            var customer = till.paying("Customer " + i, "pm_sandbox_visa");
            var subscription = till.subscription(customer, "2025-05-01", "");
            till.seller()
                    .put("/subscriptions/%s/auto-pay".formatted(subscription), "{\"auto_pay_invoices\": true}")
                    .is(200);
        }
        long before = till.takenBySandbox();
        WIRE.cutOneIn(10);
        try {
            var move = "{\"to\": \"2025-09-15T00:00:00Z\"}";
            Supplier<Reply> ask =
                    () -> till.seller().send("POST", "/test-clock/advance", move, "Idempotency-Key", "summer");
            int tries = 1;
            for (var reply = ask.get(); reply.status() != 200; reply = ask.get()) {
                reply.is(503);
                assertThat(++tries).isLessThan(1_000);
            }
            assertThat(tries).isGreaterThan(1);
        } finally {
            WIRE.cutOneIn(0);
        }
        assertThat(till.takenBySandbox() - before).isEqualTo(3 * 4 * 10_000);
        assertThat(till.cash()).isEqualTo(till.takenBySandbox());
        assertThat(till.broken()).isEmpty();
    }

    @Test
    void anEndpointAndAMethod() {
        var seller = HOUSE.seller();
        loseEachCommit(() -> {
            var key = key();
            var body = "{\"url\": \"http://127.0.0.1:9/%s\", \"events\": [\"*\"]}".formatted(key);
            return () -> seller.send("POST", "/webhook-endpoints", body, "Idempotency-Key", key);
        });
        seller.get("/webhook-endpoints").is(200, "\"count\":3");
        loseEachCommit(() -> {
            var key = key();
            var customer = seller.post("/customers", "{\"name\": \"%s\"}".formatted(key))
                    .is(200)
                    .text("customer_id");
            var path = "/customers/%s/payment-methods".formatted(customer);
            var body = "{\"sandbox_payment_method_id\": \"pm_sandbox_visa\"}";
            return () -> seller.send("POST", path, body, "Idempotency-Key", key);
        });
    }
}
