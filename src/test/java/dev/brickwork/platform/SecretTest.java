package dev.brickwork.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fast")
class SecretTest {
    private record Connection(String account, Secret key) {}

    @Test
    void aSecretIsNeverPrinted() {
        var secret = Secret.of("canary-1");

        assertThat(secret.toString()).isEqualTo("***");
        assertThat(new Connection("a", secret).toString()).doesNotContain("canary");
        assertThat(Map.of("key", secret).toString()).doesNotContain("canary");
        assertThat("%s".formatted(secret)).isEqualTo("***");
        assertThat(secret.reveal()).isEqualTo("canary-1");
    }

    @Test
    void secretsCompareByText() {
        assertThat(Secret.of("a")).isEqualTo(Secret.of("a")).isNotEqualTo(Secret.of("b"));
        assertThat(Secret.of("a").hashCode()).isEqualTo(Secret.of("b").hashCode());
    }
}
