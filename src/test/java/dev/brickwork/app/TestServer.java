package dev.brickwork.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.platform.http.front.Peers;
import dev.brickwork.platform.http.front.Server;
import dev.brickwork.platform.http.pages.Operations;
import dev.brickwork.platform.jobs.Loop;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.sellers.CreateSeller;
import dev.brickwork.sellers.Mode;
import dev.brickwork.support.BrokenInvariants;
import dev.brickwork.support.Contract;
import dev.brickwork.support.JsonFragment;
import dev.brickwork.support.OwnProcess;
import dev.brickwork.support.SharedServices;
import dev.brickwork.support.TestName;
import dev.brickwork.support.TestPostgres;
import dev.brickwork.support.TimeSpent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// The whole service on a real database, for tests that come in through the front door. Nearly all of them share one
/// service of this JVM, and each test takes a seller of its own: no test may count, stop or configure what others use.
/// Those that must start a service of their own, and close it.
///
/// ```java
/// private static final House HOUSE = House.shared();
/// var seller = HOUSE.seller();
/// seller.post("/customers", "{\"name\": \"Acme\"}").is(200);
/// ```
public final class TestServer implements AutoCloseable {
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

    private static final int SHARED_POOL_SIZE = 30;

    private final Database database;
    private final Wiring wiring;
    private final Server server;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(5))
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    private final String operatorKey;

    private final Map<String, String> settings;
    private final List<TestServer> twins = new CopyOnWriteArrayList<>();
    private final Map<SellerId, String> makers = new ConcurrentHashMap<>();
    private boolean isBegun;

    private TestServer(Database database, Map<String, String> settings) {
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

    private TestServer begun() {
        wiring.pump().start();
        wiring.loops().forEach(Loop::start);
        wiring.mail().start();
        isBegun = true;
        return this;
    }

    /// The service that scenario classes share. It answers, and does nothing behind its requests: no paper is printed,
    /// no mail sent, no event delivered, and nothing comes due but by the test clock.
    public static TestServer shared() {
        return Shared.HOUSE;
    }

    /// The other shared service, for tests of what happens behind the requests.
    public static TestServer sharedWithFollowUp() {
        return SharedWithFollowUp.HOUSE;
    }

    private static final class Shared {
        private static final TestServer HOUSE =
                SharedServices.keep(built(TestPostgres.database(SHARED_POOL_SIZE), Map.of()));
    }

    private static final class SharedWithFollowUp {
        private static final TestServer HOUSE = SharedServices.keep(
                built(TestPostgres.database(SHARED_POOL_SIZE), Map.of()).begun());
    }

    /// A service of the test's own on a fresh database, which only answers.
    public static TestServer own() {
        return own(Map.of());
    }

    /// A service of the test's own, which only answers.
    ///
    /// @param more settings that go before those of every test
    public static TestServer own(Map<String, String> more) {
        return built(TestPostgres.database(), more);
    }

    /// A service of the test's own, which only answers, on a database that the test or another process opens too.
    public static TestServer own(DatabaseAddress address) {
        return own(address, Map.of());
    }

    public static TestServer own(DatabaseAddress address, Map<String, String> more) {
        return built(TestPostgres.open(address), more);
    }

    /// A service of the test's own on a fresh database, with all that goes on behind the requests.
    public static TestServer ownWithFollowUp() {
        return ownWithFollowUp(Map.of());
    }

    /// A service of the test's own, with all that goes on behind the requests.
    ///
    /// @param more settings that go before those of every test
    public static TestServer ownWithFollowUp(Map<String, String> more) {
        return own(more).begun();
    }

    /// A service of the test's own, with all that goes on behind the requests, on a database that the test or another
    /// process opens too.
    public static TestServer ownWithFollowUp(DatabaseAddress address) {
        return own(address).begun();
    }

    /// New each time: heads of the audit that an earlier run left would be missed in the chain of this one.
    private static Path folder() {
        try {
            return Files.createTempDirectory(Files.createDirectories(Path.of("target/house")), "");
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static TestServer built(Database database, Map<String, String> more) {
        var settings = new HashMap<>(SETTINGS);
        settings.put("BRICKWORK_DATA", folder().toString());
        settings.putAll(more);
        var house = TimeSpent.on(TimeSpent.Kind.BOOTS, () -> new TestServer(database, Map.copyOf(settings)));
        SharedServices.opened(house);
        return house;
    }

    /// A second process on the same database, as far as the service can tell.
    public TestServer twin() {
        var twin = new TestServer(database, settings);
        if (isBegun) twin.begun();
        twins.add(twin);
        return twin;
    }

    /// Puts all that was done here to the invariants, so that each scenario proves more than it asks for, and stops.
    @Override
    public void close() {
        try {
            judge();
        } finally {
            stop();
            database.close();
            SharedServices.closed(this);
        }
    }

    /// Fails when an invariant is broken, and names the tests whose sellers broke it.
    private void judge() {
        var broken = TimeSpent.on(
                TimeSpent.Kind.INVARIANTS,
                () -> database.inspect(tx -> wiring.invariants().run(tx, List.of())));
        if (!broken.isEmpty()) throw new AssertionError(new BrokenInvariants(database, makers).told(broken));
    }

    private void stop() {
        twins.forEach(TestServer::stop);
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
        var wish = new CreateSeller.Input(
                "Seller", mode, zone, Currency.USD, Optional.empty(), Optional.empty(), Optional.empty());
        var caller = new Caller(SellerId.OPERATOR, "test", "test", Instant.now());
        var created = database.inTransaction(caller, tx -> wiring.sellers().create(tx, wish));
        makers.put(created.seller().id(), TestName.here());
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
    public record Tenant(TestServer house, SellerId id, String key) {
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
                    .inTransaction(tx -> tx.handle()
                            .execute(
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
        /// Fragments are members of one object, other JSON or text, as in [JsonFragment].
        public Reply is(int expected, String... fragments) {
            if (status != expected)
                throw new AssertionError("%s: %d, not %d: %s".formatted(call, status, expected, body));
            for (var fragment : fragments) JsonFragment.of(fragment).requireIn(call, body);
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

    /// The current value of a metric on `/metrics`, by its name with its labels. Some are read anew only every few
    /// seconds.
    public long metric(String name) {
        return figure(name).orElseThrow(() -> new AssertionError("no " + name));
    }

    /// The current value of a metric, or `absent` where `/metrics` does not show it yet.
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
                    .map(line -> new BigDecimal(line.substring(name.length() + 1)).longValueExact())
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
