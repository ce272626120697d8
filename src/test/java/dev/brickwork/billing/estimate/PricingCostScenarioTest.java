package dev.brickwork.billing.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A short request may not ask for more than 100,000 cells (lines × periods × tiers), whichever way it comes in.
@Tag("verify")
final class PricingCostScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final int TIERS = 100;

    private final TestServer.Tenant seller = HOUSE.sellerAt("2025-01-01T08:00:00Z");
    private final Shop shop = new Shop(seller);
    private final String seats = shop.brick("seats", "SUBSCRIPTION");
    private final String plan = shop.plan("Ladders", Shop.priced(seats, ladder()));
    private final String customer =
            seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");

    private static String ladder() {
        var closed = IntStream.range(1, TIERS)
                .mapToObj("{\"up_to\": %d, \"unit_price\": \"1.00\"}"::formatted)
                .collect(Collectors.joining(", "));
        return """
                {"currency": "USD", "model": "GRADUATED", "price_period_months": 1,
                 "tiers": [%s, {"up_to": null, "unit_price": "1.00"}]}""".formatted(closed);
    }

    private String order(int months, String more) {
        return """
                {"starts_at": "2025-01-01", "contract_length": %d, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "customer_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 1}]%s}""".formatted(months, plan, customer, seats, more);
    }

    private String upgrade() {
        return """
                {"starts_at": "2025-01-01", "bricks": [{"brick_id": "%s", "quantity": 2}]}""".formatted(seats);
    }

    private static void refused(TestServer.Reply reply, String field, String counts) {
        assertThat(reply.is(400, "ERR_BAD_REQUEST")
                        .json()
                        .at("/error/details/fields")
                        .path(field)
                        .path(0)
                        .asText())
                .isEqualTo("Must not come to more than 100000 cells (lines × periods × tiers): " + counts + ".");
    }

    @Test
    void theLimitItselfIsPriced() {
        seller.post("/subscriptions/estimate", order(1000, "")).is(200);
        seller.post("/subscriptions", order(1000, "")).is(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/subscriptions/estimate", "/subscriptions"})
    void aNewSubscription(String path) {
        refused(
                seller.post(path, order(1001, "")),
                "bricks",
                "1 lines of up to 1001 periods with up to 100 tiers come to 100100");
        var phases = ", \"phases\": [{\"contract_length\": 1}, {\"contract_length\": 1000}]";
        refused(
                seller.post(path, order(1001, phases)),
                "phases",
                "2 lines of up to 1000 periods with up to 100 tiers come to 100100");
        seller.post(path, order(1001, phases).replace("MONTHLY", "ANNUALLY")).is(200);
    }

    @Test
    void anOpenOrderThatChanges() {
        var id = seller.post("/subscriptions", order(12, "")).is(200).text("subscription_id");
        refused(
                seller.patch("/subscriptions/" + id, "{\"contract_length\": 1200}"),
                "bricks",
                "1 lines of up to 1200 periods with up to 100 tiers come to 120000");
    }

    @ParameterizedTest
    @CsvSource({"recast,1001", "renewal,1001"})
    void anOrderThatOpensATerm(String type, int months) {
        var id = seller.post("/subscriptions", order(12, "")).is(200).text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        var path = "/subscriptions/%s/%s".formatted(id, type);
        var counts = "1 lines of up to %d periods with up to 100 tiers come to %d".formatted(months, months * TIERS);
        var dear = type.equals("renewal") ? order(months, "").replace("2025-01-01", "2026-01-01") : order(months, "");
        refused(seller.post(path + "/estimate", dear), "bricks", counts);
        refused(seller.post(path, dear), "bricks", counts);
        var one = path + "/"
                + seller.post(path, dear.replace(String.valueOf(months), "12"))
                        .is(200)
                        .text("order_id");
        refused(seller.patch(one, "{\"contract_length\": %d}".formatted(months)), "bricks", counts);
    }

    /// It is priced together with all that it changes.
    @Test
    void anUpgrade() {
        var id = seller.post("/subscriptions", order(600, "")).is(200).text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        var path = "/subscriptions/%s/upgrade".formatted(id);
        var counts = "2 lines of up to 600 periods with up to 100 tiers come to 120000";
        refused(seller.post(path + "/estimate", upgrade()), "bricks", counts);
        refused(seller.post(path, upgrade()), "bricks", counts);
    }

    @Test
    void theRenewalThatComesByItself() {
        var counts = "1 lines of up to 1200 periods with up to 100 tiers come to 120000";
        var period = "\"renewal_contract_period\": 1200";
        refused(seller.post("/subscriptions", order(12, ", " + period)), "renewal_contract_period", counts);
        var id = seller.post("/subscriptions", order(12, "")).is(200).text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        refused(seller.patch("/subscriptions/" + id, "{%s}".formatted(period)), "renewal_contract_period", counts);
    }
}
