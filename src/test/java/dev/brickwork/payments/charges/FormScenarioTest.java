package dev.brickwork.payments.charges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.app.TestServer;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.payments.CustomerPayments;
import dev.brickwork.payments.PaymentsFixture;
import dev.brickwork.payments.SandboxForms;
import dev.brickwork.payments.collection.CollectionStore;
import dev.brickwork.payments.collection.CollectionStore.AutoPay;
import dev.brickwork.payments.processor.SandboxProcessor;
import dev.brickwork.payments.processor.SandboxScript;
import dev.brickwork.payments.processor.SandboxStore;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.support.Await;
import dev.brickwork.support.HeldInvoice;
import dev.brickwork.support.InThread;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Paying at the processor's form, as the payment page lets its visitors do.
@Tag("verify")
final class FormScenarioTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    private static final String NOW = "2025-05-01T08:00:00Z";
    private static final URI BACK = URI.create("https://example.com/pay/token");
    private final CustomerPayments side = HOUSE.wiring().payments().payersSide();
    private final SandboxForms forms = HOUSE.wiring().payments().sandboxForms();

    private static Caller caller(PaymentsFixture till, String now) {
        return new Caller(till.seller().id(), "page", "test", Instant.parse(now));
    }

    private URI open(PaymentsFixture till, String invoice, String now) {
        return side.formFor(caller(till, now), new InvoiceId(UUID.fromString(invoice)), BACK, Optional.of("de"));
    }

    private static String id(URI form) {
        return form.getPath().substring("/sandbox/".length());
    }

    @Test
    void oneFormForAllVisitorsIsPaidOnce() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var invoice = till.invoice(till.customer("Acme"), 10_000);
        var form = open(till, invoice, NOW);
        assertThat(open(till, invoice, NOW)).isEqualTo(form);
        assertThat(till.status(invoice)).isEqualTo("OUTSTANDING");
        var shown = forms.find(caller(till, NOW), id(form)).orElseThrow();
        assertThat(shown.amount().orElseThrow().minor()).isEqualTo(10_000);
        assertThat(shown.returnTo()).isEqualTo(BACK);

        assertThat(forms.submit(caller(till, NOW), id(form), "pm_sandbox_soft_decline"))
                .isEqualTo(SandboxForms.Submitted.DECLINED);
        assertThat(forms.submit(caller(till, NOW), id(form), "pm_sandbox_visa")).isEqualTo(SandboxForms.Submitted.DONE);
        assertThat(forms.submit(caller(till, NOW), id(form), "pm_sandbox_visa"))
                .isEqualTo(SandboxForms.Submitted.ENDED);
        assertThat(till.status(invoice)).isEqualTo("PAID");
        assertThat(till.cash()).isEqualTo(10_000).isEqualTo(till.takenBySandbox());
        assertThatThrownBy(() -> open(till, invoice, NOW))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("nothing");
    }

    /// Each invoice has its own, and what becomes of one is nothing to the other.
    @Test
    void nobodyPaysAtTheFormOfAnother() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var one = till.invoice(till.customer("One"), 10_000);
        var other = till.invoice(till.customer("Other"), 20_000);
        var ones = open(till, one, NOW);
        var others = open(till, other, NOW);
        assertThat(others).isNotEqualTo(ones);
        assertThat(open(till, one, NOW)).isEqualTo(ones);
        forms.submit(caller(till, NOW), id(others), "pm_sandbox_visa");
        assertThat(till.status(other)).isEqualTo("PAID");
        assertThat(till.status(one)).isEqualTo("OUTSTANDING");
        assertThat(open(till, one, NOW)).isEqualTo(ones);
        forms.submit(caller(till, NOW), id(ones), "pm_sandbox_visa");
        assertThat(till.status(one)).isEqualTo("PAID");
    }

    /// Payers are not sent to a form that the processor has closed by then.
    @Test
    void aFormThatHasExpiredIsReplaced() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var invoice = till.invoice(till.customer("Acme"), 10_000);
        var form = open(till, invoice, NOW);
        assertThat(open(till, invoice, "2025-05-01T08:34:59Z")).isEqualTo(form);
        assertThat(open(till, invoice, "2025-05-01T08:35:00Z")).isNotEqualTo(form);
    }

    /// A charge closes the open form before it takes money, even while no event is handled, so that the invoice is
    /// not paid twice.
    @Test
    void aChargeClosesTheFormFirst() {
        try (var house = TestServer.own()) {
            var till = PaymentsFixture.at(house, NOW);
            var invoice = till.invoice(till.paying("Acme", "pm_sandbox_visa"), 10_000);
            var payments = house.wiring().payments();
            var form = payments.payersSide()
                    .formFor(caller(till, NOW), new InvoiceId(UUID.fromString(invoice)), BACK, Optional.empty());
            till.pay(invoice).is(200, "\"paid_amount\":10000");
            assertThat(payments.sandboxForms().submit(caller(till, NOW), id(form), "pm_sandbox_visa"))
                    .isEqualTo(SandboxForms.Submitted.ENDED);
        }
    }

    /// A bank debit is on its way for a while; meanwhile nothing else can be charged or voided.
    @Test
    void aSlowPaymentIsShownAsProcessing() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var invoice = till.invoice(till.customer("Acme"), 10_000);
        forms.submit(caller(till, NOW), id(open(till, invoice, NOW)), "pm_sandbox_us_bank_account");
        side.lookAtForm(caller(till, NOW), new InvoiceId(UUID.fromString(invoice)));
        assertThat(till.read(invoice).path("payments").path(0).path("state").asText())
                .isEqualTo("PROCESSING");
        till.seller().post("/invoices/%s/void".formatted(invoice), "{}").is(400, "being processed");
        till.seller().advanceTo("2025-05-01T08:01:00Z");
        assertThat(till.status(invoice)).isEqualTo("PAID");
        assertThat(till.read(invoice).path("payments")).hasSize(1);
    }

    /// An open form prevents neither voiding nor charging; both close it.
    @Test
    void anOpenFormStandsInNobodysWay() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.paying("Acme", "pm_sandbox_visa");
        var voided = till.invoice(customer, 10_000);
        var form = open(till, voided, NOW);
        till.seller().post("/invoices/%s/void".formatted(voided), "{}").is(200);
        Await.until(
                "the form is closed",
                () -> forms.find(caller(till, NOW), id(form)).isEmpty());
        assertThat(forms.submit(caller(till, NOW), id(form), "pm_sandbox_visa"))
                .isEqualTo(SandboxForms.Submitted.ENDED);

        var charged = till.invoice(customer, 5_000);
        var other = open(till, charged, NOW);
        till.pay(charged).is(200, "\"paid_amount\":5000");
        assertThat(forms.find(caller(till, NOW), id(other))).isEmpty();
        assertThat(till.cash()).isEqualTo(5_000).isEqualTo(till.takenBySandbox());
    }

    /// A form that was opened before a part was paid is closed, so that the whole is not paid there.
    @Test
    void aFormOverAnotherAmountIsClosed() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var invoice = till.invoice(till.customer("Acme"), 10_000);
        var whole = open(till, invoice, NOW);
        wirePart(till, invoice);
        Await.until(
                "the form is closed",
                () -> forms.find(caller(till, NOW), id(whole)).isEmpty());
        assertThat(forms.submit(caller(till, NOW), id(whole), "pm_sandbox_visa"))
                .isEqualTo(SandboxForms.Submitted.ENDED);
        forms.submit(caller(till, NOW), id(open(till, invoice, NOW)), "pm_sandbox_visa");
        assertThat(till.status(invoice)).isEqualTo("PAID");
        assertThat(till.takenBySandbox()).isEqualTo(6_000);
    }

    /// Paid at the processor, and we have not heard of it yet.
    private static void payUnheard(PaymentsFixture till, URI form, SandboxScript script) {
        payUnheard(till, form, script, NOW);
    }

    private static void payUnheard(PaymentsFixture till, URI form, SandboxScript script, String now) {
        new SandboxProcessor(
                        new SandboxStore(HOUSE.database(), till.seller().id()),
                        () -> Instant.parse(now),
                        dev.brickwork.platform.Secret.of("x"),
                        URI.create("http://localhost/sandbox/"))
                .submit(id(form), script);
    }

    /// The form cannot be closed any more, because the payer has paid there: the card is left alone.
    @ParameterizedTest
    @EnumSource(names = {"VISA", "LOST_CALLBACK"}) // at once, and as a debit that is on its way
    void whatWasPaidAtTheFormIsNotChargedOnceMore(SandboxScript script) {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var invoice = till.invoice(till.paying("Acme", "pm_sandbox_visa"), 10_000);
        payUnheard(till, open(till, invoice, NOW), script);
        till.pay(invoice).is(400, "meanwhile");
        till.seller().advanceTo("2025-05-03T08:00:00Z");
        assertThat(till.status(invoice)).isEqualTo("PAID");
        assertThat(till.cash()).isEqualTo(10_000).isEqualTo(till.takenBySandbox());
    }

    /// An automatic charge waits for a debit from the form, and is made when that comes to nothing.
    @Test
    void aChargeComesAfterADebitThatFailed() {
        var till = PaymentsFixture.at(HOUSE, "2025-05-01T00:00:00Z");
        var subscription = till.subscription(till.paying("Acme", "pm_sandbox_visa"), "2025-05-01", "");
        till.seller()
                .put("/subscriptions/%s/auto-pay".formatted(subscription), "{\"auto_pay_invoices\": true}")
                .is(200);
        var moment = "2025-06-10T23:59:58Z";
        till.seller().advanceTo(moment);
        var june = till.invoices(subscription).get(1);
        payUnheard(till, open(till, june, moment), SandboxScript.PROCESSING_THEN_FAILURE, moment);
        HOUSE.database()
                .write(tx -> tx.handle()
                        .execute(
                                "DELETE FROM sandbox_message WHERE seller_id = ?",
                                till.seller().id().value()));
        till.seller().advanceTo("2025-06-11T00:00:00Z");
        assertThat(till.read(june).path("payments").path(0).path("state").asText())
                .isEqualTo("PROCESSING");
        till.seller().advanceTo("2025-06-11T02:00:00Z");
        assertThat(till.status(june)).isEqualTo("PAID");
        assertThat(till.cash()).isEqualTo(10_000).isEqualTo(till.takenBySandbox());
    }

    /// A payer who has left the form expects it to be paid, and no client of the API got the failure as its answer.
    @Test
    void thePayerIsToldOfADebitThatFailed() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var invoice = till.invoice(till.customer("Acme"), 10_000);
        forms.submit(caller(till, NOW), id(open(till, invoice, NOW)), "pm_sandbox_processing_then_failure");
        side.lookAtForm(caller(till, NOW), new InvoiceId(UUID.fromString(invoice)));
        till.seller().advanceTo("2025-05-01T08:01:00Z");
        assertThat(till.events(invoice)).containsExactly("invoice.start", "invoice.payment.failed");
        assertThat(till.notices(invoice)).containsExactly("FAILED");
    }

    /// Asked after five minutes, then an hour, whatever the form's own time is.
    @Test
    void aFormThatWasLookedAtIsLookedAtAgain() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var invoice = till.invoice(till.customer("Acme"), 10_000);
        var form = open(till, invoice, NOW);
        side.lookAtForm(caller(till, NOW), new InvoiceId(UUID.fromString(invoice)));
        side.lookAtForm(caller(till, NOW), new InvoiceId(UUID.fromString(invoice)));
        payUnheard(till, form, SandboxScript.LOST_CALLBACK);
        till.seller().advanceTo("2025-05-01T08:59:00Z");
        assertThat(till.status(invoice)).isEqualTo("OUTSTANDING");
        till.seller().advanceTo("2025-05-01T09:01:00Z");
        assertThat(till.status(invoice)).isEqualTo("PAID");
    }

    @Test
    void moneyForAVoidInvoiceBecomesCredit() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.customer("Acme");
        var invoice = till.invoice(customer, 10_000);
        var form = open(till, invoice, NOW);
        payUnheard(till, form, SandboxScript.LOST_CALLBACK);
        till.seller().post("/invoices/%s/void".formatted(invoice), "{}").is(200);
        side.lookAtForm(caller(till, NOW), new InvoiceId(UUID.fromString(invoice))); // It is on its way.
        till.seller().advanceTo("2025-05-03T08:00:00Z");
        assertThat(till.status(invoice)).isEqualTo("VOIDED");
        till.seller().get("/customers/%s/credits".formatted(customer)).is(200, "\"balance\":10000");
        assertThat(till.cash()).isEqualTo(10_000).isEqualTo(till.takenBySandbox());
    }

    /// The debit was for a version that cost more: it is on its way as it was asked for, and the rest becomes credit.
    @Test
    void aDebitForAnEarlierVersionPaysTheNewOne() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.customer("Acme");
        till.seller().post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        var path = "/customers/" + customer;
        till.seller().patch(path, "{\"address\": {\"country\": \"DE\"}}").is(200);
        var invoice = till.invoice(customer, 10_000);
        payUnheard(till, open(till, invoice, NOW), SandboxScript.LOST_CALLBACK);
        till.seller().patch(path, "{\"address\": {\"country\": \"US\"}}").is(200);
        till.seller()
                .post("/invoices/%s/regenerate".formatted(invoice), "{\"should_use_current_address\": true}")
                .is(200, "\"remaining_amount\":10000");
        side.lookAtForm(caller(till, NOW), new InvoiceId(UUID.fromString(invoice)));
        assertThat(till.read(invoice).path("payments").path(0).path("state").asText())
                .isEqualTo("PROCESSING");
        assertThat(till.broken()).isEmpty();
        till.seller().advanceTo("2025-05-03T08:00:00Z");
        assertThat(till.status(invoice)).isEqualTo("PAID");
        till.seller().get(path + "/credits").is(200, "\"balance\":1900");
    }

    /// A payment at a form that we took for ended, as when another account was connected for a while, is booked.
    @Test
    void moneyFromAFormThatHadEndedForUsIsBooked() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var invoice = till.invoice(till.customer("Acme"), 10_000);
        var form = open(till, invoice, NOW);
        forget(till);
        assertThat(forms.submit(caller(till, NOW), id(form), "pm_sandbox_visa")).isEqualTo(SandboxForms.Submitted.DONE);
        assertThat(till.status(invoice)).isEqualTo("PAID");
        assertThat(till.cash()).isEqualTo(10_000).isEqualTo(till.takenBySandbox());
    }

    /// A debit from a form that we took for ended arrives while a charge is on its way: it is too late to stop
    /// either, and what was not owed becomes credit.
    @Test
    void aDebitFromAFormThatHadEndedForUsComesBesideACharge() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.paying("Acme", "pm_sandbox_us_bank_account");
        var invoice = till.invoice(customer, 10_000);
        var form = open(till, invoice, NOW);
        forget(till);
        till.pay(invoice).is(200, "PROCESSING");
        forms.submit(caller(till, NOW), id(form), "pm_sandbox_us_bank_account");
        assertThat(till.log(invoice)).containsExactly("CHARGE PROCESSING", "CHARGE PROCESSING");
        till.seller().advanceTo("2025-05-01T08:01:00Z");
        assertThat(till.status(invoice)).isEqualTo("PAID");
        till.seller().get("/customers/%s/credits".formatted(customer)).is(200, "\"balance\":10000");
        assertThat(till.cash()).isEqualTo(20_000).isEqualTo(till.takenBySandbox());
    }

    private static void forget(PaymentsFixture till) {
        HOUSE.database()
                .write(tx -> tx.handle()
                        .execute(
                                "UPDATE pay_page SET state = 'ENDED', look_at = NULL WHERE seller_id = ?",
                                till.seller().id().value()));
    }

    @Test
    void anAbandonedFormLeavesNoTrace() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var invoice = till.invoice(till.customer("Acme"), 10_000);
        var form = open(till, invoice, NOW);
        till.seller().advanceTo("2025-05-01T10:00:00Z");
        assertThat(till.read(invoice).path("payments")).isEmpty();
        assertThat(open(till, invoice, "2025-05-01T10:00:00Z")).isNotEqualTo(form);
    }

    private static void wirePart(PaymentsFixture till, String invoice) {
        till.seller()
                .post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 4000}")
                .is(200);
    }

    /// A payment that is recorded meanwhile lowers what the next visitor pays.
    @Test
    void theFormFollowsWhatIsOpen() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var invoice = till.invoice(till.customer("Acme"), 10_000);
        var form = open(till, invoice, NOW);
        wirePart(till, invoice);
        var next = open(till, invoice, NOW);
        assertThat(next).isNotEqualTo(form);
        assertThat(forms.find(caller(till, NOW), id(next))
                        .orElseThrow()
                        .amount()
                        .orElseThrow()
                        .minor())
                .isEqualTo(6_000);
        assertThat(forms.find(caller(till, NOW), id(form))).isEmpty();
    }

    /// A reduction of the invoice closes its form, so that what was taken off is not paid there.
    @Test
    void aReductionClosesTheForm() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var subscription = till.subscription(till.customer("Acme"), "2025-05-01", "");
        var invoice = till.invoices(subscription).getFirst();
        var form = open(till, invoice, NOW);
        till.seller()
                .post("/subscriptions/%s/terminate".formatted(subscription), "{\"credit_unused\": true}")
                .is(200);
        assertThat(till.remaining(invoice)).isLessThan(10_000);
        Await.until(
                "the form is closed",
                () -> forms.find(caller(till, NOW), id(form)).isEmpty());
    }

    @Test
    void forcedAutoPayKeepsTheMethod() {
        var till = PaymentsFixture.at(HOUSE, "2025-05-01T00:00:00Z");
        till.seller()
                .patch("/seller", "{\"accepted_payment_methods_config\": {\"paywall_force_autopay\": true}}")
                .is(200);
        var customer = till.customer("Acme");
        var subscription = till.subscription(customer, "2025-05-01", "");
        till.seller().advanceTo("2025-05-01T01:00:00Z");
        var invoices = till.invoices(subscription);
        var form = open(till, invoices.getFirst(), "2025-05-01T01:00:00Z");
        forms.submit(caller(till, "2025-05-01T01:00:00Z"), id(form), "pm_sandbox_link");
        Await.until("the subscription is paid automatically", () -> isAutoPaid(till, subscription));
        till.seller()
                .get("/customers/%s/payment-methods/default".formatted(customer))
                .is(200, "pm_sandbox_link");
        till.seller().advanceTo("2025-06-12T00:00:00Z");
        assertThat(till.status(invoices.get(1))).isEqualTo("PAID");
    }

    /// A setting for retries that is changed while the method is being kept stays: the two run one after the other.
    @Test
    void keepingTheMethodLeavesRetriesAsTheyAre() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        till.seller()
                .patch("/seller", "{\"accepted_payment_methods_config\": {\"paywall_force_autopay\": true}}")
                .is(200);
        var subscription = till.subscription(till.customer("Acme"), "2025-05-01", "");
        var form = open(till, till.invoices(subscription).getFirst(), NOW);
        var collections = new CollectionStore();
        var id = UUID.fromString(subscription);
        HOUSE.database().write(tx -> {
            collections.lockAutoPay(tx.as(caller(till, NOW)), id);
            collections.saveAutoPay(tx.as(caller(till, NOW)), id, new AutoPay(false, Optional.of(false)));
            InThread.run(() -> forms.submit(caller(till, NOW), id(form), "pm_sandbox_visa"))
                    .join();
            Await.until("the request waits for the lock", () -> HeldInvoice.waiters(HOUSE) > 0);
        });
        Await.until("the subscription is paid automatically", () -> isAutoPaid(till, subscription));
        till.seller().get("/subscriptions/%s/auto-pay".formatted(subscription)).is(200, "\"automatic_retries\":false");
    }

    private static boolean isAutoPaid(PaymentsFixture till, String subscription) {
        return till.seller()
                .get("/subscriptions/%s/auto-pay".formatted(subscription))
                .json()
                .path("auto_pay_invoices")
                .asBoolean();
    }
}
