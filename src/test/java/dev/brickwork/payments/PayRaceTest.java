package dev.brickwork.payments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Reply;
import dev.brickwork.platform.Caller;
import dev.brickwork.support.HeldInvoice;
import dev.brickwork.support.InThread;
import dev.brickwork.support.Insisting;
import dev.brickwork.support.Property;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Two requests about the same money at the same moment, at two processes: the money moves once, and no deadlock or
/// fault reaches a client.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class PayRaceTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.own();

    private static final TestServer TWIN = HOUSE.twin();
    private static final int ROUNDS = Property.cases(5, 1_000);
    private static final int ROUNDS_MORE = Property.cases(5, 250); // The rarer meetings.
    private static final String NOW = "2025-05-01T08:00:00Z";

    @Test
    void payAndPay() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.paying("Acme", "pm_sandbox_visa");
        for (int i = 0; i < ROUNDS; i++) {
            var invoice = till.invoice(customer, 1_000);
            var replies =
                    Insisting.both(() -> till.pay(invoice), () -> twin(till).pay(invoice));
            assertThat(replies).extracting(Reply::status).containsExactlyInAnyOrder(200, 400);
            assertThat(till.status(invoice)).isEqualTo("PAID");
        }
        assertThat(till.cash()).isEqualTo(1_000L * ROUNDS).isEqualTo(till.takenBySandbox());
    }

    @Test
    void payAndVoid() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.paying("Acme", "pm_sandbox_visa");
        long paid = 0;
        for (int i = 0; i < ROUNDS; i++) {
            var invoice = till.invoice(customer, 1_000);
            var replies = Insisting.both(
                    () -> till.pay(invoice),
                    () -> twin(till).seller().post("/invoices/%s/void".formatted(invoice), "{}"));
            assertThat(replies).extracting(Reply::status).containsExactlyInAnyOrder(200, 400);
            boolean isPaid = replies.getFirst().status() == 200;
            assertThat(till.status(invoice)).isEqualTo(isPaid ? "PAID" : "VOIDED");
            if (isPaid) paid += 1_000;
        }
        assertThat(till.cash()).isEqualTo(paid).isEqualTo(till.takenBySandbox());
    }

    /// A wire transfer is written down while the card is charged: both are money, and what is too much is credit.
    @Test
    void payAndRecord() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.paying("Acme", "pm_sandbox_visa");
        for (int i = 0; i < ROUNDS_MORE; i++) {
            var invoice = till.invoice(customer, 1_000);
            var replies = Insisting.both(
                    () -> till.pay(invoice),
                    () -> twin(till)
                            .seller()
                            .post(
                                    "/invoices/%s/payments".formatted(invoice),
                                    "{\"payment_method\": \"WIRE\", \"paid_amount\": 1000}"));
            assertThat(replies.getLast().status()).isEqualTo(200);
            assertThat(replies.getFirst().status()).isIn(200, 400);
            assertThat(till.remaining(invoice)).isZero();
        }
        long wires = 1_000L * ROUNDS_MORE;
        assertThat(till.cash() - wires).isEqualTo(till.takenBySandbox());
    }

    /// The message about a refund arrives while the next refund is asked for.
    @Test
    void callbackAndRefund() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.paying("Acme", "pm_sandbox_refund_timeout");
        var caller = new Caller(till.seller().id(), "test", "test", Instant.parse("2025-05-01T08:00:00Z"));
        var sweep = HOUSE.wiring().payments().sweeps().getFirst();
        long left = 0;
        for (int i = 0; i < ROUNDS; i++) {
            var invoice = till.invoice(customer, 1_000);
            till.pay(invoice).is(200, "SUCCEEDED");
            var payment = till.payment(invoice).orElseThrow();
            till.refund(payment, "{\"amount\": 600}").is(200, "PROCESSING");
            var carried = InThread.run(() -> sweep.run(caller, () -> false));
            var replies = Insisting.both(
                    () -> till.refund(payment, "{\"amount\": 600}"),
                    () -> twin(till).refund(payment, "{\"amount\": 400}"));
            carried.join();
            sweep.run(caller, () -> false);
            assertThat(replies.getFirst().status()).isEqualTo(400);
            assertThat(replies.getLast().status()).isEqualTo(200);
            assertThat(till.remaining(invoice)).isEqualTo(1_000);
        }
        assertThat(till.cash()).isEqualTo(left).isEqualTo(till.takenBySandbox());
    }

    @Test
    void refundAndRefund() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        for (int i = 0; i < ROUNDS_MORE; i++) {
            var invoice = till.invoice(till.paying("Acme " + i, "pm_sandbox_visa"), 1_000); // No credit yet.
            till.pay(invoice).is(200, "SUCCEEDED");
            var payment = till.payment(invoice).orElseThrow();
            var replies = Insisting.both(
                    () -> till.refund(payment, "{\"amount\": 700}"),
                    () -> twin(till).refund(payment, "{\"amount\": 700, \"refund_method\": \"ACCOUNT_CREDIT\"}"));
            assertThat(replies).extracting(Reply::status).containsExactlyInAnyOrder(200, 400);
            assertThat(till.remaining(invoice)).isEqualTo(700);
        }
        assertThat(till.cash()).isEqualTo(till.takenBySandbox());
    }

    /// A charge that is processing is settled by its message and by our own question at once, and paid once.
    @Test
    void callbackAndQuestion() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.paying("Acme", "pm_sandbox_us_bank_account");
        var later = new Caller(till.seller().id(), "test", "test", Instant.parse("2025-05-01T08:30:00Z"));
        var sweeps = HOUSE.wiring().payments().sweeps();
        for (int i = 0; i < ROUNDS_MORE; i++) {
            var invoice = till.invoice(customer, 1_000);
            till.pay(invoice).is(200, "PROCESSING");
            var message = InThread.run(() -> sweeps.getFirst().run(later, () -> false));
            var question = InThread.run(() -> sweeps.getLast().run(later, () -> false));
            CompletableFuture.allOf(message, question).join();
            assertThat(till.status(invoice)).isEqualTo("PAID");
            assertThat(till.read(invoice).path("payments")).hasSize(1);
        }
        till.seller().advanceTo("2025-05-01T08:30:00Z");
        assertThat(till.cash()).isEqualTo(1_000L * ROUNDS_MORE).isEqualTo(till.takenBySandbox());
    }

    /// Auto-pay is turned off while a new default method begins the series of failed charges anew (rule J-01).
    @Test
    void newDefaultAndAutoPayOff() {
        var till = PaymentsFixture.at(HOUSE, "2025-05-01T00:00:00Z");
        var customer = till.paying("Acme", "pm_sandbox_soft_decline");
        till.give(customer, "pm_sandbox_visa");
        var subscription = till.subscription(customer, "2025-05-01", ", \"transaction_method\": \"STRIPE\"");
        var invoice = till.invoices(subscription).getFirst();
        till.seller().advanceTo("2025-05-01T00:01:00Z");
        var chosen = HeldInvoice.during(HOUSE, invoice, () -> {
            var waiting = HeldInvoice.waiting(
                    HOUSE,
                    () -> till.seller()
                            .put(
                                    "/customers/%s/payment-methods/default".formatted(customer),
                                    "{\"payment_method_id\": \"pm_sandbox_visa\"}"));
            twin(till)
                    .seller()
                    .put("/subscriptions/%s/auto-pay".formatted(subscription), "{\"auto_pay_invoices\": false}")
                    .is(200);
            return waiting;
        });
        chosen.join().is(200, "pm_sandbox_visa");
        till.seller().advanceTo("2025-05-20T00:00:00Z");
        assertThat(till.log(invoice)).startsWith("CHARGE SOFT_DECLINE", "RETRY SKIPPED");
        assertThat(till.cash()).isZero();
    }

    /// Both want the invoice and the customer, and take them in the same order.
    @Test
    void newDefaultAndUpgrade() {
        var till = PaymentsFixture.at(HOUSE, "2025-05-01T00:00:00Z");
        var customer = till.paying("Acme", "pm_sandbox_soft_decline");
        till.give(customer, "pm_sandbox_visa");
        var subscription = till.subscription(customer, "2025-05-01", ", \"transaction_method\": \"STRIPE\"");
        var invoice = till.invoices(subscription).getFirst();
        till.seller().advanceTo("2025-05-01T00:01:00Z");
        var upgrades = "/subscriptions/%s/upgrade".formatted(subscription);
        var brick =
                till.read(invoice).path("line_items").path(0).path("brick_id").asText();
        var order = till.seller()
                .post(
                        upgrades,
                        "{\"starts_at\": \"2025-05-01\", \"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 2}]}"
                                .formatted(brick))
                .is(200)
                .text("order_id");
        long deadlocks = HOUSE.database().deadlocks();
        var replies = HeldInvoice.during(
                HOUSE,
                invoice,
                () -> List.of(
                        HeldInvoice.waiting(
                                HOUSE,
                                () -> till.seller()
                                        .put(
                                                "/customers/%s/payment-methods/default".formatted(customer),
                                                "{\"payment_method_id\": \"pm_sandbox_visa\"}")),
                        HeldInvoice.waiting(
                                HOUSE, () -> twin(till).seller().post(upgrades + "/%s/start".formatted(order), "{}"))));
        for (var reply : replies) reply.join().is(200);
        assertThat(HOUSE.database().deadlocks()).isEqualTo(deadlocks);
    }

    private static PaymentsFixture twin(PaymentsFixture till) {
        return new PaymentsFixture(
                new TestServer.Tenant(TWIN, till.seller().id(), till.seller().key()));
    }
}
