package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.sellers.keys.Keys;
import dev.brickwork.support.Await;
import dev.brickwork.support.InThread;
import dev.brickwork.support.JsonFragment;
import dev.brickwork.support.OwnProcess;
import dev.brickwork.support.Property;
import dev.brickwork.support.TestPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Two processes take turns to restart under load, and no client notices: a process that stops says so first, waits
/// for that to be noticed, and finishes what it has begun.
@Tag("full")
@Tag("soak")
final class RollingRestartTest {
    private static final int RESTARTS = Property.cases(2, 50);
    private static final int REQUESTS_PER_SECOND = Property.cases(30, 100);
    private static final int STOP_SECONDS_MAX = 35;
    private static final String FAR_AHEAD = "2033-01-01T00:00:00Z";

    private final AtomicReferenceArray<OwnProcess> processes = new AtomicReferenceArray<>(2);
    private final AtomicReferenceArray<Boolean> areReady = new AtomicReferenceArray<>(2);
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger sent = new AtomicInteger();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    @AfterEach
    void stopAll() {
        for (int i = 0; i < 2; i++)
            if (processes.get(i) != null) processes.get(i).close();
        client.shutdownNow();
    }

    @Test
    void noRequestFailsWhileTwoProcessesTakeTurnsToRestart() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory(Path.of("target"), "rolling");
        var operator = Keys.randomOperatorKey();
        var settings = new HashMap<>(OwnProcess.on(TestPostgres.fresh()));
        settings.put("BRICKWORK_OPERATOR_KEY", operator);
        settings.put("BRICKWORK_SHUTDOWN_DELAY_SECONDS", "2");
        processes.set(0, OwnProcess.start(folder, settings));
        processes.set(1, OwnProcess.start(folder, settings));
        var seller = processes.get(0).call(operator, "POST", "/sellers", "{\"name\": \"S\", \"mode\": \"live\"}");
        var key = JsonReader.stored(seller.body()).path("api_key").asText();

        try (var load = Executors.newScheduledThreadPool(1);
                var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            var unusedLook = load.scheduleAtFixedRate(this::lookWhoIsReady, 0, 100, TimeUnit.MILLISECONDS);
            Await.until("the load balancer knows both", () -> isKnown(0) && isKnown(1));
            var unusedAsk = load.scheduleAtFixedRate(
                    () -> clients.execute(() -> request(key)),
                    0,
                    1_000_000 / REQUESTS_PER_SECOND,
                    TimeUnit.MICROSECONDS);
            for (int i = 0; i < RESTARTS; i++) restart(i % 2, folder, settings);
            load.shutdownNow();
        }
        assertThat(failures).isEmpty();
        assertThat(sent.get()).isGreaterThan(REQUESTS_PER_SECOND);
        var count = processes.get(0).call(key, "GET", "/customers?limit=1", "").body();
        JsonFragment.of("\"count\":%d".formatted(made.get())).requireIn("every acknowledged write", count);
    }

    /// Years of a test clock take longer than a process that stops has: it ends between two moments, says so, and
    /// the process that is asked next plays the rest.
    @Test
    void aLongMoveOfATestClockIsLeftToAnotherProcess() throws Exception {
        var folder = Files.createTempDirectory(Path.of("target"), "rolling");
        var operator = Keys.randomOperatorKey();
        var settings = new HashMap<>(OwnProcess.on(TestPostgres.fresh()));
        settings.put("BRICKWORK_OPERATOR_KEY", operator);
        processes.set(0, OwnProcess.start(folder, settings));
        processes.set(1, OwnProcess.start(folder, settings));
        var made = processes.get(0).call(operator, "POST", "/sellers", "{\"name\": \"S\", \"mode\": \"test\"}");
        var key = JsonReader.stored(made.body()).path("api_key").asText();
        sell(processes.get(0), key);

        var moved = InThread.run(() -> moveFarAhead(processes.get(0), key));
        Await.until("the clock moves", () -> !stands(processes.get(1), key).startsWith("2025-01-01"));
        long begun = System.nanoTime();
        assertThat(processes.get(0).stop()).isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(STOP_SECONDS_MAX / 2));
        assertThat(moved.get().statusCode()).as(moved.get().body()).isEqualTo(503);
        assertThat(moved.get().headers().firstValue("Retry-After")).isPresent();
        assertThat(moved.get().body())
                .contains("the clock stands at " + stands(processes.get(1), key))
                .doesNotContain(FAR_AHEAD);

        var rest = moveFarAhead(processes.get(1), key);
        assertThat(rest.statusCode()).as(rest.body()).isEqualTo(200);
        JsonFragment.of("\"now\":\"%s\",\"moved_from\":\"2025-01-01T00:00:00Z\"".formatted(FAR_AHEAD))
                .requireIn("advance", rest.body());
    }

    private static void sell(OwnProcess process, String key) {
        assertThat(process.call(key, "PUT", "/test-clock", "{\"now\": \"2025-01-01T00:00:00Z\"}")
                        .statusCode())
                .isEqualTo(200);
        var brick = made(process, key, "/bricks", "brick_id", """
                {"brick_name": "Seat", "brick_code": "seat", "brick_type": "SUBSCRIPTION"}
                """);
        var plan = made(process, key, "/plans", "plan_id", "{\"plan_name\": \"P\"}");
        process.call(key, "PUT", "/plans/%s/draft".formatted(plan), """
                {"bricks": [{"brick_id": "%s", "prices": [
                    {"currency": "USD", "model": "FLAT", "price_period_months": 1, "unit_price": "10.00"}]}]}
                """.formatted(brick));
        process.call(key, "POST", "/plans/%s/publish".formatted(plan), "{}");
        var customer = made(process, key, "/customers", "customer_id", "{\"name\": \"C\"}");
        var subscription =
                made(process, key, "/subscriptions", "subscription_id", """
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "customer_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 1}]}
                """.formatted(plan, customer, brick));
        var started = process.call(key, "POST", "/subscriptions/%s/start".formatted(subscription), "{}");
        assertThat(started.statusCode()).as(started.body()).isEqualTo(200);
    }

    private static String made(OwnProcess process, String key, String path, String id, String body) {
        return JsonReader.stored(process.call(key, "POST", path, body).body())
                .path(id)
                .asText();
    }

    private static HttpResponse<String> moveFarAhead(OwnProcess process, String key) {
        return process.exchange(
                "POST",
                "/api/v2/test-clock/advance",
                "{\"months\": 96}",
                "X-SERVICE-KEY",
                key,
                "Idempotency-Key",
                "eight years");
    }

    private static String stands(OwnProcess process, String key) {
        return JsonReader.stored(process.call(key, "GET", "/test-clock", "").body())
                .path("now")
                .asText();
    }

    private void restart(int which, Path folder, Map<String, String> settings) throws InterruptedException {
        var old = processes.get(which);
        long started = System.nanoTime();
        assertThat(old.stop()).as(old::said).isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(STOP_SECONDS_MAX));
        processes.set(which, OwnProcess.start(folder, old.port(), settings));
        Await.until("the load balancer has noticed", () -> isKnown(which)); // The other one goes next.
    }

    private boolean isKnown(int which) {
        return Boolean.TRUE.equals(areReady.get(which));
    }

    /// The load balancer: it only knows what readiness told it last.
    private void lookWhoIsReady() {
        for (int i = 0; i < 2; i++) areReady.set(i, processes.get(i).isReady());
    }

    /// One write or one read, never tried again.
    private void request(String key) {
        int number = sent.incrementAndGet();
        int which = number % 2;
        if (!isKnown(which)) which = 1 - which;
        if (!isKnown(which)) {
            failures.add("no process is ready");
            return;
        }
        boolean isWrite = number % 5 == 0;
        var path = isWrite ? "/customers" : "/customers/search";
        var body = "{\"name\": \"C %d\"}".formatted(number);
        var request = HttpRequest.newBuilder(URI.create("http://localhost:%d/api/v2%s"
                        .formatted(processes.get(which).port(), path)))
                .header("X-SERVICE-KEY", key)
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(30))
                .POST(HttpRequest.BodyPublishers.ofString(body)) // A POST, which the client never repeats by itself.
                .build();
        try {
            var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) failures.add("%d %s".formatted(answer.statusCode(), answer.body()));
            else if (isWrite) made.incrementAndGet();
        } catch (IOException broken) {
            failures.add(List.of(which, number, broken).toString());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
