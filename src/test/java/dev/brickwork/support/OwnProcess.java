package dev.brickwork.support;

import dev.brickwork.platform.PrivateFiles;
import dev.brickwork.platform.database.DatabaseAddress;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The service as a process of its own, with its output kept in a file. The test that starts one stops it.
public record OwnProcess(Process process, int port, Path output) implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofMinutes(3);
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /// Starts it and waits until it is ready.
    public static OwnProcess start(Path folder, Map<String, String> settings) {
        return start(folder, freePort(), settings);
    }

    public static OwnProcess start(Path folder, int port, Map<String, String> settings) {
        return TimeSpent.on(TimeSpent.Kind.BOOTS, () -> started(folder, port, settings));
    }

    private static OwnProcess started(Path folder, int port, Map<String, String> settings) {
        var running = launch(folder, port, settings);
        if (Await.within(START_MAX, () -> running.isReady() || !running.process.isAlive()) && running.isReady())
            return running;
        running.close();
        throw new AssertionError("not ready: " + running.said());
    }

    /// Starts it and waits for nothing.
    public static OwnProcess launch(Path folder, int port, Map<String, String> settings) {
        try {
            PrivateFiles.allow(folder, PrivateFiles.PASSABLE); // As root the database has an account of its own.
            var output = Files.createTempFile(folder, "output", ".txt");
            var builder = new ProcessBuilder(
                    ProcessHandle.current().info().command().orElseThrow(),
                    "-Xmx512m",
                    "-XX:TieredStopAtLevel=1", // Many short lives: warm enough after a second.
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "dev.brickwork.app.Main",
                    "serve");
            var environment = builder.environment();
            environment.put("BRICKWORK_PORT", String.valueOf(port));
            environment.put(
                    "BRICKWORK_DATA", folder.toAbsolutePath().resolve("data").toString());
            environment.put("BRICKWORK_SHUTDOWN_DELAY_SECONDS", "1");
            environment.put("BRICKWORK_DEMO", "false");
            environment.putAll(settings);
            builder.redirectErrorStream(true).redirectOutput(output.toFile());
            return new OwnProcess(builder.start(), port, output);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// The settings for a database of [TestPostgres], which is fast and may lose data.
    public static Map<String, String> on(DatabaseAddress database) {
        var url = database.jdbcUrl()
                + (database.jdbcUrl().contains("?") ? "&" : "?")
                + "user=%s&password=%s"
                        .formatted(
                                database.user().orElseThrow(),
                                database.password().orElseThrow());
        return Map.of("BRICKWORK_DATABASE_URL", url, "BRICKWORK_ALLOW_UNSAFE_DATABASE", "true");
    }

    public String said() {
        try {
            return Files.readString(output);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    public boolean isReady() {
        try (InputStream answer = URI.create("http://localhost:%d/health/ready".formatted(port))
                .toURL()
                .openStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8).contains("up");
        } catch (IOException notYet) {
            return false;
        }
    }

    public HttpResponse<String> call(String key, String method, String path, String body) {
        return exchange(method, "/api/v2" + path, body, "X-SERVICE-KEY", key);
    }

    public HttpResponse<String> exchange(String method, String path, String body, String... headers) {
        var request = HttpRequest.newBuilder(URI.create("http://localhost:%d%s".formatted(port, path)))
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(60))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) request.headers(headers);
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    /// Asks it to stop, as a supervisor would, and waits for its exit code.
    public int stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) throw new AssertionError("it does not stop: " + said());
        return process.exitValue();
    }

    /// The hard way, whatever it is doing.
    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static int freePort() {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
