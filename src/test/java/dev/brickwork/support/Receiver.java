package dev.brickwork.support;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/// A webhook receiver on loopback that keeps every call and answers as its script says.
public final class Receiver implements AutoCloseable {
    private final HttpServer server;
    private final List<Received> all = new CopyOnWriteArrayList<>();
    private final Set<InetSocketAddress> callers = ConcurrentHashMap.newKeySet();
    private volatile Script script = _ -> Reply.of(200);

    /// One call, with the status that it got.
    ///
    /// @param bytes the body as it came, for receivers of other things than text
    public record Received(Map<String, String> headers, String body, byte[] bytes, int status, Instant at) {
        public boolean isTaken() {
            return status / 100 == 2;
        }
    }

    /// An answer of the receiver, and how long it waits before it sends it.
    public record Reply(int status, Map<String, String> headers, String body, Duration after) {
        public static Reply of(int status) {
            return new Reply(status, Map.of(), "", Duration.ZERO);
        }
    }

    @FunctionalInterface
    public interface Script {
        Reply reply(String body);
    }

    private Receiver() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::take);
        server.start();
    }

    public static Receiver open() {
        return new Receiver();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
    }

    public void answer(Script newScript) {
        script = newScript;
    }

    public void answer(int status) {
        script = _ -> Reply.of(status);
    }

    public List<Received> all() {
        return List.copyOf(all);
    }

    /// How many connections the calls came over.
    public int connections() {
        return callers.size();
    }

    public List<Received> taken() {
        return all.stream().filter(Received::isTaken).toList();
    }

    /// Waits until a call like this has come.
    public Received await(Predicate<Received> wanted) {
        return Await.found(
                "such a call",
                () -> all.stream().filter(wanted).findFirst(),
                () -> all.stream().map(Received::body).toList().toString());
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            callers.add(exchange.getRemoteAddress());
            var received = exchange.getRequestBody().readAllBytes();
            var body = new String(received, StandardCharsets.UTF_8);
            var headers = new TreeMap<String, String>();
            exchange.getRequestHeaders()
                    .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
            var reply = script.reply(body);
            Slow.by(reply.after());
            all.add(new Received(headers, body, received, reply.status(), Instant.now()));
            reply.headers().forEach(exchange.getResponseHeaders()::set);
            var bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
