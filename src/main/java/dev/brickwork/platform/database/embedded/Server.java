package dev.brickwork.platform.database.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.PrivateFiles;
import dev.brickwork.platform.database.StartRefused;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The running server: started under a watcher that stops it when we are gone, and started again when it dies
/// alone.
final class Server implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Server.class);
    private static final long LOG_BYTES_MAX = 1 << 20;
    private static final Duration POLL = Duration.ofMillis(10);
    private static final Duration RETRY_PAUSE = Duration.ofMillis(200);
    private static final Duration RETRY_PAUSE_MAX = Duration.ofSeconds(5);
    private static final Duration NEWS_EVERY = Duration.ofSeconds(5);
    private static final Duration RECOVERY_LIMIT = Duration.ofMinutes(30);
    private static final Duration KILL_LIMIT = Duration.ofSeconds(10);
    private static final Duration ORPHAN_LIMIT = Duration.ofMinutes(1);
    private static final Duration STOP_LIMIT = Duration.ofMinutes(1);

    /// Starts the server, tells its process number, and sends it SIGINT (stop now, cleanly) as soon as the pipe
    /// from our process closes: that also happens when our process is killed, so no server is ever left alone.
    private static final String WATCHER = """
            trap '' INT HUP TERM
            exec 3<&0
            "$@" </dev/null 3<&- >&2 &
            server=$!
            echo "$server"
            { read -r _ <&3; kill -INT "$server"; } >/dev/null 2>&1 &
            watch=$!
            exec 3<&-
            wait "$server"
            code=$?
            kill -KILL "$watch" 2>/dev/null
            exit "$code"
            """;

    private final Cluster cluster;
    private final int port;
    private volatile boolean isClosing;
    private volatile Running running;

    private record Running(Process watcher, long pid) {}

    private Server(Cluster cluster, int port, Running running) {
        this.cluster = cluster;
        this.port = port;
        this.running = running;
    }

    static Server start(Cluster cluster, EmbeddedPostgres.Setup setup) throws IOException {
        var stale = makeWay(cluster, setup.progress());
        var end = System.nanoTime() + ORPHAN_LIMIT.toNanos();
        while (true) {
            var port = freePort();
            try {
                var server = new Server(cluster, port, launch(cluster, port, stale, setup.progress()));
                server.watchOver();
                return server;
            } catch (Passing passing) {
                if (System.nanoTime() > end) throw new StartRefused(passing.why, passing);
                pause(RETRY_PAUSE);
            }
        }
    }

    int port() {
        return port;
    }

    long pid() {
        return running.pid();
    }

    @Override
    public void close() {
        isClosing = true;
        var current = running;
        try {
            current.watcher().getOutputStream().close();
        } catch (IOException gone) {
            LOG.debug("the watcher of the embedded PostgreSQL is gone already", gone);
        }
        if (!ended(current.watcher())) {
            LOG.warn("the embedded PostgreSQL does not stop; killing it, the next start will recover");
            ProcessHandle.of(current.pid()).ifPresent(ProcessHandle::destroyForcibly);
            ended(current.watcher());
        }
    }

    private static boolean ended(Process watcher) {
        try {
            return watcher.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return true; // An interrupted caller waits no longer; the watcher ends the server alone.
        }
    }

    /// Deals with what an earlier process left. We hold the folder's lock, so a server that still runs here is an
    /// orphan about to stop: wait for it. A number that now belongs to another program is returned, for the server
    /// to ignore.
    private static Optional<Long> makeWay(Cluster cluster, Consumer<String> progress) throws IOException {
        var left = PidFile.of(cluster.path());
        if (left.isEmpty()) return Optional.empty();
        var orphan = left.get().server();
        if (orphan.isEmpty()) return left.map(PidFile::pid);
        progress.accept("Waiting for the last run's PostgreSQL (process %d) to stop ..."
                .formatted(left.get().pid()));
        Command.run(
                Path.of("/"),
                KILL_LIMIT,
                List.of("sh", "-c", "kill -INT " + left.get().pid()));
        try {
            orphan.get().onExit().get(ORPHAN_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException broken) {
            throw new IllegalStateException("waiting for process " + left.get().pid(), broken);
        } catch (TimeoutException stuck) {
            throw new StartRefused(
                    "A PostgreSQL of an earlier run (process %d) still works on %s and does not stop: end that process, then start again."
                            .formatted(left.get().pid(), cluster.path()),
                    stuck);
        }
        return Optional.empty();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /// A failure that goes away by itself: another program took the port before our server did, or a killed
    /// server's helper processes still hold its shared memory and are about to notice that it is gone.
    private static final class Passing extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private static final List<String> SIGNS = List.of("TCP/IP", "shared memory block");

        private final String why;

        private Passing(String why) {
            super(why);
            this.why = why;
        }

        static RuntimeException orFinal(String why) {
            return SIGNS.stream().anyMatch(why::contains) ? new Passing(why) : new StartRefused(why);
        }
    }

    private static Running launch(Cluster cluster, int port, Optional<Long> stalePid, Consumer<String> progress)
            throws IOException {
        var log = logFile(cluster);
        var logStart = startLog(log);
        var builder = Command.prepare(cluster.path(), watched(cluster, port));
        // The server takes its grandparent's number for its own, so this makes it ignore an unrelated process, while it
        // still looks for left-over shared memory.
        stalePid.ifPresent(pid -> builder.environment().put("PG_GRANDPARENT_PID", String.valueOf(pid)));
        builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        var watcher = builder.start();
        var firstLine = new BufferedReader(new InputStreamReader(watcher.getInputStream(), UTF_8)).readLine();
        if (firstLine == null) throw new StartRefused(failure(log, logStart));
        var candidate = new Running(watcher, Long.parseLong(firstLine));
        awaitReady(cluster, candidate, logStart, progress);
        return candidate;
    }

    private static void awaitReady(Cluster cluster, Running candidate, long logStart, Consumer<String> progress)
            throws IOException {
        var begin = System.nanoTime();
        var news = NEWS_EVERY;
        while (true) {
            var isReady = PidFile.of(cluster.path())
                    .filter(file -> file.pid() == candidate.pid() && file.isReady())
                    .isPresent();
            if (isReady) return;
            if (!candidate.watcher().isAlive()) {
                throw Passing.orFinal(failure(logFile(cluster), logStart));
            }
            var waited = Duration.ofNanos(System.nanoTime() - begin);
            if (waited.compareTo(RECOVERY_LIMIT) > 0) {
                candidate.watcher().getOutputStream().close();
                throw new StartRefused(failure(logFile(cluster), logStart));
            }
            if (waited.compareTo(news) > 0) {
                progress.accept("PostgreSQL is recovering, %d s so far ...".formatted(waited.toSeconds()));
                news = news.plus(NEWS_EVERY);
            }
            pause(POLL);
        }
    }

    private static List<String> watched(Cluster cluster, int port) {
        var command = new ArrayList<String>();
        // A session of its own: Ctrl-C in the terminal must reach us alone, so that open requests can still finish.
        var hasSetsid = Command.isInstalled("setsid");
        if (hasSetsid) command.add("setsid");
        command.addAll(List.of("sh", "-c", hasSetsid ? WATCHER : "set -m\n" + WATCHER, "sh"));
        command.addAll(List.of(cluster.program("postgres"), "-D", cluster.path().toString()));
        ServerSettings.of(cluster.durability(), port).forEach(setting -> command.addAll(List.of("-c", setting)));
        return cluster.account().command(command);
    }

    private void watchOver() {
        Thread.ofVirtual().name("embedded-postgres").start(() -> {
            try {
                while (true) {
                    running.watcher().waitFor();
                    if (isClosing || !startAgain()) return;
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /// Restarts a server that was killed or has crashed, on the same port; the pool reconnects by itself. Retries
    /// until this process ends: the cause may be a full disk that the operator clears later.
    private boolean startAgain() {
        for (int i = 1; !isClosing; i++) {
            LOG.error("the embedded PostgreSQL ended by itself; starting it again (try {})", i);
            try {
                var stale = makeWay(cluster, LOG::info);
                running = launch(cluster, port, stale, LOG::info);
                if (isClosing) running.watcher().getOutputStream().close(); // Closed meanwhile: the new one goes too.
                return true;
            } catch (Passing passing) {
                LOG.warn("{}", passing.why);
                pause(pauseAfter(i));
            } catch (StartRefused | IOException again) {
                LOG.error("the embedded PostgreSQL did not start", again);
                pause(pauseAfter(i));
            }
        }
        return false;
    }

    private static Duration pauseAfter(int tries) {
        var grown = RETRY_PAUSE.multipliedBy(tries);
        return grown.compareTo(RETRY_PAUSE_MAX) < 0 ? grown : RETRY_PAUSE_MAX;
    }

    private static Path logFile(Cluster cluster) {
        return cluster.path().resolveSibling("server.log");
    }

    /// Where this start's lines will begin. A log that has grown is put aside first, so two of them are kept at
    /// most.
    private static long startLog(Path log) throws IOException {
        if (!Files.exists(log)) PrivateFiles.write(log, new byte[0]);
        var size = Files.size(log);
        if (size <= LOG_BYTES_MAX) return size;
        Files.move(log, log.resolveSibling("server.log.old"), StandardCopyOption.REPLACE_EXISTING);
        PrivateFiles.write(log, new byte[0]);
        return 0;
    }

    private static String failure(Path log, long from) {
        try {
            var bytes = Files.readAllBytes(log);
            var start = (int) Math.min(from, bytes.length);
            var fatal = new String(bytes, start, bytes.length - start, UTF_8)
                    .lines()
                    .filter(line -> line.contains("FATAL") || line.contains("PANIC"))
                    .reduce((first, last) -> last)
                    .orElse("it gave no reason");
            return "The embedded PostgreSQL did not start (%s): see %s.".formatted(fatal, log);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while PostgreSQL starts", stopped);
        }
    }
}
