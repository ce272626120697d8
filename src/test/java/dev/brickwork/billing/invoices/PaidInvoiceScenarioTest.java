package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Payments and credit on invoices: before they are issued, partial, exact, too high, applied by hand (rules I-03 to
/// I-05, I-11).
@Tag("verify")
final class PaidInvoiceScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    /// Rule I-11: 47581 of credit against 1549 and 2995, and 2000 against 10000. Credit settles and never lowers a
    /// total.
    @Test
    void creditSettlesWhatIsIssuedNext() {
        var till = InvoicingFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        till.grant(47_581);
        for (var price : List.of("15.49", "29.95")) {
            var invoice = till.standalone(price, "");
            till.get(invoice).is(200, "\"status\":\"CREDITED\"", "\"remaining_amount\":0", "\"credited_total\":");
            assertThat(till.get(invoice).json().path("grand_total").asText()).isEqualTo(price.replace(".", ""));
        }
        assertThat(till.credit()).isEqualTo(43_037);

        var other = InvoicingFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        other.grant(2_000);
        other.get(other.standalone(100, ""))
                .is(200, "\"grand_total\":10000", "\"remaining_amount\":8000", "\"status\":\"OUTSTANDING\"");
        assertThat(other.credit()).isZero();
    }

    /// Rule I-11: credit that comes later is used by hand on what is open, up to what is open and there.
    @Test
    void creditThatComesLaterIsAppliedByHand() {
        var till = InvoicingFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        var invoice = till.standalone(100, "");
        var apply = "/invoices/%s/apply-credit".formatted(invoice);
        till.seller.post(apply, "{}").is(400, "no credit");
        till.grant(12_000);
        till.seller
                .post(apply, "{\"amount\": 10001}")
                .is(400, "\"fields\":{\"amount\":[\"At most 10000 can be applied.\"]}");
        till.seller.post(apply, "{\"amount\": 0}").is(400, "amount");
        till.seller
                .post(apply, "{\"amount\": 2000}")
                .is(200, "\"remaining_amount\":8000", "\"credited_total\":2000", "\"status\":\"OUTSTANDING\"");
        till.pay(invoice, 1_000).is(200, "\"paid_amount\":1000");
        till.seller.advanceTo("2025-07-01T08:00:00Z");
        till.seller
                .post(apply, "")
                .is(
                        200,
                        "\"status\":\"CREDITED\"",
                        "\"remaining_amount\":0",
                        "\"grand_total\":10000",
                        "\"fully_paid_at\":\"2025-07-01T08:00:00Z\"");
        till.seller.post(apply, "{}").is(400, "nothing is open");
        assertThat(till.credit()).isEqualTo(3_000);
        assertThat(till.balance("RECEIVABLE")).isZero();
        assertThat(till.balance("CUSTOMER_CREDIT")).isEqualTo(-3_000);
        till.seller.get("/invoices/%s/history".formatted(invoice)).is(200, "CREDIT_APPLIED");

        till.seller.post("/customers/%s/credits".formatted(till.customer), """
                {"amount": 5000, "currency": "EUR", "reason": "Other money"}
                """).is(200);
        var wrong = till.standalone(20, "");
        till.seller.post("/invoices/%s/void".formatted(wrong), "{}").is(200);
        till.seller.post("/invoices/%s/apply-credit".formatted(wrong), "{}").is(400, "void");
        var later = till.standalone(100, ", \"issued_at\": \"2025-08-01\"");
        till.seller.post("/invoices/%s/apply-credit".formatted(later), "{}").is(400, "the invoice is not issued;");
    }

    /// Rule I-06: payments of 3 and 9 May. Rule J-02: due 31 January, reminded on five days.
    @Test
    void theLastPaymentSaysWhenAndAnOpenInvoiceIsReminded() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var invoice = till.standalone(100, ", \"due_at\": \"2025-01-31\"");
        till.seller.advanceTo("2025-05-10T08:00:00Z");
        assertThat(till.seller
                        .get("/invoices/%s/collection".formatted(invoice))
                        .is(200)
                        .json()
                        .path("results"))
                .extracting(entry -> entry.path("kind").asText() + " "
                        + entry.path("occurred_at").asText())
                .containsExactlyInAnyOrder(
                        "REMINDER 2025-01-28T09:00:00Z",
                        "REMINDER 2025-01-31T09:00:00Z",
                        "REMINDER 2025-02-07T09:00:00Z",
                        "REMINDER 2025-02-14T09:00:00Z",
                        "REMINDER 2025-03-02T09:00:00Z");
        till.pay(invoice, 6_000, ", \"paid_at\": \"2025-05-09T10:00:00Z\"").is(200);
        till.pay(invoice, 4_000, ", \"paid_at\": \"2025-05-03T10:00:00Z\"").is(200);
        till.get(invoice).is(200, "\"fully_paid_at\":\"2025-05-09T10:00:00Z\"");
    }

    /// Rules I-03, I-04, I-06: partial, exact, too much, and what comes after.
    @Test
    void paymentsSettleAnInvoiceAndTheRestIsCredit() {
        var till = InvoicingFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        var invoice = till.standalone(100, "");
        till.pay(invoice, 2_000, ", \"paid_at\": \"2025-05-03T10:00:00Z\"").is(400, "paid_at");
        till.pay(invoice, 2_000, ", \"paid_at\": \"2025-04-20T10:00:00Z\", \"payment_proof\": \"FT-1\"")
                .is(200, "\"paid_amount\":2000", "\"invoice_number\":\"2025-000001\"", "\"payment_proof\":\"FT-1\"");
        till.get(invoice)
                .is(200, "\"status\":\"PARTIALLY_PAID\"", "\"remaining_amount\":8000", "\"fully_paid_at\":null");
        till.pay(invoice, 13_000, ", \"paid_at\": \"2025-04-30T09:00:00Z\"").is(200, "\"paid_amount\":13000");
        till.get(invoice)
                .is(200, "\"status\":\"PAID\"", "\"remaining_amount\":0", "\"fully_paid_at\":\"2025-04-30T09:00:00Z\"");
        assertThat(till.credit()).isEqualTo(5_000);
        // Newest first (rule I-17).
        assertThat(till.get(invoice)
                        .json()
                        .path("payments")
                        .get(0)
                        .path("paid_amount")
                        .asLong())
                .isEqualTo(13_000);
        till.pay(invoice, 100).is(200);
        assertThat(till.credit()).isEqualTo(5_100);
        assertThat(till.balance("CASH")).isEqualTo(15_100);
        assertThat(till.balance("RECEIVABLE")).isZero();
        assertThat(till.balance("CUSTOMER_CREDIT")).isEqualTo(-5_100);
        till.pay(invoice, 0).is(400, "paid_amount");
        till.pay(invoice, 9_007_199_254_740_992L).is(400, "paid_amount");
        till.pay(invoice, 100, ", \"memo\": \"4111 1111 1111 1111\"").is(400, "memo");
        till.pay(invoice, 100, ", \"payment_proof\": \"4111-1111-1111-1111\"").is(400, "payment_proof");
        till.seller
                .post("/invoices/%s/payments".formatted(invoice), "{\"payment_method\": \"CASH\", \"paid_amount\": 1}")
                .is(400, "payment_method");
        till.seller.post("/invoices/%s/payments".formatted(invoice), "{}").is(400, "payment_method", "paid_amount");
    }

    /// Rules I-05, I-06: what comes when nothing is open is credit, and says nothing about how or when it was settled.
    @Test
    void moneyThatComesAfterwardsChangesNothing() {
        var till = InvoicingFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        till.grant(10_000);
        var credited = till.standalone(100, "");
        var paid = till.standalone(100, "");
        till.pay(paid, 10_000).is(200);
        till.seller.advanceTo("2025-05-09T08:00:00Z");
        for (var invoice : List.of(credited, paid)) till.pay(invoice, 100).is(200);
        till.get(credited).is(200, "\"status\":\"CREDITED\"", "\"fully_paid_at\":\"2025-05-01T08:00:00Z\"");
        till.get(paid).is(200, "\"status\":\"PAID\"", "\"fully_paid_at\":\"2025-05-01T08:00:00Z\"");
        assertThat(till.credit()).isEqualTo(200);
    }

    /// Rule I-13: a refund opens the invoice again, and when its due date has passed it is late like any other.
    @Test
    void whatIsOpenAgainBecomesLate() {
        var till = InvoicingFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        refunded(till, "2025-05-01T08:00:00Z");
        till.seller.advanceTo("2025-05-31T23:00:00Z");
        assertThat(till.events()).doesNotContain("invoice.past.due");
        till.seller.advanceTo("2025-06-01T00:00:00Z");
        assertThat(till.events()).containsOnlyOnce("invoice.past.due");
    }

    @Test
    void whatIsOpenAgainAfterItsDueDateIsLateAtOnce() {
        var till = InvoicingFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        refunded(till, "2025-06-10T08:00:00Z");
        till.seller.advanceTo("2025-06-10T09:00:00Z");
        assertThat(till.events()).containsOnlyOnce("invoice.past.due");
    }

    /// Rule R-02: what was not paid is taken off when the contract ends before the due date, and is not late
    /// afterwards.
    @Test
    void whatAReductionSettledIsNeverLate() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = till.started(till.order("2025-01-01", "ANNUALLY", ", \"payment_terms\": 300"));
        var invoice = till.invoice(id, 0);
        till.pay(invoice, 80_000).is(200);
        till.seller.advanceTo("2025-07-17T08:00:00Z");
        till.seller
                .post(
                        "/subscriptions/%s/terminate".formatted(id),
                        "{\"termination_date\": \"2025-07-17\", \"credit_unused\": true}")
                .is(200);
        till.seller.advanceTo("2025-12-01T08:00:00Z");
        assertThat(till.status(invoice)).isEqualTo("ADJUSTED");
        assertThat(till.events()).doesNotContain("invoice.past.due");
    }

    /// Rule I-06: what was paid when an offset left nothing open was fully paid with its last payment.
    @Test
    void whatAReductionSettledWasPaidWithItsLastPayment() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = till.started(till.order("2025-01-01", "ANNUALLY", ""));
        var invoice = till.invoice(id, 0);
        var payment = till.pay(invoice, 80_000, ", \"paid_at\": \"2025-01-01T07:00:00Z\"")
                .is(200)
                .text("payment_id");
        till.seller.advanceTo("2025-07-17T08:00:00Z");
        till.seller
                .post("/subscriptions/%s/terminate".formatted(id), "{\"credit_unused\": true}")
                .is(200);
        till.get(invoice).is(200, "\"status\":\"ADJUSTED\"", "\"fully_paid_at\":\"2025-01-01T07:00:00Z\"");
        till.seller.post("/payments/%s/refund".formatted(payment), "{}").is(200);
        till.get(invoice).is(200, "\"status\":\"PAST_DUE\"", "\"fully_paid_at\":null");
    }

    /// Rule I-06: an invoice that a reduction settled without a payment is not paid by a new version either.
    @Test
    void aNewVersionOfWhatAReductionSettledIsNotPaid() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = till.started(till.order("2025-01-01", "ANNUALLY", ""));
        var invoice = till.invoice(id, 0);
        till.seller
                .post("/subscriptions/%s/terminate".formatted(id), "{\"credit_unused\": true}")
                .is(200);
        till.get(invoice).is(200, "\"status\":\"ADJUSTED\"", "\"fully_paid_at\":null");
        till.seller.advanceTo("2025-01-05T08:00:00Z");
        till.seller.post("/invoices/%s/regenerate".formatted(invoice), "{}").is(200);
        till.get(invoice).is(200, "\"status\":\"ADJUSTED\"", "\"fully_paid_at\":null");
    }

    /// Rules I-02, S-08: a new version that costs no more than credit has paid is closed by credit, not by a payment.
    @Test
    void aNewVersionThatCreditPaysForIsCredited() {
        var till = InvoicingFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        till.seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        live(till, "DE");
        till.grant(10_000);
        var invoice = till.standalone(100, "");
        till.get(invoice).is(200, "\"status\":\"OUTSTANDING\"", "\"remaining_amount\":1900");
        live(till, "US");
        till.seller
                .post("/invoices/%s/regenerate".formatted(invoice), "{\"should_use_current_address\": true}")
                .is(200, "\"status\":\"CREDITED\"", "\"grand_total\":10000", "\"remaining_amount\":0");
    }

    private static void live(InvoicingFixture till, String country) {
        till.seller
                .patch("/customers/" + till.customer, "{\"address\": {\"country\": \"%s\"}}".formatted(country))
                .is(200);
    }

    /// Rule I-06: a payment that went back does not say when the invoice was paid.
    @Test
    void aPaymentThatWentBackDoesNotSayWhenItWasPaid() {
        var till = InvoicingFixture.at(HOUSE, "2025-05-10T08:00:00Z");
        var invoice = till.standalone(100, "");
        till.pay(invoice, 4_000, ", \"paid_at\": \"2025-05-03T08:00:00Z\"").is(200);
        var wrong = till.pay(invoice, 6_000, ", \"paid_at\": \"2025-05-09T08:00:00Z\"")
                .is(200)
                .text("payment_id");
        till.seller
                .post("/payments/%s/refund".formatted(wrong), "{\"amount\": 1000}")
                .is(200);
        till.pay(invoice, 1_000, ", \"paid_at\": \"2025-05-02T08:00:00Z\"").is(200);
        till.get(invoice).is(200, "\"fully_paid_at\":\"2025-05-09T08:00:00Z\""); // Some of it is still there.
        till.seller.post("/payments/%s/refund".formatted(wrong), "{}").is(200);
        till.get(invoice).is(200, "\"fully_paid_at\":null");
        till.pay(invoice, 5_000, ", \"paid_at\": \"2025-05-05T08:00:00Z\"").is(200);
        till.get(invoice).is(200, "\"status\":\"PAID\"", "\"fully_paid_at\":\"2025-05-05T08:00:00Z\"");
    }

    /// A new version that costs more opens it again, like a refund: here the tax of an address that was missing.
    @Test
    void whatANewVersionOpensAgainAfterItsDueDateIsLateAtOnce() {
        var till = InvoicingFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        var invoice = till.standalone(100, ", \"due_at\": \"2025-05-31\"");
        till.pay(invoice, 10_000).is(200);
        till.seller.advanceTo("2025-06-10T08:00:00Z");
        regenerateWithTax(till, invoice);
        till.seller.advanceTo("2025-06-10T09:00:00Z");
        till.get(invoice).is(200, "\"remaining_amount\":1900");
        assertThat(till.events()).containsOnlyOnce("invoice.past.due");
    }

    /// One that was told to be late is not told again for being dearer.
    @Test
    void aNewVersionOfALateInvoiceIsNoNewLapse() {
        var till = InvoicingFixture.at(HOUSE, "2025-05-01T08:00:00Z");
        var invoice = till.standalone(100, ", \"due_at\": \"2025-05-31\"");
        till.seller.advanceTo("2025-06-10T08:00:00Z");
        regenerateWithTax(till, invoice);
        till.seller.advanceTo("2025-06-10T09:00:00Z");
        assertThat(till.events()).containsOnlyOnce("invoice.past.due");
    }

    private static void regenerateWithTax(InvoicingFixture till, String invoice) {
        till.seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        till.seller
                .patch("/customers/" + till.customer, "{\"address\": {\"country\": \"DE\"}}")
                .is(200);
        till.seller
                .post("/invoices/%s/regenerate".formatted(invoice), "{\"should_use_current_address\": true}")
                .is(200);
    }

    /// An invoice due on the last of May, paid at once and refunded then.
    private static void refunded(InvoicingFixture till, String then) {
        var invoice = till.standalone(100, ", \"due_at\": \"2025-05-31\"");
        var payment = till.pay(invoice, 10_000).is(200).text("payment_id");
        till.seller.advanceTo(then);
        till.seller.post("/payments/%s/refund".formatted(payment), "{}").is(200);
    }

    /// Rules I-05, I-12: paid before it is issued; from then on the payment is one of the first version.
    @Test
    void aPrepaymentCountsAtIssue() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = till.started(till.order("2025-01-01", "MONTHLY", ""));
        var next = till.invoice(id, 1);
        till.pay(next, 4_000).is(200, "\"invoice_version_id\":null", "\"invoice_number\":null");
        till.get(next).is(200, "\"status\":\"SCHEDULED\"", "\"remaining_amount\":6000");
        assertThat(till.balance("PREPAYMENT")).isEqualTo(-4_000);
        till.seller.advanceTo("2025-02-01T00:00:00Z");
        till.get(next).is(200, "\"status\":\"PARTIALLY_PAID\"", "\"remaining_amount\":6000");
        assertThat(till.balance("PREPAYMENT")).isZero();
        var first = till.seller.get("/invoices/%s/versions/1".formatted(next)).text("invoice_version_id");
        var linked = "\"invoice_number\":\"2025-000002\",\"invoice_version_id\":\"%s\"".formatted(first);
        till.get(next).is(200, linked);
        till.seller.post("/invoices/%s/regenerate".formatted(next), "{}").is(200, linked);
        till.seller.get("/invoices/%s/payments".formatted(next)).is(200, linked);
        var third = till.invoice(id, 2);
        till.pay(third, 25_000).is(200);
        till.get(third).is(200, "\"status\":\"SCHEDULED\"", "\"fully_paid_at\":null");
        till.seller.advanceTo("2025-03-01T00:00:00Z");
        assertThat(till.status(third)).isEqualTo("PAID");
        // 15000 too much settles the fourth and half of the fifth.
        till.seller.advanceTo("2025-05-01T00:00:00Z");
        assertThat(till.status(till.invoice(id, 3))).isEqualTo("CREDITED");
        till.get(till.invoice(id, 4)).is(200, "\"remaining_amount\":5000", "\"credited_total\":5000");
    }
}
