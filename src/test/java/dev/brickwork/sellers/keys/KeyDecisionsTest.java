package dev.brickwork.sellers.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.http.Scope;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Who may make which key, and which key may be rotated.
@Tag("fast")
final class KeyDecisionsTest {
    private static final Instant NOW = Instant.parse("2025-06-01T12:00:00Z");

    private static KeyBounds of(Set<Scope> scopes) {
        return new KeyBounds(scopes, List.of(), Optional.empty());
    }

    @Test
    void aKeyGivesNoScopeThatItLacks() {
        var own = of(EnumSet.of(Scope.READ, Scope.WRITE, Scope.KEYS));
        var allowed = new IssueKey.Verdict.Allowed();
        assertThat(IssueKey.decide(of(Set.of(Scope.READ)), own)).isEqualTo(allowed);
        assertThat(IssueKey.decide(own, own)).isEqualTo(allowed);
        assertThat(IssueKey.decide(of(Set.of()), own))
                .isEqualTo(new IssueKey.Verdict.Refused(Map.of("scopes", List.of("A key needs at least one scope."))));
        assertThat(IssueKey.decide(of(EnumSet.of(Scope.READ, Scope.OPERATOR, Scope.PAYMENTS)), own))
                .isInstanceOfSatisfying(
                        IssueKey.Verdict.Refused.class,
                        refused -> assertThat(refused.faults())
                                .extractingByKey("scopes")
                                .asString()
                                .contains("payments", "operator"));
    }

    @Test
    void aRangeContainsThoseWithin() {
        var table = """
                10.0.0.0/8       | 10.0.0.0/8           | yes
                10.0.0.0/8       | 10.2.0.0/16          | yes
                10.0.0.0/8       | 10.2.3.4             | yes
                10.0.0.0/8       | 11.2.3.4             | no
                10.0.0.0/8       | 10.0.0.0/7           | no
                10.2.3.4         | 10.2.3.4/32          | yes
                10.2.3.4         | 10.2.3.4/31          | no
                0.0.0.0/0        | 0.0.0.0/0            | yes
                0.0.0.0/0        | ::/0                 | no
                ::/0             | 10.2.3.4             | no
                2001:db8::/32    | 2001:db8:1::/48      | yes
                2001:db8::/32    | 2001:db9::1          | no
                """;
        for (var line : table.lines().toList()) {
            var cells = line.split(" *\\| *", -1);
            var wide = AddressRange.parse(cells[0]).orElseThrow();
            assertThat(wide.contains(AddressRange.parse(cells[1]).orElseThrow()))
                    .as(line)
                    .isEqualTo(cells[2].equals("yes"));
        }
    }

    @Test
    void aKeyIsRotatedWhileItIsValid() {
        assertThat(RotateKey.decide(key(Optional.empty(), Optional.empty()), NOW))
                .isEqualTo(new RotateKey.Verdict.Allowed());
        assertThat(RotateKey.decide(key(Optional.of(NOW.plusSeconds(1)), Optional.empty()), NOW))
                .isEqualTo(new RotateKey.Verdict.Allowed());
        assertThat(RotateKey.decide(key(Optional.of(NOW), Optional.empty()), NOW))
                .isEqualTo(new RotateKey.Verdict.Refused("an expired key cannot be rotated"));
        assertThat(RotateKey.decide(key(Optional.empty(), Optional.of(NOW.minusSeconds(1))), NOW))
                .isEqualTo(new RotateKey.Verdict.Refused("a revoked key cannot be rotated"));
    }

    private static ApiKey key(Optional<Instant> expiresAt, Optional<Instant> revokedAt) {
        return new ApiKey(
                "abcdefghijkl",
                "k",
                "bk_test_abcdefghijkl",
                Set.of(Scope.READ),
                List.of(),
                NOW,
                Optional.empty(),
                expiresAt,
                revokedAt,
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void rangesHoldTheirAddresses() {
        var table = """
                203.0.113.7      | 203.0.113.7          | yes
                203.0.113.7      | 203.0.113.8          | no
                203.0.113.0/24   | 203.0.113.255        | yes
                203.0.113.0/24   | 203.0.114.0          | no
                203.0.113.7/24   | 203.0.113.200        | yes
                0.0.0.0/0        | 198.51.100.1         | yes
                0.0.0.0/0        | 2001:db8::1          | no
                2001:db8::/32    | 2001:db8:ffff::1     | yes
                2001:db8::/32    | 2001:db9::1          | no
                ::1              | 0:0:0:0:0:0:0:1      | yes
                10.0.0.0/8       | ::ffff:10.1.2.3      | yes
                10.0.0.0/8       | not an address       | no
                """;
        for (var line : table.lines().toList()) {
            var cells = line.split(" *\\| *", -1);
            assertThat(AddressRange.parse(cells[0]).orElseThrow().holds(cells[1]))
                    .as(line)
                    .isEqualTo(cells[2].equals("yes"));
        }
        for (var wrong : List.of("", "localhost", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "10.0.0.0/x", "300.1.1.1")) {
            assertThat(AddressRange.parse(wrong)).as(wrong).isEmpty();
        }
    }
}
