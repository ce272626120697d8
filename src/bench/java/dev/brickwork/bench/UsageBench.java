package dev.brickwork.bench;

import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.platform.json.JsonWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.LongFunction;
import org.postgresql.PGConnection;

/// Metering: single entries and batches into a table that is large already, every twentieth entry sent before,
/// beside what COPY alone reaches with the same rows, table and indexes; then the list and the summary of a brick.
final class UsageBench {
    private static final int SUBSCRIPTIONS = 100;
    private static final int DUPLICATE_EVERY = 20;
    private static final long DUPLICATE_DISTANCE = 40_000;
    private static final int COPY_CHUNK = 1_000;
    private static final int READ_CONNECTIONS = 4;
    private static final int READS = 4_000;
    private static final int REQUESTS = 50_000;
    private static final long SECONDS_SPREAD = 25L * 24 * 3600;

    private final ServiceProcess service;
    private final Client client;
    private final String seller;
    private final Map<String, String> options;
    private final PrintStream out;
    private final List<String> subscriptions = new ArrayList<>();
    private final Instant base = Instant.now().truncatedTo(ChronoUnit.DAYS).minus(26, ChronoUnit.DAYS);
    private final List<String> dates = new ArrayList<>();
    private String brick = "";
    private long next; // The first entry that was not sent yet.

    UsageBench(ServiceProcess service, Client client, String seller, Map<String, String> options, PrintStream out) {
        this.service = service;
        this.client = client;
        this.seller = seller;
        this.options = options;
        this.out = out;
        var first = LocalDate.ofInstant(base, ZoneOffset.UTC);
        for (int i = 0; i <= SECONDS_SPREAD / 86_400; i++)
            dates.add(first.plusDays(i).toString());
    }

    void run(DatabaseAddress address) {
        subscribe();
        try (var connection = connect(address)) {
            preload(connection, number("entries"));
        } catch (SQLException broken) {
            throw new IllegalStateException(broken);
        }
        int connections = number("connections");
        long requests = number("requests");
        ingest("usage-single", 1, connections, requests);
        ingest("usage-batch-100", 100, connections, Math.max(1, requests / 10));
        ingest("usage-batch-1000", 1000, connections, Math.max(1, requests / 50));
        copy(address, 1);
        copy(address, 2);
        read("usage-entries", "/entries?limit=25");
        read("usage-summary", "?currentPeriod=true");
    }

    private void subscribe() {
        brick = client.post("/bricks", "{\"brick_name\":\"Calls\",\"brick_code\":\"calls\",\"brick_type\":\"USAGE\"}")
                .path("brick_id")
                .asText();
        var plan = client.post("/plans", "{\"plan_name\": \"Metered\"}")
                .path("plan_id")
                .asText();
        client.put("/plans/%s/draft".formatted(plan), """
                {"bricks": [{"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT", "unit_price": "0.04",
                  "overage_unit_price": "0.06", "pre_commitment_schedule": "MONTHLY"}]}]}
                """.formatted(brick));
        client.post("/plans/%s/publish".formatted(plan), "{}");
        var customer = client.post("/customers", "{\"name\": \"Bench\"}")
                .path("customer_id")
                .asText();
        var start = LocalDate.ofInstant(base, ZoneOffset.UTC);
        for (int i = 0; i < SUBSCRIPTIONS; i++) {
            var id = client.post("/subscriptions", """
                            {"starts_at": "%s", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                             "customer_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 1000}], "time_zone": "UTC"}
                            """.formatted(start, plan, customer, brick))
                    .path("subscription_id")
                    .asText();
            client.post("/subscriptions/%s/start".formatted(id), "{}");
            subscriptions.add(id);
        }
    }

    /// Entry n is the same whenever it is made, so that sending it again is a repetition.
    private static void appendId(StringBuilder out, long n) {
        out.append("evt-");
        appendDigits(out, n, 12);
    }

    private static void appendDigits(StringBuilder out, long number, int digits) {
        long scale = 1;
        for (int i = 1; i < digits; i++) scale *= 10;
        for (; scale > 0; scale /= 10) out.append((char) ('0' + number / scale % 10));
    }

    private String subscription(long n) {
        return subscriptions.get((int) (n / 50 % SUBSCRIPTIONS)); // Clients send what they gathered for one customer.
    }

    /// By hand: the generator shares the machine with what it measures.
    private void appendTime(StringBuilder out, long n) {
        long seconds = n / 20 % SECONDS_SPREAD;
        out.append(dates.get((int) (seconds / 86_400))).append('T');
        appendDigits(out, seconds / 3600 % 24, 2);
        out.append(':');
        appendDigits(out, seconds / 60 % 60, 2);
        out.append(':');
        appendDigits(out, seconds % 60, 2);
        out.append('Z');
    }

    private void append(StringBuilder json, long n) {
        json.append("{\"transaction_id\":\"");
        appendId(json, n);
        json.append("\",\"subscription_id\":\"")
                .append(subscription(n))
                .append("\",\"brick_id\":\"")
                .append(brick)
                .append("\",\"value\":")
                .append(n % 1000)
                .append(".5,\"time\":\"");
        appendTime(json, n);
        json.append("\"}");
    }

    /// Every twentieth entry is one that was sent some time ago.
    private static long repeated(long n) {
        return n % DUPLICATE_EVERY == 0 && n >= DUPLICATE_DISTANCE ? n - DUPLICATE_DISTANCE + 1 : n;
    }

    private void preload(Connection connection, long entries) throws SQLException {
        long before = System.nanoTime();
        copy(connection, 0, entries, 20_000);
        next = entries;
        try (var statement = connection.createStatement()) {
            statement.execute("""
                    INSERT INTO usage_total (seller_id, subscription_id, brick_id, hour, value, entries, listed)
                    SELECT seller_id, subscription_id, brick_id, date_trunc('hour', time), sum(value), count(*), count(*)
                    FROM usage_entry
                    WHERE seller_id = '%s'
                    GROUP BY 1, 2, 3, 4
                    """.formatted(seller));
            statement.execute("VACUUM (ANALYZE) usage_entry");
            statement.execute("CHECKPOINT");
        } catch (SQLException noCheckpoint) {
            System.err.printf(
                    "Measured without a checkpoint before it (%s): GRANT pg_checkpoint to the role of --database.%n",
                    noCheckpoint.getMessage());
        }
        System.err.printf("Preloaded %d entries in %d s.%n", entries, (System.nanoTime() - before) / 1_000_000_000);
    }

    private void ingest(String name, int size, int connections, long requests) {
        var load = new Load(service.port(), connections);
        LongFunction<Scenario.Requests> from = first -> sequence -> bytes(first + sequence * size, size);
        long warmup = Math.max(1, requests / 5);
        load.run(from.apply(next), warmup);
        next += warmup * size;
        long serviceBefore = Cpu.micros(service.pid()).orElse(0);
        long postgresBefore = service.postgresMicros();
        long ownBefore = Cpu.micros(ProcessHandle.current().pid()).orElse(0);
        var outcome = load.run(from.apply(next), requests);
        next += requests * size;
        long entries = Math.max(1, outcome.count() * size);
        long serviceCpu = Cpu.micros(service.pid()).orElse(0) - serviceBefore;
        long postgresCpu = service.postgresMicros() - postgresBefore;
        long ownCpu = Cpu.micros(ProcessHandle.current().pid()).orElse(0) - ownBefore;
        out.println(JsonWriter.text(json -> json.object(line -> line.put("scenario", name)
                .put("connections", connections)
                .put("requests", outcome.count())
                .put("failures", outcome.failures())
                .put("requests_per_second", outcome.perSecond())
                .put("entries_per_second", outcome.perSecond() * size)
                .put("service_cpu_nanos_per_entry", serviceCpu * 1000 / entries)
                .put("postgres_cpu_nanos_per_entry", postgresCpu * 1000 / entries)
                .put("generator_cpu_nanos_per_entry", ownCpu * 1000 / entries)
                .put("latency_micros_p50", outcome.latencyMicros(500))
                .put("latency_micros_p99", outcome.latencyMicros(990)))));
    }

    private byte[] bytes(long first, int size) {
        var json = new StringBuilder(size * 190 + 16);
        if (size == 1) {
            append(json, repeated(first));
            return client.bytes("POST", "/usage", json.toString());
        }
        json.append('[');
        for (int i = 0; i < size; i++) {
            if (i > 0) json.append(',');
            append(json, repeated(first + i));
        }
        return client.bytes("POST", "/usage/batch", json.append(']').toString());
    }

    /// The ceiling: the same rows by COPY alone, a thousand per commit, without duplicates, checks or totals.
    private void copy(DatabaseAddress address, int streams) {
        long entries = Math.max(COPY_CHUNK, (long) number("requests") * 10 / COPY_CHUNK * COPY_CHUNK);
        var failed = new ArrayList<SQLException>();
        var threads = new ArrayList<Thread>();
        long first = next;
        long started = System.nanoTime();
        for (int i = 0; i < streams; i++) {
            long from = first + i * entries;
            threads.add(Thread.ofPlatform().start(() -> {
                try (var connection = connect(address)) {
                    copy(connection, from, from + entries, COPY_CHUNK);
                } catch (SQLException broken) {
                    synchronized (failed) {
                        failed.add(broken);
                    }
                }
            }));
        }
        for (var thread : threads) Load.join(thread);
        long elapsed = System.nanoTime() - started;
        if (!failed.isEmpty()) throw new IllegalStateException(failed.getFirst());
        next += entries * streams;
        out.println(JsonWriter.text(json -> json.object(line -> line.put("scenario", "usage-copy-ceiling")
                .put("streams", streams)
                .put("entries_per_second", entries * streams * 1_000_000_000L / Math.max(1, elapsed)))));
    }

    private void copy(Connection connection, long from, long until, int chunk) throws SQLException {
        var copier = connection.unwrap(PGConnection.class).getCopyAPI();
        for (long at = from; at < until; at += chunk) {
            var rows = new StringBuilder(chunk * 190);
            for (long n = at; n < Math.min(until, at + chunk); n++) {
                rows.append(seller)
                        .append('\t')
                        .append(subscription(n))
                        .append('\t')
                        .append(brick);
                rows.append('\t');
                appendTime(rows, n);
                rows.append('\t')
                        .append(base)
                        .append('\t')
                        .append(n % 1000)
                        .append(".5")
                        .append('\t');
                appendId(rows, n);
                rows.append("\t\\N\n");
            }
            try (var in = new ByteArrayInputStream(rows.toString().getBytes(StandardCharsets.UTF_8))) {
                copier.copyIn("""
                        COPY usage_entry (seller_id, subscription_id, brick_id, time, recorded_at, value, transaction_id,
                            properties)
                        FROM STDIN
                        """, in);
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }
    }

    private void read(String name, String query) {
        var requests = new ArrayList<byte[]>();
        for (var subscription : subscriptions) {
            var path = "/subscriptions/%s/bricks/%s/usage%s".formatted(subscription, brick, query);
            requests.add(client.bytes("GET", path, ""));
        }
        Scenario.Requests each = sequence -> requests.get((int) (sequence * 7 % requests.size()));
        var load = new Load(service.port(), READ_CONNECTIONS);
        load.run(each, READS / 4);
        var outcome = load.run(each, READS);
        out.println(JsonWriter.text(json -> json.object(line -> line.put("scenario", name)
                .put("connections", READ_CONNECTIONS)
                .put("requests", outcome.count())
                .put("failures", outcome.failures())
                .put("requests_per_second", outcome.perSecond())
                .put("latency_micros_p50", outcome.latencyMicros(500))
                .put("latency_micros_p99", outcome.latencyMicros(990)))));
    }

    private static Connection connect(DatabaseAddress address) throws SQLException {
        var account = new Properties();
        address.user().ifPresent(user -> account.setProperty("user", user));
        address.password().ifPresent(password -> account.setProperty("password", password));
        return DriverManager.getConnection(address.jdbcUrl(), account);
    }

    private int number(String name) {
        var text = options.getOrDefault(name, "");
        return text.isEmpty() ? REQUESTS : Integer.parseInt(text);
    }
}
