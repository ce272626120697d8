package dev.brickwork.platform.http.front;

import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Errors;
import dev.brickwork.platform.http.Incoming;
import dev.brickwork.platform.http.pages.PublicPages;
import dev.brickwork.platform.http.pages.PublicRequest;
import dev.brickwork.platform.json.JsonReader;
import io.helidon.common.socket.SocketOptions;
import io.helidon.http.DirectHandler;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ErrorHandling;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The wire: Helidon on virtual threads, one handler for everything, our own routing behind it.
public final class Server {
    private static final int HEADERS_BYTES_MAX = 16 * 1024;
    private static final int URL_BYTES_MAX = 8 * 1024;
    private static final Duration HEAD_READ_MAX = Duration.ofSeconds(10);

    /// A connection without a whole request line for so long is closed. Longer than the minute that balancers keep
    /// theirs, so that it is they who hang up.
    private static final Duration IDLE_MAX = Duration.ofSeconds(75);

    private static final Duration IDLE_LOOK_EVERY = Duration.ofSeconds(15);
    private static final Pattern REQUEST_ID = Pattern.compile("[A-Za-z0-9._:/+=-]{1,128}");

    /// In the sentences by which Helidon refuses a body whose end is told twice, or in a way that it cannot read.
    private static final Pattern UNCLEAR_LENGTH = Pattern.compile("(?i)content.length|transfer.encoding");

    private static final Map<String, HeaderName> NAMES = new ConcurrentHashMap<>(); // Those that our code asks for.
    private static final HeaderName X_FORWARDED_FOR = HeaderNames.create("X-Forwarded-For");
    private static final HeaderName X_REQUEST_ID = HeaderNames.create("X-Request-Id");
    private static final InetAddress IPV4_LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final Header NO_SNIFFING = HeaderValues.createCached("X-Content-Type-Options", "nosniff");
    private static final Header TLS_ONLY = HeaderValues.createCached("Strict-Transport-Security", "max-age=31536000");
    private static final Header NO_CONTENT =
            HeaderValues.createCached("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    private static final Header NO_REFERRER = HeaderValues.createCached("Referrer-Policy", "no-referrer");

    private final RequestPipeline front;
    private final List<PublicPages> pages;
    private final Peers peers;
    private final HeaderTimeout heads;
    private final Deadlines deadlines = new Deadlines();
    private final WebServer server;
    private final String baseUrl;
    private final String localUrl;
    private final AtomicBoolean isDraining = new AtomicBoolean();

    /// Listens at once.
    ///
    /// @param listen port 0 takes any free one
    /// @param baseUrl the public address of this service, empty to derive it from the address and the port
    public Server(
            InetSocketAddress listen,
            Optional<String> baseUrl,
            RequestPipeline front,
            List<PublicPages> pages,
            Peers peers) {
        this(listen, baseUrl, front, pages, peers, HEAD_READ_MAX);
    }

    Server(
            InetSocketAddress listen,
            Optional<String> baseUrl,
            RequestPipeline front,
            List<PublicPages> pages,
            Peers peers,
            Duration headReadMax) {
        this.heads = new HeaderTimeout(headReadMax);
        this.front = front;
        this.peers = peers;
        this.pages = List.copyOf(pages);
        this.server = WebServer.builder()
                .port(listen.getPort())
                .address(listen.getAddress())
                .backlog(1024)
                .shutdownHook(false) // Its own would hang up on the first signal; we say so first.
                .shutdownGracePeriod(Duration.ofSeconds(25))
                .idleConnectionTimeout(IDLE_MAX)
                .idleConnectionPeriod(IDLE_LOOK_EVERY)
                .protocolsDiscoverServices(false) // Where it has a choice, what is not HTTP/1.1 gets no answer at all.
                .addProtocol(Http1Config.builder()
                        .maxHeadersSize(HEADERS_BYTES_MAX)
                        .maxPrologueLength(URL_BYTES_MAX)
                        .addReceiveListener(heads)
                        .validatePath(false) // We decode and judge the path ourselves, with our own error body.
                        .build())
                .connectionOptions(SocketOptions.builder()
                        .readTimeout(Duration.ZERO) // Heads, bodies and idleness have watches that cost less.
                        .tcpNoDelay(true)
                        .build())
                .errorHandling(ErrorHandling.builder()
                        .includeEntity(true) // Without it we do not hear what is wrong.
                        .build())
                .directHandlers(handlers -> {
                    for (var kind : DirectHandler.EventType.values()) handlers.addHandler(kind, Server::beforeRouting);
                })
                .routing(routing -> routing.any(this::serve))
                .build()
                .start();
        this.localUrl = "http://%s:%d".formatted(host(listen.getAddress()), server.port());
        this.baseUrl = baseUrl.orElse(localUrl);
        heads.start();
    }

    public int port() {
        return server.port();
    }

    public String baseUrl() {
        return baseUrl;
    }

    /// The address under which this machine reaches the service.
    public String localUrl() {
        return localUrl;
    }

    private static String host(InetAddress address) {
        if (address.isAnyLocalAddress() || address.equals(IPV4_LOOPBACK)) return "localhost";
        return address instanceof Inet6Address ? "[%s]".formatted(address.getHostAddress()) : address.getHostAddress();
    }

    /// From now on answers carry `Connection: close`, so that clients go elsewhere by themselves.
    public void drain() {
        isDraining.set(true);
    }

    public void stop() {
        server.stop();
        heads.stop();
    }

    private void serve(ServerRequest request, ServerResponse response) {
        var arrival = new RequestBody(request, front.bodyTime(), heads.connection());
        Incoming incoming;
        try {
            arrival.requirePlainLength();
            incoming = incoming(request, arrival);
        } catch (Refusal refusal) {
            send(request, arrival, response, Errors.of(refusal), Ids.next().toString());
            return;
        }
        // Unknown paths under `/api/` ask for the key first, so that nothing can be mapped without one.
        var answer = incoming.path().startsWith("/api/")
                ? front.answer(incoming)
                : shown(incoming, front.open(incoming, () -> publicPage(incoming)));
        send(request, arrival, response, answer, incoming.requestId());
    }

    /// Lets the page that failed on our side (5xx) replace the answer by one of its own.
    private Answer shown(Incoming incoming, Answer answer) {
        var shown = answer;
        if (answer.status() < 500) return shown;
        for (var page : pages) shown = page.failed(new PublicRequest(incoming), shown);
        return shown;
    }

    private Answer publicPage(Incoming incoming) {
        if (!incoming.canBeFound()) throw Refusal.notFound("path");
        var request = new PublicRequest(incoming);
        for (var page : pages) {
            var answer = page.answer(request);
            if (answer.isPresent()) return answer.get();
        }
        throw Refusal.notFound("path");
    }

    private Incoming incoming(ServerRequest request, RequestBody arrival) {
        var raw = request.path().absolute().rawPath();
        if (!raw.startsWith("/")) throw Refusal.notFound("path");
        boolean isFolder = raw.length() > 1 && raw.endsWith("/");
        var path = isFolder ? raw.substring(0, raw.length() - 1) : raw;
        var requestId = request.headers()
                .first(X_REQUEST_ID)
                .filter(id -> REQUEST_ID.matcher(id).matches())
                .orElseGet(() -> Ids.next().toString());
        return new Incoming(
                request.prologue().method().text(),
                Router.segments(path).stream().map(Server::decodedSegment).toList(),
                baseUrl + path,
                isFolder,
                query(request.query().rawValue()),
                requestId,
                peers.address(request.remotePeer().host(), forwarded(request)),
                name -> header(request, name),
                arrival::read,
                () -> arrival.sayLate(requestId));
    }

    private static List<String> forwarded(ServerRequest request) {
        return request.headers().contains(X_FORWARDED_FOR) ? request.headers().values(X_FORWARDED_FOR) : List.of();
    }

    /// Joins the values of a header that was sent in several lines (RFC 9110, 5.3). So a second key is never
    /// overlooked: a header that takes one value does not accept a list.
    private static Optional<String> header(ServerRequest request, String name) {
        var known = NAMES.computeIfAbsent(name, HeaderNames::create);
        if (!request.headers().contains(known)) return Optional.empty();
        return Optional.of(String.join(", ", request.headers().get(known).allValues()));
    }

    /// Decoded by itself, so that an id may hold a slash.
    private static String decodedSegment(String raw) {
        return raw.indexOf('%') < 0 ? raw : decoded(raw.replace("+", "%2B"));
    }

    private static Map<String, List<String>> query(String raw) {
        if (raw.isEmpty()) return Map.of();
        var query = new LinkedHashMap<String, List<String>>();
        for (var pair : raw.split("&", -1)) {
            if (pair.isEmpty()) continue;
            int equals = pair.indexOf('=');
            var name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            var value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
            JsonReader.requireCleanText(name);
            JsonReader.requireCleanText(value);
            query.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
        }
        return query;
    }

    private static String decoded(String text) {
        try {
            var plain = URLDecoder.decode(text, StandardCharsets.UTF_8);
            if (plain.indexOf('\uFFFD') >= 0) throw Refusal.badRequest("the address is not UTF-8");
            return plain;
        } catch (IllegalArgumentException broken) {
            throw Refusal.badRequest("the address has a percent sign without two hexadecimal digits");
        }
    }

    private void send(
            ServerRequest request, RequestBody arrival, ServerResponse response, Answer answer, String requestId) {
        if (arrival.isAnswered()) throw new CloseConnectionException("told to the client already");
        response.status(answer.status());
        response.header(X_REQUEST_ID, requestId);
        response.header(NO_SNIFFING);
        response.header(HeaderNames.CACHE_CONTROL, answer.headers().getOrDefault("Cache-Control", "no-store"));
        response.header(TLS_ONLY);
        if (!answer.headers().containsKey("Content-Security-Policy")) response.header(NO_CONTENT);
        if (!answer.headers().containsKey("Referrer-Policy")) response.header(NO_REFERRER);
        answer.headers().forEach((name, value) -> {
            if (!name.equals("Cache-Control")) response.header(name, value);
        });
        boolean isUnread = arrival.isUnread();
        boolean isAskedTo = request.headers().contains(HeaderValues.CONNECTION_CLOSE);
        boolean isLast = isDraining.get() || isUnread || isAskedTo;
        if (isLast) response.header(HeaderValues.CONNECTION_CLOSE);
        send(request, response, answer);
        if (isUnread) arrival.readOut(deadlines);
        if (isLast) throw new CloseConnectionException("told to the client"); // The header alone closes nothing.
    }

    private static void send(ServerRequest request, ServerResponse response, Answer answer) {
        if (answer.status() == 204) {
            response.send();
            return;
        }
        response.header(HeaderNames.CONTENT_TYPE, answer.contentType());
        if (request.prologue().method().text().equals("HEAD")) {
            response.contentLength(answer.body().length);
            response.send();
        } else {
            response.send(answer.body());
        }
    }

    /// Requests that never reach us (a broken request line, headers too large) get the same error body.
    private static DirectHandler.TransportResponse beforeRouting(
            DirectHandler.TransportRequest request,
            DirectHandler.EventType kind,
            Status status,
            ServerResponseHeaders headers,
            @Nullable String message) {
        var sentence = Optional.ofNullable(message).orElse("");
        var answer = kind == DirectHandler.EventType.INTERNAL_ERROR
                ? Errors.failed(Ids.next())
                : Errors.of(unreadable(status, sentence));
        headers.set(HeaderNames.CONTENT_TYPE, Answer.JSON);
        headers.set(X_REQUEST_ID, Ids.next().toString());
        headers.set(HeaderValues.CONNECTION_CLOSE);
        return DirectHandler.TransportResponse.builder()
                .status(Status.create(answer.status()))
                .headers(headers)
                .keepAlive(false)
                .entity(answer.body())
                .build();
    }

    /// Helidon gives the same status to several of them, and tells them apart in its sentence alone.
    private static Refusal unreadable(Status status, String message) {
        if (message.equals("Header size exceeded")) {
            return Refusal.of(
                    Refusal.Kind.HEADERS_TOO_LARGE,
                    "the headers are larger than %d bytes".formatted(HEADERS_BYTES_MAX));
        }
        if (message.contains("Content-Encoding")) {
            return Refusal.of(Refusal.Kind.UNSUPPORTED_MEDIA, "send the body as it is, without Content-Encoding");
        }
        if (UNCLEAR_LENGTH.matcher(message).find()) return RequestBody.unclearLength();
        if (status.code() == Status.HTTP_VERSION_NOT_SUPPORTED_505.code()) {
            return Refusal.badRequest("the service speaks HTTP/1.1; let the proxy in front of it do so, too");
        }
        return status.code() == Status.REQUEST_URI_TOO_LONG_414.code()
                ? Refusal.badRequest("the address is longer than %d bytes".formatted(URL_BYTES_MAX))
                : Refusal.badRequest("the request cannot be read as HTTP/1.1");
    }
}
