package dev.brickwork.billing.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Await;
import dev.brickwork.support.OwnProcess;
import dev.brickwork.support.Property;
import dev.brickwork.support.TestPostgres;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Sixteen clients send batches that overlap while the process that takes them is killed with -9, again and again,
/// and ask again until they are answered: every distinct entry counts once.
@Tag("full")
@Tag("soak")
final class KilledIngestTest {
    private static final int CLIENTS = 16;
    private static final int KILLS = Property.cases(2, 20);
    private static final int BATCHES = KILLS * 80;
    private static final int ENTRIES_MAX = 60;
    private static final int REPEATED_PERCENT = 30;

    /// The process that clients talk to at the moment.
    @FunctionalInterface
    private interface Service {
        int post(String path, String body, List<String> headers);
    }

    /// The entries of one request, with an idempotency key or without.
    private record Batch(List<Long> numbers, Optional<String> key) {}

    private final Random random = new Random(6);
    private final List<Batch> batches = new ArrayList<>();
    private final TreeSet<Long> distinct = new TreeSet<>();
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();

    @Test
    void whatIsSentAgainAfterAKillCountsOnce() throws Exception {
        var address = TestPostgres.fresh();
        try (var house = TestServer.ownWithFollowUp(address)) {
            var meter = new Meterage(house, "2025-01-15T12:00:00Z");
            var subscriptions = new ArrayList<String>();
            for (int i = 0; i < 3; i++) subscriptions.add(meter.subscription("2025-01-01", 12, "MONTHLY", 1000, ""));
            for (int i = 0; i < BATCHES; i++) batches.add(someBatch(i));

            var settings = new HashMap<>(OwnProcess.on(address));
            settings.put("BRICKWORK_RATE_PER_SECOND", "1000000");
            settings.put("BRICKWORK_RATE_BURST", "1000000");
            var folder = Files.createTempDirectory(Path.of("target"), "killed");
            var first = OwnProcess.start(folder, settings);
            var service = new AtomicReference<>(own(first, meter));
            try (var clients = Executors.newFixedThreadPool(CLIENTS)) {
                var all = new ArrayList<Future<?>>();
                for (int i = 0; i < CLIENTS; i++) all.add(clients.submit(() -> sendAll(meter, subscriptions, service)));
                killAndReplace(first, folder, settings, meter, service);
                service.set(last(house, meter));
                for (var each : all) each.get();
            }
            judge(house, meter, subscriptions);
        }
    }

    /// Each number is one entry. Every third or so has been sent before, by another client most of the time.
    private Batch someBatch(int place) {
        int size = random.nextInt(5) == 0 ? 1 : 1 + random.nextInt(ENTRIES_MAX);
        var numbers = new ArrayList<Long>();
        for (int i = 0; i < size; i++) {
            boolean isRepeated = !distinct.isEmpty() && random.nextInt(100) < REPEATED_PERCENT;
            long next = distinct.size();
            long number = isRepeated ? Math.max(0, next - 1 - random.nextInt(CLIENTS * ENTRIES_MAX)) : next;
            numbers.add(number);
            distinct.add(number);
        }
        return new Batch(numbers, random.nextInt(4) == 0 ? Optional.of("batch-" + place) : Optional.empty());
    }

    private static Service own(OwnProcess process, Meterage meter) {
        return (path, body, headers) -> {
            var all = new ArrayList<>(headers);
            all.addAll(List.of("X-SERVICE-KEY", meter.seller.key()));
            return process.exchange("POST", "/api/v2" + path, body, all.toArray(String[]::new))
                    .statusCode();
        };
    }

    private static Service last(TestServer house, Meterage meter) {
        return (path, body, headers) -> house.send(
                        "POST", path, Optional.of(meter.seller.key()), Optional.of(body), headers)
                .status();
    }

    /// Always in the middle of the work: after each death its share of the batches is answered before the next one.
    private void killAndReplace(
            OwnProcess first,
            Path folder,
            Map<String, String> settings,
            Meterage meter,
            AtomicReference<Service> service)
            throws InterruptedException {
        var victim = first;
        for (int kill = 1; kill <= KILLS; kill++) {
            int share = BATCHES * kill / (KILLS + 1);
            Await.until("its share of the batches is answered", () -> answered.get() >= share);
            victim.process().destroyForcibly().waitFor();
            if (kill == KILLS) return;
            victim = OwnProcess.start(folder, settings);
            service.set(own(victim, meter));
        }
    }

    private void sendAll(Meterage meter, List<String> subscriptions, AtomicReference<Service> service) {
        for (int i = taken.getAndIncrement(); i < BATCHES; i = taken.getAndIncrement()) {
            send(meter, subscriptions, batches.get(i), service);
            answered.incrementAndGet();
        }
    }

    /// Until it is answered, by whichever process.
    private static void send(
            Meterage meter, List<String> subscriptions, Batch batch, AtomicReference<Service> service) {
        var entries =
                batch.numbers.stream().map(n -> entry(meter, subscriptions, n)).toList();
        var path = entries.size() == 1 ? "/usage" : "/usage/batch";
        var body = entries.size() == 1 ? entries.getFirst() : "[" + String.join(",", entries) + "]";
        var headers = batch.key.map(key -> List.of("Idempotency-Key", key)).orElse(List.of());
        Await.until("an answer to " + body, () -> {
            try {
                int status = Objects.requireNonNull(service.get()).post(path, body, headers);
                assertThat(status).as("only what may be asked again").isIn(201, 409, 503);
                return status == 201;
            } catch (UncheckedIOException cutOff) {
                return false; // No client knows what became of it: that is what this is about.
            }
        });
    }

    private static String entry(Meterage meter, List<String> subscriptions, long n) {
        return meter.entry(
                "killed-" + n,
                subscriptions.get((int) (n % subscriptions.size())),
                Long.toString(value(n)),
                "2025-01-0%dT0%d:00:00Z".formatted(1 + n % 9, n % 7));
    }

    private static long value(long n) {
        return 1 + n % 97;
    }

    private void judge(TestServer house, Meterage meter, List<String> subscriptions) {
        long used = 0;
        long listed = 0;
        for (var subscription : subscriptions) {
            used += meter.used(subscription);
            listed += meter.seller
                    .get(meter.path(subscription) + "/entries?limit=1")
                    .is(200)
                    .json()
                    .path("count")
                    .asLong();
        }
        assertThat(used)
                .isEqualTo(distinct.stream().mapToLong(KilledIngestTest::value).sum());
        assertThat(listed).isEqualTo(distinct.size());
        List<String> broken =
                house.database().read(tx -> house.wiring().invariants().run(tx, List.of("I9")));
        assertThat(broken).isEmpty();
    }
}
