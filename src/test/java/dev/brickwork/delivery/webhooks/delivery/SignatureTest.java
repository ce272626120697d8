package dev.brickwork.delivery.webhooks.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import dev.brickwork.delivery.webhooks.endpoints.SigningSecrets;
import dev.brickwork.platform.Secret;
import dev.brickwork.support.Property;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fast")
@Tag("full")
@Tag("soak")
class SignatureTest {

    /// The example of the Standard Webhooks text, so that we and the library cannot be wrong together.
    @Test
    void thePublishedExample() {
        var headers = Signature.headers(
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                Instant.ofEpochSecond(1614265330),
                "{\"test\": 2432232314}".getBytes(UTF_8),
                List.of(Secret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")));
        assertThat(headers)
                .containsEntry("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek")
                .containsEntry("webhook-timestamp", "1614265330")
                .containsEntry("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void thePublicLibraryAcceptsWhatWeSign() {
        Property.holds(Property.cases(200, 20_000), random -> {
            var secret = SigningSecrets.fresh();
            var body = "{\"event_type\":\"invoice.voided\",\"name\":\"Zoë %d\"}".formatted(random.nextLong());
            var headers =
                    Signature.headers("evt_" + random.nextInt(), Instant.now(), body.getBytes(UTF_8), List.of(secret));
            assertThatCode(() -> verify(secret, body, headers)).doesNotThrowAnyException();
        });
    }

    @Test
    void theLibraryRefusesAnotherBodySecretIdOrTime() {
        var secret = SigningSecrets.fresh();
        var headers = Signature.headers("evt_1", Instant.now(), "{}".getBytes(UTF_8), List.of(secret));

        assertRefused(secret, "{ }", headers);
        assertRefused(SigningSecrets.fresh(), "{}", headers);
        assertRefused(secret, "{}", with(headers, "webhook-id", "evt_2"));
        assertRefused(
                secret,
                "{}",
                Signature.headers(
                        "evt_1", Instant.now().minus(Duration.ofMinutes(6)), "{}".getBytes(UTF_8), List.of(secret)));
    }

    /// Until the old secret ends both verify, then only the new one.
    @Test
    void aRetiringSecretSignsUntilItsEnd() {
        var now = Instant.now();
        var end = now.plus(SigningSecrets.OVERLAP);
        var old = SigningSecrets.fresh();
        var current = SigningSecrets.fresh();
        var secrets = new SigningSecrets(current, Optional.of(new SigningSecrets.Retiring(old, end)));

        assertThat(secrets.valid(end.minusMillis(1))).containsExactly(current, old);
        assertThat(secrets.valid(end)).containsExactly(current);

        var headers = Signature.headers("evt_1", now, "{}".getBytes(UTF_8), secrets.valid(now));
        assertThat(headers.get("webhook-signature")).matches("v1,\\S{44} v1,\\S{44}");
        assertThatCode(() -> verify(old, "{}", headers)).doesNotThrowAnyException();
        assertThatCode(() -> verify(current, "{}", headers)).doesNotThrowAnyException();
    }

    @Test
    void secretsAreThirtyTwoRandomBytes() {
        var text = SigningSecrets.fresh().reveal();
        assertThat(text).startsWith("whsec_");
        assertThat(Base64.getDecoder().decode(text.substring(6))).hasSize(32);
        assertThat(SigningSecrets.fresh().toString()).doesNotContain("whsec_");
    }

    /// With a dot in the id, two different deliveries could have one signature.
    @Test
    void anIdHasNoDot() {
        assertThatThrownBy(() -> Signature.headers("a.b", Instant.now(), new byte[0], List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertRefused(Secret secret, String body, Map<String, String> headers) {
        assertThatThrownBy(() -> verify(secret, body, headers)).isInstanceOf(WebhookVerificationException.class);
    }

    private static void verify(Secret secret, String body, Map<String, String> headers) throws Exception {
        var lists =
                headers.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, e -> List.of(e.getValue())));
        new Webhook(secret.reveal()).verify(body, HttpHeaders.of(lists, (name, value) -> true));
    }

    private static Map<String, String> with(Map<String, String> headers, String name, String value) {
        var changed = new HashMap<>(headers);
        changed.put(name, value);
        return changed;
    }
}
