package dev.brickwork.payments.charges;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.payments.PaymentsFixture;
import dev.brickwork.support.EntityTags;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Automatic charges and what follows a failed one (rule J-01), on a moving clock.
@Tag("verify")
final class AutoChargeScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final String AT_CHECKOUT = ", \"transaction_method\": \"STRIPE\"";

    private final PaymentsFixture till = PaymentsFixture.at(HOUSE, "2025-05-01T00:00:00Z");

    /// A subscription whose invoices are charged on their due date.
    private String autoPaid(String customer) {
        var subscription = till.subscription(customer, "2025-05-01", "");
        autoPay(subscription, true);
        return subscription;
    }

    private void autoPay(String subscription, boolean isOn) {
        till.seller()
                .put(
                        "/subscriptions/%s/auto-pay".formatted(subscription),
                        "{\"auto_pay_invoices\": %s}".formatted(isOn))
                .is(200);
    }

    /// The first invoice of a subscription that was agreed at the checkout, and is charged when issued.
    private String firstAtCheckout(String customer) {
        return till.invoices(till.subscription(customer, "2025-05-01", AT_CHECKOUT))
                .getFirst();
    }

    private void change(String customer, String method) {
        till.give(customer, method);
        till.choose(customer, method);
    }

    /// Pays the whole net amount from outside.
    private String wire(String invoice) {
        return till.seller()
                .post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 10000}")
                .is(200)
                .text("payment_id");
    }

    /// The log without reminders.
    private List<String> charges(String invoice) {
        return till.log(invoice).stream()
                .filter(line -> !line.startsWith("REMINDER"))
                .toList();
    }

    @Test
    void whatWasAgreedAtTheCheckoutIsChargedWhenIssued() {
        var customer = till.paying("Acme", "pm_sandbox_visa");
        var invoices = till.invoices(till.subscription(customer, "2025-05-01", AT_CHECKOUT));
        till.seller().advanceTo("2025-05-01T00:01:00Z");
        assertThat(till.status(invoices.getFirst())).isEqualTo("PAID");
        assertThat(till.status(invoices.get(1))).isEqualTo("SCHEDULED");
        till.seller().advanceTo("2025-07-15T00:00:00Z");
        assertThat(till.status(invoices.get(2))).isEqualTo("PAID");
        assertThat(till.cash()).isEqualTo(30_000).isEqualTo(till.takenBySandbox());
    }

    /// Without the checkout, invoices are charged automatically only once auto-pay is on; then on the due date.
    @Test
    void autoPayChargesLaterInvoicesOnTheirDueDate() {
        var customer = till.paying("Acme", "pm_sandbox_visa");
        var subscription = till.subscription(customer, "2025-05-01", "");
        var invoices = till.invoices(subscription);
        till.seller().advanceTo("2025-05-20T00:00:00Z");
        assertThat(till.status(invoices.getFirst())).isEqualTo("PAST_DUE");
        till.seller()
                .get("/subscriptions/%s/auto-pay".formatted(subscription))
                .is(200, "\"auto_pay_invoices\":false", "\"automatic_retries\":null");

        till.pay(invoices.getFirst(), "{\"auto_pay_invoices\": true}").is(200, "\"paid_amount\":10000");
        till.seller().get("/subscriptions/%s/auto-pay".formatted(subscription)).is(200, "\"auto_pay_invoices\":true");
        till.seller().advanceTo("2025-06-10T00:00:00Z");
        assertThat(till.status(invoices.get(1))).isEqualTo("OUTSTANDING");
        till.seller().advanceTo("2025-06-11T00:00:00Z");
        assertThat(till.status(invoices.get(1))).isEqualTo("PAID");

        till.pay(invoices.get(2), "{\"auto_pay_invoices\": false}").is(400, "not issued");
        till.seller()
                .put("/subscriptions/%s/auto-pay".formatted(subscription), "{\"auto_pay_invoices\": false}")
                .is(200, "\"auto_pay_invoices\":false");
        till.seller().advanceTo("2025-07-30T00:00:00Z");
        assertThat(till.status(invoices.get(2))).isEqualTo("PAST_DUE");
        EntityTags.tellEditorsApart(
                till.seller(),
                "/subscriptions/%s/auto-pay".formatted(subscription),
                "{\"automatic_retries\": false}",
                "{\"automatic_retries\": true}");
    }

    /// A charge that is refused changes nothing: neither at once, nor after the processor was asked for the method.
    @Test
    void aRefusedChargeLeavesAutoPayAlone() {
        var customer = till.paying("Acme", "pm_sandbox_visa");
        var subscription = till.subscription(customer, "2025-05-01", "");
        var invoice = till.invoices(subscription).getFirst();

        till.pay(invoice, "{\"payment_method_id\": \"pm_sandbox_none\", \"auto_pay_invoices\": true}")
                .is(400, "payment_method_id");
        till.seller().get("/subscriptions/%s/auto-pay".formatted(subscription)).is(200, "\"auto_pay_invoices\":false");

        autoPay(subscription, true);
        till.pay(invoice, "{\"payment_method_id\": \"pm_sandbox_none\", \"auto_pay_invoices\": false}")
                .is(400, "payment_method_id");
        till.seller().get("/subscriptions/%s/auto-pay".formatted(subscription)).is(200, "\"auto_pay_invoices\":true");
    }

    /// A due date begins with midnight in the zone of the subscription (rule T-08).
    @Test
    void theDueDateBeginsInItsOwnZone() {
        var customer = till.paying("Acme", "pm_sandbox_visa");
        till.seller()
                .patch("/customers/" + customer, "{\"time_zone\": \"America/Los_Angeles\"}")
                .is(200);
        till.seller().advanceTo("2025-05-01T08:00:00Z");
        var subscription = autoPaid(customer);
        till.seller().advanceTo("2025-06-11T06:59:00Z");
        var june = till.invoices(subscription).get(1);
        assertThat(till.status(june)).isEqualTo("OUTSTANDING");
        till.seller().advanceTo("2025-06-11T07:00:00Z");
        assertThat(till.status(june)).isEqualTo("PAID");
    }

    /// Who puts the due date off, or forward, means the charge too; it is told by the log when it happened.
    @Test
    void aChargeThatWaitsForTheDueDateGoesWithIt() {
        var customer = till.paying("Acme", "pm_sandbox_visa");
        var subscription = autoPaid(customer);
        till.seller().advanceTo("2025-06-02T00:00:00Z");
        var june = till.invoices(subscription).get(1);
        till.seller().patch("/invoices/" + june, "{\"due_at\": \"2025-06-25\"}").is(200);
        till.seller().advanceTo("2025-06-24T23:59:00Z");
        assertThat(till.status(june)).isEqualTo("OUTSTANDING");
        till.seller().advanceTo("2025-06-25T00:00:00Z");
        assertThat(till.status(june)).isEqualTo("PAID");

        till.seller().advanceTo("2025-07-02T00:00:00Z");
        var july = till.invoices(subscription).get(2);
        till.seller().patch("/invoices/" + july, "{\"due_at\": \"2025-07-04\"}").is(200);
        till.seller().advanceTo("2025-07-04T00:00:00Z");
        assertThat(till.status(july)).isEqualTo("PAID");
        assertThat(till.cash()).isEqualTo(till.takenBySandbox());
    }

    /// Another method is no reason to take before the due date what was not tried yet.
    @Test
    void aNewMethodHastensNoChargeThatWaits() {
        var customer = till.paying("Acme", "pm_sandbox_soft_decline");
        var subscription = autoPaid(customer);
        till.seller().advanceTo("2025-06-02T00:00:00Z");
        var june = till.invoices(subscription).get(1);
        change(customer, "pm_sandbox_visa");
        till.seller().advanceTo("2025-06-10T23:59:00Z");
        assertThat(till.status(june)).isEqualTo("OUTSTANDING");
        till.seller().advanceTo("2025-06-11T00:00:00Z");
        assertThat(till.status(june)).isEqualTo("PAID");
    }

    /// A retry comes so many days after the failure, also when that happens to be the due date.
    @Test
    void aSeriesThatHasBegunStaysWhenTheDueDateIsPutOff() {
        var customer = till.paying("Acme", "pm_sandbox_soft_decline");
        var invoice = firstAtCheckout(customer);
        till.seller().advanceTo("2025-05-05T00:00:00Z");
        till.seller()
                .get("/invoices/%s/collection".formatted(invoice))
                .is(200, "\"next_attempt_at\":\"2025-05-11T00:00:00Z\"");
        assertThat(till.read(invoice).path("due_at").asText()).startsWith("2025-05-11");
        till.seller()
                .patch("/invoices/" + invoice, "{\"due_at\": \"2025-05-20\"}")
                .is(200);
        till.seller().advanceTo("2025-05-12T00:00:00Z");
        assertThat(charges(invoice)).containsExactly("CHARGE SOFT_DECLINE", "RETRY SOFT_DECLINE", "RETRY SOFT_DECLINE");
    }

    /// A charge by hand is under way on the due date, and fails: the automatic charge is made all the same.
    @Test
    void aChargeOfSomebodyDoesNotTakeThePlaceOfTheAutomaticOne() {
        var customer = till.paying("Acme", "pm_sandbox_visa");
        till.give(customer, "pm_sandbox_processing_then_failure");
        var subscription = autoPaid(customer);
        till.seller().advanceTo("2025-06-10T23:59:58Z");
        var june = till.invoices(subscription).get(1);
        till.pay(june, "{\"payment_method_id\": \"pm_sandbox_processing_then_failure\"}")
                .is(200, "PROCESSING");
        till.seller().advanceTo("2025-06-13T00:00:00Z");
        assertThat(till.status(june)).isEqualTo("PAID");
        assertThat(till.log(june)).endsWith("CHARGE SOFT_DECLINE", "CHARGE SUCCEEDED");
    }

    /// The invoice was paid otherwise while the charge was under way (rule I-14): its failure sends the payer no
    /// notice.
    @Test
    void aChargeThatFailsForAPaidInvoiceIsNoNews() {
        var customer = till.paying("Acme", "pm_sandbox_processing_then_failure");
        var invoice = firstAtCheckout(customer);
        till.seller().advanceTo("2025-05-01T00:00:01Z");
        assertThat(till.log(invoice)).containsExactly("CHARGE PROCESSING");
        wire(invoice);
        till.seller().advanceTo("2025-05-20T00:00:00Z");
        assertThat(till.log(invoice)).containsExactly("CHARGE PROCESSING", "CHARGE SOFT_DECLINE");
        var log =
                till.seller().get("/invoices/%s/collection".formatted(invoice)).is(200);
        assertThat(log.json().findValuesAsText("next_attempt_at")).containsOnly("null");
        assertThat(notices(invoice)).isZero();
        assertThat(till.status(invoice)).isEqualTo("PAID");
    }

    /// How often the payer of an invoice is written to about a charge.
    private int notices(String invoice) {
        return HOUSE.database()
                .read(tx -> tx.query("""
                SELECT count(*)
                FROM event
                WHERE seller_id = :seller AND object_id = :invoice::uuid AND event_type = 'payment.notice'
                """)
                        .bind("seller", till.seller().id().value())
                        .bind("invoice", invoice)
                        .mapTo(Integer.class)
                        .one());
    }

    /// Off is off: neither the charge that was to come nor a retry is made, and a new method starts nothing.
    @Test
    void nothingIsChargedOnceAutoPayIsOff() {
        var customer = till.paying("Acme", "pm_sandbox_soft_decline");
        var waiting = autoPaid(customer);
        var failing = till.subscription(customer, "2025-05-01", AT_CHECKOUT);
        till.seller().advanceTo("2025-06-02T00:00:00Z");
        autoPay(waiting, false);
        autoPay(failing, false);
        change(customer, "pm_sandbox_visa");
        till.seller().advanceTo("2025-08-01T00:00:00Z");
        assertThat(till.cash()).isZero();
        assertThat(till.log(till.invoices(waiting).get(1))).startsWith("CHARGE SKIPPED");
        assertThat(till.log(till.invoices(failing).get(1))).startsWith("CHARGE SOFT_DECLINE", "RETRY SKIPPED");
    }

    /// Turning auto-pay off logs no skipped charge for an invoice that was paid otherwise.
    @Test
    void autoPayThatEndsLeavesWhatIsPaidAlone() {
        var subscription = autoPaid(till.paying("Acme", "pm_sandbox_visa"));
        till.seller().advanceTo("2025-06-02T00:00:00Z");
        var june = till.invoices(subscription).get(1);
        wire(june);
        autoPay(subscription, false);
        assertThat(till.log(june)).isEmpty();
    }

    /// An invoice that was paid when auto-pay was turned off, and is open again because a new version costs more,
    /// is not charged.
    @Test
    void whatANewVersionOpensIsNotChargedOnceAutoPayIsOff() {
        var customer = till.paying("Acme", "pm_sandbox_visa");
        var subscription = autoPaid(customer);
        till.seller().advanceTo("2025-06-02T00:00:00Z");
        var june = till.invoices(subscription).get(1);
        wire(june);
        autoPay(subscription, false);
        regenerateWithTax(customer, june);
        till.seller().advanceTo("2025-06-12T00:00:00Z");
        assertThat(till.remaining(june)).isEqualTo(1_900);
        assertThat(till.takenBySandbox()).isZero();
    }

    /// A new version costs more than was paid.
    private void regenerateWithTax(String customer, String invoice) {
        till.seller().post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        till.seller()
                .patch("/customers/" + customer, "{\"address\": {\"country\": \"DE\"}}")
                .is(200);
        till.seller()
                .post("/invoices/%s/regenerate".formatted(invoice), "{\"should_use_current_address\": true}")
                .is(200, "\"remaining_amount\":1900");
    }

    /// While auto-pay is on, what a new version opens of a charged invoice is charged automatically.
    @Test
    void whatANewVersionOpensIsChargedToo() {
        var customer = till.paying("Acme", "pm_sandbox_visa");
        var subscription = autoPaid(customer);
        till.seller().advanceTo("2025-06-12T00:00:00Z");
        var june = till.invoices(subscription).get(1);
        assertThat(till.status(june)).isEqualTo("PAID");
        regenerateWithTax(customer, june);
        till.seller().advanceTo("2025-06-12T00:01:00Z");
        assertThat(till.status(june)).isEqualTo("PAID");
        assertThat(till.log(june)).containsExactly("CHARGE SUCCEEDED", "CHARGE SUCCEEDED");
        assertThat(till.cash()).isEqualTo(11_900).isEqualTo(till.takenBySandbox());
    }

    /// Rule J-02: what a planned charge held back is not made up for when it fails; the next reminder is in time.
    @Test
    void aReminderThatAChargeHeldBackStaysBack() {
        till.seller().patch("/seller", "{\"automatic_retries\": false}").is(200);
        isRemindedInTime(till.paying("Acme", "pm_sandbox_soft_decline"), "CHARGE SOFT_DECLINE");
    }

    /// A reminder that was held back for a charge without a method is not made up for; the next one is in time.
    @Test
    void aReminderThatAChargeWithoutMethodHeldBackStaysBack() {
        isRemindedInTime(till.customer("Acme"), "CHARGE SKIPPED");
    }

    /// At nine on the due date, not at midnight when the charge came to nothing.
    private void isRemindedInTime(String customer, String charged) {
        var subscription = autoPaid(customer);
        wire(till.invoices(subscription).getFirst());
        var june = till.invoices(subscription).get(1);
        till.seller().advanceTo("2025-06-11T00:01:00Z");
        assertThat(till.log(june)).containsExactly(charged);
        till.seller().advanceTo("2025-06-11T09:01:00Z");
        assertThat(till.log(june)).containsExactly(charged, "REMINDER SKIPPED"); // There is no recipient.
    }

    /// A given-up invoice that was paid is open like any other after a refund.
    @Test
    void whatWasGivenUpAndPaidIsNotGivenUpAnyMore() {
        var customer = till.paying("Acme", "pm_sandbox_hard_decline");
        var invoice = firstAtCheckout(customer);
        till.seller().advanceTo("2025-05-01T01:00:00Z");
        assertThat(till.status(invoice)).isEqualTo("UNPAID");
        var wire = wire(invoice);
        till.refund(wire, "{}").is(200);
        assertThat(till.status(invoice)).isEqualTo("OUTSTANDING");
    }

    /// A given-up invoice that a reduction or a cheaper version settled is open like any other after a refund.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatWasGivenUpAndSettledIsNotGivenUpAnyMore(boolean isRegenerated) {
        var customer = till.paying("Acme", "pm_sandbox_hard_decline");
        till.seller().post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        till.seller()
                .patch("/customers/" + customer, "{\"address\": {\"country\": \"DE\"}}")
                .is(200);
        var subscription = till.subscription(customer, "2025-05-01", AT_CHECKOUT);
        var invoice = till.invoices(subscription).getFirst();
        till.seller().advanceTo("2025-05-01T01:00:00Z");
        var wire = wire(invoice);
        assertThat(till.status(invoice)).isEqualTo("UNPAID");
        if (isRegenerated) {
            till.seller()
                    .patch("/customers/" + customer, "{\"address\": {\"country\": \"US\"}}")
                    .is(200);
            till.seller()
                    .post("/invoices/%s/regenerate".formatted(invoice), "{\"should_use_current_address\": true}")
                    .is(200, "\"status\":\"PAID\"");
        } else {
            till.seller()
                    .post("/subscriptions/%s/terminate".formatted(subscription), "{\"credit_unused\": true}")
                    .is(200);
            assertThat(till.status(invoice)).isEqualTo("ADJUSTED");
        }
        till.refund(wire, "{}").is(200);
        assertThat(till.status(invoice)).isEqualTo("OUTSTANDING");
    }

    /// The example of the rule: failures on 1, 4, 11 and 25 May, UNPAID on 25 May; a new default method begins anew.
    @Test
    void threeRetriesThenUnpaidAndANewMethodRestarts() {
        var customer = till.paying("Acme", "pm_sandbox_soft_decline");
        var invoice = firstAtCheckout(customer);
        till.seller().advanceTo("2025-05-01T01:00:00Z");
        assertThat(till.log(invoice)).containsExactly("CHARGE SOFT_DECLINE");
        till.seller()
                .get("/invoices/%s/collection".formatted(invoice))
                .is(200, "\"next_attempt_at\":\"2025-05-04T00:00:00Z\"", "insufficient funds");
        till.seller().advanceTo("2025-05-24T23:59:00Z");
        assertThat(till.status(invoice)).isEqualTo("PAST_DUE");
        till.seller().advanceTo("2025-05-25T00:00:00Z");
        assertThat(till.status(invoice)).isEqualTo("UNPAID");
        assertThat(charges(invoice))
                .containsExactly(
                        "CHARGE SOFT_DECLINE",
                        "RETRY SOFT_DECLINE",
                        "RETRY SOFT_DECLINE",
                        "RETRY SOFT_DECLINE",
                        "GIVEN_UP NONE");
        assertThat(till.read(invoice).path("payments")).hasSize(4);

        till.choose(customer, "pm_sandbox_soft_decline"); // The same again is nothing new.
        assertThat(till.status(invoice)).isEqualTo("UNPAID");
        change(customer, "pm_sandbox_visa");
        assertThat(till.status(invoice)).isEqualTo("PAST_DUE");
        till.seller().advanceTo("2025-05-25T00:01:00Z");
        assertThat(till.status(invoice)).isEqualTo("PAID");
        assertThat(till.log(invoice)).endsWith("RESTARTED NONE", "CHARGE SUCCEEDED");
        assertThat(till.cash()).isEqualTo(till.takenBySandbox());
    }

    /// A refunded invoice is not charged again automatically, whatever method the customer chooses next (rule
    /// I-13).
    @Test
    void whatWasRefundedIsNotCollectedAgain() {
        var customer = till.paying("Acme", "pm_sandbox_visa");
        var invoice = firstAtCheckout(customer);
        till.seller().advanceTo("2025-05-01T01:00:00Z");
        till.refund(till.payment(invoice).orElseThrow(), "{}").is(200, "\"state\":\"SUCCEEDED\"");
        change(customer, "pm_sandbox_visa__2");
        till.seller().advanceTo("2025-05-02T00:00:00Z");
        assertThat(till.log(invoice)).containsExactly("CHARGE SUCCEEDED");
        assertThat(till.remaining(invoice)).isPositive();
    }

    /// An attempt whose process crashed between its intent and the call to the processor is made anew.
    @Test
    void anAttemptThatDiedIsMadeAnew() {
        var customer = till.paying("Acme", "pm_sandbox_visa");
        var subscription = autoPaid(customer);
        till.seller().advanceTo("2025-06-02T00:00:00Z");
        var invoice = till.invoices(subscription).get(1);
        HOUSE.database()
                .inTransaction(tx -> tx.update("""
                        WITH taken AS (
                            UPDATE collection SET attempt_at = NULL
                            WHERE seller_id = :seller AND invoice_id = :invoice::uuid),
                        held AS (
                            UPDATE invoice SET processing = remaining
                            WHERE seller_id = :seller AND id = :invoice::uuid
                            RETURNING *)
                        INSERT INTO charge (seller_id, id, invoice_id, company_id, currency, amount, cause, account_id,
                            payer_id, wanted_id, state, is_held, intended_at, look_at)
                        SELECT held.seller_id, gen_random_uuid(), held.id, payer.company_id, held.currency, held.processing,
                            'AUTOMATIC', payer.account_id, payer.processor_id, 'pm_sandbox_visa', 'PROCESSING', true,
                            '2025-06-02T00:00:00Z', '2025-06-02T00:05:00Z'
                        FROM held
                        JOIN payer ON payer.seller_id = held.seller_id AND payer.company_id = held.billed_company_id
                        """)
                        .bind("seller", till.seller().id().value())
                        .bind("invoice", invoice)
                        .execute());
        till.seller().advanceTo("2025-06-02T00:10:00Z");
        assertThat(till.status(invoice)).isEqualTo("PAID");
        assertThat(till.cash()).isEqualTo(10_000).isEqualTo(till.takenBySandbox());
        assertThat(till.broken()).isEmpty();
    }

    @Test
    void aHardDeclineEndsItAtOnce() {
        var customer = till.paying("Acme", "pm_sandbox_hard_decline");
        var invoice = firstAtCheckout(customer);
        till.seller().advanceTo("2025-05-01T01:00:00Z");
        assertThat(till.log(invoice)).containsExactly("CHARGE HARD_DECLINE", "GIVEN_UP NONE");
        assertThat(till.status(invoice)).isEqualTo("UNPAID");
        till.pay(invoice).is(200, "\"paid_amount\":0"); // A charge by hand begins no series anew.
        till.seller().advanceTo("2025-05-20T00:00:00Z");
        assertThat(charges(invoice)).containsExactly("CHARGE HARD_DECLINE", "GIVEN_UP NONE", "CHARGE HARD_DECLINE");
        wire(invoice);
        assertThat(till.status(invoice)).isEqualTo("PAID"); // Rule J-03.
    }

    @Test
    void retriesCanBeTurnedOffForTheSellerAndForTheSubscription() {
        till.seller().patch("/seller", "{\"automatic_retries\": false}").is(200);
        var customer = till.paying("Acme", "pm_sandbox_soft_decline");
        var plain = till.subscription(customer, "2025-05-01", AT_CHECKOUT);
        var other = till.subscription(customer, "2025-05-01", AT_CHECKOUT);
        till.seller()
                .put("/subscriptions/%s/auto-pay".formatted(other), "{\"automatic_retries\": true}")
                .is(200, "\"auto_pay_invoices\":true", "\"automatic_retries\":true");
        till.seller().advanceTo("2025-05-20T00:00:00Z");
        var first = till.invoices(plain).getFirst();
        assertThat(charges(first)).containsExactly("CHARGE SOFT_DECLINE");
        assertThat(till.status(first)).isEqualTo("PAST_DUE");
        assertThat(till.log(till.invoices(other).getFirst())).contains("RETRY SOFT_DECLINE");
    }

    /// No retry is made once retries are off, even when it is planned already (rule J-01); a new method is charged
    /// all the same.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noRetryIsMadeOnceRetriesAreOff(boolean isOfSeller) {
        var customer = till.paying("Acme", "pm_sandbox_soft_decline");
        var subscription = till.subscription(customer, "2025-05-01", AT_CHECKOUT);
        var invoice = till.invoices(subscription).getFirst();
        till.seller().advanceTo("2025-05-02T00:00:00Z");
        if (isOfSeller) {
            till.seller().patch("/seller", "{\"automatic_retries\": false}").is(200);
        } else {
            till.seller()
                    .put("/subscriptions/%s/auto-pay".formatted(subscription), "{\"automatic_retries\": false}")
                    .is(200);
        }
        till.seller().advanceTo("2025-05-20T00:00:00Z");
        assertThat(charges(invoice)).containsExactly("CHARGE SOFT_DECLINE", "RETRY SKIPPED");
        assertThat(till.status(invoice)).isEqualTo("PAST_DUE");
        change(customer, "pm_sandbox_visa");
        till.seller().advanceTo("2025-05-20T00:01:00Z");
        assertThat(till.status(invoice)).isEqualTo("PAID");
    }

    /// Rule J-02: no reminder is sent while a debit is on its way, which may take days.
    @Test
    void nobodyIsRemindedWhileADebitIsOnItsWay() {
        var subscription = autoPaid(till.paying("Acme", "pm_sandbox_lost_callback"));
        till.pay(till.invoices(subscription).getFirst()).is(200);
        var june = till.invoices(subscription).get(1);
        for (var minute : List.of("01", "04")) {
            till.seller().advanceTo("2025-06-11T00:%s:00Z".formatted(minute));
            assertThat(till.log(june)).containsExactly("CHARGE PROCESSING");
        }
        till.seller().advanceTo("2025-06-12T00:00:00Z");
        assertThat(till.log(june)).containsExactly("CHARGE PROCESSING", "CHARGE SUCCEEDED");
    }

    /// Rule J-01: who chooses another method while the last debit is on its way is not given up when that fails.
    @Test
    void aNewMethodThatComesDuringTheLastTryIsTried() {
        var customer = till.paying("Acme", "pm_sandbox_processing_then_failure");
        var invoice = firstAtCheckout(customer);
        till.seller().advanceTo("2025-05-01T00:01:00Z");
        for (int retry = 0; retry < 3; retry++) {
            till.seller().post("/test-clock/advance", "{\"days\": 1}").is(200); // The debit fails.
            till.seller().advanceTo(nextAttempt(invoice));
        }
        assertThat(till.log(invoice))
                .containsExactly(
                        "CHARGE PROCESSING",
                        "CHARGE SOFT_DECLINE",
                        "RETRY PROCESSING",
                        "RETRY SOFT_DECLINE",
                        "RETRY PROCESSING",
                        "RETRY SOFT_DECLINE",
                        "RETRY PROCESSING");
        change(customer, "pm_sandbox_visa");
        till.seller().advanceTo("2025-05-26T00:00:00Z");
        assertThat(till.status(invoice)).isEqualTo("PAID");
        assertThat(till.cash()).isEqualTo(till.takenBySandbox());
    }

    private String nextAttempt(String invoice) {
        var last = "";
        for (var entry : till.seller()
                .get("/invoices/%s/collection".formatted(invoice))
                .is(200)
                .json()
                .path("results")) {
            last = entry.path("next_attempt_at").asText(last);
        }
        return last;
    }

    @Test
    void withoutAMethodItWaitsForOne() {
        var customer = till.customer("Acme");
        var invoice = firstAtCheckout(customer);
        till.seller().advanceTo("2025-05-05T00:00:00Z");
        assertThat(till.log(invoice)).containsExactly("CHARGE SKIPPED");
        till.seller()
                .patch("/invoices/" + invoice, "{\"due_at\": \"2025-05-20\"}")
                .is(200);
        till.seller().get("/invoices/%s/collection".formatted(invoice)).is(200, "\"next_attempt_at\":null");
        change(customer, "pm_sandbox_visa");
        till.seller().advanceTo("2025-05-05T00:01:00Z");
        assertThat(till.status(invoice)).isEqualTo("PAID");
    }

    @Test
    void pausedCollectionChargesNothing() {
        var customer = till.paying("Acme", "pm_sandbox_visa");
        var subscription = autoPaid(customer);
        till.seller().advanceTo("2025-06-01T00:30:00Z");
        var invoice = till.invoices(subscription).get(1);
        till.seller()
                .patch("/invoices/" + invoice, "{\"collection_paused\": true}")
                .is(200);
        till.seller().advanceTo("2025-06-20T00:00:00Z");
        assertThat(till.status(invoice)).isEqualTo("PAUSED");
        till.seller()
                .patch("/invoices/" + invoice, "{\"collection_paused\": false}")
                .is(200);
        till.seller().advanceTo("2025-06-21T00:00:00Z");
        assertThat(till.status(invoice)).isEqualTo("PAID");
    }

    /// Rule J-01: charged at the start of the due date, also when that was put off while collection was paused.
    @Test
    void whatIsPutOffWhileItsCollectionIsPausedIsNotChargedEarly() {
        var subscription = autoPaid(till.paying("Acme", "pm_sandbox_visa"));
        till.seller().advanceTo("2025-06-02T00:00:00Z");
        var june = till.invoices(subscription).get(1);
        till.seller()
                .patch("/invoices/" + june, "{\"collection_paused\": true}")
                .is(200);
        till.seller().advanceTo("2025-06-11T08:00:00Z");
        till.seller()
                .patch("/invoices/" + june, "{\"collection_paused\": false, \"due_at\": \"2025-06-30\"}")
                .is(200);
        till.seller().advanceTo("2025-06-29T00:00:00Z");
        assertThat(till.status(june)).isEqualTo("OUTSTANDING");
        till.seller().advanceTo("2025-06-30T00:01:00Z");
        assertThat(till.status(june)).isEqualTo("PAID");
    }

    /// A method that comes after the due date was put off is not charged early: a series that begins anew waits
    /// like any other.
    @Test
    void aNewMethodIsNotChargedBeforeTheDueDate() {
        var customer = till.customer("Acme");
        var subscription = autoPaid(customer);
        till.seller().advanceTo("2025-06-11T08:00:00Z");
        var june = till.invoices(subscription).get(1);
        assertThat(till.log(june)).contains("CHARGE SKIPPED");
        till.seller().patch("/invoices/" + june, "{\"due_at\": \"2025-06-30\"}").is(200);
        change(customer, "pm_sandbox_visa");
        till.seller().advanceTo("2025-06-29T00:00:00Z");
        assertThat(till.status(june)).isEqualTo("OUTSTANDING");
        till.seller().advanceTo("2025-06-30T00:01:00Z");
        assertThat(till.status(june)).isEqualTo("PAID");
    }

    /// `charge_immediately` takes what the order makes due, not what was owed before.
    @Test
    void anUpgradeIsChargedAtOnceWhenAsked() {
        var customer = till.paying("Acme", "pm_sandbox_visa");
        var subscription = till.subscription(customer, "2025-05-01", "");
        till.seller().advanceTo("2025-05-01T02:00:00Z");
        var start = upgrade(subscription) + "/start?charge_immediately=";
        till.seller().post(start + "true", "{}").is(400, "\"charge_immediately\":[\"Must be one of no, yes.\"]");
        till.seller().post(start + "yes", "{}").is(200);
        assertThat(till.status(till.invoices(subscription).get(1)))
                .as("at once, whatever the clock does")
                .isEqualTo("PAID");
        till.seller().advanceTo("2025-05-01T03:00:00Z");
        var statuses =
                till.invoices(subscription).stream().map(till::status).limit(3).toList();
        assertThat(statuses).startsWith("OUTSTANDING", "PAID");
        assertThat(till.cash()).isEqualTo(20_000).isEqualTo(till.takenBySandbox());
        till.seller().advanceTo("2025-07-20T00:00:00Z");
        assertThat(till.cash()).as("months to come were not asked for").isEqualTo(20_000);
    }

    /// Makes an order for more from the first day on, and returns its path.
    private String upgrade(String subscription) {
        var path = "/subscriptions/" + subscription;
        var brick = till.seller()
                .get(path + "/bricks")
                .is(200)
                .json()
                .findValue("brick_id")
                .asText();
        var order = till.seller()
                .post(path + "/upgrade", """
                        {"starts_at": "2025-05-01", "bricks": [{"brick_id": "%s", "quantity": 3}]}
                        """.formatted(brick))
                .is(200)
                .text("order_id");
        return path + "/upgrade/" + order;
    }

    /// An order that is charged at once does not charge what was refunded (rule I-13), though auto-pay is on.
    @Test
    void anUpgradeThatIsChargedAtOnceChargesNothingThatWasRefunded() {
        var subscription = till.subscription(till.paying("Acme", "pm_sandbox_visa"), "2025-05-01", AT_CHECKOUT);
        till.seller().advanceTo("2025-05-01T02:00:00Z");
        var refunded = till.invoices(subscription).getFirst();
        till.refund(till.payment(refunded).orElseThrow(), "{}").is(200);
        till.seller()
                .post(upgrade(subscription) + "/start?charge_immediately=yes", "{}")
                .is(200);
        till.seller().advanceTo("2025-05-01T03:00:00Z");
        assertThat(till.remaining(refunded)).isEqualTo(10_000);
        assertThat(till.cash()).isEqualTo(20_000).isEqualTo(till.takenBySandbox());
    }
}
