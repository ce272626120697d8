package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A recast that another customer takes over: credit stays with who has paid (rule I-16).
@Tag("verify")
final class TakenOverScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private final InvoicingFixture till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
    private final String other = till.customer("");
    private final String subscription = till.started(till.order("2025-01-01", "ANNUALLY", ""));

    @Test
    void whatWasPaidAndNotUsedGoesToTheLedgerOfWhoPaid() {
        var path = recast("");
        till.seller
                .post(path + "/estimate", "{}")
                .is(200, "\"grand_total\":120000", "\"total\":0,\"applied\":0,\"remaining\":0");

        till.seller.post(path + "/start", "{}").is(200);

        assertThat(till.credit()).isEqualTo(60000);
        assertThat(till.credit(other)).isZero();
        var first = till.invoices(subscription).get(1);
        assertThat(first.path("customer_id").asText()).isEqualTo(other);
        assertThat(first.path("remaining_amount").asLong()).isEqualTo(10000);
        assertThat(till.balance("ADJUSTMENTS")).isZero();
        till.seller
                .get("/subscriptions/" + subscription)
                .is(200, "\"grand_total\":120000", "\"total\":0,\"applied\":0,\"remaining\":0");
    }

    /// Rule R-06: a credit set by hand replaces the automatic credit of the new order, which is 0 here, and nothing
    /// that belongs to the earlier customer.
    @ParameterizedTest
    @CsvSource({"0, 10000", "7000, 3000", "20000, 0"})
    void whatWasSetByHandIsForTheNewOrder(long byHand, long remaining) {
        till.seller
                .post(recast(", \"adjustment_credit\": " + byHand) + "/start", "{}")
                .is(200);

        assertThat(till.credit()).isEqualTo(60000);
        var first = till.invoices(subscription).get(1);
        assertThat(first.path("remaining_amount").asLong()).isEqualTo(remaining);
        assertThat(till.balance("REVENUE")).isEqualTo(-60000 - 10000);
        assertThat(till.balance("ADJUSTMENTS")).isEqualTo(byHand);
    }

    /// The contract changed hands before; what the first customer paid stays theirs at a recast for the second.
    @Test
    void whoPaidMayHaveLeftBefore() {
        handOver();
        till.seller.post(recast("", other) + "/start", "{}").is(200);

        assertThat(till.credit()).isEqualTo(60000);
        assertThat(till.credit(other)).isZero();
        assertThat(till.invoices(subscription).get(2).path("grand_total").asLong())
                .isZero();
        assertThat(till.balance("CUSTOMER_CREDIT")).isEqualTo(-60000 - 60000 + 10000);
    }

    /// Of the 60000 that each of them has paid and not used, only those of the second are replaced.
    @Test
    void whatWasSetByHandReplacesNothingOfWhoLeftBefore() {
        handOver();
        till.seller
                .post(recast(", \"adjustment_credit\": 4000", other) + "/start", "{}")
                .is(200);

        assertThat(till.credit()).isEqualTo(60000);
        assertThat(till.invoices(subscription).get(2).path("grand_total").asLong())
                .isEqualTo(6000);
        assertThat(till.balance("REVENUE")).isEqualTo(-60000 - 90000 - 10000 + 4000);
        assertThat(till.balance("ADJUSTMENTS")).isZero();
    }

    /// A reduction lowers the coming invoices of each customer by what is gone, the latest first: no customer is
    /// billed for it, and none gets what another was to be billed (rule U-06).
    @Test
    void aReductionShrinksTheComingInvoicesOfWhomItConcerns() {
        var monthly = till.started(till.order("2025-01-01", "MONTHLY", ""));
        change(monthly, 3, ", \"customer_id\": \"%s\"".formatted(other));
        change(monthly, 2, "");
        assertThat(scheduled(monthly, till.customer)).containsOnly(10000L).hasSize(11);
        assertThat(scheduled(monthly, other)).containsOnly(10000L).hasSize(11);
        change(monthly, 0, "");
        assertThat(scheduled(monthly, till.customer)).containsOnly(0L).hasSize(11);
        assertThat(scheduled(monthly, other)).containsOnly(0L).hasSize(11);
    }

    /// A share of a reduction is cut like the rest, where the contract ends ahead.
    @Test
    void aShareOfAReductionEndsWithTheContract() {
        var quarterly = till.started(till.order("2025-01-01", "QUARTERLY", ""));
        change(quarterly, 4, ", \"customer_id\": \"%s\"".formatted(other));
        change(quarterly, 0, "");
        till.seller
                .post("/subscriptions/%s/terminate".formatted(quarterly), "{\"termination_date\": \"2025-06-01\"}")
                .is(200);
        assertThat(scheduled(quarterly, till.customer)).containsOnly(0L).hasSize(1);
        assertThat(scheduled(quarterly, other)).containsOnly(0L).hasSize(1);
    }

    /// Each coming invoice expects the tax of whom it bills, and keeps of what was paid ahead as much (rules X-04,
    /// I-05).
    @Test
    void anInvoiceThatShrinksExpectsTheTaxOfWhomItBills() {
        till.seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        till.seller.patch("/customers/" + till.customer, """
                        {"address": {"line_1": "a", "city": "b", "zip": "10115", "country": "DE"}}
                        """).is(200);
        var monthly = till.started(till.order("2025-01-01", "MONTHLY", ""));
        change(monthly, 2, "");
        var next = till.invoice(monthly, 2);
        till.pay(next, 23800).is(200);
        change(monthly, 1, ", \"customer_id\": \"%s\"".formatted(other));
        till.get(next).is(200, "\"grand_total\":11900", "\"paid_total\":11900", "\"remaining_amount\":0");
        assertThat(till.credit()).as("to whom the invoice bills").isEqualTo(11900);
        assertThat(till.credit(other)).isZero();
        till.seller
                .post("/subscriptions/%s/terminate".formatted(monthly), "{\"termination_date\": \"2025-02-15\"}")
                .is(200);
        till.get(next).is(200, "\"grand_total\":5950", "\"paid_total\":5950", "\"remaining_amount\":0");
    }

    private void change(String contract, int quantity, String more) {
        till.seller.started("/subscriptions/%s/upgrade".formatted(contract), """
                {"starts_at": "2025-01-01", "bricks": [{"brick_id": "%s", "quantity": %d}]%s}
                """.formatted(till.seats, quantity, more));
    }

    private List<Long> scheduled(String contract, String customer) {
        return till.invoices(contract).stream()
                .filter(invoice -> invoice.path("status").asText().equals("SCHEDULED"))
                .filter(invoice -> invoice.path("customer_id").asText().equals(customer))
                .map(invoice -> invoice.path("line_items"))
                .map(lines -> {
                    long sum = 0;
                    for (var line : lines) sum += line.path("grand_total").asLong();
                    return sum;
                })
                .toList();
    }

    /// A year for one, a second seat for the other from April on, both paid, up to July.
    private void handOver() {
        till.pay(till.invoice(subscription, 0), 120000).is(200);
        till.seller.advanceTo("2025-04-01T08:00:00Z");
        var order = till.seller
                .post("/subscriptions/%s/upgrade".formatted(subscription), """
                        {"starts_at": "2025-04-01", "bricks": [{"brick_id": "%s", "quantity": 2}]}
                        """.formatted(till.seats))
                .is(200)
                .text("order_id");
        var path = "/subscriptions/%s/upgrade/%s".formatted(subscription, order);
        till.seller.patch(path, "{\"customer_id\": \"%s\"}".formatted(other)).is(200);
        till.seller.post(path + "/start", "{}").is(200);
        till.pay(till.invoice(subscription, 1), 90000).is(200);
        till.seller.advanceTo("2025-07-01T08:00:00Z");
    }

    private String recast(String more) {
        till.pay(till.invoice(subscription, 0), 120000).is(200);
        till.seller.advanceTo("2025-07-01T08:00:00Z");
        return recast(more, other);
    }

    private String recast(String more, String customer) {
        var order = till.seller
                .post("/subscriptions/%s/recast".formatted(subscription), """
                        {"starts_at": "2025-07-01", "contract_length": 12, "billing_frequency": "MONTHLY",
                         "bricks": [{"brick_id": "%s", "quantity": 1}]%s}
                        """.formatted(till.seats, more))
                .is(200)
                .text("order_id");
        var path = "/subscriptions/%s/recast/%s".formatted(subscription, order);
        till.seller.patch(path, "{\"customer_id\": \"%s\"}".formatted(customer)).is(200);
        return path;
    }
}
