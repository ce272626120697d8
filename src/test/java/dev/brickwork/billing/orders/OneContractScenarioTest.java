package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The worked example of the rules over HTTP: estimate, order, upgrade and recast.
@Tag("verify")
final class OneContractScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    @Test
    void startUpgradeAndRecast() {
        var shop = Shop.at(HOUSE, "2025-01-31T09:00:00Z");
        var id = shop.create(shop.sectionTwentyOne());
        shop.seller
                .get("/subscriptions/" + id)
                .is(200, "\"status\":\"PENDING\"", "\"stage\":\"BUILDING\"", "\"grand_total\":408985");
        assertThat(shop.bills(id)).isEmpty();

        shop.start(id)
                .is(
                        200,
                        "\"contract_value\":\"4089.85 USD\"",
                        "\"ends_at\":\"2026-03-30\"",
                        "\"order_type\":\"STANDARD\"",
                        "\"status\":\"ACTIVE\"");
        assertThat(shop.bills(id))
                .containsExactly(
                        "2025-01-31 121885",
                        "2025-04-30 78300",
                        "2025-07-31 78300",
                        "2025-10-31 78300",
                        "2026-01-31 52200");
        assertThat(shop.events())
                .containsExactly("order.stage.change", "order.stage.change", "order.complete", "subscription.started");

        upgrade(shop, id);
        recast(shop, id);
    }

    private static void upgrade(Shop shop, String id) {
        shop.pay(id, 100);
        shop.seller.advanceTo("2025-06-15T09:00:00Z");
        shop.pay(id, 100);
        var body = """
                {"starts_at": "2025-06-15",
                 "bricks": [{"brick_id": "%s", "quantity": 20, "discount": [{"rate": "10", "renews": true}]}]}
                """.formatted(shop.seats);
        shop.seller
                .post("/subscriptions/%s/upgrade/estimate".formatted(id), body)
                .is(200, "\"sub_total\":152000", "\"grand_total\":136800", "\"quantity\":8");
        var order = shop.seller
                .post("/subscriptions/%s/upgrade".formatted(id), body)
                .is(200, "\"contract_value\":\"1368.00 USD\"", "\"order_type\":\"UPGRADE\"")
                .text("order_id");
        shop.seller.post("/subscriptions/%s/upgrade".formatted(id), body).is(400, "open order");
        shop.seller
                .post("/subscriptions/%s/upgrade/%s/start".formatted(id, order), "{}")
                .is(200, "\"stage\":\"CLOSED\"");
        assertThat(shop.bills(id))
                .containsExactly(
                        "2025-01-31 121885",
                        "2025-04-30 78300",
                        "2025-06-15 21600",
                        "2025-07-31 121500",
                        "2025-10-31 121500",
                        "2026-01-31 81000");
        shop.seller.get("/subscriptions/%s/bricks".formatted(id)).is(200, "\"quantity\":20", "\"rate\":\"10\"");
    }

    private static void recast(Shop shop, String id) {
        shop.pay(id, 100);
        shop.seller.advanceTo("2025-09-10T09:00:00Z");
        shop.pay(id, 100);
        var body = """
                {"starts_at": "2025-09-10", "contract_length": 24, "billing_frequency": "ANNUALLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 30}]}
                """.formatted(shop.plan, shop.seats);
        shop.seller
                .post("/subscriptions/%s/recast/estimate".formatted(id), body)
                .is(200, "\"applied\":67500", "\"grand_total\":\"712500\"", "\"grand_total\":\"780000\"");
        var order = shop.seller
                .post("/subscriptions/%s/recast".formatted(id), body)
                .is(200, "\"contract_value\":\"15600.00 USD\"", "\"ends_at\":\"2027-09-09\"")
                .text("order_id");
        shop.seller
                .patch("/subscriptions/%s/recast/%s".formatted(id, order), "{\"adjustment_credit\": 10000}")
                .is(200);
        shop.seller
                .post("/subscriptions/%s/recast/%s/estimate".formatted(id, order), "{}")
                .is(200, "\"applied\":10000");
        shop.seller
                .patch("/subscriptions/%s/recast/%s".formatted(id, order), "{\"adjustment_credit\": null}")
                .is(200);
        shop.seller
                .patch("/subscriptions/%s/recast/%s".formatted(id, order), "{\"starts_at\": \"2025-09-11\"}")
                .is(400, "starts_at");
        shop.seller
                .post("/subscriptions/%s/recast/%s/start".formatted(id, order), "{}")
                .is(200);
        assertThat(shop.bills(id))
                .containsExactly(
                        "2025-01-31 121885",
                        "2025-04-30 78300",
                        "2025-06-15 21600",
                        "2025-07-31 121500",
                        "2025-09-10 712500",
                        "2026-09-10 780000");
        assertThat(shop.credit()).isZero();
        shop.seller
                .get("/subscriptions/%s/invoices?scope=current".formatted(id))
                .is(200, "\"count\":2");
        shop.seller.get("/subscriptions/%s/invoices?scope=past".formatted(id)).is(200, "\"count\":4");
    }
}
