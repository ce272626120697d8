package dev.brickwork.payments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.payments.processor.StripeDouble;
import dev.brickwork.payments.processor.StripeDouble.Stage;
import dev.brickwork.plumbing.database.DatabaseAddress;
import dev.brickwork.plumbing.json.JsonReader;
import dev.brickwork.support.OwnProcess;
import dev.brickwork.support.Property;
import dev.brickwork.support.TestPostgres;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// The service is killed with -9 in the middle of a payment, at each of its steps, by the processor itself. After a
/// new start, and some minutes or the client's own retry, Stripe's book and ours agree, nothing was taken twice, and
/// nothing was lost.
final class KilledPaymentTest {
    private static final String OPERATOR = dev.brickwork.keys.Keys.randomOperatorKey();
    private static final int ROUNDS = Property.cases(1, 10);
    /// Each death costs a start; without `long` those that matter most.
    private static final Set<Step> STEPS =
            Boolean.getBoolean("long") ? EnumSet.allOf(Step.class) : EnumSet.of(Step.BEFORE_CHARGE, Step.AFTER_CHARGE);

    /// Where the answer was out, it is luck whether the first runner finished its work.
    private static final Set<Step> STEPS_RETRIED = Boolean.getBoolean("long")
            ? EnumSet.complementOf(EnumSet.of(Step.ANSWERED))
            : EnumSet.of(Step.AFTER_CHARGE);
    private static final int AMOUNT = 5_000;

    /// Where it dies, and what must be true afterwards.
    private enum Step {
        /// The intent is committed; the processor has only been asked whose method it is.
        WHOSE_METHOD(Stage.ARRIVED, "GET", "/payment_methods/", false),
        /// The charge is on the wire and not in the processor's book.
        BEFORE_CHARGE(Stage.ARRIVED, "POST", "/v1/payment_intents", false),
        /// The money is taken, and nobody heard of it.
        AFTER_CHARGE(Stage.DONE, "POST", "/v1/payment_intents", true),
        /// The answer is out; the service may or may not have read it.
        ANSWERED(Stage.ANSWERED, "POST", "/v1/payment_intents", true);

        private final Stage stage;
        private final String method;
        private final String path;
        private final boolean isTaken;

        Step(Stage stage, String method, String path, boolean isTaken) {
            this.stage = stage;
            this.method = method;
            this.path = path;
            this.isTaken = isTaken;
        }
    }

    private final DatabaseAddress address = TestPostgres.fresh();
    private final StripeDouble stripe = StripeDouble.started();
    private final Map<String, String> settings = new HashMap<>();
    private Path folder = Path.of("target");
    private Optional<OwnProcess> running = Optional.empty();
    private String key = "";

    @Test
    void nothingIsTakenTwiceAndNothingIsLost() throws Exception {
        folder = Files.createTempDirectory(Path.of("target"), "killed");
        settings.putAll(OwnProcess.on(address));
        settings.put("BRICKWORK_OPERATOR_KEY", OPERATOR);
        settings.put("BRICKWORK_STRIPE_URL", stripe.base().toString());
        settings.put("BRICKWORK_SECRETS_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=");
        running = Optional.of(OwnProcess.start(folder, settings));
        try {
            var customer = openShop();
            long taken = 0;
            for (int round = 0; round < ROUNDS; round++) {
                for (var step : STEPS) {
                    findOut(customer, step);
                    taken += AMOUNT; // In the end each invoice is paid once.
                    assertThat(stripe.takenInAll()).as("after %s", step).isEqualTo(taken);
                    assertThat(cash()).isEqualTo(taken);
                }
                for (var step : STEPS_RETRIED) {
                    retry(customer, step, "retry-%d-%s".formatted(round, step));
                    taken += AMOUNT;
                    assertThat(stripe.takenInAll()).as("retried after %s", step).isEqualTo(taken);
                    assertThat(cash()).isEqualTo(taken);
                }
            }
        } finally {
            service().close();
            stripe.close();
        }
    }

    private OwnProcess service() {
        return running.orElseThrow();
    }

    private String openShop() throws Exception {
        key = json(service().call(OPERATOR, "POST", "/sellers", "{\"name\": \"Shop\", \"mode\": \"test\"}"))
                .path("api_key")
                .asText();
        post("/test-clock/advance", "{\"days\": 1}");
        ok(service().call(key, "PUT", "/processor", """
                {"kind": "STRIPE", "credentials": {"secret_key": "%s"}}""".formatted(StripeDouble.API_KEY)));
        var customer =
                post("/customers", "{\"name\": \"Acme\"}").path("customer_id").asText();
        post("/customers/%s/payment-methods".formatted(customer), "{}");
        stripe.attachToLatest("pm_ok");
        ok(service()
                .call(
                        key,
                        "PUT",
                        "/customers/%s/payment-methods/default".formatted(customer),
                        "{\"payment_method_id\": \"pm_ok\"}"));
        return customer;
    }

    /// Nobody comes back: the service asks the processor what became of it.
    private void findOut(String customer, Step step) {
        var invoice = invoice(customer);
        die(step, () -> service().call(key, "POST", "/invoices/%s/pay".formatted(invoice), "{}"));
        post("/test-clock/advance", "{\"days\": 1}"); // Five minutes would do.
        var after = json(service().call(key, "GET", "/invoices/" + invoice, ""));
        assertThat(after.path("remaining_amount").asInt()).as("after %s", step).isEqualTo(step.isTaken ? 0 : AMOUNT);
        if (!step.isTaken) {
            var paid = post("/invoices/%s/pay".formatted(invoice), "{}");
            assertThat(paid.path("state").asText()).isEqualTo("SUCCEEDED");
        }
    }

    /// The client sends the same request with the same key until it has an answer: 409 while the first runner may
    /// still be alive, then the payment, and from then on the very same answer.
    private void retry(String customer, Step step, String name) {
        var invoice = invoice(customer);
        die(step, () -> payNamed(invoice, name));
        var early = payNamed(invoice, name);
        assertThat(early.statusCode()).as(early.body()).isEqualTo(409);
        assertThat(early.headers().firstValue("Retry-After")).isPresent();
        endLeases();
        var resumed = payNamed(invoice, name);
        assertThat(json(resumed).path("state").asText()).as("after %s", step).isEqualTo("SUCCEEDED");
        var replayed = payNamed(invoice, name);
        assertThat(replayed.body()).isEqualTo(resumed.body());
        assertThat(replayed.headers().firstValue("Idempotent-Replayed")).contains("true");
        var after = json(service().call(key, "GET", "/invoices/" + invoice, ""));
        assertThat(after.path("remaining_amount").asInt()).isZero();
        assertThat(after.path("payments")).hasSize(1);
    }

    private String invoice(String customer) {
        return post("/invoices", """
                {"customer_id": "%s", "line_items": [{"description": "Work", "quantity": 1, "unit_price": "50"}]}
                """.formatted(customer)).path("invoice_id").asText();
    }

    private HttpResponse<String> payNamed(String invoice, String name) {
        var path = "/api/v2/invoices/%s/pay".formatted(invoice);
        return service().exchange("POST", path, "{}", "X-SERVICE-KEY", key, "Idempotency-Key", name);
    }

    /// As if a minute had passed.
    private void endLeases() {
        try (var database = TestPostgres.open(address)) {
            int ended = database.inTransaction(tx -> tx.execute(
                    "UPDATE idempotency SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL"));
            assertThat(ended).isEqualTo(1);
        }
    }

    /// The call dies together with the service, which then starts again.
    private void die(Step step, Runnable call) {
        var isDead = new AtomicBoolean();
        var victim = service();
        stripe.watch(moment -> {
            boolean isTime = moment.is(step.stage, step.method, step.path) && isDead.compareAndSet(false, true);
            if (isTime) victim.process().destroyForcibly();
            return !isTime;
        });
        try {
            call.run();
        } catch (UncheckedIOException hungUp) {
            assertThat(hungUp).hasMessageNotContaining("timed out");
        }
        TestPostgres.await(() -> !victim.process().isAlive());
        stripe.watch(_ -> true);
        assertThat(isDead).isTrue();
        running = Optional.of(OwnProcess.start(folder, settings));
    }

    private long cash() {
        for (var balance :
                json(service().call(key, "GET", "/journal/balances", "")).path("balances")) {
            if (balance.path("account").asText().equals("CASH"))
                return balance.path("balance").asLong();
        }
        return 0;
    }

    private JsonNode post(String path, String body) {
        return json(service().call(key, "POST", path, body));
    }

    private static JsonNode json(HttpResponse<String> answer) {
        ok(answer);
        return JsonReader.stored(answer.body());
    }

    private static void ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }
}
