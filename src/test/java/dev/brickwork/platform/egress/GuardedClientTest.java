package dev.brickwork.platform.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.support.Await;
import dev.brickwork.support.Slow;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("verify")
class GuardedClientTest {
    private static final String INTERIM = "HTTP/1.1 100 Continue\r\n\r\n";
    private static final String CHUNKED_AFTER_INTERIM = """
            HTTP/1.1 100 Continue\r
            \r
            HTTP/1.1 503 Busy\r
            Retry-After: 120\r
            Transfer-Encoding: chunked\r
            \r
            3;x=y\r
            abc\r
            2\r
            de\r
            0\r
            \r
            """;

    private static final Policy LOOPBACK = new Policy(true, Set.of());
    private static final Limits SHORT = new Limits(Duration.ofSeconds(2), Duration.ofSeconds(2), 4096);
    private static final Duration LATEST = Duration.ofSeconds(25);
    private static final Duration SILENCE = Duration.ofSeconds(30);

    @Test
    void theRequestIsWhatWeMeant() throws Exception {
        try (var listener = Listener.answering("HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\nok-and-more")) {
            var body = "{\"name\":\"Zo\u00eb\"}".getBytes(UTF_8);
            var outcome = client(Limits.STANDARD)
                    .post(url(listener) + "/in?x=1", LOOPBACK, Map.of("webhook-id", "msg_1"), body);

            assertThat(outcome).isEqualTo(new Outcome.Answered(202, Optional.empty()));
            assertThat(listener.requests())
                    .containsExactly("""
                    POST /in?x=1 HTTP/1.1\r
                    Host: 127.0.0.1:%d\r
                    Accept-Encoding: identity\r
                    Content-Length: 15\r
                    webhook-id: msg_1\r
                    \r
                    %s""".formatted(listener.port(), new String(body, ISO_8859_1)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void redirectsAreAnswersAndNeverFollowed(int status) throws Exception {
        try (var inner = Listener.answering("HTTP/1.1 200 OK\r\n\r\nsecret");
                var outer = Listener.answering("HTTP/1.1 %d Moved\r\nLocation: http://127.0.0.1:%d/\r\n\r\n"
                        .formatted(status, inner.port()))) {
            var outcome = client(Limits.STANDARD).post(url(outer), LOOPBACK, Map.of(), new byte[0]);

            assertThat(((Outcome.Answered) outcome).status()).isEqualTo(status);
            assertThat(inner.connections()).isZero();
        }
    }

    @Test
    void retryAfterIsHeardBeforeAChunkedBody() throws Exception {
        try (var listener = Listener.answering(CHUNKED_AFTER_INTERIM)) {
            assertThat(client(Limits.STANDARD).post(url(listener), LOOPBACK, Map.of(), new byte[0]))
                    .isEqualTo(new Outcome.Answered(503, Optional.of("120")));
        }
    }

    /// 10 MB that would unpack to 10 GB: four KiB are passed over, none are unpacked.
    @Test
    void aGzipBombStaysPackedAndIsCut() throws Exception {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            for (int i = 0; i < 1000; i++) gzip.write(new byte[100_000]);
        }
        try (var listener = Listener.behaving(connection -> {
            var out = connection.getOutputStream();
            out.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".getBytes(ISO_8859_1));
            for (int i = 0; i < 100; i++) out.write(packed.toByteArray());
        })) {
            var outcome = client(Limits.STANDARD).post(url(listener), LOOPBACK, Map.of(), new byte[0]);

            assertThat(((Outcome.Answered) outcome).status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"
            })
    void endlessBodiesAreCut(String head) throws Exception {
        try (var listener = Listener.behaving(connection -> {
            connection.getOutputStream().write(head.getBytes(ISO_8859_1));
            for (int i = 0; i < 10_000; i++)
                connection.getOutputStream().write("x".repeat(1000).getBytes(ISO_8859_1));
        })) {
            var outcome =
                    (Outcome.Answered) client(Limits.STANDARD).post(url(listener), LOOPBACK, Map.of(), new byte[0]);
            assertThat(outcome.status()).isEqualTo(200);
        }
    }

    @Test
    void aDrippingHeadEndsInTime() throws Exception {
        try (var listener = Listener.behaving(connection -> {
            for (int i = 0; i < 1000; i++) {
                connection.getOutputStream().write('H');
                Slow.by(Duration.ofMillis(50));
            }
        })) {
            assertEndsInTime(listener, new Outcome.Failed(Trouble.TIMEOUT));
        }
    }

    /// The status counts, because the receiver has said it; the body is cut when the time is up.
    @Test
    void aDrippingBodyEndsInTimeAndTheStatusCounts() throws Exception {
        try (var listener = Listener.behaving(connection -> {
            connection.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n".getBytes(ISO_8859_1));
            connection.getOutputStream().write('a');
            Slow.by(SILENCE);
        })) {
            assertEndsInTime(listener, new Outcome.Answered(200, Optional.empty()));
        }
    }

    @Test
    void silenceEndsInTime() throws Exception {
        try (var listener = Listener.behaving(_ -> Slow.by(SILENCE))) {
            assertEndsInTime(listener, new Outcome.Failed(Trouble.TIMEOUT));
        }
    }

    /// A TLS hello that drips byte by byte keeps every single read short, so only a deadline over all of them
    /// helps.
    @Test
    void aDrippingHandshakeEndsInTime() throws Exception {
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> drip(server));
            var origin = "https://drip.test:" + server.getLocalPort();
            var client = new GuardedClient(
                    new Guard(host -> List.of(InetAddress.getLoopbackAddress())), SSLContext.getDefault(), SHORT);
            long start = System.nanoTime();
            assertThat(client.post(origin + "/", new Policy(false, Set.of(origin)), Map.of(), new byte[0]))
                    .isEqualTo(new Outcome.Failed(Trouble.TIMEOUT));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LATEST);
        }
    }

    private static void drip(ServerSocket server) {
        try (var connection = server.accept()) {
            connection.getOutputStream().write(new byte[] {0x16, 3, 3, 0x40, 0});
            for (int i = 0; i < 1000; i++) {
                connection.getOutputStream().write(2);
                Slow.by(Duration.ofMillis(50));
            }
        } catch (Exception over) {
            Thread.currentThread().interrupt();
        }
    }

    /// A slow name server is inside the same time.
    @Test
    void aSlowNameServerEndsInTime() throws Exception {
        var client = new GuardedClient(
                new Guard(host -> {
                    Slow.by(SILENCE);
                    if (Thread.interrupted()) throw new UnknownHostException(host);
                    return List.of(InetAddress.getLoopbackAddress());
                }),
                SSLContext.getDefault(),
                SHORT);
        assertThat(client.post("https://slow.example/", Policy.PUBLIC_ONLY, Map.of(), new byte[0]))
                .isEqualTo(new Outcome.Failed(Trouble.TIMEOUT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "garbage\r\n\r\n",
                "SSH-2.0-OpenSSH_9.2\r\n",
                "HTTP/2 200\r\n\r\n",
                "HTTP/1.1 999 No\r\n\r\n",
                "HTTP/1.1 200",
                "HTTP/1.1 200 OK\r\nX: y\r\n",
                INTERIM + INTERIM + INTERIM + INTERIM + INTERIM + "HTTP/1.1 200 OK\r\n\r\n"
            })
    void whatIsNotHttpIsGarbled(String answer) throws Exception {
        try (var listener = Listener.answering(answer)) {
            assertThat(client(Limits.STANDARD).post(url(listener), LOOPBACK, Map.of(), new byte[0]))
                    .isEqualTo(new Outcome.Failed(Trouble.GARBLED));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Filler: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n", "endless"})
    void endlessHeadersAreGarbled(String piece) throws Exception {
        try (var listener = Listener.behaving(connection -> {
            connection.getOutputStream().write("HTTP/1.1 200 OK\r\n".getBytes(ISO_8859_1));
            for (int i = 0; i < 100_000; i++) connection.getOutputStream().write(piece.getBytes(ISO_8859_1));
        })) {
            assertThat(client(Limits.STANDARD).post(url(listener), LOOPBACK, Map.of(), new byte[0]))
                    .isEqualTo(new Outcome.Failed(Trouble.GARBLED));
        }
    }

    @Test
    void aClosedPortIsUnreachable() throws Exception {
        int port;
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = server.getLocalPort();
        }
        assertThat(client(Limits.STANDARD).post("http://127.0.0.1:" + port, LOOPBACK, Map.of(), new byte[0]))
                .isEqualTo(new Outcome.Failed(Trouble.UNREACHABLE));
    }

    @Test
    void aHeaderWithALineBreakIsABug() throws Exception {
        try (var listener = Listener.answering("HTTP/1.1 200 OK\r\n\r\n")) {
            assertThatThrownBy(() -> client(Limits.STANDARD)
                            .post(url(listener), LOOPBACK, Map.of("x", "a\r\nHost: b"), new byte[0]))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 204 No Content\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"
            })
    void aConnectionServesOneDeliveryAfterTheOther(String answer) throws Exception {
        try (var listener = Listener.keeping(answer)) {
            var client = client(Limits.STANDARD);
            var first = client.post(url(listener), LOOPBACK, Map.of(), new byte[0]);
            for (int i = 0; i < 10; i++) {
                assertThat(client.post(url(listener), LOOPBACK, Map.of(), new byte[] {1, 2, 3}))
                        .isEqualTo(first);
            }
            assertThat(listener.requests()).hasSize(11);
            assertThat(listener.connections()).isLessThan(5); // One, unless the machine stood still for seconds.
        }
    }

    /// Bytes that may still be on their way must not be taken for the next answer.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 500 Forged\r\n\r\n",
                "HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 500 Forged\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nTrailer: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
            })
    void aConnectionWithAnythingOddIsClosed(String answer) throws Exception {
        try (var listener = Listener.keeping(answer)) {
            var client = client(Limits.STANDARD);
            for (int i = 1; i <= 3; i++) {
                var outcome = client.post(url(listener), LOOPBACK, Map.of(), new byte[0]);
                assertThat(((Outcome.Answered) outcome).status()).isLessThan(300);
                assertThat(listener.connections()).isEqualTo(i);
            }
        }
    }

    /// It answers and closes without a word: the next delivery is not lost to it.
    @Test
    void aConnectionThatWasClosedMeanwhileCostsNothing() throws Exception {
        try (var listener = Listener.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")) {
            var client = client(Limits.STANDARD);
            for (int i = 1; i <= 5; i++) {
                assertThat(client.post(url(listener), LOOPBACK, Map.of(), new byte[0]))
                        .isEqualTo(new Outcome.Answered(200, Optional.empty()));
                assertThat(listener.requests()).hasSize(i);
            }
        }
    }

    @Test
    void anotherUrlOfTheSameReceiverGetsItsOwnConnection() throws Exception {
        try (var listener = Listener.keeping("HTTP/1.1 204 No Content\r\n\r\n")) {
            var client = client(Limits.STANDARD);
            client.post(url(listener) + "/a", LOOPBACK, Map.of(), new byte[0]);
            client.post(url(listener) + "/b", LOOPBACK, Map.of(), new byte[0]);
            assertThat(listener.connections()).isEqualTo(2);
        }
    }

    /// The name is looked up and checked at each attempt, and what is open to an address that it does not have now, or
    /// that may not be called now, is of no use.
    @Test
    void aKeptConnectionIsUsedOnlyForAnAddressThatIsAllowedNow() throws Exception {
        try (var listener = Listener.keeping("HTTP/1.1 204 No Content\r\n\r\n")) {
            var answers = new ArrayDeque<>(List.of("10.0.0.1", "10.0.0.2", "169.254.169.254", "10.0.0.2"));
            var dialled = new ArrayList<String>();
            var client = new GuardedClient(
                    new Guard(_ -> List.of(InetAddress.getByName(answers.remove()))),
                    (address, _) -> {
                        dialled.add(address.getAddress().getHostAddress());
                        return new Socket(InetAddress.getLoopbackAddress(), listener.port());
                    },
                    SSLContext.getDefault(),
                    Limits.STANDARD);
            var policy = new Policy(false, Set.of("http://hooks.lan:80"));
            var outcomes = new ArrayList<Outcome>();
            while (!answers.isEmpty()) {
                outcomes.add(client.post("http://hooks.lan/", policy, Map.of(), new byte[0]));
            }

            assertThat(dialled).startsWith("10.0.0.1", "10.0.0.2").doesNotContain("169.254.169.254");
            assertThat(outcomes.get(2)).isEqualTo(new Outcome.Failed(Trouble.BLOCKED));
            assertThat(listener.requests()).hasSize(3);
        }
    }

    @Test
    void whatNobodyTakesUpAgainIsClosed() throws Exception {
        try (var listener = Listener.keeping("HTTP/1.1 204 No Content\r\n\r\n")) {
            client(Limits.STANDARD).post(url(listener), LOOPBACK, Map.of(), new byte[0]);
            Await.until("the connection is closed", () -> listener.open() == 0);
            assertThat(listener.connections()).isOne();
        }
    }

    /// A hundred silent receivers at once, each on its own virtual thread, are all over within one time limit.
    @Test
    void manyAttemptsWaitSideBySide() throws Exception {
        try (var listener = Listener.behaving(_ -> Slow.by(SILENCE));
                var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            var attempts = new ArrayList<Future<Outcome>>();
            long start = System.nanoTime();
            for (int i = 0; i < 100; i++) {
                attempts.add(workers.submit(() -> client(SHORT).post(url(listener), LOOPBACK, Map.of(), new byte[0])));
            }
            for (var attempt : attempts) assertThat(attempt.get()).isEqualTo(new Outcome.Failed(Trouble.TIMEOUT));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LATEST);
        }
    }

    private static void assertEndsInTime(Listener listener, Outcome expected) throws Exception {
        long start = System.nanoTime();
        assertThat(client(SHORT).post(url(listener), LOOPBACK, Map.of(), new byte[0]))
                .isEqualTo(expected);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LATEST);
    }

    private static GuardedClient client(Limits limits) throws Exception {
        return new GuardedClient(new Guard(new SystemResolver()), SSLContext.getDefault(), limits);
    }

    private static String url(Listener listener) {
        return "http://127.0.0.1:" + listener.port();
    }
}
