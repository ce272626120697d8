package dev.brickwork.platform.http.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Await;
import dev.brickwork.support.Slow;
import dev.brickwork.support.TestPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A request that takes too long is cut off, and nothing of it stays behind.
@Tag("verify")
final class DeadlinesTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final long SOON_NANOS = Duration.ofSeconds(8).toNanos();

    private final Deadlines deadlines = new Deadlines();

    /// The connection is lost and so is the transaction: the row is not there, and the pool goes on with fresh
    /// ones.
    @Test
    void aSlowStatementIsCutOffAndItsTransactionRolledBack() {
        try (var database = TestPostgres.database()) {
            database.inTransaction(tx ->
                    tx.handle().execute("CREATE TABLE slow (what text) -- seller_id: a table of this test alone"));
            long started = System.nanoTime();
            assertThatThrownBy(() -> onVirtualThread(() -> deadlines.within(
                            SHORT,
                            () -> database.inTransaction(tx -> {
                                tx.handle().execute("INSERT INTO slow VALUES ('half done')");
                                return tx.handle().execute("SELECT pg_sleep(9)");
                            }))))
                    .hasRootCauseInstanceOf(IOException.class)
                    .hasMessageContaining("longer than PT0.2S");
            assertThat(System.nanoTime() - started).isLessThan(SOON_NANOS);
            long rows = database.read(tx ->
                    tx.query("SELECT count(*) FROM slow").mapTo(Long.class).one());
            assertThat(rows).isZero();
        }
    }

    /// A deadline ends with its request: the thread goes on to the next request of the connection, and must not be
    /// interrupted there. A deadline that was set later has passed by then, so the first would have passed too.
    @Test
    void whatCameInTimeIsLeftAlone() {
        assertThat(deadlines.within(SHORT, () -> "done")).isEqualTo("done");
        assertThat(onVirtualThread(() -> deadlines.within(SHORT, DeadlinesTest::busyBeyondTheLimit)))
                .isEqualTo("late");
        assertThat(Thread.interrupted()).isFalse();
        assertThat(deadlines.within(SHORT, DeadlinesTest::busyBeyondTheLimit)).isEqualTo("late");
        assertThat(Thread.interrupted()).as("the alarm is over with the work").isFalse();
    }

    /// The thread that would answer is blocked reading the body, so another one answers.
    @Test
    void whoFallsSilentInItsBodyIsToldSo() throws IOException {
        try (var house = TestServer.ownWithFollowUp(Map.of("BRICKWORK_REQUEST_SECONDS", "1"))) {
            var seller = house.seller();
            for (var path : List.of("customers", "customers/%s/payment-methods".formatted(seller.id()))) {
                try (var socket =
                        new Socket("localhost", Integer.parseInt(house.address().replaceAll(".*:", "")))) {
                    socket.setSoTimeout(Math.toIntExact(SOON_NANOS / 1_000_000));
                    socket.getOutputStream().write("""
                                    POST /api/v2/%s HTTP/1.1
                                    Host: localhost
                                    X-SERVICE-KEY: %s
                                    X-Request-Id: silent
                                    Content-Length: 900

                                    {"name":""".formatted(path, seller.key())
                            .replace("\n", "\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
                    assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                            .startsWith("HTTP/1.1 400 ")
                            .containsOnlyOnce("HTTP/1.1")
                            .contains("X-Request-Id: silent\r\n", "Connection: close\r\n", "\r\n\r\n{\"error\":")
                            .endsWith("\"message\":\"the body took longer than 1 s\"}}");
                }
            }
            seller.get("/customers").is(200, "\"count\":0");
            var told = "brickwork_request_seconds_count{method=\"POST\",route=\"/customers\",status=\"400\"}";
            var metrics = house.wiring().metrics();
            Await.until(
                    "it is counted as what it was told", () -> metrics.text().contains(told), metrics::text);
        }
    }

    /// And told so.
    @Test
    void aBodyThatDripsIsCutOff() throws IOException {
        try (var house = TestServer.ownWithFollowUp(Map.of("BRICKWORK_REQUEST_SECONDS", "1"))) {
            var seller = house.seller();
            try (var socket =
                    new Socket("localhost", Integer.parseInt(house.address().replaceAll(".*:", "")))) {
                var out = socket.getOutputStream();
                out.write(
                        "POST /api/v2/customers HTTP/1.1\r\nHost: localhost\r\nX-SERVICE-KEY: %s\r\nContent-Length: 900\r\n\r\n{"
                                .formatted(seller.key())
                                .getBytes(StandardCharsets.US_ASCII));
                long started = System.nanoTime();
                var in = socket.getInputStream();
                while (in.available() == 0 && System.nanoTime() - started < SOON_NANOS) {
                    out.write(' ');
                    Slow.by(Duration.ofMillis(50));
                }
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .startsWith("HTTP/1.1 400 ")
                        .contains("Connection: close", "the body took longer than 1 s");
            }
            seller.get("/customers").is(200, "\"count\":0");
        }
    }

    /// A test clock moves over any distance, however long that takes.
    @Test
    void aTestClockTakesItsTime() {
        try (var house = TestServer.ownWithFollowUp(Map.of("BRICKWORK_REQUEST_SECONDS", "3"))) {
            var seller = house.sellerAt("2025-01-01T00:00:00Z");
            var customer =
                    seller.post("/customers", "{\"name\": \"A\"}").is(200).text("customer_id");
            seller.post("/invoices", """
                            {"customer_id": "%s", "issued_at": "2025-01-02",
                             "line_items": [{"description": "Work", "unit_price": "1"}]}
                            """.formatted(customer)).is(200);
            house.database().inTransaction(tx -> tx.handle().execute("""
                    CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS
                        $$ BEGIN PERFORM pg_sleep(4); RETURN NEW; END $$;
                    CREATE TRIGGER slowly BEFORE UPDATE ON invoice FOR EACH ROW
                        WHEN (OLD.number IS NULL AND NEW.number IS NOT NULL) EXECUTE FUNCTION slowly();
                    """));
            seller.advanceTo("2025-01-03T00:00:00Z").is(200, "\"issue\":1");
        }
    }

    /// Header by header, each of them in good time: only a limit over all of them helps.
    @Test
    void aHeadThatDripsIsCutOff() throws IOException {
        try (var house = TestServer.own()) {
            var server = new Server(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    Optional.empty(),
                    house.wiring().front(),
                    List.of(),
                    new Peers(Set.of()),
                    Duration.ofSeconds(1));
            try (var socket = new Socket("localhost", server.port())) {
                var out = socket.getOutputStream();
                out.write("GET /api/v2/seller HTTP/1.1\r\nHost: localhost\r\n".getBytes(StandardCharsets.US_ASCII));
                long started = System.nanoTime();
                assertThatThrownBy(() -> {
                            for (int i = 0;
                                    System.nanoTime() - started
                                            < Duration.ofMinutes(1).toNanos();
                                    i++) {
                                out.write("X-%d: y\r\n".formatted(i).getBytes(StandardCharsets.US_ASCII));
                                Slow.by(Duration.ofMillis(50));
                            }
                        })
                        .as("the service hangs up")
                        .isInstanceOf(IOException.class);
            } finally {
                server.stop();
            }
        }
    }

    private static String busyBeyondTheLimit() {
        long until = System.nanoTime() + SHORT.multipliedBy(2).toNanos();
        while (System.nanoTime() < until) Thread.onSpinWait();
        return "late";
    }

    private static <T> T onVirtualThread(Supplier<T> work) {
        var result = new CompletableFuture<T>();
        Thread.ofVirtual().start(() -> {
            try {
                result.complete(work.get());
            } catch (RuntimeException broken) {
                result.completeExceptionally(broken);
            }
        });
        return result.join();
    }
}
