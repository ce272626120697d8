package dev.brickwork.payments.refunds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.payments.PaymentsFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Giving money back (rule I-13), over HTTP.
@Tag("verify")
final class RefundScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final String NOW = "2025-05-01T08:00:00Z";

    private static String charged(PaymentsFixture till, String method, int cents) {
        var invoice = till.invoice(till.paying("Acme " + method, "pm_sandbox_" + method), cents);
        till.pay(invoice).is(200, "SUCCEEDED");
        return invoice;
    }

    private static long credit(PaymentsFixture till, String customer) {
        var balances = till.seller()
                .get("/customers/%s/credits".formatted(customer))
                .is(200)
                .json()
                .path("balances");
        return balances.isEmpty() ? 0 : balances.path(0).path("balance").asLong();
    }

    @Test
    void aPartGoesBackToTheMethodAndOpensTheInvoice() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var invoice = charged(till, "visa", 10_000);
        var payment = till.payment(invoice).orElseThrow();

        till.refund(payment, "{\"amount\": 2000, \"reason\": \"goodwill\"}")
                .is(200, "\"amount\":2000", "\"state\":\"SUCCEEDED\"", "\"refund_method\":\"ORIGINAL_PAYMENT_METHOD\"");
        assertThat(till.status(invoice)).isEqualTo("PARTIALLY_PAID");
        assertThat(till.remaining(invoice)).isEqualTo(2_000);
        var listed = till.seller()
                .get("/invoices/%s/payments".formatted(invoice))
                .is(200)
                .json();
        assertThat(till.read(invoice).path("payments"))
                .as("one shape wherever a payment is shown")
                .isEqualTo(listed.path("results"));
        assertThat(till.events(invoice)).endsWith("invoice.refunded");
        till.seller().post("/invoices/%s/void".formatted(invoice), "{}").is(400, "refund them first");

        till.refund(payment, "{\"amount\": 8001}").is(400, "At most 8000 is left");
        till.refund(payment, "{}").is(200, "\"amount\":8000");
        till.refund(payment, "{}").is(400, "refunded already");
        assertThat(till.remaining(invoice)).isEqualTo(10_000);
        assertThat(till.read(invoice).path("fully_paid_at").isNull()).isTrue();
        assertThat(till.cash()).isZero().isEqualTo(till.takenBySandbox());
        till.seller().post("/invoices/%s/void".formatted(invoice), "{}").is(200);
    }

    /// A payment by wire is refunded without the processor, and each of two charges is refunded separately.
    @Test
    void eachPaymentGoesBackTheWayItCame() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var invoice = till.invoice(till.paying("Acme", "pm_sandbox_visa"), 10_000);
        var wire = till.seller()
                .post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 3000}")
                .is(200)
                .text("payment_id");
        var first = till.pay(invoice).is(200, "SUCCEEDED").text("payment_id");
        assertThat(till.takenBySandbox()).isEqualTo(7_000);
        till.refund(wire, "{}").is(200, "\"amount\":3000", "\"state\":\"SUCCEEDED\"");
        assertThat(till.takenBySandbox()).isEqualTo(7_000);

        var second = till.pay(invoice).is(200, "SUCCEEDED").text("payment_id");
        till.refund(first, "{}").is(200, "\"amount\":7000", "\"state\":\"SUCCEEDED\"");
        assertThat(till.takenBySandbox()).isEqualTo(3_000);
        till.refund(second, "{}").is(200, "\"amount\":3000", "\"state\":\"SUCCEEDED\"");
        assertThat(till.cash()).isZero().isEqualTo(till.takenBySandbox());
    }

    @Test
    void aPartBecomesCredit() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var invoice = charged(till, "visa", 10_000);
        var customer = till.read(invoice).path("customer_id").asText();
        till.refund(till.payment(invoice).orElseThrow(), "{\"amount\": 3000, \"refund_method\": \"ACCOUNT_CREDIT\"}")
                .is(200, "\"state\":\"SUCCEEDED\"");
        assertThat(credit(till, customer)).isEqualTo(3_000);
        assertThat(till.remaining(invoice)).isEqualTo(3_000);
        assertThat(till.cash()).isEqualTo(10_000).isEqualTo(till.takenBySandbox());
    }

    /// An overpayment became credit; it goes back out of it, if it is still there (rule I-04).
    @Test
    void anOverpaymentGoesBackOutOfTheCredit() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.customer("Acme");
        var invoice = till.invoice(customer, 10_000);
        var payment = till.seller()
                .post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 15000}")
                .is(200)
                .text("payment_id");
        assertThat(credit(till, customer)).isEqualTo(5_000);
        till.refund(payment, "{\"amount\": 12000, \"refund_method\": \"ACCOUNT_CREDIT\"}")
                .is(400, "At most 10000");
        till.refund(payment, "{}").is(200, "\"amount\":15000", "\"state\":\"SUCCEEDED\"");
        assertThat(credit(till, customer)).isZero();
        assertThat(till.remaining(invoice)).isEqualTo(10_000);
        assertThat(till.cash()).isZero();

        var again = till.seller()
                .post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 15000}")
                .is(200)
                .text("payment_id");
        till.invoice(customer, 4_000); // uses credit
        till.refund(again, "{}").is(400, "of which only 1000 is left");
        till.refund(again, "{\"amount\": 11000}").is(200);
        assertThat(credit(till, customer)).isZero();
    }

    /// The excess of a payment became credit, and its refund takes that credit: what another has paid stays.
    @Test
    void whatCameOnTopIsNotTakenFromAnotherPayment() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.customer("Acme");
        var invoice = till.invoice(customer, 10_000);
        wire(till, invoice, 7_000);
        var payment = wire(till, invoice, 5_000);
        till.refund(payment, "{\"amount\": 3000}").is(200);
        till.refund(payment, "{}").is(200, "\"amount\":2000");
        assertThat(till.remaining(invoice)).isEqualTo(3_000);
        assertThat(credit(till, customer)).isZero();
        assertThat(till.cash()).isEqualTo(7_000);
    }

    private static String wire(PaymentsFixture till, String invoice, int cents) {
        return till.seller()
                .post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": %d}".formatted(cents))
                .is(200)
                .text("payment_id");
    }

    @Test
    void aRefusedRefundChangesNothing() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var invoice = charged(till, "refund_fails", 10_000);
        var payment = till.payment(invoice).orElseThrow();
        till.refund(payment, "{}").is(200, "\"state\":\"FAILED\"", "refused");
        assertThat(till.status(invoice)).isEqualTo("PAID");
        var listed = till.seller()
                .get("/invoices/%s/payments".formatted(invoice))
                .is(200, "\"refunded_amount\":0")
                .json();
        assertThat(till.read(invoice).path("payments")).isEqualTo(listed.path("results"));
        till.refund(payment, "{}").is(200, "\"state\":\"FAILED\""); // It can be tried again.
        assertThat(till.cash()).isEqualTo(10_000).isEqualTo(till.takenBySandbox());
    }

    @Test
    void aRefundThatNobodyHeardOfIsAskedAfter() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var invoice = charged(till, "refund_timeout", 10_000);
        var payment = till.payment(invoice).orElseThrow();
        till.refund(payment, "{\"amount\": 4000}").is(200, "\"state\":\"PROCESSING\"");
        assertThat(till.status(invoice)).isEqualTo("PAID");
        till.refund(payment, "{\"amount\": 6001}").is(400, "At most 6000");
        till.seller()
                .post("/invoices/%s/regenerate".formatted(invoice), "{}")
                .is(400, "a refund is being processed; regenerate when it has ended");
        var other = charged(till, "visa", 3_000);
        till.refund(till.payment(other).orElseThrow(), "{}").is(200, "\"state\":\"SUCCEEDED\"");
        assertThat(till.remaining(other)).isEqualTo(3_000);
        till.seller().advanceTo("2025-05-01T09:00:00Z");
        assertThat(till.remaining(invoice)).isEqualTo(4_000);
        assertThat(till.cash()).isEqualTo(6_000).isEqualTo(till.takenBySandbox());
    }

    /// Rule I-13: an invoice that a refund opens again is not charged by itself, though its due date is still to come.
    @Test
    void whatWentBackIsNotChargedByItself() {
        var till = PaymentsFixture.at(HOUSE, "2025-05-01T00:00:00Z");
        var subscription = till.subscription(till.paying("Acme", "pm_sandbox_visa"), "2025-05-01", "");
        till.seller()
                .put("/subscriptions/%s/auto-pay".formatted(subscription), "{\"auto_pay_invoices\": true}")
                .is(200);
        till.seller().advanceTo("2025-06-02T00:00:00Z");
        var june = till.invoices(subscription).get(1);
        var wire = till.seller()
                .post("/invoices/%s/payments".formatted(june), "{\"payment_method\": \"WIRE\", \"paid_amount\": 10000}")
                .is(200)
                .text("payment_id");
        till.refund(wire, "{}").is(200, "\"state\":\"SUCCEEDED\"");
        till.seller().advanceTo("2025-07-20T00:00:00Z");
        assertThat(till.remaining(june)).as("nor with the next invoice").isEqualTo(10_000);
        assertThat(till.remaining(till.invoices(subscription).get(2))).isZero();
    }

    /// Money that is on its way back from one payment is not refunded with the other: an invoice of 11900, paid by
    /// wire and by a charge, came to 10000 without its tax, and 1900 are credit.
    @Test
    void whatIsOnItsWayBackIsNotGivenOnceMore() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = taxed(till, "pm_sandbox_refund_timeout");
        var invoice = till.invoice(customer, 10_000);
        var wire = till.seller()
                .post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 3000}")
                .is(200)
                .text("payment_id");
        var charge = till.pay(invoice).is(200, "SUCCEEDED").text("payment_id");
        withoutTax(till, customer, invoice);
        assertThat(credit(till, customer)).isEqualTo(1_900);
        till.refund(charge, "{}").is(200, "\"amount\":8900", "\"state\":\"PROCESSING\"");
        till.refund(wire, "{}").is(200, "\"amount\":3000", "\"state\":\"SUCCEEDED\"");
        till.seller().advanceTo("2025-05-01T09:00:00Z");
        assertThat(till.remaining(invoice)).isEqualTo(10_000);
        assertThat(credit(till, customer)).isZero();
        assertThat(till.cash()).isZero().isEqualTo(till.takenBySandbox());
    }

    /// Only what opens the invoice again is on its way from there, and not what comes out of the credit.
    @Test
    void whatComesOutOfTheCreditIsNotOnItsWayFromTheInvoice() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = taxed(till, "pm_sandbox_refund_timeout");
        var invoice = till.invoice(customer, 10_000);
        var large = wire(till, invoice, 3_000);
        var small = wire(till, invoice, 1_000);
        var charge = till.pay(invoice).is(200, "SUCCEEDED").text("payment_id");
        withoutTax(till, customer, invoice);
        till.refund(large, "{}").is(200, "\"state\":\"SUCCEEDED\"");
        till.refund(charge, "{}").is(200, "\"amount\":7900", "\"state\":\"PROCESSING\"");
        assertThat(credit(till, customer)).isEqualTo(1_000);
        till.refund(small, "{}").is(200, "\"amount\":1000", "\"state\":\"SUCCEEDED\"");
        assertThat(credit(till, customer)).isZero();
        till.seller().advanceTo("2025-05-01T09:00:00Z");
        assertThat(till.remaining(invoice)).isEqualTo(10_000);
        assertThat(till.cash()).isZero().isEqualTo(till.takenBySandbox());
    }

    /// A refund that is refused gives back the credit that it was to come out of.
    @Test
    void aRefusedRefundLeavesTheCredit() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = taxed(till, "pm_sandbox_refund_fails");
        var invoice = till.invoice(customer, 10_000);
        var payment = till.pay(invoice).is(200, "SUCCEEDED").text("payment_id");
        withoutTax(till, customer, invoice);
        till.refund(payment, "{}").is(200, "\"amount\":11900", "\"state\":\"FAILED\"");
        assertThat(credit(till, customer)).isEqualTo(1_900);
        assertThat(till.status(invoice)).isEqualTo("PAID");
        assertThat(till.cash()).isEqualTo(11_900).isEqualTo(till.takenBySandbox());
    }

    private static String taxed(PaymentsFixture till, String method) {
        till.seller().post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        var customer = till.paying("Acme", method);
        till.seller()
                .patch("/customers/" + customer, "{\"address\": {\"country\": \"DE\"}}")
                .is(200);
        return customer;
    }

    private static void withoutTax(PaymentsFixture till, String customer, String invoice) {
        till.seller()
                .patch("/customers/" + customer, "{\"address\": {\"country\": \"FR\"}, \"tax_id\": \"FR40303265045\"}")
                .is(200);
        till.seller()
                .post("/invoices/%s/regenerate".formatted(invoice), "{\"should_use_current_address\": true}")
                .is(200);
        assertThat(till.read(invoice).path("grand_total").asLong()).isEqualTo(10_000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '%', textBlock = """
            {"amount": 0}
            {"amount": -1}
            {"amount": 1.5}
            {"amount": "10"}
            {"refund_method": "CASH"}
            {"reason": "4242 4242 4242 4242"}
            """)
    void badInputIsNamed(String body) {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var payment = till.payment(charged(till, "visa", 10_000)).orElseThrow();
        till.refund(payment, body).is(400, "details");
    }

    @Test
    void onlySuccessGoesBack() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var invoice = till.invoice(till.paying("Acme", "pm_sandbox_soft_decline"), 5_000);
        till.pay(invoice).is(200, "FAILED");
        till.refund(till.payment(invoice).orElseThrow(), "{}").is(400, "only a payment that succeeded");
        till.refund(java.util.UUID.randomUUID().toString(), "{}").is(404);
    }
}
