package dev.brickwork.platform.egress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests the address corpus (P9): as a live seller, nothing is dialled and no server on loopback is reached.
@Tag("fast")
class HostileUrlTest {
    private static final int CORPUS_COUNT_MIN = 80;

    /// A name server in the hands of the attacker: loopback for every name, and a few special answers.
    private static final Resolver HOSTILE = host -> switch (host) {
        case "example.com" -> List.of(InetAddress.ofLiteral("8.8.8.8"));
        case "two-addresses.example" -> List.of(InetAddress.ofLiteral("8.8.8.8"), InetAddress.getLoopbackAddress());
        case "mapped.example" ->
            List.of(InetAddress.getByAddress(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 127, 0, 0, 1}));
        case "unspecified.example" -> List.of(InetAddress.ofLiteral("0.0.0.0"));
        case "private.example" -> List.of(InetAddress.ofLiteral("192.168.1.1"));
        case "nat64.example" -> List.of(InetAddress.ofLiteral("64:ff9b::7f00:1"));
        case "nowhere.example" -> throw new UnknownHostException(host);
        case "nothing.example" -> List.of();
        default -> List.of(InetAddress.getLoopbackAddress());
    };

    @Test
    void nothingInTheCorpusIsDialled() throws Exception {
        try (var listener = Listener.answering("HTTP/1.1 200 OK\r\n\r\n")) {
            var dialled = new CopyOnWriteArrayList<InetSocketAddress>();
            var client = watched(HOSTILE, dialled);
            var urls = corpus(listener.port());
            assertThat(urls).hasSizeGreaterThanOrEqualTo(CORPUS_COUNT_MIN).doesNotHaveDuplicates();

            for (var url : urls) {
                var outcome = client.post(url, Policy.PUBLIC_ONLY, Map.of(), new byte[0]);
                assertThat(outcome).as(url).isEqualTo(new Outcome.Failed(Trouble.BLOCKED));
            }

            assertThat(dialled).isEmpty();
            assertThat(listener.connections()).isZero();
        }
    }

    /// The control: the same client does dial when the answer is public, so an empty list above means something.
    @Test
    void aPublicAddressIsDialled() throws Exception {
        var dialled = new CopyOnWriteArrayList<InetSocketAddress>();
        watched(HOSTILE, dialled).post("https://example.com/", Policy.PUBLIC_ONLY, Map.of(), new byte[0]);
        assertThat(dialled).containsExactly(new InetSocketAddress(InetAddress.ofLiteral("8.8.8.8"), 443));
    }

    /// A name that is public when checked and loopback a moment later: the checked address is dialled, and the
    /// name is asked for once in an attempt. The next attempt checks again and is refused.
    @Test
    void rebindingBetweenCheckAndDialLeadsNowhere() throws Exception {
        var answers = new ArrayList<>(List.of("9.9.9.9", "127.0.0.1"));
        var asked = new CopyOnWriteArrayList<String>();
        var dialled = new CopyOnWriteArrayList<InetSocketAddress>();
        var client = watched(
                host -> {
                    asked.add(host);
                    return List.of(InetAddress.ofLiteral(answers.removeFirst()));
                },
                dialled);

        var first = client.post("https://rebind.example/", Policy.PUBLIC_ONLY, Map.of(), new byte[0]);
        assertThat(first).isEqualTo(new Outcome.Failed(Trouble.UNREACHABLE));
        assertThat(asked).hasSize(1);

        var second = client.post("https://rebind.example/", Policy.PUBLIC_ONLY, Map.of(), new byte[0]);
        assertThat(second).isEqualTo(new Outcome.Failed(Trouble.BLOCKED));
        assertThat(dialled).containsExactly(new InetSocketAddress(InetAddress.ofLiteral("9.9.9.9"), 443));
    }

    private static GuardedClient watched(Resolver resolver, List<InetSocketAddress> dialled) throws Exception {
        return new GuardedClient(
                new Guard(resolver),
                (address, timeout) -> {
                    dialled.add(address);
                    throw new ConnectException("not from a test");
                },
                SSLContext.getDefault(),
                Limits.STANDARD);
    }

    private static List<String> corpus(int port) throws Exception {
        try (var in = HostileUrlTest.class.getResourceAsStream("/cases/hostile-urls.txt")) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("# "))
                    .map(line -> line.replace("PORT", Integer.toString(port)))
                    .map(line -> line.replace("{space}", " ")
                            .replace("{tab}", "\t")
                            .replace("{cr}", "\r")
                            .replace("{lf}", "\n")
                            .replace("{nul}", "\0"))
                    .toList();
        }
    }
}
