package dev.brickwork;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.kernel.calendar.Zone;
import dev.brickwork.kernel.money.Currency;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.database.DatabaseAddress;
import dev.brickwork.plumbing.http.front.Peers;
import dev.brickwork.plumbing.http.front.Server;
import dev.brickwork.plumbing.http.pages.Operations;
import dev.brickwork.plumbing.jobs.Loop;
import dev.brickwork.plumbing.json.JsonReader;
import dev.brickwork.sellers.CreateSeller;
import dev.brickwork.sellers.Mode;
import dev.brickwork.support.Contract;
import dev.brickwork.support.OwnProcess;
import dev.brickwork.support.TestPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The whole service on a real database, for tests that come in through the front door. One house serves a
/// test class; each test takes a seller of its own. When the class is over, `Judge` checks the house and closes it.
///
/// ```java
/// private static final House HOUSE = House.open();
/// var seller = HOUSE.seller();
/// seller.post("/customers", "{\"name\": \"Acme\"}").is(200);
/// ```
public final class House implements AutoCloseable {
    private static final Map<String, String> SETTINGS = Map.of(
            "BRICKWORK_RATE_PER_SECOND", "1000000",
            "BRICKWORK_RATE_BURST", "1000000",
            "BRICKWORK_IN_FLIGHT", "10000",
            "BRICKWORK_IN_FLIGHT_TOTAL", "10000",
            "BRICKWORK_KEY_FAILURES_PER_MINUTE", "1000000",
            "BRICKWORK_PAGE_VIEWS_PER_MINUTE", "1000000",
            "BRICKWORK_CONSOLE_VIEWS_PER_MINUTE", "1000000",
            "BRICKWORK_REGENERATIONS_PER_SECOND", "1000000",
            "BRICKWORK_SECRETS_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=");

    private final Database database;
    private static final Queue<House> OPENED = new ConcurrentLinkedQueue<>();

    private final Wiring wiring;
    private final Server server;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(5))
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    private final String operatorKey;

    private final Map<String, String> settings;
    private final List<House> twins = new ArrayList<>();
    private boolean isBegun;

    private House(Database database, Map<String, String> settings) {
        this.database = database;
        this.settings = settings;
        int port = OwnProcess.freePort();
        var known = new HashMap<>(settings);
        known.putIfAbsent("BRICKWORK_BASE_URL", "http://localhost:" + port); // so that links lead back to this house
        this.wiring = new Wiring(Settings.of(known), database, InstantSource.system());
        var pages = new ArrayList<>(wiring.pages());
        pages.add(new Operations(() -> true, wiring.metrics(), false));
        this.server = new Server(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                Optional.empty(),
                wiring.front(),
                pages,
                new Peers(Set.of()));
        this.operatorKey = database.inTransaction(tx -> wiring.keys().operatorKey(tx, Optional.empty()));
    }

    private House begun() {
        wiring.pump().start();
        wiring.loops().forEach(Loop::start);
        wiring.mail().start();
        isBegun = true;
        return this;
    }

    /// A house on a fresh database. It lives as long as the test class that opened it.
    public static House open() {
        return open(Map.of());
    }

    /// The same with settings of its own over those of every test.
    public static House open(Map<String, String> more) {
        return open(TestPostgres.database(), more);
    }

    /// On a database that others know the address of too.
    public static House open(DatabaseAddress address) {
        return open(TestPostgres.open(address), Map.of());
    }

    /// A house that only answers: nothing is printed, mailed or delivered behind its requests. For tests of sums and
    /// races, whose many invoices would cost more to print than to issue.
    public static House withoutFollowUp() {
        return built(TestPostgres.database(), Map.of());
    }

    /// A house that only answers, with settings of its own.
    public static House withoutFollowUp(Map<String, String> more) {
        return built(TestPostgres.database(), more);
    }

    /// The same on a database that others know the address of too.
    public static House withoutFollowUp(DatabaseAddress address) {
        return withoutFollowUp(address, Map.of());
    }

    public static House withoutFollowUp(DatabaseAddress address, Map<String, String> more) {
        return built(TestPostgres.open(address), more);
    }

    private static House open(Database database, Map<String, String> more) {
        return built(database, more).begun();
    }

    /// New each time: heads of the audit that an earlier run left would be missed in the chain of this one.
    private static Path folder() {
        try {
            return Files.createTempDirectory(Files.createDirectories(Path.of("target/house")), "");
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static House built(Database database, Map<String, String> more) {
        var settings = new HashMap<>(SETTINGS);
        settings.put("BRICKWORK_DATA", folder().toString());
        settings.putAll(more);
        var house = new House(database, Map.copyOf(settings));
        OPENED.add(house);
        return house;
    }

    /// The houses that were opened since the last question.
    public static List<House> opened() {
        var houses = new ArrayList<House>();
        for (var house = OPENED.poll(); house != null; house = OPENED.poll()) houses.add(house);
        return houses;
    }

    /// A second process on the same database, as far as the service can tell.
    public House twin() {
        var twin = new House(database, settings);
        if (isBegun) twin.begun();
        twins.add(twin);
        return twin;
    }

    /// Stops everything that runs here: what goes on in an old house takes time from the tests of the next.
    @Override
    public void close() {
        twins.forEach(House::close);
        client.shutdownNow();
        server.stop();
        try {
            for (var loop : wiring.loops()) loop.stop();
            wiring.stopDeliveries();
            wiring.pump().stop();
            wiring.mail().stop();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    public Database database() {
        return database;
    }

    public Wiring wiring() {
        return wiring;
    }

    public String address() {
        return "http://localhost:" + server.port();
    }

    /// A new test seller whose clock follows real time.
    public Tenant seller() {
        return seller(Mode.TEST, Zone.UTC);
    }

    public Tenant seller(Mode mode, Zone zone) {
        var wish = new CreateSeller.Wish(
                "Seller", mode, zone, Currency.USD, Optional.empty(), Optional.empty(), Optional.empty());
        var caller = new Caller(SellerId.OPERATOR, "test", "test", Instant.now());
        var created = database.inTransaction(caller, tx -> wiring.sellers().create(tx, caller, wish));
        return new Tenant(this, created.seller().id(), created.apiKey());
    }

    /// A test seller whose clock stands at this moment.
    public Tenant sellerAt(String now) {
        var seller = seller();
        seller.put("/test-clock", "{\"now\": \"%s\"}".formatted(now)).is(200);
        return seller;
    }

    public Tenant operator() {
        return new Tenant(this, SellerId.OPERATOR, operatorKey);
    }

    /// One seller as its API client sees it.
    public record Tenant(House house, SellerId id, String key) {
        /// The part of the key that may be shown.
        public String keyId() {
            return key.substring("bk_test_".length(), "bk_test_".length() + 12);
        }

        public Reply get(String path) {
            return house.send("GET", path, Optional.of(key), Optional.empty(), List.of());
        }

        public Reply post(String path, String json) {
            return house.send("POST", path, Optional.of(key), Optional.of(json), List.of());
        }

        /// Makes an order and starts it; its id.
        public String started(String orders, String json) {
            var order = post(orders, json).is(200).text("order_id");
            post("%s/%s/start".formatted(orders, order), "{}").is(200);
            return order;
        }

        public Reply put(String path, String json) {
            return house.send("PUT", path, Optional.of(key), Optional.of(json), List.of());
        }

        public Reply patch(String path, String json) {
            return house.send("PATCH", path, Optional.of(key), Optional.of(json), List.of());
        }

        public Reply delete(String path) {
            return house.send("DELETE", path, Optional.of(key), Optional.empty(), List.of());
        }

        public Reply send(String method, String path, String json, String... headers) {
            return house.send(method, path, Optional.of(key), Optional.of(json), List.of(headers));
        }

        /// Moves the clock, and no sweep looks at what has come due.
        public void clockAlone(String now) {
            house.database()
                    .inTransaction(tx -> tx.execute(
                            "UPDATE test_clock SET now = ?::timestamptz WHERE seller_id = ?", now, id.value()));
        }

        /// Moves this test seller's time and lets everything on the way happen.
        public Reply advanceTo(String moment) {
            return post("/test-clock/advance", "{\"to\": \"%s\"}".formatted(moment))
                    .is(200);
        }
    }

    /// An answer, with the checks a scenario needs. Every answer was already held against the OpenAPI file.
    public record Reply(String call, int status, HttpResponse<byte[]> response, String body) {
        public Reply is(int expected, String... fragments) {
            if (status != expected)
                throw new AssertionError("%s: %d, not %d: %s".formatted(call, status, expected, body));
            for (var fragment : fragments) {
                if (!body.contains(fragment))
                    throw new AssertionError("%s: no %s in %s".formatted(call, fragment, body));
            }
            return this;
        }

        /// Whatever was asked, it was done or refused.
        public Reply isNoFailure() {
            if (status >= 500) throw new AssertionError("%s: %d: %s".formatted(call, status, body));
            return this;
        }

        public JsonNode json() {
            return body.isEmpty() ? MissingNode.getInstance() : JsonReader.stored(body);
        }

        public String text(String field) {
            var value = json().path(field);
            if (value.isMissingNode() || value.isNull())
                throw new AssertionError("%s: no %s in %s".formatted(call, field, body));
            return value.asText();
        }

        /// A text of the first thing in a list; empty where there is none.
        public String first(String field) {
            return json().path("results").path(0).path(field).asText();
        }

        public Optional<String> header(String name) {
            return response.headers().firstValue(name);
        }
    }

    /// What `/metrics` says at this moment of one figure, by its name with its labels. Some are read anew only every
    /// few seconds.
    public long metric(String name) {
        return figure(name).orElseThrow(() -> new AssertionError("no " + name));
    }

    /// The same of a figure that may not be there yet.
    public long metric(String name, long absent) {
        return figure(name).orElse(absent);
    }

    private Optional<Long> figure(String name) {
        var request = HttpRequest.newBuilder(URI.create(address() + "/metrics")).build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString())
                    .body()
                    .lines()
                    .filter(line -> line.startsWith(name + " "))
                    .map(line -> Long.parseLong(line.substring(name.length() + 1)))
                    .findFirst();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    public Reply send(String method, String path, Optional<String> key, Optional<String> json, List<String> headers) {
        var request =
                HttpRequest.newBuilder(URI.create(address() + "/api/v2" + path)).timeout(Duration.ofMinutes(2));
        key.ifPresent(value -> request.header("X-SERVICE-KEY", value));
        boolean hasType = headers.stream().anyMatch("Content-Type"::equalsIgnoreCase);
        if (json.isPresent() && !hasType) request.header("Content-Type", "application/json");
        for (int i = 0; i + 1 < headers.size(); i += 2) request.header(headers.get(i), headers.get(i + 1));
        request.method(
                method,
                json.map(text -> HttpRequest.BodyPublishers.ofString(text, StandardCharsets.UTF_8))
                        .orElseGet(HttpRequest.BodyPublishers::noBody));
        try {
            var response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            var sent = json.map(text -> text.getBytes(StandardCharsets.UTF_8)).orElse(null);
            Contract.check(
                    method,
                    Contract.PREFIX + path,
                    sent,
                    response.statusCode(),
                    response.headers().map(),
                    response.body());
            var body = new String(response.body(), StandardCharsets.UTF_8);
            return new Reply(method + " " + path, response.statusCode(), response, body);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
