package dev.brickwork.payments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.payments.processor.StripeDouble;
import dev.brickwork.payments.processor.StripeDouble.Stage;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.sellers.keys.Keys;
import dev.brickwork.support.Await;
import dev.brickwork.support.OwnProcess;
import dev.brickwork.support.Slow;
import dev.brickwork.support.TestPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/// A service in a process of its own that takes money through Stripe and is killed with -9 at a given step of a
/// call.
final class KilledShop implements AutoCloseable {
    static final int AMOUNT = 5_000;
    private static final String OPERATOR = Keys.randomOperatorKey();

    private final DatabaseAddress address = TestPostgres.fresh();
    private final Database database = TestPostgres.open(address);
    private final StripeDouble stripe = StripeDouble.started();
    private final Path folder;
    private final Map<String, String> settings = new HashMap<>();
    private OwnProcess running;
    private final String key;
    private final String customer;

    /// A moment in the talk with the processor.
    record Death(Stage stage, String method, String path) {}

    /// @param hasClock whether its time moves when the test says so, and not by itself
    KilledShop(boolean hasClock) throws IOException {
        folder = Files.createTempDirectory(Path.of("target"), "killed");
        settings.putAll(OwnProcess.on(address));
        settings.put("BRICKWORK_OPERATOR_KEY", OPERATOR);
        settings.put("BRICKWORK_STRIPE_URL", stripe.base().toString());
        settings.put("BRICKWORK_SECRETS_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=");
        running = OwnProcess.start(folder, settings);
        key = json(running.call(OPERATOR, "POST", "/sellers", "{\"name\": \"Shop\", \"mode\": \"test\"}"))
                .path("api_key")
                .asText();
        if (hasClock) passADay();
        ok(running.call(key, "PUT", "/processor", """
                {"kind": "STRIPE", "credentials": {"secret_key": "%s"}}""".formatted(StripeDouble.API_KEY)));
        customer =
                post("/customers", "{\"name\": \"Acme\"}").path("customer_id").asText();
        post("/customers/%s/payment-methods".formatted(customer), "{}");
        stripe.attachToLatest("pm_ok");
        ok(running.call(
                key,
                "PUT",
                "/customers/%s/payment-methods/default".formatted(customer),
                "{\"payment_method_id\": \"pm_ok\"}"));
    }

    StripeDouble stripe() {
        return stripe;
    }

    /// An issued invoice over [#AMOUNT].
    String invoice() {
        return post("/invoices", """
                {"customer_id": "%s", "line_items": [{"description": "Work", "quantity": 1, "unit_price": "50"}]}
                """.formatted(customer)).path("invoice_id").asText();
    }

    void passADay() {
        post("/test-clock/advance", "{\"days\": 1}");
    }

    JsonNode post(String path, String body) {
        return json(running.call(key, "POST", path, body));
    }

    JsonNode read(String path) {
        return json(running.call(key, "GET", path, ""));
    }

    HttpResponse<String> postNamed(String path, String body, String name) {
        return running.exchange("POST", "/api/v2" + path, body, "X-SERVICE-KEY", key, "Idempotency-Key", name);
    }

    int remaining(String invoice) {
        return read("/invoices/" + invoice).path("remaining_amount").asInt();
    }

    long cash() {
        for (var balance : read("/journal/balances").path("balances")) {
            if (balance.path("account").asText().equals("CASH"))
                return balance.path("balance").asLong();
        }
        return 0;
    }

    /// The call fails because the service is killed, which then starts again.
    void die(Death death, Runnable call) {
        dyingAt(death, () -> {
            try {
                call.run();
            } catch (UncheckedIOException hungUp) {
                assertThat(hungUp).hasMessageNotContaining("timed out");
            }
        });
        restart();
    }

    /// Kills the service at the given moment of the work, and waits until it has ended.
    void dyingAt(Death death, Runnable work) {
        var isDead = new AtomicBoolean();
        var victim = running;
        stripe.watch(moment -> {
            boolean isTime = moment.is(death.stage, death.method, death.path) && isDead.compareAndSet(false, true);
            if (isTime) victim.process().destroyForcibly();
            return !isTime;
        });
        work.run();
        Await.until("the service has died", () -> !victim.process().isAlive());
        stripe.watch(_ -> true);
        assertThat(isDead).isTrue();
    }

    /// The service is halted at this moment and goes on later.
    void sleepAt(Death moment, Duration time, Runnable work) {
        var isAsleep = new AtomicBoolean();
        stripe.watch(now -> {
            if (now.is(moment.stage, moment.method, moment.path) && isAsleep.compareAndSet(false, true)) signal("STOP");
            return true;
        });
        work.run();
        Await.until("the service is halted", isAsleep::get);
        stripe.watch(_ -> true);
        Slow.by(time);
        signal("CONT");
    }

    private void signal(String name) {
        try {
            var pid = String.valueOf(running.process().pid());
            assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor())
                    .isZero();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    void restart() {
        running = OwnProcess.start(folder, settings);
    }

    int sql(String statement) {
        return database.inTransaction(tx -> tx.handle().execute(statement));
    }

    int count(String rows) {
        return database.read(tx ->
                tx.query("SELECT count(*) FROM " + rows).mapTo(Integer.class).one());
    }

    /// As if a minute had passed.
    void endLeases() {
        assertThat(
                        sql(
                                "UPDATE idempotency SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL"))
                .isEqualTo(1);
    }

    static JsonNode json(HttpResponse<String> answer) {
        ok(answer);
        return JsonReader.stored(answer.body());
    }

    private static void ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Override
    public void close() {
        running.close();
        stripe.close();
        database.close();
    }
}
