package dev.brickwork.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.sellers.keys.Keys;
import dev.brickwork.support.JsonFragment;
import dev.brickwork.support.OwnProcess;
import dev.brickwork.support.Property;
import dev.brickwork.support.Slow;
import dev.brickwork.support.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// `kill -9` at any moment between a request and its answer: a client that repeats the request with the same key,
/// at whichever process, gets the answer that was given, or that would have been, and nothing has happened twice.
@Tag("full")
@Tag("soak")
final class KilledServiceTest {
    private static final int ROUNDS = Property.cases(1, 20);
    private static final int REQUESTS = 200;
    private static final int TRIES_MAX = 30; // Each waits for up to two seconds by itself.

    private record Answered(int status, String body) {}

    @Test
    void whatWasCutOffIsAskedAgainAndHappensOnce() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory(Path.of("target"), "killed");
        var operator = Keys.randomOperatorKey();
        var settings = new HashMap<>(OwnProcess.on(TestPostgres.fresh()));
        settings.put("BRICKWORK_OPERATOR_KEY", operator);
        try (var survivor = OwnProcess.start(folder, settings)) {
            for (int round = 0; round < ROUNDS; round++) {
                var seller = survivor.call(operator, "POST", "/sellers", "{\"name\": \"S\", \"mode\": \"live\"}");
                var key = JsonReader.stored(seller.body()).path("api_key").asText();
                var answered = new ConcurrentHashMap<Integer, Answered>();
                try (var victim = OwnProcess.start(folder, settings)) {
                    askAndKill(victim, key, answered);
                }
                for (int i = 0; i < REQUESTS; i++) {
                    var again = askUntilAnswered(survivor, key, i);
                    assertThat(again.status()).as(again.body()).isEqualTo(200);
                    var before = answered.get(i);
                    if (before != null) assertThat(again).isEqualTo(before);
                }
                var customers =
                        survivor.call(key, "GET", "/customers?limit=1", "").body();
                JsonFragment.of("\"count\":%d".formatted(REQUESTS)).requireIn("customers", customers);
            }
        }
    }

    /// The process is killed while many requests are in flight: some are answered, some have happened, some have
    /// not.
    private static void askAndKill(OwnProcess victim, String key, Map<Integer, Answered> answered)
            throws InterruptedException {
        try (var clients = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < REQUESTS; i++) {
                int number = i;
                clients.execute(() -> {
                    try {
                        answered.put(number, ask(victim, key, number));
                    } catch (RuntimeException cutOff) {
                        // The case under test: the client does not know whether its request was executed.
                    }
                });
            }
            Slow.untilKilled(ThreadLocalRandom.current(), 50, 800);
            victim.process().destroyForcibly().waitFor();
        }
    }

    /// PostgreSQL may take a moment to end the transactions of the killed process: until then the key is in
    /// progress, and the client is told to retry.
    private static Answered askUntilAnswered(OwnProcess service, String key, int number) {
        for (int tries = 0; ; tries++) {
            var answer = ask(service, key, number);
            boolean isToComeBack = answer.status() == 409 || answer.status() == 503;
            if (!isToComeBack || tries == TRIES_MAX) return answer;
        }
    }

    private static Answered ask(OwnProcess service, String key, int number) {
        var answer = service.exchange(
                "POST",
                "/api/v2/customers",
                "{\"name\": \"C %d\"}".formatted(number),
                "X-SERVICE-KEY",
                key,
                "Idempotency-Key",
                "request-" + number);
        return new Answered(answer.statusCode(), answer.body());
    }
}
