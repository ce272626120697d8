package dev.brickwork.billing.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.metering.MeterBook;
import dev.brickwork.platform.Caller;
import dev.brickwork.support.Await;
import dev.brickwork.support.Property;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Many clients at once, on two processes: every distinct entry counts once.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class IngestRaceTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.own();

    private static final TestServer TWIN = HOUSE.twin();
    private static final int CLIENTS = 16;
    private static final int ROUNDS = Property.cases(12, 200);

    /// Batches that overlap by a third, and single posts of the same ids, keyed and not.
    @Test
    void overlappingBatchesCountEachEntryOnce() throws Exception {
        var meter = new Meterage(HOUSE, "2025-01-15T12:00:00Z");
        var subscriptions = new ArrayList<String>();
        for (int i = 0; i < 3; i++) subscriptions.add(meter.subscription("2025-01-01", 12, "MONTHLY", 1000, ""));
        var next = new AtomicLong();
        var distinct = ConcurrentHashMap.<Long>newKeySet();
        try (var pool = Executors.newFixedThreadPool(CLIENTS)) {
            var all = new ArrayList<java.util.concurrent.Future<?>>();
            for (int client = 0; client < CLIENTS; client++) {
                long seed = client;
                all.add(pool.submit(() -> {
                    var random = new Random(seed);
                    for (int round = 0; round < ROUNDS; round++) send(meter, subscriptions, random, next, distinct);
                }));
            }
            for (var each : all) each.get();
        }
        long expected = 0;
        for (long n : distinct) expected += value(n);
        long used = 0;
        for (var subscription : subscriptions) used += meter.used(subscription);
        assertThat(used).isEqualTo(expected);
        List<String> broken =
                HOUSE.database().read(tx -> HOUSE.wiring().invariants().run(tx, List.of("I9")));
        assertThat(broken).isEmpty();
    }

    /// Who was told that the service is busy may send the same once more, also without an id by which it would be
    /// known: what waited then, in line or for a lock, is not written.
    @Test
    void whatWasTurnedAwayDoesNotCountLater() {
        try (var hurried = TestServer.own(Map.of("BRICKWORK_REQUEST_SECONDS", "1"))) {
            var meter = new Meterage(hurried, "2025-01-15T12:00:00Z");
            var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 0, "");
            var caller = new Caller(meter.seller.id(), "test", "test", Instant.now());
            hurried.database().write(tx -> {
                new MeterBook().hold(tx.as(caller), List.of(new SubscriptionId(UUID.fromString(subscription))));
                for (int i = 0; i < 3; i++) post(meter, subscription, 1, 503);
            });
            post(meter, subscription, 1000, 201);
            Await.until(
                    "all that waited has ended",
                    () -> hurried.database().writingState().active() == 0);
            assertThat(meter.used(subscription)).isEqualTo(1000);
        }
    }

    private static void post(Meterage meter, String subscription, int value, int status) {
        meter.seller
                .post("/usage", """
                        {"subscription_id": "%s", "brick_id": "%s", "value": %d, "time": "2025-01-15T11:00:00Z"}
                        """.formatted(subscription, meter.calls, value))
                .is(status);
    }

    private static long value(long n) {
        return 1 + n % 97;
    }

    private static void send(
            Meterage meter, List<String> subscriptions, Random random, AtomicLong next, java.util.Set<Long> distinct) {
        int size = random.nextInt(4) == 0 ? 1 : 1 + random.nextInt(60);
        var numbers = new ArrayList<Long>();
        for (int i = 0; i < size; i++) {
            boolean isRepeated = random.nextInt(10) < 3 && next.get() > 0;
            numbers.add(isRepeated ? Math.max(0, next.get() - 1 - random.nextInt(40)) : next.getAndIncrement());
        }
        var entries = numbers.stream().map(n -> entry(meter, subscriptions, n)).toList();
        var house = random.nextBoolean() ? HOUSE : TWIN;
        var headers = random.nextInt(4) == 0 ? List.of("Idempotency-Key", "k" + random.nextLong()) : List.<String>of();
        var key = java.util.Optional.of(meter.seller.key());
        for (int tries = 0; ; tries++) {
            var reply = size == 1
                    ? house.send("POST", "/usage", key, java.util.Optional.of(entries.getFirst()), headers)
                    : house.send(
                            "POST",
                            "/usage/batch",
                            key,
                            java.util.Optional.of("[" + String.join(",", entries) + "]"),
                            headers);
            if (reply.status() == 503 && tries < 10) continue; // Too much of the same at once: as told, again.
            reply.is(201);
            assertThat(reply.body()).doesNotContain("\"verdict\":\"rejected\"");
            distinct.addAll(numbers);
            return;
        }
    }

    private static String entry(Meterage meter, List<String> subscriptions, long n) {
        return meter.entry(
                "race-" + n,
                subscriptions.get((int) (n % 3)),
                Long.toString(value(n)),
                "2025-01-0%dT0%d:00:00Z".formatted(1 + n % 9, n % 7));
    }

    /// A thousand clients at once with the same new id: one counts, all hear the same.
    @Test
    void oneIdIsOneEntry() throws Exception {
        var meter = new Meterage(HOUSE, "2025-01-15T12:00:00Z");
        var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 1000, "");
        for (int round = 0; round < 5; round++) {
            var id = "same-" + round;
            try (var pool = Executors.newFixedThreadPool(CLIENTS)) {
                var all = new ArrayList<java.util.concurrent.Future<TestServer.Reply>>();
                for (int i = 0; i < CLIENTS; i++) {
                    all.add(pool.submit(() -> meter.post(id, subscription, "1", "2025-01-02T00:00:00Z")));
                }
                for (var each : all) each.get().is(201);
            }
        }
        meter.seller.get(meter.path(subscription)).is(200, "\"used\":5");
    }
}
