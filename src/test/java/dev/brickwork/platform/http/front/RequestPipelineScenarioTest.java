package dev.brickwork.platform.http.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Reply;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.sellers.Mode;
import dev.brickwork.sellers.keys.Keys;
import dev.brickwork.support.Await;
import dev.brickwork.support.InThread;
import dev.brickwork.support.Shop;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The manners of the front door.
@Tag("verify")
final class RequestPipelineScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    @Test
    void methodsPathsAndSlashes() {
        var seller = HOUSE.seller();
        assertThat(seller.send("PUT", "/seller", "{}").is(405).header("Allow")).contains("GET, PATCH, HEAD, OPTIONS");
        assertThat(HOUSE.send("OPTIONS", "/seller", Optional.of(seller.key()), Optional.empty(), List.of())
                        .status())
                .isEqualTo(204);
        assertThat(seller.get("/seller/").is(200).body())
                .isEqualTo(seller.get("/seller").body());
        var head = HOUSE.send("HEAD", "/seller", Optional.of(seller.key()), Optional.empty(), List.of());
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        seller.get("/seller/nothing").is(404, "ERR_NOT_FOUND");
    }

    /// The database keeps microseconds: the answer to a write equals a later read.
    @Test
    void momentsHaveMicroseconds() {
        var seller = HOUSE.seller();
        var made = seller.post("/discount-coupons", """
                        {"code": "FINE", "discount_rate": "5", "duration_months": 3,
                         "expires_at": "2199-01-02T00:00:00.123456789+02:00"}
                        """).is(200, "\"expires_at\":\"2199-01-01T22:00:00.123456Z\"");
        assertThat(seller.get("/discount-coupons/FINE").is(200).body()).isEqualTo(made.body());
    }

    /// More than there are connections: they wait for their customer without one, and others are served meanwhile.
    @Test
    void whoWaitsForAnObjectKeepsNobodyElseWaiting() {
        int connections = Database.Limits.STANDARD.poolSize();
        var seller = HOUSE.seller();
        var customer =
                seller.post("/customers", "{\"name\": \"Wanted\"}").is(200).text("customer_id");
        var replies = HOUSE.database().inTransaction(tx -> {
            tx.handle().execute("SELECT FROM customer WHERE id = ?::uuid FOR NO KEY UPDATE", customer);
            var all = Stream.generate(
                            () -> InThread.run(() -> seller.patch("/customers/" + customer, "{\"locale\": \"de\"}")))
                    .limit(2L * connections)
                    .toList();
            Await.until(
                    "more wait in line than there are connections",
                    () -> HOUSE.metric("brickwork_hot_row_waiting_requests") > connections);
            seller.post("/customers", "{\"name\": \"Other\"}").is(200);
            return all;
        });
        for (var reply : replies) assertThat(reply.join().status()).isIn(200, 503); // On a starved machine.
    }

    @Test
    void thePrefixIsAWholeSegment() throws IOException {
        var key = "X-SERVICE-KEY: %s\r\nConnection: close\r\n"
                .formatted(HOUSE.seller().key());
        assertThat(answers("GET /api/v2/seller", key, "")).startsWith("HTTP/1.1 200 ");
        for (var path : List.of("/api/v2xseller", "/api/v2.seller", "/api/xv2/seller", "/api/v2/seller%2F", "seller")) {
            assertThat(answers("GET " + path, key, "")).as(path).startsWith("HTTP/1.1 404 ");
        }
    }

    /// The page names its files relative to its own address.
    @ParameterizedTest
    @ValueSource(strings = {"/docs", "/docs/"})
    void theReferenceHasOneAddress(String path) throws IOException, InterruptedException {
        try (var client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()) {
            var answer = client.send(
                    HttpRequest.newBuilder(URI.create(HOUSE.address() + path)).build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.uri().getPath()).isEqualTo("/docs");
            assertThat(answer.body()).contains("<title>Brickwork API</title>");
        }
    }

    /// Free text refuses card numbers, and the audit says why something was changed.
    @Test
    void theAuditKnowsTheReason() {
        var seller = HOUSE.sellerAt("2025-01-01T08:00:00Z");
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("25")));
        var customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var id = seller.post("/subscriptions", """
            {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY",
             "plan_id": "%s", "bricks": [{"brick_id": "%s"}], "customer_id": "%s"}
            """.formatted(plan, seats, customer))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        var invoice = seller.get("/subscriptions/%s/invoices?limit=1".formatted(id))
                .is(200)
                .first("invoice_id");
        var payment = seller.post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 2500}")
                .is(200)
                .text("payment_id");
        seller.post("/payments/%s/refund".formatted(payment), "{\"reason\": \"sent to the wrong account\"}")
                .is(200);
        seller.get("/audit?limit=1000&object_id=" + invoice).is(200, "\"reason\":\"sent to the wrong account\"");
        seller.post("/invoices/%s/void".formatted(invoice), "{\"reason\": \"wrong customer\"}")
                .is(200);
        seller.get("/audit?limit=1000&object_id=" + invoice).is(200, "\"reason\":\"wrong customer\"");
        var pause = "/subscriptions/%s/pause".formatted(id);
        seller.post(pause, "{\"paused_at\": \"2025-06-01\", \"pause_reason\": \"away in June\"}")
                .is(200);
        seller.put(pause, "{\"paused_at\": \"2025-07-01\", \"pause_reason\": \"away in July\"}")
                .is(200);
        seller.get("/audit?limit=1000&object_id=" + id)
                .is(200, "\"reason\":\"away in June\"", "\"reason\":\"away in July\"");
        seller.post(
                        "/subscriptions/%s/terminate".formatted(id),
                        "{\"termination_notes\": \"paid with 4242 4242 4242 4242\"}")
                .is(400, "termination_notes", "card numbers");
        seller.post("/subscriptions/%s/terminate".formatted(id), "{\"termination_notes\": \"moved to France\"}")
                .is(200);
        seller.get("/audit?limit=1000&object_id=" + id).is(200, "\"reason\":null", "\"reason\":\"moved to France\"");
    }

    /// Printing is dear: of that a seller has a budget of its own, whatever its keys may ask for besides.
    @Test
    void regenerationsHaveABudget() {
        try (var house = TestServer.own(Map.of("BRICKWORK_REGENERATIONS_PER_SECOND", "1"))) {
            var seller = house.seller();
            var path = "/invoices/%s/regenerate".formatted(UUID.randomUUID());
            seller.post(path, "{}").is(404, "no such invoice");
            var refused = rushed(() -> seller.post(path, "{}"));
            assertThat(refused.header("RateLimit-Policy")).hasValue("\"regenerate\";q=1;w=1");
            assertThat(refused.header("Retry-After")).hasValue("1");
            seller.get("/seller").is(200);
            house.seller().post(path, "{}").is(404);
        }
    }

    /// The first answer to one who comes too often.
    private static Reply rushed(Supplier<Reply> call) {
        return Stream.generate(call)
                .limit(20)
                .filter(reply -> reply.status() == 429)
                .findFirst()
                .orElseThrow()
                .is(429, "ERR_BAD_REQUEST", "\"reason\":\"rate_limited\"");
    }

    /// Each key has a limit of its own, and a refused request is told when to come back.
    @Test
    void aKeyThatRunsAwayIsStopped() {
        try (var house = TestServer.own(Map.of("BRICKWORK_RATE_PER_SECOND", "1", "BRICKWORK_RATE_BURST", "2"))) {
            var seller = house.seller();
            var other =
                    seller.post("/api-keys", "{\"name\": \"other\"}").is(200).text("api_key");
            var refused = rushed(() -> seller.get("/seller"));
            assertThat(refused.header("Retry-After")).hasValue("1");
            assertThat(refused.header("RateLimit")).hasValue("\"key\";r=0;t=1");
            assertThat(refused.header("RateLimit-Policy")).hasValue("\"key\";q=1;w=1");
            new TestServer.Tenant(house, seller.id(), other).get("/seller").is(200);
        }
    }

    /// Guessing of keys is stopped. A request without a key guesses nothing, and is always told what is missing
    /// (REL 3.2).
    @Test
    void onlyWrongKeysAreCounted() {
        try (var house = TestServer.own(Map.of("BRICKWORK_KEY_FAILURES_PER_MINUTE", "2"))) {
            Function<Optional<String>, Reply> with =
                    key -> house.send("GET", "/seller", key, Optional.empty(), List.of());
            for (int i = 0; i < 5; i++) {
                with.apply(Optional.empty()).is(401, "\"reason\":\"unauthenticated\"");
                with.apply(Optional.of("")).is(401, "\"reason\":\"unauthenticated\"");
            }
            var refused = rushed(() -> with.apply(Optional.of("wrong")));
            assertThat(refused.header("RateLimit-Policy")).hasValue("\"address\";q=2;w=60");
            with.apply(Optional.empty()).is(401);
        }
    }

    /// By the name that it was given; that of an operator's key is no business of the seller.
    @Test
    void theKeyThatDidItIsNamed() {
        var operator = HOUSE.operator();
        var made = operator.post("/sellers", "{\"name\": \"Harbour\", \"mode\": \"test\"}")
                .is(200);
        var seller = new TestServer.Tenant(
                HOUSE, new SellerId(UUID.fromString(made.text("seller_id"))), made.text("api_key"));
        var key = seller.post("/api-keys", "{\"name\": \"back office\"}").is(200);
        var office = new TestServer.Tenant(HOUSE, seller.id(), key.text("api_key"));
        var customer = office.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var invoice = office.post("/invoices", """
                        {"customer_id": "%s", "line_items": [{"description": "Work", "quantity": 1, "unit_price": "5"}]}
                        """.formatted(customer)).is(200).text("invoice_id");
        var actor =
                "\"actor\":{\"kind\":\"KEY\",\"id\":\"%s\",\"name\":\"back office\"}".formatted(key.text("api_key_id"));
        seller.get("/audit?object_id=" + customer).is(200, actor);
        seller.get("/invoices/%s/history".formatted(invoice)).is(200, actor);
        seller.get("/audit?object_kind=seller")
                .is(200, "\"actor\":{\"kind\":\"KEY\",\"id\":\"%s\",\"name\":null}".formatted(operator.keyId()));
    }

    /// No object can have such a name, and a client without a key is not even told that.
    @Test
    void aNulCharacterNamesNothing() throws IOException {
        var seller = HOUSE.seller();
        for (var path : List.of("/x/%00", "/invoices/%00", "/usage/%00/history", "/discount-coupons/a%00b")) {
            seller.get(path).is(404, "ERR_NOT_FOUND");
        }
        assertThat(exchange("GET /api/v2/x/%00 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 401 ");
        for (var page : List.of("/pay/%00", "/portal/%00", "/files/%00", "/%00")) {
            assertThat(exchange("GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".formatted(page)))
                    .startsWith("HTTP/1.1 404 ");
        }
    }

    @Test
    void theRequestIdComesBack() {
        var seller = HOUSE.seller();
        assertThat(seller.send("PATCH", "/seller", "{}", "X-Request-Id", "mine-1")
                        .header("X-Request-Id"))
                .contains("mine-1");
        assertThat(seller.get("/seller").header("X-Request-Id")).isPresent();
    }

    @Test
    void bodiesAreBoundedAndTyped() {
        var seller = HOUSE.seller();
        seller.patch("/seller", "{\"name\": \"%s\"}".formatted("x".repeat(1_100_000)))
                .is(413);
        seller.send("PATCH", "/seller", "name=x", "Content-Type", "application/x-www-form-urlencoded")
                .is(415);
        seller.patch("/seller", "[1]").is(400, "object");
        seller.patch("/seller", "{\"name\": \"a\", \"name\": \"b\"}").is(400, "twice");
        seller.patch("/seller", "{\"name\": ").is(400, "JSON");
    }

    @Test
    void pagingIsCheckedNotCut() {
        var seller = HOUSE.seller();
        seller.get("/legal-entities?limit=1001").is(400, "\"limit\"");
        seller.get("/legal-entities?limit=0&offset=-1").is(400, "\"limit\"", "\"offset\"");
        seller.get("/legal-entities?limit=1&limit=2").is(400, "\"limit\"", "once");
        seller.get("/invoices?amount_min=1&amount_min=2").is(400, "\"amount_min\"");
        seller.get("/audit?request_id=a&request_id=b").is(400, "\"request_id\"");
        seller.get("/invoices?status=PAID&status=VOIDED").is(200);
        seller.post("/legal-entities", "{\"legal_name\": \"E\", \"invoice_number_prefix\": \"E-\"}")
                .is(200);
        var page = seller.get("/legal-entities?limit=1").is(200).json();
        assertThat(page.path("next").textValue()).endsWith("/api/v2/legal-entities?limit=1&offset=1");
        assertThat(page.path("previous").isNull()).isTrue();
    }

    /// Closing the connection while the client still sends may lose the answer.
    @Test
    void anAnswerBeforeTheBodyWasReadArrives() throws IOException {
        var body = "x".repeat(200_000);
        for (int i = 0; i < 20; i++)
            assertThat(answers("POST /api/v2/customers", "", body))
                    .startsWith("HTTP/1.1 401 ")
                    .endsWith("}");
    }

    /// A body that no handler reads is not the next request, even if it looks like one.
    @Test
    void aBodyIsNoSecondRequest() throws IOException {
        var key = "X-SERVICE-KEY: %s\r\n".formatted(HOUSE.seller().key());
        var hidden = "GET /api/v2/seller HTTP/1.1\r\nHost: localhost\r\n%s\r\n".formatted(key);
        for (var head : List.of("GET /api/v2/seller", "POST /api/v2/unknown", "GET /health/live")) {
            assertThat(answers(head, key, hidden).split("HTTP/1.1 ", -1))
                    .as(head)
                    .hasSize(2);
        }
    }

    @Test
    void aConnectionThatIsToldToCloseIsClosed() throws IOException {
        assertThat(answers("GET /health/live", "Connection: close\r\n", "")).startsWith("HTTP/1.1 200 ");
    }

    /// Refused before any route is looked for, and still in the words of the API.
    @Test
    void whatCannotBeReadSaysWhy() throws IOException {
        var key = "X-SERVICE-KEY: %s\r\n".formatted(HOUSE.seller().key());
        var big = "X-Big: %s\r\n".formatted("x".repeat(17_000));
        assertThat(answers("GET /api/v2/seller", key + big, ""))
                .startsWith("HTTP/1.1 431 ")
                .contains("the headers are larger than 16384 bytes", "\"reason\":\"headers_too_large\"");
        assertThat(answers("GET /api/v2/seller?x=" + "x".repeat(9_000), key, ""))
                .startsWith("HTTP/1.1 400 ")
                .contains("the address is longer than 8192 bytes");
        assertThat(answers("POST /api/v2/customers", key + "Content-Encoding: gzip\r\n", "{}"))
                .startsWith("HTTP/1.1 415 ")
                .contains("without Content-Encoding");
        assertThat(exchange("GET /health/live HTTP/1.0\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ")
                .contains("the service speaks HTTP/1.1; let the proxy in front of it do so, too");
        assertThat(exchange("hello\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ")
                .contains("the request cannot be read as HTTP/1.1");
    }

    /// A body whose end can be understood in two ways, or not at all, is refused and ends the connection: a proxy in
    /// front of us might see other requests than we do.
    @Test
    void whereABodyEndsIsSaidOnceAndPlainly() throws IOException {
        var key = "X-SERVICE-KEY: %s\r\nContent-Type: application/json\r\n"
                .formatted(HOUSE.seller().key());
        for (var length : List.of(
                "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0",
                "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
                "Content-Length: -2\r\n\r\n{}",
                "Content-Length: +2\r\n\r\n{}",
                "Transfer-Encoding: gzip, chunked\r\n\r\n0",
                "Transfer-Encoding: Chunked\r\n\r\n0")) {
            assertThat(answers("POST /api/v2/customers", key + length + "\r\n", ""))
                    .as(length)
                    .startsWith("HTTP/1.1 400 ")
                    .contains("say the length of the body once")
                    .containsOnlyOnce("HTTP/1.1");
        }
        for (var chunks :
                List.of("zz\r\n{}", "2\r\n{}\r\nzz", "-2\r\n{}", "FFFFFFFFFFFF\r\n{}", "1\r\n{} ", "2;x=1\r\n{}")) {
            assertThat(answers("POST /api/v2/customers", key + "Transfer-Encoding: chunked\r\n\r\n" + chunks, ""))
                    .as(chunks)
                    .startsWith("HTTP/1.1 400 ")
                    .contains("the chunks of the body cannot be read");
        }
    }

    @Test
    void aChunkedBodyThatIsTooLargeIsAnsweredWhole() throws IOException {
        var key = "X-SERVICE-KEY: %s\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
                .formatted(HOUSE.seller().key());
        var chunk = "10000\r\n%s\r\n".formatted("x".repeat(0x10000));
        assertThat(answers("POST /api/v2/customers", key + "\r\n" + chunk.repeat(40) + "0\r\n", ""))
                .startsWith("HTTP/1.1 413 ")
                .endsWith("}");
    }

    private static String answers(String what, String headers, String body) throws IOException {
        var length = body.isEmpty() ? "" : "Content-Length: %d\r\n".formatted(body.length());
        return exchange("%s HTTP/1.1\r\nHost: localhost\r\n%s%s\r\n%s".formatted(what, headers, length, body));
    }

    /// Everything that comes until the server hangs up.
    private static String exchange(String request) throws IOException {
        try (var socket =
                new Socket("localhost", Integer.parseInt(HOUSE.address().replaceAll(".*:", "")))) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void theKeyIsCheckedBeforeTheBodyIsRead() throws IOException {
        try (var socket =
                new Socket("localhost", Integer.parseInt(HOUSE.address().replaceAll(".*:", "")))) {
            socket.getOutputStream().write("""
                POST /api/v2/legal-entities HTTP/1.1\r
                Host: localhost\r
                Content-Type: application/json\r
                Content-Length: 1000000\r
                \r
                """.getBytes(StandardCharsets.US_ASCII));
            var answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            assertThat(answer).as("answered although the body never came").isEqualTo("HTTP/1.1 401");
        }
    }

    @Test
    void aRevokedKeyStopsWithinFiveSecondsOnBothProcesses() {
        var seller = HOUSE.seller(Mode.LIVE, Zone.UTC);
        var twin = HOUSE.twin();
        var made = seller.post("/api-keys", "{\"name\": \"short-lived\"}").is(200);
        var key = new TestServer.Tenant(HOUSE, seller.id(), made.text("api_key"));
        var onTwin = new TestServer.Tenant(twin, seller.id(), made.text("api_key"));
        key.get("/seller").is(200);
        onTwin.get("/seller").is(200);
        seller.delete("/api-keys/" + made.text("api_key_id")).is(200);
        Await.within(Duration.ofSeconds(5), () -> onTwin.get("/seller").status() == 401);
        key.get("/seller").is(401);
        onTwin.get("/seller").is(401);
    }

    /// By the id of the key where its secret was right, so that its client can be found; never by what a stranger made
    /// up.
    @Test
    void refusalsAreCountedByKey() {
        var seller = HOUSE.seller();
        var reader = key(seller, "{\"name\": \"reader\", \"scopes\": [\"read\"]}");
        var revoked = key(seller, "{\"name\": \"revoked\"}");
        seller.delete("/api-keys/" + revoked.keyId()).is(200);
        long strangers = HOUSE.metric(refused(401, "none"), 0);

        reader.post("/customers", "{\"name\": \"Acme\"}").is(403);
        reader.post("/customers", "{\"name\": \"Acme\"}").is(403);
        revoked.get("/seller").is(401);
        new TestServer.Tenant(HOUSE, seller.id(), Keys.randomOperatorKey())
                .get("/seller")
                .is(401);

        assertThat(HOUSE.metric(refused(403, reader.keyId()))).isEqualTo(2);
        assertThat(HOUSE.metric(refused(401, revoked.keyId()))).isEqualTo(1);
        assertThat(HOUSE.metric(refused(401, "none"))).isGreaterThan(strangers);
    }

    private static TestServer.Tenant key(TestServer.Tenant seller, String wish) {
        return new TestServer.Tenant(
                HOUSE, seller.id(), seller.post("/api-keys", wish).is(200).text("api_key"));
    }

    private static String refused(int status, String keyId) {
        return "brickwork_refused_requests_total{key=\"%s\",status=\"%d\"}".formatted(keyId, status);
    }

    @Test
    void publicPagesAreCountedByTheirFirstWord() throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            for (var path : List.of("/pay/no-such-token", "/nothing-we-know", "/docs/docs.css")) {
                client.send(
                        HttpRequest.newBuilder(URI.create(HOUSE.address() + path))
                                .build(),
                        HttpResponse.BodyHandlers.discarding());
            }
        }
        assertThat(HOUSE.metric(seconds("/docs/***", 200))).isPositive();
        assertThat(HOUSE.metric(seconds("unknown", 404))).isGreaterThanOrEqualTo(2);
        assertThat(HOUSE.wiring().metrics().text()).doesNotContain("nothing-we-know", "no-such-token");
    }

    private static String seconds(String route, int status) {
        return "brickwork_request_seconds_count{method=\"GET\",route=\"%s\",status=\"%d\"}".formatted(route, status);
    }

    /// From elsewhere it is as good as unknown, also where the key is cached; a rotation keeps the list.
    @Test
    void aKeyMayBeBoundToAddresses() {
        var seller = HOUSE.seller(Mode.LIVE, Zone.UTC);
        var near = seller.post("/api-keys", "{\"name\": \"near\", \"allowed_addresses\": [\"127.0.0.0/8\", \"::1\"]}")
                .is(200, "\"allowed_addresses\":[\"127.0.0.0/8\",\"::1\"]");
        for (var odd : List.of("10", "10.1", "010203", "10.0.0.0/+8", "10.0.0", "fe80::1%1", "localhost", "")) {
            seller.post("/api-keys", "{\"name\": \"odd\", \"allowed_addresses\": [\"%s\"]}".formatted(odd))
                    .is(400, "allowed_addresses[0]");
        }
        var far = seller.post("/api-keys", "{\"name\": \"far\", \"allowed_addresses\": [\"203.0.113.0/24\"]}")
                .is(200);
        for (int i = 0; i < 2; i++) {
            new TestServer.Tenant(HOUSE, seller.id(), near.text("api_key"))
                    .get("/seller")
                    .is(200);
            new TestServer.Tenant(HOUSE, seller.id(), far.text("api_key"))
                    .get("/seller")
                    .is(401);
        }
        seller.post("/api-keys/%s/rotate".formatted(far.text("api_key_id")), "{}")
                .is(200, "\"allowed_addresses\":[\"203.0.113.0/24\"]");
        seller.post("/api-keys", "{\"name\": \"k\", \"allowed_addresses\": [\"office\"]}")
                .is(400, "allowed_addresses[0]");
    }

    @Test
    void aRotatedKeyOverlaps() {
        var seller = HOUSE.seller();
        var old = seller.post("/api-keys", "{\"name\": \"k\", \"scopes\": [\"read\", \"keys\"]}")
                .is(200);
        var fresh = seller.post("/api-keys/%s/rotate".formatted(old.text("api_key_id")), "{\"overlap_hours\": 1}")
                .is(200);
        new TestServer.Tenant(HOUSE, seller.id(), old.text("api_key"))
                .get("/seller")
                .is(200);
        new TestServer.Tenant(HOUSE, seller.id(), fresh.text("api_key"))
                .get("/seller")
                .is(200);
        new TestServer.Tenant(HOUSE, seller.id(), old.text("api_key"))
                .post("/api-keys", "{\"name\": \"more\", \"scopes\": [\"write\"]}")
                .is(400, "lacks the scope write");
    }

    /// Read-only pages refuse other methods (405), and clients behind a proxy that is not configured see no
    /// metrics.
    @Test
    void operatingPagesAreReadOnly() throws IOException {
        for (var path : List.of("/health/live", "/health/ready", "/metrics", "/openapi.yaml", "/docs")) {
            assertThat(exchange("GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".formatted(path)))
                    .startsWith("HTTP/1.1 200 ");
            for (var method : List.of("POST", "DELETE")) {
                assertThat(exchange(
                                "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                                        .formatted(method, path)))
                        .startsWith("HTTP/1.1 405 ")
                        .contains("Allow: GET, HEAD", "method_not_allowed");
            }
        }
        assertThat(
                        exchange(
                                "GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.7\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 404 ");
    }
}
