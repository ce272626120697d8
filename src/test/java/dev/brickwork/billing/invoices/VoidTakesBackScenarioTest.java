package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A void undoes an invoice whole (rule I-07): credit that the customer has because of it goes with it, as far as it
/// is still there.
@Tag("verify")
final class VoidTakesBackScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    /// Rule M-08: the fixed discount was larger than the price.
    @Test
    void whatItCarriedForward() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = carried(till);
        assertThat(till.credit()).isEqualTo(2000);

        till.seller.post("/invoices/%s/void".formatted(id), "{}").is(200, "\"status\":\"VOIDED\"");

        assertThat(till.credit()).isZero();
        assertThat(till.balance("REVENUE")).isZero();
        assertThat(till.balance("CUSTOMER_CREDIT")).isZero();
    }

    @Test
    void whatItCarriedForwardAndWasSpentIsTheSellersLoss() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = carried(till);
        till.standalone("15.00", "");
        assertThat(till.credit()).isEqualTo(500);

        till.seller.post("/invoices/%s/void".formatted(id), "{}").is(200);

        assertThat(till.credit()).isZero();
        assertThat(till.balance("GOODWILL")).isEqualTo(1500);
        assertThat(till.balance("REVENUE")).isEqualTo(-1500);
    }

    /// A payment that a reduction gave back in part was then refunded whole: the invoice is open for all of it.
    @Test
    void whatAReductionGave() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var subscription = till.started(
                till.order("2025-01-01", 12, "ANNUALLY", "").replace("\"quantity\": 1", "\"quantity\": 2"));
        var id = till.invoice(subscription, 0);
        var payment = till.pay(id, 240000).is(200).text("payment_id");
        till.upgrade(subscription, 1);
        assertThat(till.credit()).isEqualTo(120000);
        till.seller.get("/customers/%s/credits".formatted(till.customer)).is(200, "\"type\":\"DOWNGRADE\"");
        till.seller.post("/payments/%s/refund".formatted(payment), "{}").is(200);

        till.seller.post("/invoices/%s/void".formatted(id), "{}").is(200);

        assertThat(till.credit()).isZero();
        assertThat(till.balance("REVENUE")).isZero();
        assertThat(till.balance("CASH")).isZero();
    }

    /// The credit of a recast waits on its scheduled invoices (rule R-04): what none of them has used up is taken off
    /// again, and only the month that went out is the seller's loss.
    @Test
    void whatARecastGaveAndStillWaits() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var subscription = till.started(till.order("2025-01-01", 12, "ANNUALLY", ""));
        var id = till.invoice(subscription, 0);
        var payment = till.pay(id, 120000).is(200).text("payment_id");
        till.recast(subscription, "");
        assertThat(totals(till, subscription)).startsWith(120000L, 0L, 0L, 0L, 0L, 0L, 0L, 10000L);
        till.seller.post("/payments/%s/refund".formatted(payment), "{}").is(200);

        till.seller.post("/invoices/%s/void".formatted(id), "{}").is(200);

        assertThat(totals(till, subscription)).startsWith(120000L, 0L, 10000L, 10000L, 10000L, 10000L, 10000L, 10000L);
        assertThat(till.balance("GOODWILL")).isEqualTo(10000);
        assertThat(till.balance("CUSTOMER_CREDIT")).isZero();
        assertThat(till.balance("REVENUE")).isEqualTo(-10000);
        assertThat(till.balance("RECEIVABLE")).isZero();
    }

    /// Credit of the recast is used up on a year that was itself recast in October: the credit of that second
    /// recast is for the rest of its own year, which stays paid.
    @Test
    void nothingThatAnotherRecastGave() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var subscription = till.started(till.order("2025-01-01", 12, "ANNUALLY", ""));
        var id = till.invoice(subscription, 0);
        var payment = till.pay(id, 120000).is(200).text("payment_id");
        recast(till, subscription, "2025-07-01", "ANNUALLY");
        till.pay(till.invoice(subscription, 1), 60000).is(200);
        recast(till, subscription, "2025-10-01", "MONTHLY");
        var totals = totals(till, subscription);
        assertThat(totals).startsWith(120000L, 60000L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 10000L);
        till.seller.post("/payments/%s/refund".formatted(payment), "{}").is(200);

        till.seller.post("/invoices/%s/void".formatted(id), "{}").is(200);

        assertThat(totals(till, subscription)).isEqualTo(totals);
        assertThat(till.balance("GOODWILL")).isEqualTo(60000);
    }

    private static void recast(InvoicingFixture till, String subscription, String startsAt, String frequency) {
        till.seller.advanceTo(startsAt + "T08:00:00Z");
        till.seller.started("/subscriptions/%s/recast".formatted(subscription), """
                        {"starts_at": "%s", "contract_length": 12, "billing_frequency": "%s", "plan_id": "%s",
                         "bricks": [{"brick_id": "%s", "quantity": 1}]}
                        """.formatted(
                        startsAt, frequency, till.plan, till.seats));
    }

    /// Rule R-06: what the seller kept of the unused part was never the customer's.
    @Test
    void nothingThatACreditByHandDidNotGive() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var subscription = till.started(till.order("2025-01-01", 12, "ANNUALLY", ""));
        var id = till.invoice(subscription, 0);
        var payment = till.pay(id, 120000).is(200).text("payment_id");
        till.recast(subscription, ", \"adjustment_credit\": 0");
        till.grant(70000);
        till.seller.post("/payments/%s/refund".formatted(payment), "{}").is(200);

        till.seller.post("/invoices/%s/void".formatted(id), "{}").is(200);

        assertThat(till.credit()).isEqualTo(70000);
        assertThat(till.balance("ADJUSTMENTS")).isZero();
        assertThat(till.balance("REVENUE")).isEqualTo(-10000);
    }

    /// Voiding an invoice that credit had paid returns all of that credit.
    @Test
    void allThatWasSpentComesBackWhereACreditByHandGaveNothing() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        till.grant(120000);
        var subscription = till.started(till.order("2025-01-01", 12, "ANNUALLY", ""));
        var id = till.invoice(subscription, 0);
        assertThat(till.status(id)).isEqualTo("CREDITED");
        till.recast(subscription, ", \"adjustment_credit\": 0");

        till.seller.post("/invoices/%s/void".formatted(id), "{}").is(200);

        assertThat(till.credit()).isEqualTo(120000);
        assertThat(till.balance("ADJUSTMENTS")).isZero();
    }

    private static List<Long> totals(InvoicingFixture till, String subscription) {
        return till.invoices(subscription).stream()
                .map(invoice -> invoice.path("grand_total").asLong())
                .toList();
    }

    /// A month of a seat for less than nothing.
    private static String carried(InvoicingFixture till) {
        var subscription = till.started(till.order("2025-01-01", 1, "MONTHLY", "")
                .replace("\"quantity\": 1", "\"quantity\": 1, \"discount\": [{\"amount\": 12000}]"));
        return till.invoice(subscription, 0);
    }
}
