package dev.brickwork.bench;

import dev.brickwork.platform.PrivateFiles;
import dev.brickwork.platform.database.DatabaseAddress;
import dev.brickwork.platform.database.embedded.EmbeddedPostgres;
import dev.brickwork.sellers.keys.Keys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/// The service under test: a process of its own, on a throw-away embedded database or on one that is given.
final class ServiceProcess implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofMinutes(3);
    private static final Duration STOP_MAX = Duration.ofSeconds(60);
    private static final String SECRETS_KEY = Base64.getEncoder().encodeToString(new byte[32]);
    private static final String NO_LIMIT = "1000000";

    private final Process process;
    private final int port;
    private final Path data;
    private final String operatorKey;
    private final Map<String, String> environment;
    private final OptionalLong postgres;

    private ServiceProcess(
            Process process,
            int port,
            Path data,
            String operatorKey,
            Map<String, String> environment,
            OptionalLong postgres) {
        this.process = process;
        this.port = port;
        this.data = data;
        this.operatorKey = operatorKey;
        this.environment = environment;
        this.postgres = postgres;
    }

    /// @param database as `BRICKWORK_DATABASE_URL`; none for an embedded one that is deleted afterwards
    /// @param postgres the process of the server, where it is not an embedded one and runs beside us
    static ServiceProcess start(Optional<String> database, OptionalLong postgres) {
        try {
            var data = Files.createTempDirectory("brickwork-bench");
            PrivateFiles.allow(data, PrivateFiles.PASSABLE); // As root the database has an account of its own.
            PrivateFiles.write(data.resolve("service.log"), new byte[0]);
            int port = freePort();
            var operatorKey = Keys.randomOperatorKey();
            var builder = new ProcessBuilder(command("serve"))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            data.resolve("service.log").toFile()));
            var environment = builder.environment();
            environment.keySet().removeIf(name -> name.startsWith("BRICKWORK_"));
            environment.put("BRICKWORK_PORT", Integer.toString(port));
            environment.put("BRICKWORK_DATA", data.resolve("data").toString());
            environment.put("BRICKWORK_SECRETS_KEY", SECRETS_KEY); // The same each time: a database keeps its key.
            environment.put("BRICKWORK_OPERATOR_KEY", operatorKey);
            environment.put("BRICKWORK_DEMO", "false");
            environment.put("BRICKWORK_SHUTDOWN_DELAY_SECONDS", "0");
            environment.put("BRICKWORK_RATE_PER_SECOND", NO_LIMIT);
            environment.put("BRICKWORK_RATE_BURST", NO_LIMIT);
            database.ifPresent(url -> environment.put("BRICKWORK_DATABASE_URL", url));
            var service = new ServiceProcess(builder.start(), port, data, operatorKey, environment, postgres);
            Runtime.getRuntime().addShutdownHook(new Thread(service::close)); // Ctrl+C stops it too.
            service.awaitReady();
            return service;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// The very JVM options that this process was started with, so that the launcher decides them.
    private static List<String> command(String word) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-cp");
        command.add(System.getProperty("java.class.path", ""));
        command.add("dev.brickwork.app.Main");
        command.add(word);
        return command;
    }

    /// The output of `./brickwork check` on the database while the service runs.
    String check() {
        var builder = new ProcessBuilder(command("check")).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try (var reader = builder.start().inputReader()) {
            return reader.readAllAsString().strip();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    int port() {
        return port;
    }

    String operatorKey() {
        return operatorKey;
    }

    long pid() {
        return process.pid();
    }

    /// CPU time of PostgreSQL with all its connections; 0 where its process is unknown.
    long postgresMicros() {
        var pid = postgres.isPresent() ? postgres : embedded();
        return pid.isPresent() ? Cpu.microsOfFamily(pid.getAsLong()).orElse(0) : 0;
    }

    private OptionalLong embedded() {
        try (var files = Files.find(data, 4, (path, _) -> path.endsWith("postmaster.pid"))) {
            var file = files.findFirst();
            if (file.isEmpty()) return OptionalLong.empty();
            return OptionalLong.of(
                    Long.parseLong(Files.readAllLines(file.get()).getFirst().strip()));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// Where the database is, for what goes past the service.
    DatabaseAddress address(Optional<String> database) {
        return database.flatMap(DatabaseAddress::parse)
                .or(() -> EmbeddedPostgres.running(data.resolve("data").resolve("postgres")))
                .orElseThrow(() -> new IllegalStateException("no database to be found"));
    }

    private void awaitReady() {
        var until = System.nanoTime() + START_MAX.toNanos();
        var client = HttpClient.newHttpClient();
        var request = HttpRequest.newBuilder(URI.create("http://localhost:%d/health/ready".formatted(port)))
                .timeout(Duration.ofSeconds(2))
                .build();
        while (System.nanoTime() - until < 0) {
            if (!process.isAlive()) throw new IllegalStateException("the service did not start:\n" + log());
            if (isReady(client, request)) return;
            pause();
        }
        close();
        throw new IllegalStateException("the service is not ready after %s:\n%s".formatted(START_MAX, log()));
    }

    private static boolean isReady(HttpClient client, HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(200);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private String log() {
        try {
            return Files.readString(data.resolve("service.log"));
        } catch (IOException none) {
            return "(it wrote nothing)";
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_MAX.toSeconds(), TimeUnit.SECONDS)) process.destroyForcibly();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        if (!Files.exists(data)) return;
        try (var files = Files.walk(data)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
