package dev.brickwork.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.plumbing.http.Scope;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Who may make which key, and which key may be rotated (REL 2.5).
final class KeyDecisionsTest {
    private static final Instant NOW = Instant.parse("2025-06-01T12:00:00Z");

    @Test
    void nobodyGivesWhatHeDoesNotHave() {
        var own = EnumSet.of(Scope.READ, Scope.WRITE, Scope.KEYS);
        assertThat(IssueKey.decide(Optional.empty(), own)).isEqualTo(new IssueKey.Verdict.Allowed(own));
        assertThat(IssueKey.decide(Optional.of(Set.of(Scope.READ)), own))
                .isEqualTo(new IssueKey.Verdict.Allowed(Set.of(Scope.READ)));
        assertThat(IssueKey.decide(Optional.of(own), own)).isEqualTo(new IssueKey.Verdict.Allowed(own));
        assertThat(IssueKey.decide(Optional.of(Set.of()), own))
                .isEqualTo(new IssueKey.Verdict.Refused("A key needs at least one scope."));
        assertThat(IssueKey.decide(Optional.of(EnumSet.of(Scope.READ, Scope.OPERATOR, Scope.PAYMENTS)), own))
                .isInstanceOfSatisfying(
                        IssueKey.Verdict.Refused.class,
                        refused -> assertThat(refused.why()).contains("payments", "operator"));
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
                "abcdefghijkl", "k", "bk_test_abcdefghijkl", Set.of(Scope.READ), NOW, Optional.empty(), expiresAt, revokedAt);
    }
}
