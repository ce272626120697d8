package dev.brickwork.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.House;
import dev.brickwork.support.Property;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// Two processes meet on one invoice: one effect wins, the other is told, and the invariants hold (the judge
/// looks at
/// the end).
final class InvoiceRaceTest {
    private static final House HOUSE = House.open();
    private static final House TWIN = HOUSE.twin();
    private static final int ROUNDS = Property.cases(10, 1_000);

    private static House.Tenant twin(Till till) {
        return new House.Tenant(TWIN, till.seller.id(), till.seller.key());
    }

    private static List<House.Reply> race(Callable<House.Reply> one, Callable<House.Reply> other) {
        var start = new CyclicBarrier(2);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = threads.submit(() -> {
                start.await();
                return one.call();
            });
            var second = threads.submit(() -> {
                start.await();
                return other.call();
            });
            return List.of(first.get(), second.get());
        } catch (Exception broken) {
            throw new AssertionError(broken);
        }
    }

    @Test
    void voidAndPayment() {
        var till = Till.at(HOUSE, "2025-01-01T08:00:00Z");
        for (int i = 0; i < ROUNDS; i++) {
            var invoice = till.standalone(100, "");
            var replies = race(
                    () -> till.seller.post("/invoices/%s/void".formatted(invoice), "{}"),
                    () -> twin(till)
                            .post(
                                    "/invoices/%s/payments".formatted(invoice),
                                    "{\"payment_method\": \"WIRE\", \"paid_amount\": 10000}"));
            assertThat(replies).extracting(House.Reply::status).containsExactlyInAnyOrder(200, 400);
            assertThat(till.status(invoice)).isEqualTo(replies.getFirst().status() == 200 ? "VOIDED" : "PAID");
        }
    }

    /// Both come through, in either order; what is paid twice is credit.
    @Test
    void paymentAndPayment() {
        var till = Till.at(HOUSE, "2025-01-01T08:00:00Z");
        for (int i = 0; i < ROUNDS; i++) {
            var invoice = till.standalone(100, "");
            var body = "{\"payment_method\": \"CHECK\", \"paid_amount\": 7000}";
            var path = "/invoices/%s/payments".formatted(invoice);
            long before = till.credit();
            var replies =
                    race(() -> till.seller.post(path, body), () -> twin(till).post(path, body));
            assertThat(replies).extracting(House.Reply::status).containsExactly(200, 200);
            assertThat(till.status(invoice)).isEqualTo("PAID");
            assertThat(till.credit()).isEqualTo(before + 4_000);
            till.seller.post("/invoices/%s/void".formatted(invoice), "{}").is(400);
            spend(till);
        }
    }

    /// Uses up the credit, so that the next round begins with none.
    private static void spend(Till till) {
        if (till.credit() > 0) till.standalone(till.credit() / 100, "");
    }

    @Test
    void regenerateAndPayment() {
        var till = Till.at(HOUSE, "2025-01-01T08:00:00Z");
        for (int i = 0; i < ROUNDS; i++) {
            var invoice = till.standalone(100, "");
            var replies = race(
                    () -> till.seller.post("/invoices/%s/regenerate".formatted(invoice), "{}"),
                    () -> twin(till)
                            .post(
                                    "/invoices/%s/payments".formatted(invoice),
                                    "{\"payment_method\": \"WIRE\", \"paid_amount\": 10000}"));
            assertThat(replies).extracting(House.Reply::status).containsExactly(200, 200);
            till.get(invoice).is(200, "\"status\":\"PAID\"", "\"version\":2");
        }
    }

    @Test
    void issueAndPause() {
        var till = Till.at(HOUSE, "2025-01-01T08:00:00Z");
        for (int i = 0; i < ROUNDS; i++) {
            var id = till.started(till.order("2025-01-01", "MONTHLY", ""));
            var due = Instant.parse("2025-02-01T00:00:00Z");
            race(
                    () -> {
                        TWIN.wiring().sweeps().run(till.seller.id(), due);
                        return till.get(till.invoice(id, 0));
                    },
                    () -> till.seller.post("/subscriptions/%s/pause".formatted(id), "{\"paused_at\": \"2025-01-01\"}"));
            assertThat(till.status(till.invoice(id, 1))).isIn("PAUSED", "OUTSTANDING");
        }
    }

    @Test
    void recastAndIssue() {
        var till = Till.at(HOUSE, "2025-01-01T08:00:00Z");
        for (int i = 0; i < ROUNDS; i++) {
            var id = till.started(till.order("2025-01-01", "MONTHLY", ""));
            var order = till.seller
                    .post("/subscriptions/%s/recast".formatted(id), """
                            {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "ANNUALLY",
                             "bricks": [{"brick_id": "%s", "quantity": 1}]}
                            """.formatted(till.seats))
                    .is(200)
                    .text("order_id");
            var replies = race(
                    () -> {
                        TWIN.wiring().sweeps().run(till.seller.id(), Instant.parse("2025-02-01T00:00:00Z"));
                        return till.get(till.invoice(id, 0));
                    },
                    () -> till.seller.post("/subscriptions/%s/recast/%s/start".formatted(id, order), "{}"));
            assertThat(replies).extracting(House.Reply::status).containsExactly(200, 200);
            long owed = till.invoices(id).stream()
                    .mapToLong(it -> it.path("remaining_amount").asLong())
                    .sum();
            assertThat(owed).as("what is owed is the new year alone").isEqualTo(120_000);
        }
    }
}
