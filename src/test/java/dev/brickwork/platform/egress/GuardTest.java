package dev.brickwork.platform.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("fast")
class GuardTest {
    private static final Resolver NAMES = host -> switch (host) {
        case "hooks.example", "xn--bcher-kva.example" -> addresses("8.8.8.8", "2606:4700::1111");
        case "mixed.example" -> addresses("8.8.8.8", "10.0.0.1");
        case "localhost" -> addresses("127.0.0.1", "::1");
        case "hooks.lan" -> addresses("10.0.0.7");
        case "link.lan" -> addresses("169.254.169.254");
        case "empty.example" -> List.of();
        default -> throw new UnknownHostException(host);
    };

    private final Guard guard = new Guard(NAMES);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https://hooks.example                    | hooks.example         | 443  | /                   | hooks.example
            https://Hooks.Example:443/a/b?c=d&e=%20  | hooks.example         | 443  | /a/b?c=d&e=%20      | hooks.example
            https://hooks.example:8443/in?x          | hooks.example         | 8443 | /in?x               | hooks.example:8443
            https://hooks.example?x=https://y/@z     | hooks.example         | 443  | /?x=https://y/@z    | hooks.example
            https://xn--bcher-kva.example/           | xn--bcher-kva.example | 443  | /                   | xn--bcher-kva.example
            https://8.8.8.8/                         | 8.8.8.8               | 443  | /                   | 8.8.8.8
            https://[2606:4700::1111]:8443/          | 2606:4700::1111       | 8443 | /                   | [2606:4700::1111]:8443
            """)
    void whatIsAllowedIsReadExactly(String url, String host, int port, String target, String hostHeader) {
        var allowed = (Guard.Verdict.Allowed) guard.check(url, Policy.PUBLIC_ONLY);

        var strict = allowed.target().url();
        assertThat(strict.host()).isEqualTo(host);
        assertThat(strict.port()).isEqualTo(port);
        assertThat(strict.target()).isEqualTo(target);
        assertThat(strict.hostHeader()).isEqualTo(hostHeader);
        assertThat(allowed.target().addresses()).allMatch(AddressTable::isGlobal);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://hooks.example/         | must start with https://
            https://hooks.example:444/    | must use port 443 or 8443
            https://u:p@hooks.example/    | must not hold a user name or password
            https://mixed.example/        | does not resolve to public addresses only
            https://empty.example/        | does not resolve to public addresses only
            https://unknown.example/      | does not resolve to public addresses only
            https://10.0.0.1/             | does not resolve to public addresses only
            https://[::ffff:8.8.8.8]/     | has a host that is not a plain DNS name or address
            https://hooks.example./       | has a host that is not a plain DNS name or address
            https://hooks.example:/       | has an odd port
            https://hooks.example/#part   | has a path or query that is not plain ASCII without fragment
            """)
    void refusalsSayWhy(String url, String why) {
        assertThat(guard.check(url, Policy.PUBLIC_ONLY)).isEqualTo(new Guard.Verdict.Refused(why));
    }

    @Test
    void aVeryLongUrlIsRefused() {
        assertThat(guard.check("https://hooks.example/" + "a".repeat(3000), Policy.PUBLIC_ONLY))
                .isEqualTo(new Guard.Verdict.Refused("is longer than 2048 characters"));
    }

    /// The licence for test sellers opens loopback over http and nothing else.
    @ParameterizedTest
    @CsvSource(textBlock = """
            http://localhost:3000/hook,  yes
            http://127.0.0.1:1/,         yes
            http://127.0.0.1/,           yes
            http://[::1]:65535/,         yes
            https://hooks.example/,      yes
            http://hooks.example/,       no
            http://10.0.0.1/,            no
            http://0.0.0.0:80/,          no
            http://[::]:80/,             no
            http://127.1/,               no
            http://[::ffff:127.0.0.1]/,  no
            https://localhost/,          no
            https://127.0.0.1/,          no
            """)
    void loopbackHttpIsForThoseWhoMay(String url, String isAllowed) {
        var verdict = guard.check(url, new Policy(true, Set.of()));
        assertThat(verdict instanceof Guard.Verdict.Allowed).isEqualTo(isAllowed.equals("yes"));
    }

    /// Who tries things out without a network is told apart from who asks for an address behind us.
    @Test
    void aNameThatNobodyKnowsIsToldToThoseWhoMayReachLoopback() {
        var trying = new Policy(true, Set.of());
        assertThat(guard.check("https://unknown.example/", trying)).isEqualTo(new Guard.Verdict.Unknown());
        assertThat(guard.check("https://mixed.example/", trying)).isInstanceOf(Guard.Verdict.Refused.class);
        assertThat(guard.check("https://unknown.example/", Policy.PUBLIC_ONLY))
                .isInstanceOf(Guard.Verdict.Refused.class);
    }

    @Test
    void aNameServerCannotMoveLocalhostElsewhere() {
        var moved = new Guard(host -> addresses("127.0.0.1", "10.0.0.1"));
        assertThat(moved.check("http://localhost:80/", new Policy(true, Set.of())))
                .isInstanceOf(Guard.Verdict.Refused.class);
    }

    /// An operator names a private host with scheme and port; its neighbours stay closed, and so does link-local.
    @ParameterizedTest
    @CsvSource(textBlock = """
            https://hooks.lan:9443/a,  yes
            http://10.0.0.7:8080/,     yes
            https://hooks.example/,    yes
            https://hooks.lan/,        no
            http://hooks.lan:9443/,    no
            https://hooks.lan:9444/,   no
            http://10.0.0.8:8080/,     no
            https://link.lan:443/,     no
            """)
    void privateHostsAreNamedWhole(String url, String isAllowed) {
        var policy =
                new Policy(false, Set.of("https://hooks.lan:9443", "http://10.0.0.7:8080", "https://link.lan:443"));
        var verdict = guard.check(url, policy);
        assertThat(verdict instanceof Guard.Verdict.Allowed).isEqualTo(isAllowed.equals("yes"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hooks.lan", "https://hooks.lan", "https://hooks.lan:9443/", "https://HOOKS.lan:9443", "*"})
    void aPrivateHostThatIsNamedBadlyStopsTheStart(String origin) {
        assertThatThrownBy(() -> new Policy(false, Set.of(origin))).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<InetAddress> addresses(String... literals) {
        return List.of(literals).stream().map(InetAddress::ofLiteral).toList();
    }
}
