package dev.brickwork.payments.processor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.stripe.net.Webhook;
import dev.brickwork.payments.processor.Callback.About;
import dev.brickwork.platform.Secret;
import dev.brickwork.support.Property;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("fast")
@Tag("full")
@Tag("soak")
class CallbackTest {
    private static final Instant NOW = Instant.parse("2025-01-01T00:00:00Z");
    private static final Secret SECRET = Secret.of("whsec_test");
    private static final byte[] BODY = "{\"id\":\"evt_1\"}".getBytes(UTF_8);

    @ParameterizedTest
    @CsvSource(textBlock = """
            0,    yes
            300,  yes
            -300, yes
            301,  no
            -301, no
            172800, no
            """)
    void aSignatureIsGoodForFiveMinutes(long secondsLater, String isRight) {
        var header = CallbackSignature.header(BODY, SECRET, NOW);
        assertThat(CallbackSignature.isRight(header, BODY, SECRET, NOW.plusSeconds(secondsLater)))
                .isEqualTo(isRight.equals("yes"));
    }

    /// Stripe's own library and ours agree on what a signature is.
    @Test
    void stripesLibraryAgrees() throws Exception {
        long now = Instant.now().getEpochSecond();
        var theirs = Webhook.Util.computeHmacSha256(SECRET.reveal(), now + "." + new String(BODY, UTF_8));
        assertThat(CallbackSignature.header(BODY, SECRET, Instant.ofEpochSecond(now)))
                .isEqualTo("t=%d,v1=%s".formatted(now, theirs));
        assertThat(Webhook.Signature.verifyHeader(
                        new String(BODY, UTF_8),
                        CallbackSignature.header(BODY, SECRET, Instant.now()),
                        SECRET.reveal(),
                        300))
                .isTrue();
    }

    @Test
    void oneOfSeveralSignaturesIsEnough() {
        var right = CallbackSignature.header(BODY, SECRET, NOW);
        var other = "v1=" + "0".repeat(64);
        var mine = right.substring(right.indexOf("v1="));
        var time = right.substring(0, right.indexOf(','));
        assertThat(CallbackSignature.isRight(time + "," + other + "," + mine + ",v0=abc", BODY, SECRET, NOW))
                .isTrue();
        assertThat(CallbackSignature.isRight(time + "," + other, BODY, SECRET, NOW))
                .isFalse();
    }

    /// An attacker who recorded a message must not make it young again by writing another time behind the signed
    /// one.
    @Test
    void aTimeThatWasNotSignedCountsForNothing() {
        var old = CallbackSignature.header(BODY, SECRET, NOW.minusSeconds(3600));
        assertThat(CallbackSignature.isRight(old + ",t=" + NOW.getEpochSecond(), BODY, SECRET, NOW))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "t=",
                "t=1735689600",
                "v1=",
                "t=1735689600,v1=",
                "t=abc,v1=def",
                "t=99999999999999999999,v1=0",
                "t=-1,v1=00",
                "t=1735689600,v0=0000000000000000000000000000000000000000000000000000000000000000",
                "t=1735689600,v1=0000000000000000000000000000000000000000000000000000000000000000"
            })
    void oddHeadersAreWrong(String header) {
        assertThat(CallbackSignature.isRight(header, BODY, SECRET, NOW)).isFalse();
    }

    @Test
    void anyChangedByteIsFound() {
        Property.holds(Property.cases(500, 50_000), random -> {
            var header = CallbackSignature.header(BODY, SECRET, NOW);
            var changed = BODY.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            assertThat(CallbackSignature.isRight(header, changed, SECRET, NOW)).isFalse();
            assertThat(CallbackSignature.isRight(header, BODY, Secret.of("whsec_" + random.nextInt()), NOW))
                    .isFalse();
        });
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            payment_intent.succeeded,        CHARGE
            payment_intent.payment_failed,   CHARGE
            payment_intent.processing,       CHARGE
            checkout.session.completed,      PAGE
            checkout.session.expired,        PAGE
            checkout.session.async_payment_succeeded, PAGE
            charge.refunded,                 REFUND
            charge.refund.updated,           REFUND
            refund.created,                  REFUND
            refund.failed,                   REFUND
            charge.succeeded,                OTHER
            payment_method.attached,         METHODS
            setup_intent.succeeded,          METHODS
            account.updated,                 ACCOUNT
            invoice.paid,                    OTHER
            x,                               OTHER
            """)
    void typesSayWhatToReadAgain(String type, About about) {
        var body = """
                {"id":"evt_1","type":"%s","created":1735689600,"data":{"object":{"id":"x_1","customer":"cus_1",
                "payment_intent":"pi_1","amount":1}}}""".formatted(type);
        var callback = CallbackReader.read(body.getBytes(UTF_8)).orElseThrow();
        assertThat(callback)
                .isEqualTo(new Callback("evt_1", type, about, "x_1", Optional.of("cus_1"), Optional.of("pi_1")));
    }

    /// A method that was taken from its customer has none any more; the message tells whose it was.
    @Test
    void ofWhatWasTakenAwayItSaysFromWhom() {
        var body = """
                {"id":"evt_1","type":"payment_method.detached","created":1735689600,"data":{
                "object":{"id":"pm_1","customer":null},"previous_attributes":{"customer":"cus_1"}}}""";
        var callback = CallbackReader.read(body.getBytes(UTF_8)).orElseThrow();
        assertThat(callback.customerId()).contains("cus_1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{",
                "\"x\"",
                "{\"id\":1,\"type\":\"x\",\"created\":1}",
                "{\"id\":\"evt\",\"type\":\"x\",\"created\":\"soon\"}",
                "{\"id\":\"evt\",\"created\":1}"
            })
    void whatIsNoEventIsNothing(String body) {
        assertThat(CallbackReader.read(body.getBytes(UTF_8))).isEmpty();
    }
}
