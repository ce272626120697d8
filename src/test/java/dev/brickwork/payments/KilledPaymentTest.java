package dev.brickwork.payments;

import static dev.brickwork.payments.KilledShop.AMOUNT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.payments.KilledShop.Death;
import dev.brickwork.payments.processor.StripeDouble.Stage;
import dev.brickwork.support.Await;
import dev.brickwork.support.Property;
import dev.brickwork.support.Tier;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The service is killed with -9 in the middle of a payment, at each of its steps, by the processor itself. After a
/// new start, and some minutes or the client's own retry, Stripe's book and ours agree, nothing was taken twice, and
/// nothing was lost.
@Tag("full")
@Tag("soak")
final class KilledPaymentTest {
    private static final int ROUNDS = Property.cases(1, 10);
    /// Each death costs a start; without `long` those that matter most.
    private static final Set<Step> STEPS =
            Tier.current() == Tier.SOAK ? EnumSet.allOf(Step.class) : EnumSet.of(Step.BEFORE_CHARGE, Step.AFTER_CHARGE);

    /// Where the answer was out, it is luck whether the first runner finished its work.
    private static final Set<Step> STEPS_RETRIED = Tier.current() == Tier.SOAK
            ? EnumSet.complementOf(EnumSet.of(Step.ANSWERED))
            : EnumSet.of(Step.AFTER_CHARGE);

    /// The step at which the service is killed.
    private enum Step {
        /// The intent is committed; the processor has only been asked whose method it is.
        WHOSE_METHOD(Stage.ARRIVED, "GET", "/payment_methods/"),
        /// The charge is on the wire and not in the processor's book.
        BEFORE_CHARGE(Stage.ARRIVED, "POST", "/v1/payment_intents"),
        /// The money is taken, and the service has no answer yet.
        AFTER_CHARGE(Stage.DONE, "POST", "/v1/payment_intents"),
        /// The answer is out; the service may or may not have read it.
        ANSWERED(Stage.ANSWERED, "POST", "/v1/payment_intents");

        private final Stage stage;
        private final String method;
        private final String path;

        Step(Stage stage, String method, String path) {
            this.stage = stage;
            this.method = method;
            this.path = path;
        }

        private Death death() {
            return new Death(stage, method, path);
        }
    }

    @Test
    void nothingIsTakenTwiceAndNothingIsLost() throws IOException {
        try (var shop = new KilledShop(true)) {
            long taken = 0;
            for (int round = 0; round < ROUNDS; round++) {
                for (var step : STEPS) {
                    findOut(shop, step);
                    taken += AMOUNT; // In the end each invoice is paid once.
                    requireTaken(shop, taken, "after " + step);
                }
                for (var step : STEPS_RETRIED) {
                    retry(shop, step, "retry-%d-%s".formatted(round, step));
                    taken += AMOUNT;
                    requireTaken(shop, taken, "retried after " + step);
                }
                retryTooLate(shop, "late-%d".formatted(round));
                taken += AMOUNT;
                requireTaken(shop, taken, "retried too late");
            }
        }
    }

    /// When the client does not retry, another process resumes the charge and takes the money once, wherever the
    /// first one was killed.
    @Test
    void aCutOffPaymentGoesOnWithinAMinute() throws IOException {
        try (var shop = new KilledShop(false)) {
            long taken = 0;
            for (var step : STEPS) {
                var invoice = shop.invoice();
                var begun = Instant.now();
                shop.die(step.death(), () -> shop.postNamed(path(invoice), "{}", "asked-" + step));
                Await.until("the invoice is paid", () -> shop.remaining(invoice) == 0);
                var time = Duration.between(begun, Instant.now());
                System.out.printf("payment cut off at %s gone on with after %d ms%n", step, time.toMillis());
                assertThat(time).as("after %s", step).isLessThan(Duration.ofMinutes(1));
                taken += AMOUNT;
                requireTaken(shop, taken, "after " + step);
                assertThat(shop.stripe().requests().stream()
                                .filter(request -> request.method().equals("POST")
                                        && request.path().equals("/v1/payment_intents"))
                                .count())
                        .as("the same request was sent again")
                        .isEqualTo(2 * taken / AMOUNT);
                var answer = shop.postNamed(path(invoice), "{}", "asked-" + step);
                assertThat(KilledShop.json(answer).path("state").asText()).isEqualTo("SUCCEEDED");
            }
        }
    }

    private static void requireTaken(KilledShop shop, long taken, String when) {
        assertThat(shop.stripe().takenInAll()).as(when).isEqualTo(taken);
        assertThat(shop.cash()).isEqualTo(taken);
    }

    private static String path(String invoice) {
        return "/invoices/%s/pay".formatted(invoice);
    }

    /// The client does not retry: the service resumes the charge.
    private static void findOut(KilledShop shop, Step step) {
        var invoice = shop.invoice();
        shop.die(step.death(), () -> shop.post(path(invoice), "{}"));
        shop.passADay(); // Half a minute would do.
        assertThat(shop.remaining(invoice)).as("after %s", step).isZero();
    }

    /// The client sends the same request with the same key until it has an answer: 409 while the first runner may
    /// still be alive, then the payment, and from then on the very same answer.
    private static void retry(KilledShop shop, Step step, String name) {
        var invoice = shop.invoice();
        shop.die(step.death(), () -> shop.postNamed(path(invoice), "{}", name));
        var early = shop.postNamed(path(invoice), "{}", name);
        assertThat(early.statusCode()).as(early.body()).isEqualTo(409);
        assertThat(early.headers().firstValue("Retry-After")).isPresent();
        shop.endLeases();
        var resumed = shop.postNamed(path(invoice), "{}", name);
        assertThat(KilledShop.json(resumed).path("state").asText())
                .as("after %s", step)
                .isEqualTo("SUCCEEDED");
        var replayed = shop.postNamed(path(invoice), "{}", name);
        assertThat(replayed.body()).isEqualTo(resumed.body());
        assertThat(replayed.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(shop.remaining(invoice)).isZero();
        assertThat(shop.read("/invoices/" + invoice).path("payments")).hasSize(1);
    }

    /// The client comes again after a day in which nothing was swept. By then the processor has forgotten the key of
    /// the first request, and would charge once more.
    private static void retryTooLate(KilledShop shop, String name) {
        var invoice = shop.invoice();
        shop.die(Step.AFTER_CHARGE.death(), () -> shop.postNamed(path(invoice), "{}", name));
        shop.sql("UPDATE test_clock SET now = now + interval '25 hours'");
        shop.stripe().forgetKeys();
        shop.endLeases();
        var late = shop.postNamed(path(invoice), "{}", name);
        assertThat(KilledShop.json(late).path("state").asText()).isEqualTo("PROCESSING");
        shop.passADay();
        assertThat(shop.remaining(invoice)).isZero();
    }
}
