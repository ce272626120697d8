package dev.brickwork.app;

import dev.brickwork.platform.database.StartRefused;
import dev.brickwork.platform.http.front.Peers;
import dev.brickwork.platform.http.front.Server;
import dev.brickwork.platform.http.pages.Operations;
import dev.brickwork.platform.http.pages.PublicPages;
import dev.brickwork.platform.jobs.Loop;
import dev.brickwork.platform.telemetry.Logs;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.System.Logger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;

/// Starts the service and keeps it until it is asked to stop: database, tables, modules, first keys, server, background
/// work. It stops in the reverse order, and no request in flight fails for it but a long move of a test clock, which
/// another process goes on with.
final class Serve {
    private static final Logger LOG = System.getLogger(Serve.class.getName());
    private static final Duration STOP_WITHIN = Duration.ofSeconds(29); // After the delay, 34 s in all by default.
    private static final Duration KEY_USE_EVERY = Duration.ofSeconds(60);

    private final Settings settings;
    private final InetSocketAddress listen;
    private final OpenDatabase open;
    private final Wiring wiring;
    private final Server server;
    private final InstantSource realTime = InstantSource.system();
    private final AtomicBoolean isReady = new AtomicBoolean();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Loop keyUse;
    private final WriteProbe writeProbe;

    private Serve(Settings settings, PrintStream out) {
        this.settings = settings;
        this.listen = requireFree(settings);
        this.open = OpenDatabase.forServing(settings);
        this.wiring = new Wiring(settings, open.database(), realTime);
        this.keyUse = new Loop("key-use", KEY_USE_EVERY, this::rememberKeyUse);
        this.writeProbe = new WriteProbe(open.database());
        this.server = listening();
        var made = new FirstStart(settings, open.database(), wiring, realTime).run();
        wiring.pump().start();
        wiring.mail().start();
        if (settings.isSweeping()) wiring.jobs().start();
        wiring.loops().forEach(Loop::start);
        keyUse.start();
        writeProbe.start();
        greet(out, made);
        isReady.set(true);
        ClassArchive.makeInBackground();
        if (settings.isDemo()) {
            var demo = new FirstDemo(open.database(), wiring, realTime, out);
            Thread.ofVirtual().name("demo").start(() -> demo.run(server.localUrl()));
        }
    }

    static int run(Settings settings, PrintStream out) {
        Logs.configure(level(settings.logLevel()));
        var serve = new Serve(settings, out);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> serve.stopAndExit(out), "stop"));
        try {
            serve.stopped.await();
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private Server listening() {
        var pages = new ArrayList<PublicPages>();
        pages.add(new Operations(this::isReady, wiring.metrics(), settings.areMetricsPublic()));
        pages.addAll(wiring.pages());
        try {
            var listening =
                    new Server(listen, settings.baseUrl(), wiring.front(), pages, new Peers(settings.trustedProxies()));
            if (listening.port() < 0) throw portTaken(settings.port()); // It only logs that it could not listen.
            return listening;
        } catch (RuntimeException refused) {
            open.close();
            throw refused;
        }
    }

    /// Checked before the database is opened, so that a taken port is told at once.
    private static InetSocketAddress requireFree(Settings settings) {
        var listen = new InetSocketAddress(settings.listen(), settings.port());
        if (listen.isUnresolved() || !canListen(new InetSocketAddress(listen.getAddress(), 0))) {
            throw new StartRefused(
                    "BRICKWORK_LISTEN is '%s', which is no address of this machine: set it to one, or to 0.0.0.0 for all."
                            .formatted(settings.listen()));
        }
        if (!canListen(listen)) throw portTaken(settings.port());
        return listen;
    }

    private static boolean canListen(InetSocketAddress address) {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(address);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    private static StartRefused portTaken(int port) {
        return new StartRefused(
                "Port %d is taken or not allowed: stop what uses it, or set BRICKWORK_PORT to another one."
                        .formatted(port));
    }

    /// Not draining, tables as expected, the database answers and takes changes, and the background loops are moving.
    private boolean isReady() {
        try {
            return isReady.get() && writeProbe.canWrite() && open.isCurrent() && isMoving(realTime.instant());
        } catch (RuntimeException away) {
            LOG.log(Logger.Level.WARNING, "not ready: {0}", away.toString());
            return false;
        }
    }

    private boolean isMoving(Instant now) {
        return wiring.pump().isMoving(now)
                && wiring.mail().isMoving()
                && wiring.loops().stream().allMatch(Loop::isAlive)
                && wiring.jobs().isMoving(now);
    }

    private boolean rememberKeyUse() {
        wiring.keys().rememberUse();
        return false;
    }

    private void greet(PrintStream out, FirstStart.Made made) {
        var base = server.baseUrl();
        made.operatorKey().ifPresent(key -> out.printf("%nOperator key (shown once):  %s%n", key));
        made.seller()
                .ifPresent(created -> out.printf(
                        "API key of the test seller \"%s\" (shown once):  %s%n",
                        created.seller().name(), created.apiKey()));
        out.printf("""

                Brickwork is ready at %s
                  Console    %s/            (sign in with an API key)
                  API        %s/api/v2     (header X-SERVICE-KEY)
                  Reference  %s/docs
                  Health     %s/health/ready
                  Listening  %s
                """, base, base, base, base, base, listening(listen.getAddress()));
        made.seller().ifPresent(created -> out.printf("""

                Try it:  curl -H 'X-SERVICE-KEY: %s' %s/api/v2/seller
                """, created.apiKey(), base));
        out.flush();
    }

    private String listening(InetAddress address) {
        var range = address.isLoopbackAddress()
                ? "this machine alone; BRICKWORK_LISTEN changes that"
                : address.isAnyLocalAddress() ? "all addresses" : "this address alone";
        LOG.log(Logger.Level.INFO, "listening address={0} port={1}", address.getHostAddress(), "" + server.port());
        return "%s, port %d (%s)".formatted(address.getHostAddress(), server.port(), range);
    }

    /// Stops on a signal with code 0, not with the 143 that Java would give, because being asked to stop is no
    /// failure. It says so at once, since stopping takes seconds. Work that is not finished in time is left as
    /// after a crash: other processes take it up when its lease ends.
    private void stopAndExit(PrintStream out) {
        out.println("Stopping: new requests are taken for %d s more, and what is in flight is finished."
                .formatted(settings.shutdownDelay().toSeconds()));
        var stopping = Thread.ofPlatform().daemon().name("stopping").start(this::stop);
        try {
            stopping.join(settings.shutdownDelay().plus(STOP_WITHIN));
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(0);
    }

    /// First says so, then waits for load balancers to notice, then finishes what is in flight.
    private void stop() {
        isReady.set(false);
        server.drain();
        try {
            Thread.sleep(settings.shutdownDelay());
            wiring.sweeps().stop();
            server.stop();
            stopped.countDown();
            keyUse.stop();
            writeProbe.stop();
            for (var loop : wiring.loops()) loop.stop();
            wiring.stopDeliveries();
            wiring.jobs().stop();
            wiring.pump().stop();
            wiring.mail().stop();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        } finally {
            open.close();
        }
    }

    private static Level level(Settings.LogLevel level) {
        return switch (level) {
            case ERROR -> Level.SEVERE;
            case WARN -> Level.WARNING;
            case INFO -> Level.INFO;
            case DEBUG -> Level.FINE;
        };
    }
}
