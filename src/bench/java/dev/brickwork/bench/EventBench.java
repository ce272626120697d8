package dev.brickwork.bench;

import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.platform.json.JsonWriter;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// Webhooks: how soon an event is on its way to its endpoint while others are made, and how many a second arrive
/// at one endpoint and at a hundred when many wait. The receiver answers at once, and its CPU is the generator's.
final class EventBench {
    private static final int CONNECTIONS = 8;
    private static final int EVENTS = 5_000;
    private static final int EVENTS_BEFORE = 1_000;
    private static final int ENDPOINTS_MANY = 100;
    private static final int EVENTS_FOR_MANY = 300;
    private static final Duration WAIT_MAX = Duration.ofMinutes(5);

    private final ServiceProcess service;
    private final Client client;
    private final PrintStream out;
    private final AtomicInteger names = new AtomicInteger();

    EventBench(ServiceProcess service, Client operator, PrintStream out) {
        this.service = service;
        // A test seller: only such a one may send to this machine.
        this.client = operator.asNewSeller("test");
        this.out = out;
    }

    void run() {
        try (var receiver = new Receiver()) {
            delay(receiver);
            throughput(receiver);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// One event per request; `occurred_at` is the beginning of the request, so the delay holds the request itself,
    /// too.
    private void delay(Receiver receiver) {
        var endpoint = endpoint(receiver, "delay");
        make(EVENTS_BEFORE);
        receiver.await(EVENTS_BEFORE);
        receiver.clear();
        receiver.isTiming = true;
        measured(
                "request to first attempt, one endpoint",
                EVENTS,
                () -> {
                    make(EVENTS);
                    receiver.await(EVENTS);
                },
                receiver);
        receiver.isTiming = false;
        client.call("DELETE", "/webhook-endpoints/" + endpoint, "");
    }

    private void throughput(Receiver receiver) {
        var one = endpoint(receiver, "one");
        drain(receiver, "waiting events to one endpoint", List.of(one), EVENTS);
        client.call("DELETE", "/webhook-endpoints/" + one, "");
        var many = new ArrayList<String>();
        for (int i = 0; i < ENDPOINTS_MANY; i++) many.add(endpoint(receiver, "many" + i));
        drain(receiver, "waiting events to 100 endpoints", many, EVENTS_FOR_MANY);
    }

    private void drain(Receiver receiver, String what, List<String> endpoints, int events) {
        var ids = new ArrayList<String>();
        long after = 0;
        while (ids.size() < events) {
            var page =
                    client.call("GET", "/events?limit=1000&after=" + after, "").path("results");
            for (var event : page) ids.add("\"" + event.path("event_id").asText() + "\"");
            after = page.path(page.size() - 1).path("sequence").asLong();
        }
        receiver.clear();
        measured(
                what,
                endpoints.size() * events,
                () -> {
                    for (var endpoint : endpoints) {
                        for (int from = 0; from < events; from += 1000) {
                            var some = String.join(", ", ids.subList(from, Math.min(events, from + 1000)));
                            client.post(
                                    "/webhook-endpoints/%s/replay".formatted(endpoint),
                                    "{\"event_ids\": [%s]}".formatted(some));
                        }
                    }
                    receiver.await(endpoints.size() * events);
                },
                receiver);
    }

    private String endpoint(Receiver receiver, String name) {
        return client.post(
                        "/webhook-endpoints",
                        "{\"url\": \"http://127.0.0.1:%d/%s\", \"events\": [\"company.created\"]}"
                                .formatted(receiver.port(), name))
                .path("webhook_endpoint_id")
                .asText();
    }

    private void make(int count) {
        int last = names.get() + count;
        new Load(service.port(), CONNECTIONS)
                .run(
                        _ -> client.bytes(
                                "POST", "/customers", "{\"name\": \"Customer %d\"}".formatted(names.getAndIncrement())),
                        count);
        names.set(last);
    }

    private void measured(String what, int count, Runnable work, Receiver receiver) {
        long serviceBefore = Cpu.micros(service.pid()).orElse(0);
        long postgresBefore = service.postgresMicros();
        long begun = System.nanoTime();
        work.run();
        long nanos = Math.max(1, System.nanoTime() - begun);
        long serviceCpu = Cpu.micros(service.pid()).orElse(0) - serviceBefore;
        long postgresCpu = service.postgresMicros() - postgresBefore;
        var delays = receiver.delays.stream().sorted().toList();
        out.println(JsonWriter.text(json -> json.object(line -> {
            line.put("scenario", "events: " + what)
                    .put("deliveries", count)
                    .put("deliveries_per_second", count * 1_000_000_000L / nanos)
                    .put("service_cpu_micros_per_delivery", serviceCpu / count)
                    .put("postgres_cpu_micros_per_delivery", postgresCpu / count);
            if (!delays.isEmpty()) {
                line.put("delay_micros_p50", delays.get(delays.size() / 2))
                        .put("delay_micros_p99", delays.get(delays.size() * 99 / 100));
            }
        })));
    }

    /// Takes everything, says 204 and keeps the connection for as long as the sender does.
    private static final class Receiver implements AutoCloseable {
        private static final byte[] TAKEN = "HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

        private final ServerSocket server;
        private final AtomicInteger count = new AtomicInteger();
        private final ConcurrentLinkedQueue<Long> delays = new ConcurrentLinkedQueue<>();
        private volatile boolean isTiming;

        Receiver() throws IOException {
            server = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
            Thread.ofVirtual().start(this::accept);
        }

        int port() {
            return server.getLocalPort();
        }

        void clear() {
            count.set(0);
            delays.clear();
        }

        void await(int wanted) {
            var until = Instant.now().plus(WAIT_MAX);
            while (count.get() < wanted) {
                if (Instant.now().isAfter(until))
                    throw new IllegalStateException("only %d came".formatted(count.get()));
                try {
                    Thread.sleep(1);
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException(stopped);
                }
            }
        }

        private void accept() {
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                while (!server.isClosed()) {
                    var socket = server.accept();
                    threads.execute(() -> take(socket));
                }
            } catch (IOException closed) {
                return; // The bench is over.
            }
        }

        private void take(Socket socket) {
            try (socket) {
                var in = new BufferedInputStream(socket.getInputStream());
                while (!line(in).isEmpty()) { // The request's first line; nothing when the sender is gone.
                    var now = Instant.now();
                    var body = body(in);
                    socket.getOutputStream().write(TAKEN);
                    if (isTiming)
                        delays.add(Duration.between(occurredAt(body), now).toNanos() / 1_000);
                    count.incrementAndGet();
                }
            } catch (IOException gone) {
                return; // The sender has let go of it.
            }
        }

        private static Instant occurredAt(String body) {
            return Instant.parse(JsonReader.stored(body).path("occurred_at").asText());
        }

        private static String body(InputStream in) throws IOException {
            int length = 0;
            for (var line = line(in); !line.isEmpty(); line = line(in)) {
                if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
                    length = Integer.parseInt(line.substring(15).strip());
                }
            }
            return new String(in.readNBytes(length), StandardCharsets.UTF_8);
        }

        private static String line(InputStream in) throws IOException {
            var line = new StringBuilder();
            for (int read = in.read(); read >= 0 && read != '\n'; read = in.read()) {
                if (read != '\r') line.append((char) read);
            }
            return line.toString();
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
