package dev.brickwork.integrations.accounting;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.brickwork.app.TestServer;
import dev.brickwork.integrations.accounting.books.AccountingHttp;
import dev.brickwork.integrations.accounting.books.JsonCalls;
import dev.brickwork.integrations.accounting.books.OAuth;
import dev.brickwork.integrations.accounting.books.Tokens;
import dev.brickwork.platform.Secret;
import dev.brickwork.support.Slow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;

/// An accounting service on loopback: its token endpoint, a book by the test's `Brain`, idempotency keys, and
/// trouble on request. It refuses calls without the current token.
public final class BooksDouble implements AutoCloseable {
    private static final AtomicInteger PREFIXES = new AtomicInteger();

    private final HttpServer server;
    private final Brain brain;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Deque<Trouble> troubles = new ArrayDeque<>();
    private final Map<String, Answer> kept = new HashMap<>();
    private int generation;
    private boolean isRevoked;

    public record Request(
            String method, String path, Map<String, String> query, Map<String, String> headers, JsonNode body) {
        String key() {
            return query.getOrDefault("requestid", headers.getOrDefault("idempotency-key", ""));
        }
    }

    public record Answer(int status, String body) {}

    /// `isAfter` lets the call through first and then loses the answer; a status of 0 is silence.
    public record Trouble(int status, Map<String, String> headers, String body, boolean isAfter) {}

    @FunctionalInterface
    public interface Brain {
        Answer answer(Request request);
    }

    public BooksDouble(Brain brain) {
        this.brain = brain;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    public URI base() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /// A service that keeps its books here.
    TestServer house() {
        return TestServer.ownWithFollowUp(settings());
    }

    /// The settings of such a service.
    public Map<String, String> settings() {
        return Map.of(
                "BRICKWORK_XERO_URL", base().toString(),
                "BRICKWORK_QUICKBOOKS_URL", base().toString(),
                "BRICKWORK_ACCOUNTING_TOKENS_URL", base().resolve("/token").toString());
    }

    /// Links a seller's books with the organisation that `XeroBrain` knows. All sellers of a test share it, and an
    /// invoice may be looked for there by its number: so each has numbers of its own.
    public static TestServer.Reply connectXero(TestServer.Tenant seller) {
        var prefix = "B" + PREFIXES.incrementAndGet();
        seller.patch("/seller", "{\"invoice_number_prefix\": \"%s\"}".formatted(prefix))
                .is(200);
        return seller.put("/accounting", """
                        {"kind": "XERO", "credentials": {"client_id": "client", "client_secret": "canary",
                           "refresh_token": "refresh-0", "tenant_id": "11111111-2222-3333-4444-555555555555"},
                         "mapping": {"revenue": "200", "bank": "090"}}
                        """).is(200);
    }

    /// The entries of the accounting log that are not done.
    public static List<String> waiting(TestServer.Tenant seller) {
        var log = seller.get("/accounting/log?limit=1000").is(200).json().path("results");
        return StreamSupport.stream(log.spliterator(), false)
                .filter(entry -> !entry.path("outcome").asText().equals("DONE"))
                .map(String::valueOf)
                .toList();
    }

    public OAuth.App app() {
        return new OAuth.App(
                base().resolve("/authorize"), base().resolve("/token"), "a b", "client", Secret.of("canary"));
    }

    /// The tokens that the double accepts now.
    public Tokens tokens(Instant now) {
        return new Tokens(Secret.of("access-" + generation), Secret.of("refresh-" + generation), now.plusSeconds(1800));
    }

    /// A line to the double that stands at a moment and has its tokens.
    public AccountingHttp line(JsonCalls calls, Instant now, AccountingHttp.Wording wording) {
        var clock = InstantSource.fixed(now);
        return new AccountingHttp(calls, new OAuth(calls, app(), clock), new MemoryVault(tokens(now)), clock, wording);
    }

    public List<Request> requests() {
        return requests;
    }

    /// Calls that write, without those for tokens.
    public List<Request> writes() {
        return requests.stream()
                .filter(request ->
                        !request.method().equals("GET") && !request.path().equals("/token"))
                .toList();
    }

    public synchronized void next(Trouble trouble) {
        troubles.add(trouble);
    }

    public synchronized void forgetKeys() {
        kept.clear();
    }

    public synchronized void expireAccess() {
        generation++;
    }

    public synchronized void revoke() {
        generation++;
        isRevoked = true;
    }

    private void serve(HttpExchange exchange) throws IOException {
        var request = request(exchange);
        requests.add(request);
        Trouble trouble;
        Answer answer;
        synchronized (this) {
            trouble = request.path().equals("/token") ? null : troubles.poll();
            answer = trouble != null && !trouble.isAfter()
                    ? new Answer(trouble.status(), trouble.body())
                    : answer(request);
            if (trouble != null && trouble.isAfter()) answer = new Answer(trouble.status(), trouble.body());
        }
        if (trouble != null) trouble.headers().forEach(exchange.getResponseHeaders()::set);
        if (answer.status() == 0) Slow.by(Duration.ofSeconds(20));
        var bytes = answer.body().getBytes(UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(Math.max(answer.status(), 200), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private Answer answer(Request request) {
        if (request.path().equals("/token")) return token(request);
        if (!("Bearer access-" + generation).equals(request.headers().get("authorization")))
            return new Answer(401, "{}");
        if (request.key().isEmpty()) return brain.answer(request);
        return kept.computeIfAbsent(request.key(), key -> brain.answer(request));
    }

    private Answer token(Request request) {
        boolean isClient = "Basic Y2xpZW50OmNhbmFyeQ==".equals(request.headers().get("authorization"));
        boolean isCode = "authorization_code".equals(request.query().get("grant_type"));
        boolean isGood = !isCode
                || ("code-1".equals(request.query().get("code"))
                        && request.query().getOrDefault("redirect_uri", "").endsWith("/accounting/callback"));
        if (!isClient || isRevoked || !isGood) return new Answer(400, "{\"error\":\"invalid_grant\"}");
        generation++;
        return new Answer(
                200,
                "{\"access_token\":\"access-%d\",\"refresh_token\":\"refresh-%d\",\"expires_in\":1800}"
                        .formatted(generation, generation));
    }

    private static Request request(HttpExchange exchange) throws IOException {
        var headers = new TreeMap<String, String>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
        var text = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        var isForm = headers.getOrDefault("content-type", "").contains("form");
        var query =
                form(Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse(""));
        if (isForm) query.putAll(form(text));
        JsonNode body = text.isEmpty() || isForm ? MissingNode.getInstance() : JsonCalls.JSON.readTree(text);
        return new Request(exchange.getRequestMethod(), exchange.getRequestURI().getPath(), query, headers, body);
    }

    private static Map<String, String> form(String text) {
        var fields = new TreeMap<String, String>();
        for (var pair : text.isEmpty() ? new String[0] : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            fields.put(pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), UTF_8));
        }
        return fields;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /// Keeps tokens in memory, as the room keeps them in its table.
    public static final class MemoryVault implements Tokens.Vault {
        private Tokens tokens;

        public MemoryVault(Tokens tokens) {
            this.tokens = tokens;
        }

        @Override
        public synchronized Tokens load() {
            return tokens;
        }

        @Override
        public synchronized boolean replace(Tokens stale, Tokens fresh) {
            if (!tokens.equals(stale)) return false;
            tokens = fresh;
            return true;
        }
    }
}
