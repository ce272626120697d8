package dev.brickwork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The service as a process of its own: first start, kill -9, start again, stop.
final class ServeTest {
    private static final Pattern KEY = Pattern.compile("bk_(live|test)_[0-9A-Za-z]{61}");
    private static final Duration START_MAX = Duration.ofMinutes(3);

    private final List<Process> started = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();

    private record Running(Process process, int port, Path output) {
        String said() throws IOException {
            return Files.readString(output);
        }
    }

    @AfterEach
    void stopAll() {
        started.forEach(Process::destroyForcibly);
        client.close();
    }

    /// Every acknowledged write is there after kill -9, keys are printed once, and a stop answers what is in flight.
    @Test
    void keysArePrintedOnceAndAKilledServiceLosesNothing() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory(Path.of("target"), "serve");
        var first = start(folder, Map.of());
        var keys = KEY.matcher(first.said())
                .results()
                .map(match -> match.group())
                .distinct()
                .toList();
        assertThat(keys).as("operator key and test seller's key").hasSize(2);
        var sellerKey = keys.stream()
                .filter(key -> key.startsWith("bk_test_"))
                .findFirst()
                .orElseThrow();
        for (int i = 0; i < 20; i++) {
            var made = call(
                    first,
                    sellerKey,
                    "POST",
                    "/legal-entities",
                    "{\"legal_name\": \"E\", \"invoice_number_prefix\": \"P%d-\"}".formatted(i));
            assertThat(made.statusCode()).isEqualTo(200);
        }
        first.process.destroyForcibly().waitFor();

        var second = start(folder, Map.of());
        assertThat(KEY.matcher(second.said()).find()).as("keys are shown once").isFalse();
        assertThat(call(second, sellerKey, "GET", "/legal-entities?limit=1", "").body())
                .contains("\"count\":21");
        second.process.destroy();
        assertThat(second.process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(second.process.exitValue()).isZero();
    }

    @Test
    void aTakenPortIsOneClearSentence() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory(Path.of("target"), "serve");
        try (var taken = new ServerSocket(0)) {
            var process = launch(folder, taken.getLocalPort(), Map.of());
            assertThat(process.process.waitFor(START_MAX.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(process.process.exitValue()).isEqualTo(1);
            assertThat(process.said()).contains("Port %d is taken".formatted(taken.getLocalPort()), "BRICKWORK_PORT");
        }
    }

    @Test
    void anUnreachableDatabaseIsOneClearSentence() throws IOException, InterruptedException {
        var folder = Files.createTempDirectory(Path.of("target"), "serve");
        var process =
                launch(folder, freePort(), Map.of("BRICKWORK_DATABASE_URL", "postgres://nobody:x@localhost:1/none"));
        assertThat(process.process.waitFor(START_MAX.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(process.process.exitValue()).isEqualTo(1);
        assertThat(process.said()).contains("localhost:1").doesNotContain("\tat ");
    }

    private HttpResponse<String> call(Running service, String key, String method, String path, String body)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://localhost:%d/api/v2%s".formatted(service.port, path)))
                .header("X-SERVICE-KEY", key)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private Running start(Path folder, Map<String, String> settings) throws IOException, InterruptedException {
        var running = launch(folder, freePort(), settings);
        var until = Instant.now().plus(START_MAX);
        while (Instant.now().isBefore(until) && running.process.isAlive()) {
            if (isReady(running.port)) return running;
            Thread.sleep(Duration.ofMillis(100));
        }
        throw new AssertionError("not ready: " + running.said());
    }

    private Running launch(Path folder, int port, Map<String, String> settings) throws IOException {
        var output = Files.createTempFile(folder, "output", ".txt");
        var builder = new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.brickwork.Main",
                "serve");
        builder.environment().putAll(settings);
        builder.environment().put("BRICKWORK_PORT", String.valueOf(port));
        builder.environment()
                .put("BRICKWORK_DATA", folder.toAbsolutePath().resolve("data").toString());
        builder.environment().put("BRICKWORK_SHUTDOWN_DELAY_SECONDS", "1");
        builder.environment().put("BRICKWORK_DEMO", "false");
        builder.redirectErrorStream(true).redirectOutput(output.toFile());
        var process = builder.start();
        started.add(process);
        return new Running(process, port, output);
    }

    private static boolean isReady(int port) {
        try (InputStream answer = URI.create("http://localhost:%d/health/ready".formatted(port))
                .toURL()
                .openStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8).contains("up");
        } catch (IOException notYet) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
