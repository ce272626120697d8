package dev.brickwork.bench;

import dev.brickwork.platform.json.JsonWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Measures what a quiet seller feels of a noisy one: the latency of its estimates and lists with nothing beside them,
/// and while forty connections of another seller ask for as much as a short request can ask for.
final class NeighbourBench {
    private static final int NOISY_CONNECTIONS = 40;
    private static final int QUIET_CONNECTIONS = 2;
    private static final int WARMUP = 2_000;
    private static final int CUSTOMERS = 1_000;
    private static final int QUIET_CUSTOMERS = 200;
    private static final int BRICKS = 8;
    private static final int TIERS = 51;
    private static final int PHASES = 12;
    private static final int SETTLE_MILLIS = 3_000;
    private static final int BROKEN = 0; // No answer, because the connection was closed.
    private static final int WINDOW_MILLIS = 10_000;

    private final int port;
    private final Client quiet;
    private final Client noisy;
    private final PrintStream out;
    private final Map<Integer, AtomicLong> failures = new ConcurrentHashMap<>();

    NeighbourBench(ServiceProcess service, Client operator, PrintStream out) {
        this.port = service.port();
        this.quiet = operator.asNewSeller("live");
        this.noisy = operator.asNewSeller("live");
        this.out = out;
    }

    void run() {
        var quietRequests = new TreeMap<String, byte[]>();
        var team = TeamPlan.create(quiet);
        quietRequests.put("estimate", quiet.bytes("POST", "/subscriptions/estimate", """
                {"starts_at": "2025-01-31", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": %s}
                """.formatted(
                        team.plan(), team.bricks(250))));
        customers(quiet, QUIET_CUSTOMERS);
        quietRequests.put("list", quiet.bytes("GET", "/customers?limit=100", ""));
        var attacks = new TreeMap<String, byte[]>();
        attacks.put("estimates", dearEstimate());
        attacks.put("small estimates", noisy.bytes("POST", "/subscriptions/estimate", smallEstimate()));
        customers(noisy, CUSTOMERS);
        attacks.put("lists", noisy.bytes("GET", "/customers?limit=1000", ""));
        quietRequests.forEach((_, request) -> new Load(port, QUIET_CONNECTIONS).run(_ -> request, WARMUP));
        attacks.forEach((name, request) -> {
            report("nothing", quietRequests, Map.of());
            try (var attack = new Attack(request)) {
                attack.settle();
                report(name, quietRequests, attack.statuses);
            }
        });
    }

    private void report(String beside, Map<String, byte[]> quietRequests, Map<Integer, AtomicLong> statuses) {
        quietRequests.forEach((name, request) -> {
            var before = counts(statuses);
            failures.clear();
            var latencies = latencies(request);
            var during = counts(statuses);
            before.forEach((status, count) -> during.merge(status, -count, Long::sum));
            out.println(JsonWriter.text(json -> json.object(line -> line.put("scenario", "neighbour: " + name)
                    .put("beside", beside)
                    .put("requests", latencies.length)
                    .put(
                            "failures",
                            counts(failures).values().stream()
                                    .mapToLong(Long::longValue)
                                    .sum())
                    .put("latency_micros_p50", Load.atPerMille(latencies, 500))
                    .put("latency_micros_p95", Load.atPerMille(latencies, 950))
                    .put("latency_micros_p99", Load.atPerMille(latencies, 990))
                    .putObject(
                            "answers_to_the_other",
                            all -> during.forEach((status, count) -> all.put(Integer.toString(status), count))))));
        });
    }

    /// Of the quiet seller in a window of time, ascending.
    private long[] latencies(byte[] request) {
        var all = new ConcurrentLinkedQueue<Long>();
        long until = System.nanoTime() + WINDOW_MILLIS * 1_000_000L;
        var threads = IntStream.range(0, QUIET_CONNECTIONS)
                .mapToObj(_ -> Thread.ofPlatform().start(() -> {
                    while (System.nanoTime() < until) {
                        try (var wire = new Wire(port)) {
                            while (System.nanoTime() < until) {
                                long sent = System.nanoTime();
                                int status = wire.exchange(request);
                                all.add((System.nanoTime() - sent) / 1_000);
                                if (status != 200) count(failures, status);
                            }
                        } catch (IOException broken) {
                            count(failures, BROKEN);
                        }
                    }
                }))
                .toList();
        for (var thread : threads) Load.join(thread);
        return all.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    private static void count(Map<Integer, AtomicLong> statuses, int status) {
        statuses.computeIfAbsent(status, _ -> new AtomicLong()).incrementAndGet();
    }

    private static Map<Integer, Long> counts(Map<Integer, AtomicLong> statuses) {
        var counts = new TreeMap<Integer, Long>();
        statuses.forEach((status, count) -> counts.put(status, count.get()));
        return counts;
    }

    private static void customers(Client client, int count) {
        for (int i = 0; i < count; i++) {
            client.post("/customers", "{\"name\": \"Customer %d\", \"tax_id\": \"DE%09d\"}".formatted(i, i));
        }
    }

    private String smallEstimate() {
        var team = TeamPlan.create(noisy);
        return """
                {"starts_at": "2025-01-31", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": %s}""".formatted(team.plan(), team.bricks(250));
    }

    /// A short body for a long answer: the ladders stand in the catalogue, and each phase is a few bytes.
    private byte[] dearEstimate() {
        var plan = noisy.post("/plans", "{\"plan_name\": \"Ladders\"}")
                .path("plan_id")
                .asText();
        var bricks = new ArrayList<String>();
        for (int i = 0; i < BRICKS; i++) {
            bricks.add(noisy.post(
                            "/bricks",
                            "{\"brick_name\": \"b%d\", \"brick_code\": \"b%d\", \"brick_type\": \"SUBSCRIPTION\"}"
                                    .formatted(i, i))
                    .path("brick_id")
                    .asText());
        }
        var ladder = IntStream.range(1, TIERS)
                .mapToObj("{\"up_to\": %1$d, \"unit_price\": \"%1$d.00\"}"::formatted)
                .collect(Collectors.joining(", "));
        var priced = bricks.stream().map(brick -> """
                        {"brick_id": "%s", "prices": [{"currency": "USD", "model": "GRADUATED", "price_period_months": 1,
                         "tiers": [%s, {"up_to": null, "unit_price": "1.00"}]}]}""".formatted(brick, ladder)).collect(Collectors.joining(", "));
        noisy.put("/plans/%s/draft".formatted(plan), "{\"bricks\": [%s]}".formatted(priced));
        noisy.post("/plans/%s/publish".formatted(plan), "{}");
        var ordered = bricks.stream()
                .map("{\"brick_id\": \"%s\", \"quantity\": 99}"::formatted)
                .collect(Collectors.joining(", "));
        var phases = IntStream.range(0, PHASES)
                .mapToObj(_ -> "{\"contract_length\": 5}")
                .collect(Collectors.joining(", "));
        return noisy.bytes("POST", "/subscriptions/estimate", """
                {"starts_at": "2025-01-31", "contract_length": 60, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [%s], "phases": [%s]}""".formatted(plan, ordered, phases));
    }

    /// Connections that send their next request as soon as the last one is answered, whatever the answer is.
    private final class Attack implements AutoCloseable {
        private final Map<Integer, AtomicLong> statuses = new ConcurrentHashMap<>();
        private final List<Thread> threads = new ArrayList<>();
        private volatile boolean isOver;

        Attack(byte[] request) {
            for (int i = 0; i < NOISY_CONNECTIONS; i++) {
                threads.add(Thread.ofPlatform().start(() -> flood(request)));
            }
        }

        /// The service may close connections of a crowd; a new one takes their place.
        private void flood(byte[] request) {
            while (!isOver) {
                try (var wire = new Wire(port)) {
                    while (!isOver) count(statuses, wire.exchange(request));
                } catch (IOException broken) {
                    count(statuses, BROKEN);
                }
            }
        }

        void settle() {
            try {
                Thread.sleep(SETTLE_MILLIS);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(stopped);
            }
        }

        @Override
        public void close() {
            isOver = true;
            for (var thread : threads) Load.join(thread);
        }
    }
}
