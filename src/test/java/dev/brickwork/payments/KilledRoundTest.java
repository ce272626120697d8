package dev.brickwork.payments;

import static dev.brickwork.payments.KilledShop.AMOUNT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.brickwork.payments.KilledShop.Death;
import dev.brickwork.payments.processor.StripeDouble.Stage;
import dev.brickwork.support.Await;
import dev.brickwork.support.Property;
import dev.brickwork.support.Tier;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The service is killed with -9 in the middle of a round of automatic charges, and once more while it goes on with
/// the one that it was at. Another start goes on with the round: in the end both books agree, and each invoice was
/// charged once.
@Tag("full")
@Tag("soak")
final class KilledRoundTest {
    private static final int ROUNDS = Property.cases(1, 10);
    private static final int INVOICES = 3;
    private static final Duration SLEEP = Duration.ofSeconds(65);
    private static final Set<Step> STEPS =
            Tier.current() == Tier.SOAK ? EnumSet.allOf(Step.class) : EnumSet.of(Step.AFTER_CHARGE);
    private static final Death WHILE_RESUMED = new Death(Stage.DONE, "POST", "/v1/payment_intents");

    private enum Step {
        /// The processor was asked for no money: the attempt is made anew.
        WHOSE_METHOD(Stage.ARRIVED, "GET", "/payment_methods/"),
        /// The processor does not know the charge, and hears of it again.
        BEFORE_CHARGE(Stage.ARRIVED, "POST", "/v1/payment_intents"),
        AFTER_CHARGE(Stage.DONE, "POST", "/v1/payment_intents");

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
    void eachInvoiceOfTheRoundIsChargedOnce() throws IOException {
        try (var shop = new KilledShop(false)) {
            long taken = 0;
            for (int round = 0; round < ROUNDS; round++) {
                for (var step : STEPS) {
                    taken += (long) INVOICES * AMOUNT;
                    charge(shop, step, taken);
                }
            }
        }
    }

    /// A process that was halted between the last check and the call does not call any more: another process may
    /// have looked up the charge meanwhile, found nothing and begun anew. Its sweep resumes the charge instead,
    /// once.
    @Test
    void afterALongHaltTheSweepGoesOnWithTheCharge() throws IOException {
        assumeTrue(Tier.current() == Tier.SOAK);
        try (var shop = new KilledShop(false)) {
            var invoice = shop.invoice();
            var asked = new Death(Stage.DONE, "GET", "/payment_methods/");
            shop.sleepAt(asked, SLEEP, () -> makeDue(shop, List.of(invoice)));
            Await.until("the charge has its method", () -> shop.count("charge WHERE method_id IS NOT NULL") == 1);
            letTimePass(shop);
            Await.until("the charge has succeeded", () -> shop.count("charge WHERE state = 'SUCCEEDED'") == 1);
            assertThat(shop.stripe().takenInAll()).isEqualTo(AMOUNT);
        }
    }

    private static void charge(KilledShop shop, Step step, long taken) {
        var invoices = new ArrayList<String>();
        for (int i = 0; i < INVOICES; i++) invoices.add(shop.invoice());
        shop.dyingAt(step.death(), () -> makeDue(shop, invoices));
        shop.restart();
        if (step == Step.AFTER_CHARGE) {
            shop.dyingAt(WHILE_RESUMED, () -> letTimePass(shop));
            shop.restart();
        }
        letTimePass(shop);
        Await.until(
                "every invoice is collected",
                () -> shop.count("collection WHERE attempt_at <= now()") == 0
                        && shop.count("charge WHERE state = 'PROCESSING'") == 0);
        assertThat(shop.stripe().takenInAll()).as("after %s", step).isEqualTo(taken);
        assertThat(shop.cash()).as("after %s", step).isEqualTo(taken);
        assertThat(invoices.stream().filter(invoice -> shop.remaining(invoice) == 0))
                .as("after %s", step)
                .hasSize(INVOICES);
    }

    private static void makeDue(KilledShop shop, List<String> invoices) {
        for (var invoice : invoices) {
            shop.sql("""
                    INSERT INTO collection (seller_id, invoice_id, attempt_at)
                    SELECT seller_id, id, now() FROM invoice WHERE id = '%s'""".formatted(invoice));
        }
    }

    /// Acts as if the killed process had been missing for a while, and the minutes before a look-up had passed.
    private static void letTimePass(KilledShop shop) {
        shop.sql("UPDATE scheduled_tasks SET last_heartbeat = now() - interval '1 minute' WHERE picked");
        shop.sql("UPDATE charge SET look_at = now() WHERE look_at IS NOT NULL");
    }
}
