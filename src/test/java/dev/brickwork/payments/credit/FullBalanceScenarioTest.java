package dev.brickwork.payments.credit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A customer's balance that is full (rule M-09) refuses what is asked for and holds up nothing that is due: it keeps
/// what it has room for, and the seller is told of the rest.
@Tag("verify")
final class FullBalanceScenarioTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    private static final long MOST = 9_007_199_254_740_991L;

    @Test
    void aTerminationThatIsDueGoesOn() {
        var seller = HOUSE.sellerAt("2025-01-01T00:00:00Z");
        seller.patch("/seller", "{\"invoice_email_from\": \"billing@seller.example\"}")
                .is(200);
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var plan = shop.plan("Plan", Shop.priced(seats, Shop.monthly("100.00")));
        var customer = seller.post("/customers", "{\"name\": \"Rich\"}").is(200).text("customer_id");
        var subscription = seller.post("/subscriptions", """
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "ANNUALLY", "plan_id": "%s",
                 "customer_id": "%s", "auto_renews": false, "bricks": [{"brick_id": "%s", "quantity": 1}]}
                """.formatted(plan, customer, seats))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
        var invoice =
                seller.get("/subscriptions/%s/invoices".formatted(subscription)).first("invoice_id");
        seller.post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 120000}")
                .is(200);
        seller.post(
                        "/subscriptions/%s/terminate".formatted(subscription),
                        "{\"termination_date\": \"2025-07-01\", \"credit_unused\": true}")
                .is(200);
        grant(seller, customer, MOST - 1000).is(200);
        grant(seller, customer, 2000).is(400);

        seller.advanceTo("2025-07-02T00:00:00Z");

        seller.get("/subscriptions/" + subscription).is(200, "\"status\":\"INACTIVE\"");
        seller.get("/customers/%s/credits".formatted(customer)).is(200, "\"balance\":%d".formatted(MOST));
        List<String> told = HOUSE.database()
                .read(tx -> tx.query(
                                "SELECT data::text FROM event WHERE seller_id = :seller AND event_type = 'problem.found'")
                        .bind("seller", seller.id().value())
                        .mapTo(String.class)
                        .list());
        assertThat(told).singleElement().asString().contains("CREDIT_NOT_KEPT", customer, "59000 of USD");
        List<String> broken =
                HOUSE.database().read(tx -> HOUSE.wiring().invariants().run(tx, List.of()));
        assertThat(broken).filteredOn(it -> !it.contains("audit chain")).isEmpty();
    }

    private static TestServer.Reply grant(TestServer.Tenant seller, String customer, long amount) {
        return seller.post(
                "/customers/%s/credits".formatted(customer),
                "{\"amount\": %d, \"reason\": \"goodwill\"}".formatted(amount));
    }
}
