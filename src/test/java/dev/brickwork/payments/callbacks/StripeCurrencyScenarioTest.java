package dev.brickwork.payments.callbacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.payments.processor.StripeDouble;
import dev.brickwork.platform.Refusal;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Invoices in currencies that Stripe counts in another way than ISO 4217 (rule C-02).
@Tag("verify")
final class StripeCurrencyScenarioTest {
    private static final StripeDouble STRIPE = StripeDouble.started();

    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp(
            Map.of("BRICKWORK_STRIPE_URL", STRIPE.base().toString()));

    private static Shopkeeper connected() {
        var keeper = Shopkeeper.connected(HOUSE, STRIPE);
        keeper.till()
                .seller()
                .patch("/seller", "{\"enabled_currencies\": [\"USD\", \"JPY\", \"ISK\", \"UGX\", \"MGA\", \"KWD\"]}")
                .is(200);
        return keeper;
    }

    private static String invoice(Shopkeeper keeper, String customer, String currency, String price) {
        return keeper.till()
                .seller()
                .post("/invoices", """
                        {"customer_id": "%s", "currency": "%s", "line_items": [
                           {"description": "Work", "quantity": 1, "unit_price": "%s"}]}
                        """.formatted(customer, currency, price))
                .is(200)
                .text("invoice_id");
    }

    /// A charge and two refunds, which Stripe counts in its unit and the books in that of the currency.
    @ParameterizedTest
    @CsvSource(textBlock = """
            # currency, price,  in the books, at Stripe, part
            JPY,        500,    500,          500,       200
            ISK,        500,    500,          50000,     200
            UGX,        37000,  37000,        3700000,   1000
            MGA,        5000,   500000,       5000,      100000
            KWD,        5.12,   5120,         5120,      1230
            """)
    void whatIsChargedAndRefundedIsCountedAsStripeDoes(
            String currency, String price, long inTheBooks, long atStripe, long part) throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var customer = keeper.customerWith("pm_ok_" + currency.toLowerCase(Locale.ROOT));
        var invoice = invoice(keeper, customer, currency, price);

        var payment = till.pay(invoice)
                .is(200, "\"state\":\"SUCCEEDED\"", "\"paid_amount\":%d".formatted(inTheBooks))
                .text("payment_id");

        assertThat(STRIPE.taken(payment)).isEqualTo(atStripe);
        assertThat(till.status(invoice)).isEqualTo("PAID");
        assertThat(till.cash()).isEqualTo(inTheBooks);
        long returned = STRIPE.returnedInAll();
        till.refund(payment, "{\"amount\": %d}".formatted(part))
                .is(200, "\"state\":\"SUCCEEDED\"", "\"amount\":%d".formatted(part));
        assertThat(STRIPE.returnedInAll() - returned).isEqualTo(part * atStripe / inTheBooks);
        assertThat(till.cash()).isEqualTo(inTheBooks - part);
        till.refund(payment, "{}").is(200, "\"amount\":%d".formatted(inTheBooks - part));
        assertThat(STRIPE.returnedInAll() - returned).isEqualTo(atStripe);
        assertThat(till.remaining(invoice)).isEqualTo(inTheBooks);
    }

    /// Neither by a saved method nor at the form, nor back: Stripe would take another amount, or none.
    @ParameterizedTest
    @CsvSource({"KWD, 5.124, 0.010, 5.124 KWD", "MGA, 5000.01, 1.00, 5000.01 MGA"})
    void anAmountThatStripeHasNoDecimalsForIsRefused(String currency, String price, String step, String amount)
            throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var customer = keeper.customerWith("pm_ok_fine");
        var invoice = invoice(keeper, customer, currency, price);
        int requests = STRIPE.requests().size();

        till.pay(invoice)
                .is(
                        400,
                        "\"amount\"",
                        "Stripe takes %s only in steps of %s, and %s is none".formatted(currency, step, amount));
        assertThat(form(keeper, invoice)).contains("amount: Stripe takes " + currency);

        assertThat(STRIPE.requests().stream().skip(requests))
                .noneMatch(request -> request.path().contains("payment_intents")
                        || request.path().contains("checkout"));
        assertThat(till.read(invoice).path("payments")).isEmpty();
        assertThat(till.status(invoice)).isEqualTo("OUTSTANDING");
        assertThat(till.broken()).isEmpty();
    }

    private static String form(Shopkeeper keeper, String invoice) {
        try {
            return keeper.form(invoice).toString();
        } catch (Refusal refused) {
            return refused.why();
        }
    }

    @Test
    void aRefundThatStripeHasNoDecimalsForIsRefused() throws Exception {
        var keeper = connected();
        var till = keeper.till();
        var invoice = invoice(keeper, keeper.customerWith("pm_ok_back"), "KWD", "5.12");
        var payment = till.pay(invoice).is(200).text("payment_id");
        till.refund(payment, "{\"amount\": 1234}").is(400, "\"amount\"", "1.234 KWD is none");
        till.refund(payment, "{\"amount\": 1234, \"refund_method\": \"ACCOUNT_CREDIT\"}")
                .is(200, "\"amount\":1234");
        assertThat(till.cash()).isEqualTo(5120);
        assertThat(till.broken()).isEmpty();
    }
}
