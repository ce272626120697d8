package dev.brickwork.payments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `POST /invoices/{id}/pay` with every script of the sandbox, on a moving clock.
@Tag("verify")
final class PayScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final String NOW = "2025-05-01T08:00:00Z";

    @AfterAll
    static void everythingHolds() {
        assertThat(PaymentsFixture.at(HOUSE, NOW).broken()).isEmpty();
    }

    @Test
    void anInvoiceIsPaidOnceAndToldOnce() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.paying("Acme", "pm_sandbox_visa");
        var invoice = till.invoice(customer, 10_000);

        till.pay(invoice)
                .is(
                        200,
                        "\"paid_amount\":10000",
                        "\"state\":\"SUCCEEDED\"",
                        "\"error\":null",
                        "\"payment_method\":\"card\"");
        till.pay(invoice).is(400, "nothing is open");

        assertThat(till.status(invoice)).isEqualTo("PAID");
        assertThat(till.events(invoice)).containsExactly("invoice.start", "invoice.payment.succeeded");
        assertThat(till.log(invoice)).containsExactly("CHARGE SUCCEEDED");
        assertThat(till.cash()).isEqualTo(10_000).isEqualTo(till.takenBySandbox());
    }

    /// First answer, status right after it; status after a minute, after ten minutes and after three days.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            visa                    | SUCCEEDED  | 5000 | PAID | PAID | PAID
            us_bank_account         | PROCESSING | 0    | PAID | PAID | PAID
            link                    | SUCCEEDED  | 5000 | PAID | PAID | PAID
            soft_decline            | FAILED     | 0    | OUTSTANDING | OUTSTANDING | OUTSTANDING
            hard_decline            | FAILED     | 0    | OUTSTANDING | OUTSTANDING | OUTSTANDING
            expired_card            | FAILED     | 0    | OUTSTANDING | OUTSTANDING | OUTSTANDING
            requires_action         | FAILED     | 0    | OUTSTANDING | OUTSTANDING | OUTSTANDING
            processing_then_failure | PROCESSING | 0    | OUTSTANDING | OUTSTANDING | OUTSTANDING
            timeout_charged         | PROCESSING | 0    | PAID | PAID | PAID
            timeout_not_charged     | PROCESSING | 0    | OUTSTANDING | OUTSTANDING | OUTSTANDING
            duplicate_callbacks     | SUCCEEDED  | 5000 | PAID | PAID | PAID
            reordered_callbacks     | PROCESSING | 0    | PAID | PAID | PAID
            lost_callback           | PROCESSING | 0    | OUTSTANDING | PAID | PAID
            late_callback           | PROCESSING | 0    | OUTSTANDING | PAID | PAID
            forged_callback         | FAILED     | 0    | OUTSTANDING | OUTSTANDING | OUTSTANDING
            """)
    void scripts(String script, String state, long paid, String minute, String tenMinutes, String days) {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.paying("Acme", "pm_sandbox_" + script);
        var invoice = till.invoice(customer, 5_000);

        till.pay(invoice).is(200, "\"state\":\"%s\"".formatted(state), "\"paid_amount\":%d".formatted(paid));
        if (state.equals("PROCESSING")) {
            till.pay(invoice).is(400, "being processed");
            till.seller().post("/invoices/%s/void".formatted(invoice), "{}").is(400, "being processed");
        }
        till.seller().advanceTo("2025-05-01T08:01:01Z");
        assertThat(till.status(invoice)).isEqualTo(minute);
        till.seller().advanceTo("2025-05-01T08:10:00Z");
        assertThat(till.status(invoice)).isEqualTo(tenMinutes);
        till.seller().advanceTo("2025-05-04T08:00:00Z");
        assertThat(till.status(invoice)).isEqualTo(days);
        assertThat(till.cash()).isEqualTo(till.takenBySandbox());
        assertThat(till.read(invoice).path("payments")).hasSize(1);
        if (days.equals("OUTSTANDING")) {
            assertThat(till.read(invoice).path("payments").path(0).path("error").asText())
                    .isNotEmpty();
            assertThat(till.events(invoice)).containsExactly("invoice.start", "invoice.payment.failed");
        }
    }

    /// A wire arrives while a debit is under way: it settles the invoice, and the debit becomes credit when it
    /// succeeds. The books are right at every moment.
    @Test
    void moneyThatComesBeforeTheChargeHasEndedSettlesTheInvoice() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.paying("Acme", "pm_sandbox_us_bank_account");
        var invoice = till.invoice(customer, 5_000);
        till.pay(invoice).is(200, "\"state\":\"PROCESSING\"");
        till.seller()
                .post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 5000}")
                .is(200);
        assertThat(till.status(invoice)).isEqualTo("PAID");
        assertThat(till.broken()).isEmpty();
        till.seller().advanceTo("2025-05-01T08:10:00Z");
        assertThat(till.cash()).isEqualTo(10_000);
        till.seller().get("/customers/%s/credits".formatted(customer)).is(200, "\"balance\":5000");
        assertThat(till.broken()).isEmpty();
    }

    @Test
    void onlyMethodsOfTheBilledCompanyAreCharged() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.paying("Customer", "pm_sandbox_visa");
        var partner = till.seller()
                .post("/customers", "{\"name\": \"Partner\", \"is_partner\": true}")
                .is(200)
                .text("customer_id");
        var invoice = till.invoice(customer, partner, 7_000);

        till.pay(invoice).is(400, "no default payment method");
        till.pay(invoice, "{\"payment_method_id\": \"pm_sandbox_visa\"}").is(400, "payment_method_id");
        assertThat(till.takenBySandbox()).isZero();
        assertThat(till.read(invoice).path("payments")).isEmpty();

        till.give(partner, "pm_sandbox_visa__2");
        till.pay(invoice, "{\"payment_method_id\": \"pm_sandbox_visa\"}").is(400, "payment_method_id");
        till.pay(invoice, "{\"payment_method_id\": \"pm_sandbox_visa__2\"}").is(200, "\"paid_amount\":7000");
        assertThat(till.status(invoice)).isEqualTo("PAID");
        assertThat(till.cash()).isEqualTo(7_000);
    }

    @Test
    void whatTheInvoiceDoesNotAcceptIsRefusedAndSaid() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.paying("Acme", "pm_sandbox_visa");
        var invoice = till.invoice(customer, 7_000);
        till.seller()
                .patch("/seller", "{\"accepted_payment_methods_config\": {\"paywall_credit_card\": false}}")
                .is(200);

        till.pay(invoice).is(400, "Cards are not accepted");
        till.seller()
                .get("/customers/%s/payment-methods/default".formatted(customer))
                .is(200, "\"restricted\":{\"reason\":\"NOT_ACCEPTED\"}");
        assertThat(till.status(invoice)).isEqualTo("OUTSTANDING");
        assertThat(till.read(invoice).path("payments")).isEmpty();
    }

    @Test
    void whatCannotBeChargedIsRefused() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.paying("Acme", "pm_sandbox_visa");
        var invoice = till.invoice(customer, 7_000);
        till.seller().post("/invoices/%s/void".formatted(invoice), "{}").is(200);
        till.pay(invoice).is(400, "void");
        till.pay(java.util.UUID.randomUUID().toString()).is(404);
        var bare = till.invoice(till.customer("Bare"), 100);
        till.pay(bare).is(400, "no default payment method");
        till.pay(bare, "{\"payment_method_id\": 7}").is(400, "payment_method_id");
        till.pay(bare, "{\"auto_pay_invoices\": \"yes\"}").is(400, "auto_pay_invoices");
    }

    /// A repeated request gets the first answer, and makes one charge.
    @Test
    void aRepeatedRequestChargesOnce() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.paying("Acme", "pm_sandbox_timeout_charged");
        var invoice = till.invoice(customer, 7_000);
        var path = "/invoices/%s/pay".formatted(invoice);
        var first = till.seller()
                .send("POST", path, "{}", "Idempotency-Key", "once")
                .is(200);
        var again = till.seller()
                .send("POST", path, "{}", "Idempotency-Key", "once")
                .is(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Idempotent-Replayed")).contains("true");
        till.seller().advanceTo("2025-05-02T08:00:00Z");
        assertThat(till.cash()).isEqualTo(7_000).isEqualTo(till.takenBySandbox());
    }
}
