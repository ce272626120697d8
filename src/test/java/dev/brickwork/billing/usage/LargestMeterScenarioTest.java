package dev.brickwork.billing.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// As many meters as an order may have, over three years: what is billed of them is explained, expected and corrected
/// within the time that a request has.
@Tag("full")
final class LargestMeterScenarioTest {
    @AutoClose // On a slow machine the change of a month with so many meters outlasts the deadline of a request.
    private static final TestServer HOUSE = TestServer.own(Map.of("BRICKWORK_REQUEST_SECONDS", "120"));

    private static final int METERS = 200;

    private final TestServer.Tenant seller = HOUSE.sellerAt("2025-01-01T08:00:00Z");
    private final List<String> bricks = new ArrayList<>();
    private String customer = "";

    @Test
    void manyMetersOfALongContract() {
        var subscription = subscription();
        use(subscription, "first", 2);
        seller.advanceTo("2025-02-01T08:00:00Z");
        var invoice = seller.get("/invoices?status=OUTSTANDING,DUE&subscription_id=%s".formatted(subscription))
                .is(200)
                .first("invoice_id");
        var explained = seller.get("/invoices/%s/explain".formatted(invoice)).is(200);
        assertThat(explained.json().path("grand_total").longValue()).isEqualTo(METERS * 200L);
        assertThat(explained.json().path("parts").toString().split("2 beyond 0 committed and 0 included", -1))
                .hasSize(METERS + 1);

        use(subscription, "late", 2);
        seller.patch("/usage", "{\"transaction_id\": \"late 0\", \"value\": 3}").is(200);
        var expected = seller.get(
                        "/invoices?calculate_expected_usage=true&status=SCHEDULED&limit=35&ordering=bill_at&subscription_id=%s"
                                .formatted(subscription))
                .is(200)
                .json()
                .path("results");
        assertThat(expected).hasSize(35);
        assertThat(expected.path(0).path("grand_total").longValue()).isEqualTo(METERS * 200L + 100);

        use(subscription, "less", -3);
        seller.patch("/usage", "{\"transaction_id\": \"late 0\", \"value\": 2}").is(200);
        seller.get("/customers/%s/credits?limit=1".formatted(customer)).is(200, "\"balance\":" + METERS * 100);
    }

    private String subscription() {
        var shop = new Shop(seller);
        for (int i = 0; i < METERS; i++) bricks.add(shop.brick("b" + i, "USAGE"));
        var plan = shop.plan(
                "Metered",
                bricks.stream()
                        .map(brick -> Shop.priced(brick, Shop.flat("1.00")))
                        .toArray(String[]::new));
        customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var chosen = bricks.stream().map("{\"brick_id\": \"%s\"}"::formatted).collect(Collectors.joining(", "));
        var id = seller.post("/subscriptions", """
                        {"starts_at": "2025-01-01", "contract_length": 36, "billing_frequency": "MONTHLY",
                         "plan_id": "%s", "customer_id": "%s", "bricks": [%s]}
                        """.formatted(plan, customer, chosen))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        return id;
    }

    /// So much of each.
    private void use(String subscription, String name, int value) {
        var entries = new ArrayList<String>();
        for (int i = 0; i < METERS; i++) {
            entries.add("""
                    {"transaction_id": "%s %d", "subscription_id": "%s", "brick_id": "%s", "value": %d,
                     "time": "2025-01-01T08:00:00Z"}
                    """.formatted(name, i, subscription, bricks.get(i), value));
        }
        seller.post("/usage/batch", entries.toString()).is(201, "\"accepted\":" + METERS);
    }
}
