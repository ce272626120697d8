package dev.brickwork.platform.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Requests and answers of HTTP/1.1 over one connection, one after the other. Small on purpose: no redirects, no
/// decompression, and a limit on everything that is read. An answer that does not end where it said it would ends the
/// connection, too.
final class HttpExchange {
    private static final int HEAD_BYTES_MAX = 16 * 1024;
    private static final int INTERIM_COUNT_MAX = 4;
    private static final int CHUNK_LINE_BYTES_MAX = 256;
    private static final int CHUNK_DIGITS_MAX = 8;

    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2})(?: .*)?");
    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9-]{1,64}");
    private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7e]{0,2048}");
    private static final Pattern CHUNK_SIZE = Pattern.compile("([0-9A-Fa-f]{1,16})[ \t]*(?:;.*)?");

    private final InputStream in;
    private final OutputStream out;
    private final int bodyBytesMax;
    private boolean isAtRest;

    HttpExchange(InputStream in, OutputStream out, int bodyBytesMax) {
        this.in = new BufferedInputStream(in);
        this.out = out;
        this.bodyBytesMax = bodyBytesMax;
    }

    private record Head(int status, boolean isOlder, Map<String, String> headers) {
        /// Whether the connection ends with this answer: HTTP/1.1 keeps it open unless the header says `close`.
        boolean isLast() {
            return isOlder
                    || headers.getOrDefault("connection", "")
                            .toLowerCase(Locale.ROOT)
                            .contains("close");
        }

        /// Without a length the body ends with the connection.
        boolean isEmpty() {
            return status == 204 || status == 304;
        }

        boolean isChunked() {
            return headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked");
        }
    }

    /// Whether the last answer was read to its end and another request may follow it here.
    boolean isAtRest() {
        return isAtRest;
    }

    Outcome.Answered post(StrictUrl url, Map<String, String> headers, byte[] body) throws IOException {
        isAtRest = false;
        out.write(head(url, headers, body.length).getBytes(ISO_8859_1));
        out.write(body);
        out.flush();
        var head = finalHead();
        isAtRest = passesBody(head) && !head.isLast();
        return new Outcome.Answered(
                head.status(), Optional.ofNullable(head.headers().get("retry-after")));
    }

    private static String head(StrictUrl url, Map<String, String> headers, int length) {
        var head = new StringBuilder()
                .append("POST ")
                .append(url.target())
                .append(" HTTP/1.1\r\nHost: ")
                .append(url.hostHeader())
                .append("\r\nAccept-Encoding: identity\r\nContent-Length: ")
                .append(length)
                .append("\r\n");
        headers.forEach((name, value) -> {
            if (!HEADER_NAME.matcher(name).matches()
                    || !HEADER_VALUE.matcher(value).matches()) {
                throw new IllegalArgumentException("no header can be called %s with such a value".formatted(name));
            }
            head.append(name).append(": ").append(value).append("\r\n");
        });
        return head.append("\r\n").toString();
    }

    private Head finalHead() throws IOException {
        for (int i = 0; i <= INTERIM_COUNT_MAX; i++) {
            var head = readHead();
            if (head.status() >= 200) return head;
        }
        throw new ProtocolException("too many interim answers");
    }

    private Head readHead() throws IOException {
        var statusLine = STATUS_LINE.matcher(line(HEAD_BYTES_MAX));
        if (!statusLine.matches()) throw new ProtocolException("not HTTP");
        var headers = new HashMap<String, String>();
        int left = HEAD_BYTES_MAX;
        for (var line = line(left); !line.isEmpty(); line = line(left)) {
            left -= line.length() + 2;
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.putIfAbsent(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
        }
        boolean isOlder = statusLine.group().startsWith("HTTP/1.0");
        return new Head(Integer.parseInt(statusLine.group(1)), isOlder, headers);
    }

    /// Discards the body; false when it is cut off or too long, or something follows it. The status has been read,
    /// and that is what counts: no code reads the body of another system's answer.
    private boolean passesBody(Head head) {
        try {
            boolean isWhole =
                    head.isEmpty() || (head.isChunked() ? passesChunks() : passes(contentLength(head), bodyBytesMax));
            return isWhole && in.available() == 0;
        } catch (IOException cut) {
            return false;
        }
    }

    /// True when the last chunk was there and nothing follows it.
    private boolean passesChunks() throws IOException {
        long left = bodyBytesMax;
        while (true) {
            var size = CHUNK_SIZE.matcher(line(CHUNK_LINE_BYTES_MAX));
            if (!size.matches()) return false;
            var digits = size.group(1);
            long length = digits.length() > CHUNK_DIGITS_MAX ? Long.MAX_VALUE : Long.parseLong(digits, 16);
            if (length == 0) return line(CHUNK_LINE_BYTES_MAX).isEmpty();
            if (!passes(length, left)) return false;
            left -= length;
            line(2);
        }
    }

    /// True when all of it was there, and was not too much.
    private boolean passes(long count, long bytesMax) throws IOException {
        in.skipNBytes(Math.min(count, bytesMax));
        return count <= bytesMax;
    }

    private static long contentLength(Head head) {
        var text = head.headers().getOrDefault("content-length", "");
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : Long.MAX_VALUE;
    }

    private String line(int bytesMax) throws IOException {
        var line = new StringBuilder();
        for (int read = in.read(); read != '\n'; read = in.read()) {
            if (read < 0) throw new ProtocolException("the answer broke off");
            if (line.length() >= bytesMax) throw new ProtocolException("the answer's head is too long");
            line.append((char) read);
        }
        if (!line.isEmpty() && line.charAt(line.length() - 1) == '\r') line.setLength(line.length() - 1);
        return line.toString();
    }
}
