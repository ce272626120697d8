package dev.brickwork.payments;

import static dev.brickwork.payments.KilledShop.AMOUNT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.payments.KilledShop.Death;
import dev.brickwork.payments.processor.StripeDouble.Stage;
import dev.brickwork.support.Property;
import dev.brickwork.support.Tier;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The service is killed with -9 in the middle of a refund, and once more while it goes on with it: what went
/// back at the processor is written down, once, and nothing goes back twice.
@Tag("full")
@Tag("soak")
final class KilledRefundTest {
    private static final int ROUNDS = Property.cases(1, 10);
    private static final int BACK = 3_000;
    private static final Set<Step> STEPS =
            Tier.current() == Tier.SOAK ? EnumSet.allOf(Step.class) : EnumSet.of(Step.AFTER_REFUND);
    private static final Death WHILE_RESUMED = new Death(Stage.DONE, "POST", "/v1/refunds");

    private enum Step {
        /// It is on the wire and not in the processor's book.
        BEFORE_REFUND(Stage.ARRIVED),
        /// The money has gone back, and the service has no answer yet.
        AFTER_REFUND(Stage.DONE),
        /// The answer is out; the service may or may not have read it.
        ANSWERED(Stage.ANSWERED);

        private final Stage stage;

        Step(Stage stage) {
            this.stage = stage;
        }

        private Death death() {
            return new Death(stage, "POST", "/v1/refunds");
        }
    }

    @Test
    void nothingGoesBackTwiceAndNothingUnnoticed() throws IOException {
        try (var shop = new KilledShop(true)) {
            int made = 0;
            for (int round = 0; round < ROUNDS; round++) {
                for (var step : STEPS) {
                    findOut(shop, step);
                    requireReturned(shop, ++made, "after " + step);
                }
                retry(shop, "retry-%d".formatted(round));
                requireReturned(shop, ++made, "retried");
                retryTooLate(shop, "late-%d".formatted(round));
                requireReturned(shop, ++made, "retried too late");
            }
        }
    }

    /// One invoice was paid for each of them.
    private static void requireReturned(KilledShop shop, int made, String when) {
        assertThat(shop.stripe().returnedInAll()).as(when).isEqualTo((long) made * BACK);
        assertThat(shop.cash()).as(when).isEqualTo((long) made * (AMOUNT - BACK));
    }

    private record Paid(String invoice, String payment) {
        static Paid at(KilledShop shop) {
            var invoice = shop.invoice();
            var payment = shop.post("/invoices/%s/pay".formatted(invoice), "{}");
            return new Paid(invoice, payment.path("payment_id").asText());
        }

        String path() {
            return "/payments/%s/refund".formatted(payment);
        }

        String body() {
            return "{\"amount\": %d}".formatted(BACK);
        }
    }

    private static void findOut(KilledShop shop, Step step) {
        var paid = Paid.at(shop);
        shop.die(step.death(), () -> shop.post(paid.path(), paid.body()));
        // It may have read the answer before it died; then there is nothing to go on with.
        if (step != Step.ANSWERED) shop.die(WHILE_RESUMED, shop::passADay);
        shop.passADay();
        assertThat(shop.remaining(paid.invoice)).as("after %s", step).isEqualTo(BACK);
    }

    private static void retry(KilledShop shop, String name) {
        var paid = Paid.at(shop);
        shop.die(Step.AFTER_REFUND.death(), () -> shop.postNamed(paid.path(), paid.body(), name));
        var early = shop.postNamed(paid.path(), paid.body(), name);
        assertThat(early.statusCode()).as(early.body()).isEqualTo(409);
        shop.endLeases();
        var resumed = shop.postNamed(paid.path(), paid.body(), name);
        assertThat(KilledShop.json(resumed).path("state").asText()).isEqualTo("SUCCEEDED");
        assertThat(shop.postNamed(paid.path(), paid.body(), name).body()).isEqualTo(resumed.body());
        assertThat(shop.remaining(paid.invoice)).isEqualTo(BACK);
    }

    /// After a day in which nothing was swept. By then the processor has forgotten the key of the first request, and
    /// would give the money back once more, or refuse what it has given.
    private static void retryTooLate(KilledShop shop, String name) {
        var paid = Paid.at(shop);
        shop.die(Step.AFTER_REFUND.death(), () -> shop.postNamed(paid.path(), paid.body(), name));
        shop.sql("UPDATE test_clock SET now = now + interval '25 hours'");
        shop.stripe().forgetKeys();
        shop.endLeases();
        var late = shop.postNamed(paid.path(), paid.body(), name);
        assertThat(KilledShop.json(late).path("state").asText()).isEqualTo("PROCESSING");
        shop.passADay();
        assertThat(shop.remaining(paid.invoice)).isEqualTo(BACK);
    }
}
