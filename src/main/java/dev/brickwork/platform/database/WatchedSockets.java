package dev.brickwork.platform.database;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.SocketFactory;

/// Gives up on a server that does not answer, by closing a socket whose read has taken too long.
///
/// A timeout on the socket itself sets a timer for every answer and cancels it. On a virtual thread that wakes
/// another thread, which costs about as much as the rest of a small statement. So the start of each read is
/// recorded, and checked once a second. The driver creates this class by its name.
public final class WatchedSockets extends SocketFactory {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final Set<Watched> OPEN = ConcurrentHashMap.newKeySet();

    static {
        Thread.ofPlatform().daemon().name("socket-watch").start(WatchedSockets::watch);
    }

    private final Duration limit;

    public WatchedSockets() {
        this(Pools.SOCKET_LIMIT);
    }

    WatchedSockets(Duration limit) {
        this.limit = limit;
    }

    private static final class Watched extends Socket {
        private static final long NOTHING = 0;

        private final long limitNanos;
        private volatile long since = NOTHING;

        private Watched(Duration limit) {
            this.limitNanos = limit.toNanos();
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read() throws IOException {
                    var one = new byte[1];
                    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
                }

                @Override
                public int read(byte[] bytes, int offset, int length) throws IOException {
                    since = Math.max(1, System.nanoTime());
                    try {
                        return super.read(bytes, offset, length);
                    } finally {
                        since = NOTHING;
                    }
                }
            };
        }

        private void look() {
            long began = since;
            if (began == NOTHING || System.nanoTime() - began <= limitNanos) return;
            try {
                close();
            } catch (IOException gone) {
                // It is as good as closed: reads from it fail.
            }
        }
    }

    @Override
    public Socket createSocket() {
        var socket = new Watched(limit);
        OPEN.add(socket);
        return socket;
    }

    private static void watch() {
        try {
            while (true) {
                Thread.sleep(LOOK_EVERY);
                for (var socket : OPEN) socket.look();
                OPEN.removeIf(Socket::isClosed);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt(); // Never happens: it ends with the process.
        }
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw connectLater();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) {
        throw connectLater();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw connectLater();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) {
        throw connectLater();
    }

    private static UnsupportedOperationException connectLater() {
        return new UnsupportedOperationException("the driver makes a socket first and connects it within its limit");
    }
}
