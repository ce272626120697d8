package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.HeldInvoice;
import dev.brickwork.support.Insisting;
import dev.brickwork.support.Property;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Processes meet on one invoice: one effect wins, the other is told, and the invariants hold (the judge looks at
/// the end). A round makes few calls, because there are thousands; what came of them is counted once, in the tables.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class InvoiceRaceTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.own();

    private static final TestServer TWIN = HOUSE.twin();
    private static final int ROUNDS = Property.cases(4, 1_000);
    private static final Instant SECOND_MONTH = Instant.parse("2025-02-01T00:00:00Z");
    private static final ExecutorService THREADS = Executors.newVirtualThreadPerTaskExecutor();

    private static TestServer.Tenant twin(InvoicingFixture till) {
        return new TestServer.Tenant(TWIN, till.seller.id(), till.seller.key());
    }

    @SafeVarargs
    private static List<Integer> race(Supplier<TestServer.Reply>... calls) {
        var start = new CyclicBarrier(calls.length);
        var running = new ArrayList<Future<Integer>>();
        for (var call : calls) {
            running.add(THREADS.submit(() -> {
                start.await();
                return Insisting.on(call).status();
            }));
        }
        var statuses = new ArrayList<Integer>();
        try {
            for (var each : running) statuses.add(each.get());
        } catch (Exception broken) {
            throw new AssertionError(broken);
        }
        return statuses;
    }

    private static TestServer.Reply pay(TestServer.Tenant seller, String invoice, long cents) {
        return seller.post(
                "/invoices/%s/payments".formatted(invoice),
                "{\"payment_method\": \"WIRE\", \"paid_amount\": %d}".formatted(cents));
    }

    /// The other process issues what is due in the second month.
    private static TestServer.Reply sweep(InvoicingFixture till) {
        TWIN.wiring().sweeps().run(till.seller.id(), SECOND_MONTH);
        return twin(till).get("/seller");
    }

    private static long count(InvoicingFixture till, String condition) {
        return HOUSE.database()
                .read(tx -> tx.query("SELECT count(*) FROM invoice WHERE seller_id = :seller AND " + condition)
                        .bind("seller", till.seller.id().value())
                        .mapTo(Long.class)
                        .one());
    }

    @Test
    void voidAndPayment() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        int voided = 0;
        for (int i = 0; i < ROUNDS; i++) {
            var invoice = till.standalone(100, "");
            var replies = race(
                    () -> till.seller.post("/invoices/%s/void".formatted(invoice), "{}"),
                    () -> pay(twin(till), invoice, 10_000));
            assertThat(replies).containsExactlyInAnyOrder(200, 400);
            if (replies.getFirst() == 200) voided++;
        }
        assertThat(count(till, "status = 'VOIDED' AND paid = 0")).isEqualTo(voided);
        assertThat(count(till, "status = 'PAID' AND paid = 10000")).isEqualTo(ROUNDS - voided);
    }

    /// Both come through, in either order; what is paid twice is credit, which pays a part of the next round.
    @Test
    void paymentAndPayment() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        till.seller
                .post("/customers/%s/credits".formatted(till.customer), "{\"amount\": 4000, \"reason\": \"start\"}")
                .is(200);
        for (int i = 0; i < ROUNDS; i++) {
            var invoice = till.standalone(140, "");
            var replies = race(() -> pay(till.seller, invoice, 7_000), () -> pay(twin(till), invoice, 7_000));
            assertThat(replies).containsExactly(200, 200);
        }
        assertThat(count(till, "status = 'PAID' AND paid = 10000 AND credited = 4000"))
                .isEqualTo(ROUNDS);
        assertThat(till.credit()).isEqualTo(4_000);
    }

    @Test
    void regenerateAndPayment() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        for (int i = 0; i < ROUNDS; i++) {
            var invoice = till.standalone(100, "");
            var replies = race(
                    () -> till.seller.post("/invoices/%s/regenerate".formatted(invoice), "{}"),
                    () -> pay(twin(till), invoice, 10_000));
            assertThat(replies).containsExactly(200, 200);
        }
        assertThat(count(till, "status = 'PAID' AND version = 2")).isEqualTo(ROUNDS);
    }

    /// The payment names the version that it found when its turn came.
    @Test
    void paymentBehindRegenerate() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var invoice = till.standalone(100, "");
        var regenerate = "/invoices/%s/regenerate".formatted(invoice);
        till.seller.post(regenerate, "{}").is(200); // The first PDF takes longest.
        var replies = HeldInvoice.during(
                HOUSE,
                invoice,
                () -> List.of(
                        HeldInvoice.waiting(HOUSE, () -> till.seller.post(regenerate, "{}")),
                        HeldInvoice.waiting(HOUSE, () -> pay(twin(till), invoice, 10_000))));
        var number = replies.getFirst().join().is(200).text("invoice_number");
        var newest =
                till.seller.get("/invoices/%s/versions/3".formatted(invoice)).text("invoice_version_id");
        replies.getLast().join().is(200, "\"invoice_version_id\":\"%s\"".formatted(newest), number);
    }

    /// Settling usage locks the subscription; changes of its invoices wait for that lock.
    @ParameterizedTest
    @ValueSource(strings = {"regenerate", "void"})
    void behindWhoeverHoldsTheSubscription(String what) {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = till.started(till.order("2025-01-01", 2, "MONTHLY", ""));
        var path = "/invoices/%s/%s".formatted(till.invoice(id, 0), what);
        var reply = HOUSE.database().inTransaction(tx -> {
            tx.handle().execute("SELECT FROM subscription WHERE id = ?::uuid FOR NO KEY UPDATE", id);
            var waiting = HeldInvoice.waiting(HOUSE, () -> till.seller.post(path, "{}"));
            assertThat(waiting).isNotDone();
            return waiting;
        });
        reply.join().is(200);
    }

    /// A client sets the memo of a scheduled invoice before it is dropped: it stays as a void, with the memo.
    @Test
    void terminateBehindPatch() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = till.started(till.order("2025-01-01", 2, "MONTHLY", ""));
        var second = till.invoice(id, 1);
        var replies = HeldInvoice.during(
                HOUSE,
                second,
                () -> List.of(
                        HeldInvoice.waiting(
                                HOUSE, () -> till.seller.patch("/invoices/" + second, "{\"memo\": \"mine\"}")),
                        HeldInvoice.waiting(
                                HOUSE, () -> twin(till).post("/subscriptions/%s/terminate".formatted(id), "{}"))));
        for (var reply : replies) reply.join().is(200);
        till.seller.get("/invoices/" + second).is(200, "\"status\":\"VOIDED\"", "\"memo\":\"mine\"");
    }

    /// Credit, a payment, a void and a new version meet. Either the void was before the payment: then the credit is
    /// back, whether it had been applied or not. Or it was too late: then all the others come through, the invoice
    /// is settled, and what was too much is credit again, whichever came first.
    @Test
    void applyCreditAndVoidAndPaymentAndRegenerate() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        int voided = 0;
        for (int i = 0; i < ROUNDS; i++) {
            var customer = till.seller
                    .post("/customers", "{\"name\": \"Round %d\"}".formatted(i))
                    .is(200)
                    .text("customer_id");
            var invoice = till.seller
                    .post("/invoices", """
                            {"customer_id": "%s", "line_items": [{"description": "Work", "unit_price": "100.00"}]}
                            """.formatted(customer))
                    .is(200)
                    .text("invoice_id");
            till.seller
                    .post("/customers/%s/credits".formatted(customer), "{\"amount\": 6000, \"reason\": \"late\"}")
                    .is(200);
            var path = "/invoices/%s/".formatted(invoice);
            var replies = race(
                    () -> till.seller.post(path + "apply-credit", "{}"),
                    () -> twin(till).post(path + "void", "{}"),
                    () -> pay(till.seller, invoice, 7_000),
                    () -> twin(till).post(path + "regenerate", "{}"));
            if (replies.get(1) == 200) {
                voided++;
                assertThat(replies.get(2)).isEqualTo(400);
                assertThat(List.of(replies.getFirst(), replies.getLast())).isSubsetOf(200, 400);
            } else {
                assertThat(replies).containsExactly(200, 400, 200, 200);
            }
        }
        assertThat(count(till, "status = 'VOIDED' AND paid = 0")).isEqualTo(voided);
        assertThat(count(till, "remaining = 0 AND paid + credited = 10000 AND version = 2"))
                .isEqualTo(ROUNDS - voided);
        assertThat(credits(till)).isEqualTo(6_000L * voided + 3_000L * (ROUNDS - voided));
    }

    private static long credits(InvoicingFixture till) {
        return HOUSE.database()
                .read(tx -> tx.query("SELECT sum(balance) FROM credit_balance WHERE seller_id = :seller")
                        .bind("seller", till.seller.id().value())
                        .mapTo(Long.class)
                        .one());
    }

    /// The second month is paused or issued, never both and never neither.
    @Test
    void issueAndPause() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        for (int i = 0; i < ROUNDS; i++) {
            var id = till.started(till.order("2025-01-01", 2, "MONTHLY", ""));
            var replies = race(
                    () -> sweep(till),
                    () -> till.seller.post("/subscriptions/%s/pause".formatted(id), "{\"paused_at\": \"2025-01-01\"}"));
            assertThat(replies).first().isEqualTo(200);
        }
        assertThat(count(till, "bill_on > '2025-01-01' AND (issued_at IS NULL) = (status = 'PAUSED')"))
                .isEqualTo(ROUNDS);
    }

    @Test
    void recastAndIssue() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        for (int i = 0; i < ROUNDS; i++) {
            var id = till.started(till.order("2025-01-01", 2, "MONTHLY", ""));
            var order = till.seller
                    .post("/subscriptions/%s/recast".formatted(id), """
                            {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "ANNUALLY",
                             "bricks": [{"brick_id": "%s", "quantity": 1}]}
                            """.formatted(till.seats))
                    .is(200)
                    .text("order_id");
            var replies = race(
                    () -> sweep(till),
                    () -> till.seller.post("/subscriptions/%s/recast/%s/start".formatted(id, order), "{}"));
            assertThat(replies).containsExactly(200, 200);
        }
        assertThat(count(till, "remaining = 120000"))
                .as("what is owed is the new year alone")
                .isEqualTo(ROUNDS);
        assertThat(count(till, "remaining NOT IN (0, 120000) AND voided_at IS NULL"))
                .isZero();
    }
}
