package dev.brickwork.bench;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// One keep-alive connection that understands just enough HTTP/1.1: a status, a length, a body to skip.
final class Wire implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int TIMEOUT_MILLIS = 30_000;
    private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);
    private static final int STATUS_AT = "HTTP/1.1 ".length();

    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int filled;

    Wire(int port) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(new InetSocketAddress("localhost", port), TIMEOUT_MILLIS);
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    /// Sends a whole request and returns the status of the answer.
    int exchange(byte[] request) throws IOException {
        out.write(request);
        filled = 0;
        int head = readHead();
        int status = status();
        skip(length(head) - (filled - head));
        return status;
    }

    /// An answer with its whole body.
    record Reply(int status, String body) {}

    /// Sends a request and returns the whole body, which the next request needs. Fails unless it is a success.
    String answer(byte[] request) throws IOException {
        var reply = reply(request);
        if (reply.status >= 300) throw new IOException("refused: " + reply.body);
        return reply.body;
    }

    Reply reply(byte[] request) throws IOException {
        out.write(request);
        filled = 0;
        int head = readHead();
        int status = status();
        int length = length(head);
        var body = new byte[length];
        int there = Math.min(length, filled - head);
        System.arraycopy(buffer, head, body, 0, there);
        if (in.readNBytes(body, there, length - there) < length - there) throw new EOFException("half an answer");
        return new Reply(status, new String(body, StandardCharsets.UTF_8));
    }

    private int status() {
        return (buffer[STATUS_AT] - '0') * 100 + (buffer[STATUS_AT + 1] - '0') * 10 + buffer[STATUS_AT + 2] - '0';
    }

    /// The index after the empty line.
    private int readHead() throws IOException {
        int seen = 0;
        while (true) {
            if (filled == buffer.length) throw new IOException("the head of an answer is too long");
            int read = in.read(buffer, filled, buffer.length - filled);
            if (read < 0) throw new EOFException("the service closed the connection");
            filled += read;
            for (int i = Math.max(3, seen); i < filled; i++) {
                if (buffer[i] == '\n' && buffer[i - 2] == '\n') return i + 1;
            }
            seen = filled;
        }
    }

    private int length(int head) throws IOException {
        for (int i = 1; i + LENGTH.length < head; i++) {
            if (buffer[i - 1] == '\n' && isLength(i)) return number(i + LENGTH.length);
        }
        throw new IOException("an answer without a length");
    }

    private boolean isLength(int at) {
        for (int i = 0; i < LENGTH.length; i++) {
            if ((buffer[at + i] | 0x20) != (LENGTH[i] | 0x20)) return false;
        }
        return true;
    }

    private int number(int at) {
        int value = 0;
        int i = at;
        while (buffer[i] == ' ') i++;
        for (; buffer[i] >= '0' && buffer[i] <= '9'; i++) value = value * 10 + buffer[i] - '0';
        return value;
    }

    private void skip(int rest) throws IOException {
        int left = rest;
        while (left > 0) {
            int read = in.read(buffer, 0, Math.min(left, buffer.length));
            if (read < 0) throw new EOFException("the service closed the connection");
            left -= read;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
