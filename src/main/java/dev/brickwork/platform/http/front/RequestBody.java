package dev.brickwork.platform.http.front;

import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.http.Errors;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.RequestException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// The body of one request on its way in. It is read at most once, up to a limit.
final class RequestBody {
    /// How long the rest of a body is read to be discarded.
    private static final Duration LINGER_MAX = Duration.ofSeconds(2);

    private static final int FIRST_BYTES = 16 * 1024;

    private final ServerRequest request;
    private final Duration time;
    private final ConnectionContext connection;
    private final AtomicReference<State> state = new AtomicReference<>(State.AT_REST);
    private Optional<InputStream> begun = Optional.empty();
    private boolean isBroken;

    /// @param time how long the body may take
    RequestBody(ServerRequest request, Duration time, ConnectionContext connection) {
        this.request = request;
        this.time = time;
        this.connection = connection;
    }

    private enum State {
        AT_REST,
        READING,
        /// Another thread than the reading one has answered that the body takes too long.
        TOLD_LATE
    }

    private interface Reading<T> {
        T from(InputStream in) throws IOException;
    }

    /// Hung up or stopped sending in the middle of its body.
    static final class ClientGone extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private ClientGone(Throwable cause) {
            super("the body did not arrive whole", cause);
        }
    }

    /// Where the body ends must be said once and plainly. Where it can be understood in two ways, a proxy in front
    /// of us may see other requests on the connection than we do (RFC 9112, 6.3 and 11.2). The server below us
    /// knows `chunked` in small letters alone, and would take a body under any other spelling for the next request.
    void requirePlainLength() {
        var lengths = values(HeaderNames.CONTENT_LENGTH);
        var codings = values(HeaderNames.TRANSFER_ENCODING);
        if (lengths.isEmpty() && codings.isEmpty()) return;
        boolean isCounted = codings.isEmpty() && lengths.size() == 1 && isNumber(lengths.getFirst());
        boolean isChunked = lengths.isEmpty() && codings.equals(List.of("chunked"));
        if (isCounted || isChunked) return;
        isBroken = true;
        throw unclearLength();
    }

    static Refusal unclearLength() {
        return Refusal.badRequest("say the length of the body once: a Content-Length, or Transfer-Encoding: chunked");
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }

    private List<String> values(HeaderName name) {
        return request.headers().contains(name) ? request.headers().get(name).allValues() : List.of();
    }

    byte[] read(int max) {
        if (!request.content().hasEntity()) return new byte[0];
        long announced = request.headers().contentLength().orElse(0);
        if (announced > max) throw tooLarge(max);
        var bytes = watched(() -> from(in -> inTime(in, max + 1)));
        if (isAnswered()) throw new ClientGone(tooSlow()); // It came after all, but nothing is done with it.
        if (bytes.length > max) throw tooLarge(max);
        return bytes;
    }

    private byte[] watched(Supplier<byte[]> reading) {
        state.set(State.READING);
        try {
            return reading.get();
        } finally {
            state.compareAndSet(State.READING, State.AT_REST);
        }
    }

    /// Looks at the time between one piece and the next, so that a client whose body drips can be told; who falls
    /// silent altogether is told by the deadline of the request, which hangs up afterwards.
    private byte[] inTime(InputStream in, int max) throws IOException {
        long started = System.nanoTime();
        var bytes = new byte[Math.min(FIRST_BYTES, max)];
        int count = 0;
        while (count < max) {
            if (count == bytes.length) bytes = Arrays.copyOf(bytes, Math.min(2 * count, max));
            int more = in.read(bytes, count, bytes.length - count);
            if (more < 0) break;
            count += more;
            if (System.nanoTime() - started > time.toNanos()) throw tooSlow();
        }
        return Arrays.copyOf(bytes, count);
    }

    /// Answers that the body takes too long, on another thread: that of the connection is blocked reading the body.
    /// Does not wait until the answer has arrived.
    boolean sayLate(String requestId) {
        if (!state.compareAndSet(State.READING, State.TOLD_LATE)) return false;
        var answer = Errors.of(tooSlow());
        var head = """
                HTTP/1.1 %d Bad Request
                Content-Type: %s
                Content-Length: %d
                X-Request-Id: %s
                X-Content-Type-Options: nosniff
                Cache-Control: no-store
                Connection: close

                """.formatted(answer.status(), answer.contentType(), answer.body().length, requestId);
        Thread.startVirtualThread(() -> {
            try {
                connection
                        .dataWriter()
                        .writeNow(
                                BufferData.create(head.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII)),
                                BufferData.create(answer.body()));
            } catch (RuntimeException _) {
                // The client is gone.
            }
        });
        return true;
    }

    /// Whether the client has been told meanwhile, so that nothing else may be said on this connection.
    boolean isAnswered() {
        return state.get() == State.TOLD_LATE;
    }

    private Refusal tooSlow() {
        return Refusal.badRequest("the body took longer than %d s".formatted(time.toSeconds()));
    }

    private static Refusal tooLarge(int max) {
        return Refusal.of(Refusal.Kind.TOO_LARGE, "the body is larger than %d bytes".formatted(max));
    }

    /// Whether a part of the body is left on the connection, where it would be taken for the next request.
    boolean isUnread() {
        return isBroken || (request.content().hasEntity() && !request.content().consumed());
    }

    /// Discards the rest of the body for a moment. Closing the connection while the client still sends may lose the
    /// answer (RFC 9112, 9.6). A client that waits for permission to send (`Expect`) sends nothing.
    void readOut(Deadlines deadlines) {
        boolean isWaiting = begun.isEmpty() && request.headers().contains(HeaderNames.EXPECT);
        if (isBroken || isWaiting) return;
        try {
            deadlines.within(LINGER_MAX, () -> from(in -> in.transferTo(OutputStream.nullOutputStream())));
        } catch (ClientGone | Refusal | Deadlines.Missed _) {
            // Gone, broken or slow: it was answered.
        }
    }

    private <T> T from(Reading<T> reading) {
        try {
            var in = begun.orElseGet(() -> request.content().inputStream());
            begun = Optional.of(in);
            return reading.from(in);
        } catch (DataReader.IncorrectNewLineException
                | RequestException
                | IllegalArgumentException _) { // The size of a chunk that is no number.
            isBroken = true;
            throw Refusal.badRequest(
                    "the chunks of the body cannot be read: send plain ones, without extensions or trailers");
        } catch (IOException
                | ServerConnectionException
                | DataReader.InsufficientDataAvailableException
                | UncheckedIOException gone) {
            isBroken = true;
            throw new ClientGone(gone);
        }
    }
}
