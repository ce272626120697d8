package dev.brickwork.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// A real Chromium, driven over its DevTools protocol with nothing but the JDK. One process serves a test class;
/// each test opens a page in a fresh context.
public final class Browser implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final int SECONDS_MAX = 120;
    private static final Pattern LISTENING = Pattern.compile("DevTools listening on (ws://\\S+)");

    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final List<Consumer<JsonNode>> listeners = new CopyOnWriteArrayList<>();

    private Browser(Process process, String address) {
        this.process = process;
        try {
            this.socket = HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .buildAsync(URI.create(address), new Ear())
                    .get(SECONDS_MAX, TimeUnit.SECONDS);
        } catch (Exception broken) {
            throw new IllegalStateException("no way to talk to Chromium", broken);
        }
    }

    /// Where it is: `BRICKWORK_TEST_BROWSER`, else what is on the path.
    public static Optional<Path> installed() {
        var named = System.getenv("BRICKWORK_TEST_BROWSER");
        if (named != null) return Optional.of(Path.of(named));
        for (var folder : System.getenv("PATH").split(":", -1)) {
            for (var name : List.of("chromium", "chromium-browser", "google-chrome")) {
                var file = Path.of(folder, name);
                if (Files.isExecutable(file)) return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    public static Browser open() {
        return TimeSpent.on(TimeSpent.Kind.BROWSER, Browser::started);
    }

    private static Browser started() {
        try {
            var profile = Files.createTempDirectory("browser");
            var process = new ProcessBuilder(
                            installed().orElseThrow().toString(),
                            "--headless=new",
                            "--no-sandbox",
                            "--disable-gpu",
                            "--disable-dev-shm-usage",
                            "--hide-scrollbars",
                            "--no-first-run",
                            "--remote-debugging-port=0",
                            "--user-data-dir=" + profile,
                            "about:blank")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process)));
            return new Browser(process, address(process));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// It says on its error stream where it listens; the rest of that stream must be read too, or it would
    /// stand still.
    private static String address(Process process) {
        var found = new CompletableFuture<String>();
        Thread.ofVirtual().start(() -> {
            try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
                for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                    var match = LISTENING.matcher(line);
                    if (match.find()) found.complete(match.group(1));
                }
            } catch (IOException ended) {
                found.completeExceptionally(ended);
            }
        });
        try {
            return found.get(SECONDS_MAX, TimeUnit.SECONDS);
        } catch (Exception silent) {
            end(process);
            throw new IllegalStateException("Chromium did not start", silent);
        }
    }

    /// A page of its own, without cookies or history of others.
    public Page page() {
        var context = send("Target.createBrowserContext", fields -> {}, Optional.empty())
                .path("browserContextId")
                .asText();
        var target = send(
                        "Target.createTarget",
                        fields -> fields.put("url", "about:blank").put("browserContextId", context),
                        Optional.empty())
                .path("targetId")
                .asText();
        var session = send(
                        "Target.attachToTarget",
                        fields -> fields.put("targetId", target).put("flatten", true),
                        Optional.empty())
                .path("sessionId")
                .asText();
        return new Page(this, session, context);
    }

    JsonNode send(String method, Consumer<ObjectNode> fields, Optional<String> session) {
        return TimeSpent.on(TimeSpent.Kind.BROWSER, () -> answered(method, fields, session));
    }

    private JsonNode answered(String method, Consumer<ObjectNode> fields, Optional<String> session) {
        int id = ids.incrementAndGet();
        var message = JSON.createObjectNode().put("id", id).put("method", method);
        fields.accept(message.putObject("params"));
        session.ifPresent(it -> message.put("sessionId", it));
        var answer = new CompletableFuture<JsonNode>();
        waiting.put(id, answer);
        try {
            synchronized (socket) {
                socket.sendText(message.toString(), true).get(SECONDS_MAX, TimeUnit.SECONDS);
            }
            var got = answer.get(SECONDS_MAX, TimeUnit.SECONDS);
            if (got.has("error")) throw new IllegalStateException(method + ": " + got.path("error"));
            return got.path("result");
        } catch (IllegalStateException refused) {
            throw refused;
        } catch (Exception broken) {
            throw new IllegalStateException("Chromium does not answer to " + method, broken);
        } finally {
            waiting.remove(id);
        }
    }

    void listen(Consumer<JsonNode> listener) {
        listeners.add(listener);
    }

    @Override
    public void close() {
        end(process);
    }

    /// The launcher may be a script: its children are the browser.
    private static void end(Process process) {
        var all = new ArrayList<>(process.descendants().toList());
        all.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private final class Ear implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
            text.append(part);
            if (isLast) {
                hear(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return CompletableFuture.completedStage(null);
        }

        private void hear(String message) {
            try {
                var json = JSON.readTree(message);
                if (json.has("id")) {
                    var asked = waiting.get(json.path("id").asInt());
                    if (asked != null) asked.complete(json);
                } else {
                    listeners.forEach(listener -> listener.accept(json));
                }
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }
    }
}
