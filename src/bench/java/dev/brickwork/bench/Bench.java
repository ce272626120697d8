package dev.brickwork.bench;

import dev.brickwork.platform.json.JsonWriter;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TimeZone;
import java.util.stream.Stream;

/// `./brickwork bench [scenario …] [--connections 16] [--requests N] [--warmup N] [--database URL]
/// [--postgres-pid PID]`: one line of JSON per scenario. Without a scenario it runs them all but `day`, `events`,
/// `invoices`, `neighbour` and `usage`, each with as many requests as it thinks right; `day` sends `--rate 200` a
/// second for `--seconds 300`; `neighbour` measures one seller while another one asks for all it can; `invoices` bills
/// `--subscriptions 5000` on one day; `usage` fills a table with `--entries 10000000` first.
public final class Bench {
    static final List<Scenario> SCENARIOS = List.of(
            new ReadSeller(),
            new PriceSubscription(),
            new StartSubscription(),
            PriceChange.upgrade(),
            PriceChange.recast());

    private static final String USAGE = "usage";
    private static final String INVOICES = "invoices";
    private static final String EVENTS = "events";
    private static final String DAY = "day";
    private static final String NEIGHBOUR = "neighbour";
    private static final List<String> LARGE = List.of(DAY, EVENTS, INVOICES, NEIGHBOUR, USAGE);
    private static final Map<String, String> DEFAULTS = Map.of(
            "connections", "16",
            "requests", "",
            "warmup", "",
            "entries", "10000000",
            "subscriptions", "5000",
            "rate", "200",
            "seconds", "300",
            "database", "",
            "postgres-pid", "");

    private Bench() {}

    /// Started by the launcher in place of the service, whose jar does not hold this class. Any failure ends the
    /// process: threads that the load has started would keep it alive.
    public static void main(String[] words) {
        Locale.setDefault(Locale.ENGLISH); // Figures are the same on every machine.
        TimeZone.setDefault(TimeZone.getTimeZone(ZoneOffset.UTC));
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try {
            System.exit(run(List.of(words), out, System.err));
        } catch (RuntimeException | Error failed) {
            failed.printStackTrace(System.err);
            System.exit(1);
        }
    }

    /// Returns the exit code.
    static int run(List<String> words, PrintStream out, PrintStream err) {
        var options = new HashMap<>(DEFAULTS);
        var chosen = new ArrayList<Scenario>();
        var large = new HashSet<String>();
        for (int i = 0; i < words.size(); i++) {
            var word = words.get(i);
            if (word.startsWith("--") && options.containsKey(word.substring(2)) && i + 1 < words.size()) {
                var value = words.get(++i);
                if (!word.equals("--database") && !value.matches("[0-9]{1,9}")) return usage(word + " " + value, err);
                options.put(word.substring(2), value);
                continue;
            }
            if (LARGE.contains(word)) {
                large.add(word);
                continue;
            }
            var scenario =
                    SCENARIOS.stream().filter(one -> one.name().equals(word)).findFirst();
            if (scenario.isEmpty()) return usage(word, err);
            chosen.add(scenario.get());
        }
        measure(chosen.isEmpty() && large.isEmpty() ? SCENARIOS : chosen, large, options, out);
        return 0;
    }

    private static int usage(String word, PrintStream err) {
        err.printf(
                "There is no scenario or option '%s'; there are %s and, each with a number (or address), --%s.%n",
                word,
                Stream.concat(SCENARIOS.stream().map(Scenario::name), LARGE.stream())
                        .toList(),
                String.join(", --", DEFAULTS.keySet().stream().sorted().toList()));
        return 2;
    }

    private static void measure(
            List<Scenario> scenarios, Set<String> large, Map<String, String> options, PrintStream out) {
        var database = Optional.ofNullable(options.get("database")).filter(url -> !url.isEmpty());
        var postgres = options.getOrDefault("postgres-pid", "").isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(number(options, "postgres-pid", 0));
        try (var service = ServiceProcess.start(database, postgres)) {
            var operator = Client.at(service.port(), service.operatorKey());
            for (var scenario : scenarios) {
                // A live seller: the key of a test seller is looked up on every request, because its clock may move.
                out.println(figure(scenario, operator.asNewSeller("live"), service, options));
            }
            if (large.contains(INVOICES)) {
                new InvoiceBench(service, operator, number(options, "subscriptions", 0), out).run();
            }
            if (large.contains(DAY)) {
                new DayBench(service, operator, out)
                        .run(Math.max(1, number(options, "rate", 1)), Math.max(1, number(options, "seconds", 1)));
            }
            if (large.contains(EVENTS)) new EventBench(service, operator, out).run();
            if (large.contains(NEIGHBOUR)) {
                new NeighbourBench(service, operator, out).run();
            }
            if (!large.contains(USAGE)) return;
            var seller = operator.post("/sellers", "{\"name\": \"Bench\", \"mode\": \"live\"}");
            var client = operator.as(seller.path("api_key").asText());
            new UsageBench(service, client, seller.path("seller_id").asText(), options, out)
                    .run(service.address(database));
        }
    }

    private static String figure(
            Scenario scenario, Client client, ServiceProcess service, Map<String, String> options) {
        int connections = number(options, "connections", 16);
        int warmup = number(options, "warmup", scenario.warmup());
        int count = number(options, "requests", scenario.requests());
        var requests = scenario.prepare(client, warmup + count);
        var load = new Load(service.port(), connections);
        load.run(requests, warmup);
        long serviceBefore = Cpu.micros(service.pid()).orElse(0);
        long postgresBefore = service.postgresMicros();
        long ownBefore = Cpu.micros(ProcessHandle.current().pid()).orElse(0);
        var outcome = load.run(requests, count);
        long done = Math.max(1, outcome.count());
        return JsonWriter.text(json -> json.object(line -> line.put("scenario", scenario.name())
                .put("connections", connections)
                .put("requests", outcome.count())
                .put("failures", outcome.failures())
                .put("requests_per_second", outcome.perSecond())
                .put(
                        "service_cpu_micros_per_request",
                        (Cpu.micros(service.pid()).orElse(0) - serviceBefore) / done)
                .put("postgres_cpu_micros_per_request", (service.postgresMicros() - postgresBefore) / done)
                .put(
                        "generator_cpu_micros_per_request",
                        (Cpu.micros(ProcessHandle.current().pid()).orElse(0) - ownBefore) / done)
                .put("latency_micros_p50", outcome.latencyMicros(500))
                .put("latency_micros_p95", outcome.latencyMicros(950))
                .put("latency_micros_p99", outcome.latencyMicros(990))));
    }

    private static int number(Map<String, String> options, String name, int standard) {
        var text = options.getOrDefault(name, "");
        return text.isEmpty() ? standard : Integer.parseInt(text);
    }
}
