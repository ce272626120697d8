package dev.brickwork.platform.egress;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// Listens on loopback, counts who comes, and answers as the test says.
final class Listener implements AutoCloseable {
    private final ServerSocket server;
    private final boolean isKeeping;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    /// Answers on a connection after its request was read.
    @FunctionalInterface
    interface Behaviour {
        void answer(Socket connection) throws Exception;
    }

    private Listener(ServerSocket server, boolean isKeeping, Behaviour behaviour) {
        this.server = server;
        this.isKeeping = isKeeping;
        Thread.ofVirtual().start(() -> accept(behaviour));
    }

    static Listener answering(String answer) throws IOException {
        return behaving(connection -> connection.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1)));
    }

    static Listener behaving(Behaviour behaviour) throws IOException {
        return behaving(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), behaviour);
    }

    static Listener behaving(ServerSocket server, Behaviour behaviour) {
        return new Listener(server, false, behaviour);
    }

    /// Answers one request after the other over the same connection, until the other side closes it.
    static Listener keeping(String answer) throws IOException {
        return new Listener(
                new ServerSocket(0, 50, InetAddress.getLoopbackAddress()),
                true,
                connection -> connection.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1)));
    }

    int port() {
        return server.getLocalPort();
    }

    int connections() {
        return connections.get();
    }

    /// Connections that neither side has closed.
    int open() {
        return open.get();
    }

    List<String> requests() {
        return requests;
    }

    private void accept(Behaviour behaviour) {
        while (!server.isClosed()) {
            try {
                var connection = server.accept();
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(connection, behaviour));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket connection, Behaviour behaviour) {
        open.incrementAndGet();
        try (connection) {
            do {
                var request = readRequest(connection.getInputStream());
                if (request.isEmpty() && isKeeping) return;
                requests.add(request);
                behaviour.answer(connection);
            } while (isKeeping);
        } catch (Exception broken) {
            requests.add("broken: " + broken);
        } finally {
            open.decrementAndGet();
        }
    }

    private static String readRequest(InputStream in) throws IOException {
        var text = new StringBuilder();
        int length = -1;
        while (length < 0 || text.length() < text.indexOf("\r\n\r\n") + 4 + length) {
            int read = in.read();
            if (read < 0) break;
            text.append((char) read);
            if (length < 0 && text.indexOf("\r\n\r\n") >= 0) {
                var head = text.toString();
                int at = head.indexOf("Content-Length: ") + "Content-Length: ".length();
                length = Integer.parseInt(head.substring(at, head.indexOf('\r', at)));
            }
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
