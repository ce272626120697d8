package dev.brickwork.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import dev.brickwork.plumbing.Secret;
import dev.brickwork.support.Property;
import java.net.http.HttpHeaders;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SignatureTest {
    private static final SecureRandom RANDOM = new SecureRandom();

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
            var secrets = SigningSecrets.first(RANDOM);
            var body = "{\"event_type\":\"invoice.voided\",\"name\":\"Zoë %d\"}".formatted(random.nextLong());
            var headers = Signature.headers(
                    "evt_" + random.nextInt(), Instant.now(), body.getBytes(UTF_8), secrets.valid(Instant.now()));
            assertThatCode(() -> verify(secrets.current(), body, headers)).doesNotThrowAnyException();
        });
    }

    @Test
    void theLibraryRefusesAnotherBodySecretIdOrTime() {
        var secret = SigningSecrets.first(RANDOM).current();
        var headers = Signature.headers("evt_1", Instant.now(), "{}".getBytes(UTF_8), List.of(secret));

        assertRefused(secret, "{ }", headers);
        assertRefused(SigningSecrets.first(RANDOM).current(), "{}", headers);
        assertRefused(secret, "{}", with(headers, "webhook-id", "evt_2"));
        assertRefused(
                secret,
                "{}",
                Signature.headers(
                        "evt_1", Instant.now().minus(Duration.ofMinutes(6)), "{}".getBytes(UTF_8), List.of(secret)));
    }

    /// For a day both secrets verify, then only the new one; a second rotation ends the oldest at once.
    @Test
    void rotationOverlapsForADay() {
        var now = Instant.now();
        var first = SigningSecrets.first(RANDOM);
        var second = first.rotated(RANDOM, now);
        var third = second.rotated(RANDOM, now);

        assertThat(second.valid(now.plus(Duration.ofHours(24)).minusMillis(1)))
                .containsExactly(second.current(), first.current());
        assertThat(second.valid(now.plus(Duration.ofHours(24)))).containsExactly(second.current());
        assertThat(third.valid(now)).containsExactly(third.current(), second.current());

        var headers = Signature.headers("evt_1", now, "{}".getBytes(UTF_8), second.valid(now));
        assertThat(headers.get("webhook-signature")).matches("v1,\\S{44} v1,\\S{44}");
        assertThatCode(() -> verify(first.current(), "{}", headers)).doesNotThrowAnyException();
        assertThatCode(() -> verify(second.current(), "{}", headers)).doesNotThrowAnyException();
    }

    @Test
    void secretsAreThirtyTwoRandomBytes() {
        var text = SigningSecrets.first(RANDOM).current().reveal();
        assertThat(text).startsWith("whsec_");
        assertThat(Base64.getDecoder().decode(text.substring(6))).hasSize(32);
        assertThat(SigningSecrets.first(RANDOM).toString()).doesNotContain("whsec_");
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
