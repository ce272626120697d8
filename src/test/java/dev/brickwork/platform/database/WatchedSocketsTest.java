package dev.brickwork.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("verify")
final class WatchedSocketsTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    /// On both kinds of threads: requests run on virtual ones, the scheduler does not.
    @Test
    void whoWaitsTooLongForAServerIsCutOff() throws Exception {
        try (var server = silentServer();
                var first = connected(server, Duration.ofMillis(100));
                var second = connected(server, Duration.ofMillis(100))) {
            var waiting = new CompletableFuture<Throwable>();
            Thread.ofVirtual().start(() -> {
                try {
                    waiting.completeExceptionally(
                            new AssertionError(first.getInputStream().read()));
                } catch (IOException cutOff) {
                    waiting.complete(cutOff);
                }
            });

            assertThatThrownBy(() -> second.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThat(waiting.get(LONG.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(SocketException.class);
        }
    }

    /// An idle connection waits for nothing, and an answer ends the waiting. When another one is cut off that
    /// began to wait later, both have been looked at.
    @Test
    void whoIsAnsweredIsLeftAlone() throws Exception {
        try (var server = silentServer();
                var socket = connected(server, Duration.ofMillis(500));
                var other = server.accept();
                var silent = connected(server, Duration.ofMillis(500))) {
            other.getOutputStream().write(new byte[] {1, -1});

            assertThat(socket.getInputStream().read()).isEqualTo(1);
            assertThatThrownBy(() -> silent.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThat(socket.getInputStream().read()).isEqualTo(255);
        }
    }

    private static ServerSocket silentServer() throws IOException {
        return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    private static Socket connected(ServerSocket server, Duration limit) throws IOException {
        var socket = new WatchedSockets(limit).createSocket();
        socket.connect(server.getLocalSocketAddress());
        return socket;
    }
}
