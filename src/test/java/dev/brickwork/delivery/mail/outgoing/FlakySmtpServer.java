package dev.brickwork.delivery.mail.outgoing;

import dev.brickwork.support.Slow;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// A mail server that answers as a test wants it to, and keeps the Message-IDs of what it got.
public final class FlakySmtpServer {
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final List<String> accepted = new CopyOnWriteArrayList<>();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicInteger talks = new AtomicInteger();
    private volatile IntFunction<String> mood = _ -> "250 ok";
    private volatile Duration delay = Duration.ZERO;
    private volatile int port;
    private volatile @Nullable ServerSocket socket;

    public int port() {
        return port;
    }

    /// How many have connected.
    int talks() {
        return talks.get();
    }

    List<String> received() {
        return received;
    }

    List<String> accepted() {
        return accepted;
    }

    /// Sets the answer after the message with this running number; an empty one hangs up instead.
    void mood(IntFunction<String> answer) {
        mood = answer;
    }

    public void refuse(String recipient) {
        refused.add(recipient);
    }

    void delay(Duration before) {
        delay = before;
    }

    public void start() {
        try {
            var listening = new ServerSocket();
            listening.setReuseAddress(true);
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            port = listening.getLocalPort();
            socket = listening;
            Thread.ofVirtual().start(() -> listen(listening));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void listen(ServerSocket listening) {
        try {
            while (true) {
                var client = listening.accept();
                talks.incrementAndGet();
                Thread.ofVirtual().start(() -> talk(client));
            }
        } catch (IOException closed) {
            // The server was stopped.
        }
    }

    void stop() {
        var open = socket;
        if (open == null) return;
        try {
            open.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void talk(Socket client) {
        try (client) {
            var in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1));
            say(client, "220 moody");
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                var word = line.toUpperCase(Locale.ROOT);
                if (word.startsWith("DATA")) {
                    say(client, "354 go");
                    var answer = message(in);
                    if (answer.isEmpty()) return;
                    say(client, answer);
                } else if (word.startsWith("RCPT")) {
                    say(client, refused.stream().anyMatch(line::contains) ? "550 no such user" : "250 ok");
                } else {
                    say(client, word.startsWith("QUIT") ? "221 bye" : "250 ok");
                }
            }
        } catch (IOException gone) {
            // The other side hung up.
        }
    }

    private String message(BufferedReader in) throws IOException {
        var id = "";
        for (var line = in.readLine(); !".".equals(line); line = in.readLine()) {
            if (line == null) return ""; // It hung up before the end: that is no message.
            if (line.startsWith("Message-ID:")) id = line.substring(11).strip();
        }
        received.add(id);
        var answer = mood.apply(count.getAndIncrement());
        if (answer.startsWith("250")) accepted.add(id);
        return answer;
    }

    private void say(Socket client, String answer) throws IOException {
        Slow.by(delay);
        client.getOutputStream().write((answer + "\r\n").getBytes(StandardCharsets.US_ASCII));
        client.getOutputStream().flush();
    }
}
