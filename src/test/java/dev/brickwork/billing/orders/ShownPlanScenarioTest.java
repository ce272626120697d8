package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Which plan a subscription and its orders bear: the one of the day, which phases and upgrades may change (rule U-07).
@Tag("verify")
final class ShownPlanScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private final Shop shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
    private final String large = plan("Large", "18.00");

    private String plan(String name, String price) {
        return shop.plan(name, """
                {"prices": [], "bricks": [{"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT",
                  "price_period_months": 1, "unit_price": "%s"}]}]}
                """.formatted(shop.seats, price));
    }

    private String planOf(String path) {
        return shop.seller.get(path).is(200).text("plan_name");
    }

    private String upgrade(String id, String startsAt, int quantity, String more) {
        var path = "/subscriptions/%s/upgrade".formatted(id);
        return path + "/" + shop.seller.started(path, """
                        {"starts_at": "%s", "bricks": [{"brick_id": "%s", "quantity": %d}]%s}
                        """.formatted(startsAt, shop.seats, quantity, more));
    }

    private String switched() {
        return ", \"plan_id\": \"%s\"".formatted(large);
    }

    /// An upgrade without `plan_id` bears the plan to which the upgrades closed before it had switched.
    @Test
    void anUpgradeBearsThePlanThatItKeeps() {
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        var before = upgrade(id, "2025-01-01", 2, "");
        var switching = upgrade(id, "2025-01-01", 3, switched());
        var after = upgrade(id, "2025-01-01", 4, "");
        var open = "/subscriptions/%s/upgrade/%s"
                .formatted(
                        id,
                        shop.seller
                                .post("/subscriptions/%s/upgrade".formatted(id), """
                                        {"starts_at": "2025-01-01", "bricks": [{"brick_id": "%s", "quantity": 9}]}
                                        """.formatted(shop.seats))
                                .is(200)
                                .text("order_id"));
        assertThat(planOf(before)).isEqualTo("Team");
        assertThat(planOf(switching)).isEqualTo("Large");
        assertThat(planOf(after)).isEqualTo("Large");
        assertThat(planOf(open)).isEqualTo("Large");
        assertThat(shop.told("order.complete").path("plan_name").asText()).isEqualTo("Large");
    }

    private String inTwoPhases(String startsAt) {
        return shop.started("""
                {"starts_at": "%5$s", "contract_length": 4, "billing_frequency": "MONTHLY", "plan_id": "%1$s",
                 "bricks": [], "customer_id": "%2$s", "phases": [
                   {"contract_length": 2, "bricks": [{"brick_id": "%3$s", "quantity": 10}]},
                   {"contract_length": 2, "plan_id": "%4$s", "bricks": [{"brick_id": "%3$s", "quantity": 20}]}]}
                """.formatted(shop.plan, shop.customer, shop.seats, large, startsAt));
    }

    @Test
    void aSubscriptionBearsThePlanOfItsPhase() {
        var id = inTwoPhases("2025-01-01");
        var path = "/subscriptions/" + id;
        assertThat(planOf(path)).isEqualTo("Team");
        shop.seller.advanceTo("2025-03-01T08:00:00Z").is(200);
        assertThat(planOf(path)).isEqualTo("Large");
        shop.seller.get("/subscriptions?plan_id=" + large).is(200, id);
    }

    /// Also one that is closed when its first phase is over.
    @Test
    void anOrderThatClosesLateBearsThePlanOfToday() {
        var id = inTwoPhases("2024-11-01");
        assertThat(planOf("/subscriptions/" + id)).isEqualTo("Large");
    }

    @Test
    void aSubscriptionBearsThePlanOfAnUpgradeFromItsDayOn() {
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        var path = "/subscriptions/" + id;
        upgrade(id, "2025-02-10", 3, switched());
        assertThat(planOf(path)).isEqualTo("Team");
        shop.seller.advanceTo("2025-02-09T08:00:00Z").is(200);
        assertThat(planOf(path)).isEqualTo("Team");
        shop.seller.advanceTo("2025-02-10T08:00:00Z").is(200);
        assertThat(planOf(path)).isEqualTo("Large");
        upgrade(id, "2025-02-10", 4, "");
        assertThat(planOf(path)).isEqualTo("Large");
    }

    /// A pause that was begun since puts the day off.
    @Test
    void aPausePutsThePlanOff() {
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        var path = "/subscriptions/" + id;
        upgrade(id, "2025-02-10", 3, switched());
        shop.seller
                .post(path + "/pause", "{\"paused_at\": \"2025-02-01\", \"scheduled_resume_at\": \"2025-02-11\"}")
                .is(200);
        shop.seller.advanceTo("2025-02-15T08:00:00Z").is(200);
        assertThat(planOf(path)).isEqualTo("Team");
        shop.seller.advanceTo("2025-02-20T08:00:00Z").is(200);
        assertThat(planOf(path)).isEqualTo("Large");
    }

    /// A recast that names none has the plan of its own day, and not of today (API 4.4, rule R-07).
    @Test
    void aRecastGoesOnWithThePlanOfItsDay() {
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        upgrade(id, "2025-02-10", 3, switched());
        var path = "/subscriptions/%s/recast".formatted(id);
        for (var recast : List.of("2025-02-09 Team", "2025-02-10 Large")) {
            var order = shop.seller
                    .post(path, """
                            {"starts_at": "%s", "contract_length": 12, "billing_frequency": "MONTHLY",
                             "bricks": [{"brick_id": "%s", "quantity": 1}]}
                            """.formatted(recast.substring(0, 10), shop.seats))
                    .is(200)
                    .text("order_id");
            assertThat(planOf(path + "/" + order)).isEqualTo(recast.substring(11));
            shop.seller.delete(path + "/" + order).is(200);
        }
    }

    /// Until a recast begins, what runs today has the plan and the frequency that it had.
    @Test
    void whatRunsTodayBearsNothingOfARecastAhead() {
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        shop.seller.started("/subscriptions/%s/recast".formatted(id), """
                {"starts_at": "2025-02-10", "contract_length": 12, "billing_frequency": "QUARTERLY",
                 "bricks": [{"brick_id": "%s", "quantity": 1}]%s}
                """.formatted(shop.seats, switched()));
        var current = "/subscriptions/%s/current".formatted(id);
        shop.seller.get(current).is(200, "\"plan_name\":\"Team\",\"billing_frequency\":\"MONTHLY\"");
        shop.seller.advanceTo("2025-02-10T08:00:00Z").is(200);
        shop.seller.get(current).is(200, "\"plan_name\":\"Large\",\"billing_frequency\":\"QUARTERLY\"");
    }
}
