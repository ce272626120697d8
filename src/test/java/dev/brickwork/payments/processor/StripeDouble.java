package dev.brickwork.payments.processor;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.brickwork.platform.Secret;
import dev.brickwork.support.Slow;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/// Stripe on loopback, as far as we use it. It checks the key and the version header, keeps a book of charges,
/// answers once per idempotency key as the real one does, and fails on request by the id of the payment method.
public final class StripeDouble implements AutoCloseable {
    public static final String API_KEY = "sk_test_canary_double";
    static final String LIVE_KEY = "sk_live_canary_double";
    private static final Duration SLOW = Duration.ofSeconds(6);
    private static final long LEAST = 50;
    private static final long MOST = 99_999_999;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Map<String, ObjectNode> objects = new LinkedHashMap<>();
    private final Map<String, Kept> kept = new LinkedHashMap<>();
    private final Set<String> deleted = new HashSet<>();
    private Optional<String> refused = Optional.empty();
    private final AtomicInteger ids = new AtomicInteger();
    private volatile Predicate<Moment> watcher = _ -> true;

    /// A moment in the life of a request: it has arrived and nothing was done; it is in the book and not answered; it
    /// is answered.
    public enum Stage {
        ARRIVED,
        DONE,
        ANSWERED
    }

    public record Moment(Stage stage, Request request) {
        public boolean is(Stage wanted, String method, String path) {
            return stage == wanted
                    && request.method().equals(method)
                    && request.path().contains(path);
        }
    }

    /// Sets a function that runs at each stage of a request, to interfere at the worst moment; when it returns
    /// false, the connection is closed without an answer.
    public void watch(Predicate<Moment> wanted) {
        watcher = wanted;
    }

    public record Request(String method, String path, Map<String, String> fields, Optional<String> key) {}

    private record Kept(Map<String, String> fields, Answer answer) {}

    private record Answer(int status, String body) {}

    StripeDouble() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    /// As Stripe would sign a message.
    public static String signed(String body, Secret secret, Instant at) {
        return CallbackSignature.header(body.getBytes(UTF_8), secret, at);
    }

    /// For test classes that keep one for all their tests.
    public static StripeDouble started() {
        try {
            var stripe = new StripeDouble();
            stripe.put("account", "{\"id\":\"acct_1\",\"object\":\"account\",\"charges_enabled\":true}");
            return stripe;
        } catch (IOException broken) {
            throw new java.io.UncheckedIOException(broken);
        }
    }

    public URI base() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    public List<Request> requests() {
        return requests;
    }

    Request last() {
        return requests.getLast();
    }

    /// The amount that was taken under a payment id.
    public synchronized long taken(String paymentId) {
        return objects.values().stream()
                .filter(object -> object.path("object").asText().equals("payment_intent"))
                .filter(object -> object.path("metadata")
                        .path("brickwork_payment_id")
                        .asText()
                        .equals(paymentId))
                .mapToLong(object -> object.path("amount_received").asLong())
                .sum();
    }

    public synchronized void set(String id, String field, String value) {
        Objects.requireNonNull(objects.get(id)).put(field, value);
    }

    public synchronized void forget(String id) {
        objects.remove(id);
    }

    public synchronized void put(String id, String json) {
        try {
            objects.put(id, (ObjectNode) JSON.readTree(json));
        } catch (JsonProcessingException broken) {
            throw new IllegalArgumentException(json, broken);
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        var query = Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
        var fields = form(body.isEmpty() ? query : body);
        var request = new Request(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                fields,
                Optional.ofNullable(exchange.getRequestHeaders().getFirst("Idempotency-Key")));
        requests.add(request);
        if (!watcher.test(new Moment(Stage.ARRIVED, request))) {
            exchange.close();
            return;
        }
        var method = fields.getOrDefault("payment_method", "");
        if (method.equals("pm_timeout_before")) Slow.by(SLOW);
        var answer = method.equals("pm_timeout_before") ? new Answer(500, "{}") : answer(exchange, request);
        if (method.equals("pm_timeout_after")) Slow.by(SLOW);
        if (!watcher.test(new Moment(Stage.DONE, request))) {
            exchange.close();
            return;
        }
        var bytes = answer.body().getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.getResponseHeaders().set("Request-Id", "req_" + ids.incrementAndGet());
        exchange.sendResponseHeaders(answer.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
        var _ = watcher.test(new Moment(Stage.ANSWERED, request));
    }

    /// Deletes the customer that was made last, with all methods; like the real one, keeps only its charges.
    public synchronized String deleteLatest() {
        var customer = latest();
        deleted.add(customer);
        objects.values()
                .removeIf(object -> object.path("object").asText().equals("payment_method")
                        && object.path("customer").asText().equals(customer));
        objects.remove(customer);
        return customer;
    }

    private String latest() {
        return objects.values().stream()
                .filter(object -> object.path("object").asText().equals("customer"))
                .reduce((_, later) -> later)
                .orElseThrow()
                .path("id")
                .asText();
    }

    /// Gives the customer that was made last a card of this id.
    public synchronized String attachToLatest(String methodId) throws IOException {
        var customer = latest();
        put(methodId, """
                {"id": "%s", "object": "payment_method", "type": "card", "customer": "%s", "created": 1735689600,
                 "card": {"brand": "visa", "last4": "4242", "exp_month": 12, "exp_year": 2099}}
                """.formatted(methodId, customer));
        return customer;
    }

    /// The charge under a payment id.
    public synchronized Optional<String> chargeOf(String paymentId) {
        return objects.values().stream()
                .filter(object -> object.path("object").asText().equals("payment_intent"))
                .filter(object -> object.path("metadata")
                        .path("brickwork_payment_id")
                        .asText()
                        .equals(paymentId))
                .map(object -> object.path("id").asText())
                .findFirst();
    }

    /// The ids of all refunds of a charge.
    public synchronized List<String> refundsOf(String chargeId) {
        return objects.values().stream()
                .filter(object -> object.path("object").asText().equals("refund"))
                .filter(object -> object.path("payment_intent").asText().equals(chargeId))
                .map(object -> object.path("id").asText())
                .toList();
    }

    /// Everything that was taken.
    public synchronized long takenInAll() {
        return objects.values().stream()
                .filter(object -> object.path("object").asText().equals("payment_intent"))
                .mapToLong(object -> object.path("amount_received").asLong())
                .sum();
    }

    /// Everything that went back.
    public synchronized long returnedInAll() {
        return objects.values().stream()
                .filter(object -> object.path("object").asText().equals("refund"))
                .mapToLong(object -> object.path("amount").asLong())
                .sum();
    }

    /// As the real one does after a day.
    public synchronized void forgetKeys() {
        kept.clear();
    }

    /// Sets the start of the paths that the seller's key may not call any more.
    public synchronized void refuse(Optional<String> path) {
        refused = path;
    }

    public synchronized void succeed(String chargeId) {
        var charge = Objects.requireNonNull(objects.get(chargeId));
        charge.put("status", "succeeded")
                .put("amount_received", charge.path("amount").asLong());
    }

    private synchronized Answer answer(HttpExchange exchange, Request request) throws IOException {
        var headers = exchange.getRequestHeaders();
        boolean isKnown =
                List.of("Bearer " + API_KEY, "Bearer " + LIVE_KEY).contains(headers.getFirst("Authorization"));
        if (!isKnown || refused.filter(request.path()::startsWith).isPresent()) {
            return error(401, "invalid_request_error", "api_key", "Invalid API Key provided");
        }
        if (headers.getFirst("Stripe-Version") == null) return error(400, "invalid_request_error", "version", "none");
        var key = request.key().orElse("");
        var before = kept.get(key);
        if (before != null && !before.fields().equals(request.fields())) {
            return error(400, "idempotency_error", "idempotency_key_in_use", "Keys must be used with one request");
        }
        if (before != null) return before.answer();
        var answer = route(request);
        if (!key.isEmpty()) kept.put(key, new Kept(request.fields(), answer));
        return answer;
    }

    private Answer route(Request request) throws IOException {
        var path = request.path().split("/", -1);
        var fields = request.fields();
        if (path.length > 3 && deleted.contains(path[3])) return missing();
        if (deleted.contains(fields.getOrDefault("customer", ""))) return noSuchCustomer();
        return switch (request.method() + " " + request.path().replaceAll("(_[a-z0-9]+)*_[0-9]+|pm_[a-z_]+", "*")) {
            case "GET /v1/account" -> ok(Objects.requireNonNull(objects.get("account")));
            case "POST /v1/customers" -> created("cus", "customer", fields);
            case "POST /v1/setup_intents" -> {
                var setup = object("seti", "setup_intent", fields);
                setup.put("client_secret", setup.path("id").asText() + "_secret_canary");
                yield ok(setup);
            }
            case "POST /v1/payment_intents" -> charge(fields);
            case "GET /v1/payment_intents" -> list(fields, "payment_intent", "customer");
            case "GET /v1/refunds" -> list(fields, "refund", "payment_intent");
            case "GET /v1/disputes" -> list(fields, "dispute", "payment_intent");
            case "GET /v1/checkout/sessions" -> list(fields, "checkout.session", "payment_intent");
            case "POST /v1/refunds" -> refund(fields);
            case "POST /v1/checkout/sessions" -> {
                var price = fields.getOrDefault("line_items[0][price_data][unit_amount]", "" + LEAST);
                var wrong = ofCurrency(fields).or(() -> ofAmount(Long.parseLong(price)));
                if (wrong.isPresent()) yield wrong.get();
                var session = object("cs", "checkout.session", fields);
                session.put("status", "open")
                        .put(
                                "url",
                                "https://checkout.stripe.test/"
                                        + session.path("id").asText());
                session.put("expires_at", Long.parseLong(fields.getOrDefault("expires_at", "0")));
                yield ok(session);
            }
            default -> path.length >= 4 ? stored(request, path) : missing();
        };
    }

    private Answer stored(Request request, String[] path) {
        var id = path[2].equals("checkout") ? path[4] : path.length > 5 ? path[5] : path[3];
        if (path.length == 5 && path[4].equals("payment_methods")) {
            return list(
                    Map.of("customer", path[3], "type", request.fields().get("type")), "payment_method", "customer");
        }
        var object = objects.get(id);
        if (object == null) return missing();
        if (request.path().endsWith("/cancel")) object.put("status", "canceled");
        if (request.path().endsWith("/detach")) object.putNull("customer");
        if (request.path().endsWith("/expire")) {
            if (!object.path("status").asText().equals("open")) {
                return error(400, "invalid_request_error", "", "Only open sessions can be expired");
            }
            object.put("status", "expired");
        }
        return ok(object);
    }

    private Answer charge(Map<String, String> fields) throws IOException {
        var account = objects.get("account");
        if (account != null && !account.path("charges_enabled").asBoolean())
            return error(400, "invalid_request_error", "", "Your account cannot currently make live charges.");
        var method = fields.getOrDefault("payment_method", "");
        if (method.equals("pm_server_error")) return error(500, "api_error", "", "Something broke");
        if (method.equals("pm_rate_limited")) return error(429, "invalid_request_error", "rate_limit", "Slow down");
        if (method.equals("pm_lock")) return error(409, "invalid_request_error", "lock_timeout", "Try again");
        if (method.equals("pm_unknown"))
            return error(400, "invalid_request_error", "resource_missing", "No such method");
        var wrong = ofCurrency(fields).or(() -> ofAmount(Long.parseLong(fields.get("amount"))));
        if (wrong.isPresent()) return wrong.get();
        var intent = object("pi", "payment_intent", fields);
        intent.put("amount", Long.parseLong(fields.get("amount"))).put("amount_received", 0L);
        intent.put("created", 1_735_689_600L);
        if (method.startsWith("pm_decline_")) {
            return declined(intent, "card_declined", method.substring("pm_decline_".length()));
        }
        if (method.equals("pm_expired_card")) return declined(intent, "expired_card", "");
        if (method.equals("pm_authentication_required")) return declined(intent, "authentication_required", "");
        switch (method) {
            case "pm_requires_action" -> intent.put("status", "requires_action");
            case "pm_processing" -> intent.put("status", "processing");
            default ->
                intent.put("status", "succeeded")
                        .put("amount_received", intent.path("amount").asLong());
        }
        return ok(intent);
    }

    private static Answer declined(ObjectNode intent, String code, String declineCode) {
        intent.put("status", "requires_payment_method");
        var error = JSON.createObjectNode().put("type", "card_error").put("code", code);
        if (!declineCode.isEmpty()) error.put("decline_code", declineCode);
        if (declineCode.equals("generic_decline")) error.put("advice_code", "do_not_try_again");
        error.put("message", "Your card was declined.");
        intent.set("last_payment_error", error.deepCopy());
        error.set("payment_intent", intent.deepCopy());
        return new Answer(402, JSON.createObjectNode().set("error", error).toString());
    }

    private Answer refund(Map<String, String> fields) throws IOException {
        var intent = objects.get(fields.get("payment_intent"));
        if (intent == null) return missing();
        long amount = Long.parseLong(fields.get("amount"));
        long before = objects.values().stream()
                .filter(object -> object.path("object").asText().equals("refund"))
                .filter(object -> object.path("payment_intent").equals(intent.path("id")))
                .mapToLong(object -> object.path("amount").asLong())
                .sum();
        if (before + amount > intent.path("amount_received").asLong()) {
            return error(400, "invalid_request_error", "charge_already_refunded", "Too much");
        }
        var refund = object("re", "refund", fields);
        refund.put("amount", amount).put("status", "succeeded").set("currency", intent.path("currency"));
        return ok(refund);
    }

    /// The newest first, in pages.
    private Answer list(Map<String, String> fields, String object, String by) {
        var mine = new ArrayList<ObjectNode>();
        for (var stored : objects.values()) {
            boolean isMine = stored.path("object").asText().equals(object)
                    && stored.path(by).asText().equals(fields.get(by))
                    && (!fields.containsKey("type")
                            || stored.path("type").asText().equals(fields.get("type")));
            if (isMine) mine.addFirst(stored);
        }
        var ids = mine.stream().map(one -> one.path("id").asText()).toList();
        int from = ids.indexOf(fields.getOrDefault("starting_after", "")) + 1;
        int to = Math.min(mine.size(), from + Integer.parseInt(fields.getOrDefault("limit", "10")));
        var list = JSON.createObjectNode()
                .put("object", "list")
                .put("has_more", to < mine.size())
                .put("url", "/v1/%ss".formatted(object));
        list.putArray("data").addAll(mine.subList(from, to));
        return ok(list);
    }

    private Answer created(String prefix, String object, Map<String, String> fields) throws IOException {
        return ok(object(prefix, object, fields));
    }

    /// An object with the plain fields it was sent and its metadata.
    private ObjectNode object(String prefix, String object, Map<String, String> fields) throws IOException {
        var id = prefix + "_double_" + ids.incrementAndGet();
        var node = JSON.createObjectNode().put("id", id).put("object", object);
        var metadata = node.putObject("metadata");
        fields.forEach((name, value) -> {
            if (name.startsWith("metadata[")) metadata.put(name.substring(9, name.length() - 1), value);
            else if (List.of("customer", "currency", "payment_method", "payment_intent", "name")
                    .contains(name)) node.put(name, value);
        });
        objects.put(id, node);
        return node;
    }

    private static Answer ok(ObjectNode node) {
        return new Answer(200, node.toString());
    }

    /// It has no presentment in dinars of Libya.
    private static Optional<Answer> ofCurrency(Map<String, String> fields) {
        for (var name : List.of("currency", "line_items[0][price_data][currency]")) {
            if (!fields.getOrDefault(name, "").equals("lyd")) continue;
            var error = JSON.createObjectNode()
                    .put("type", "invalid_request_error")
                    .put("param", name)
                    .put("message", "Invalid currency: lyd.");
            return Optional.of(
                    new Answer(400, JSON.createObjectNode().set("error", error).toString()));
        }
        return Optional.empty();
    }

    private static Optional<Answer> ofAmount(long amount) {
        if (amount >= LEAST && amount <= MOST) return Optional.empty();
        var code = amount < LEAST ? "amount_too_small" : "amount_too_large";
        return Optional.of(error(400, "invalid_request_error", code, "Amount must be other"));
    }

    private static Answer noSuchCustomer() {
        var error = JSON.createObjectNode()
                .put("type", "invalid_request_error")
                .put("code", "resource_missing")
                .put("param", "customer")
                .put("message", "No such customer");
        return new Answer(400, JSON.createObjectNode().set("error", error).toString());
    }

    private static Answer missing() {
        return error(404, "invalid_request_error", "resource_missing", "No such object");
    }

    private static Answer error(int status, String type, String code, String message) {
        var error = JSON.createObjectNode().put("type", type).put("message", message);
        if (!code.isEmpty()) error.put("code", code);
        return new Answer(status, JSON.createObjectNode().set("error", error).toString());
    }

    private static Map<String, String> form(String text) {
        var fields = new TreeMap<String, String>();
        for (var pair : text.isEmpty() ? new String[0] : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            fields.put(
                    URLDecoder.decode(pair.substring(0, equals), UTF_8),
                    URLDecoder.decode(pair.substring(equals + 1), UTF_8));
        }
        return fields;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
