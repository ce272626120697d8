package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A one-time brick that goes on the day on which it was to come is a reduction like any other (rule U-06): what was
/// paid for it becomes credit, what was not lowers the invoice.
@Tag("verify")
final class OneTimeReductionScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private final InvoicingFixture till = InvoicingFixture.at(HOUSE, "2025-01-10T08:00:00Z");
    private final String setup;
    private final String subscription;

    /// Two for 100.00 each and a seat for 100.00 a month, billed before it begins.
    OneTimeReductionScenarioTest() {
        var shop = new Shop(till.seller);
        setup = shop.brick("setup", "ONE_TIME");
        shop.publish(
                till.plan, Shop.priced(till.seats, Shop.monthly("100.00")), Shop.priced(setup, Shop.flat("100.00")));
        subscription = till.started(till.order("2025-01-31", 3, "MONTHLY", "")
                .replace("\"bricks\": [", "\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 2}, ".formatted(setup)));
    }

    @Test
    void whatWasNotPaidLowersTheInvoice() {
        var invoice = till.invoice(subscription, 0);
        assertThat(remaining(invoice)).isEqualTo(30000);

        reduce(1);
        assertThat(remaining(invoice)).isEqualTo(20000);
        reduce(0);

        assertThat(remaining(invoice)).isEqualTo(10000);
        assertThat(till.credit()).isZero();
        assertThat(till.balance("REVENUE")).isEqualTo(-10000);
    }

    @Test
    void whatWasPaidBecomesCredit() {
        till.pay(till.invoice(subscription, 0), 25000).is(200);

        reduce(0);

        assertThat(remaining(till.invoice(subscription, 0))).isZero();
        assertThat(till.credit()).isEqualTo(15000);
        assertThat(till.balance("REVENUE")).isEqualTo(-10000);
    }

    private void reduce(int quantity) {
        var order = till.seller
                .post("/subscriptions/%s/upgrade".formatted(subscription), """
                        {"starts_at": "2025-01-31", "bricks": [{"brick_id": "%s", "quantity": %d}]}
                        """.formatted(setup, quantity))
                .is(200, "\"contract_value\":\"-")
                .text("order_id");
        till.seller
                .post("/subscriptions/%s/upgrade/%s/start".formatted(subscription, order), "{}")
                .is(200);
    }

    private long remaining(String invoice) {
        return till.get(invoice).json().path("remaining_amount").asLong();
    }
}
