package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The months of a coupon are months of service, counted from the first day of the subscription (rules D-08, N-03,
/// K-05).
@Tag("verify")
final class CouponScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private final Shop shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");

    /// Ten days without service come on top of its three months, also for the order that replaces the first one.
    @Test
    void aPauseUsesUpNoneOfThem() {
        var coupon = ", \"discount_coupons\": [\"WELCOME\"]";
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, coupon));
        shop.seller
                .post(
                        "/subscriptions/%s/pause".formatted(id),
                        "{\"paused_at\": \"2025-01-11\", \"scheduled_resume_at\": \"2025-01-21\"}")
                .is(200);
        shop.seller.advanceTo("2025-02-11T08:00:00Z");
        var recast = shop.seller
                .post("/subscriptions/%s/recast/estimate".formatted(id), """
                        {"starts_at": "2025-02-11", "contract_length": 12, "billing_frequency": "MONTHLY",
                         "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 1}]%s}
                        """.formatted(shop.plan, shop.seats, coupon))
                .is(200)
                .json();
        assertThat(recast.path("sub_total").asLong()).isEqualTo(12 * 2_500);
        assertThat(recast.path("grand_total").asLong())
                .as("two of the three months are left, at 5 %")
                .isEqualTo(12 * 2_500 - 2 * 125);
    }

    /// An order that waits is closed with what holds then (rule D-09).
    @ParameterizedTest
    @ValueSource(strings = {"\"active\": false", "\"expires_at\": \"2025-01-05T00:00:00Z\"", "\"max_redemptions\": 1"})
    void aCouponThatEndedMeanwhileClosesNothing(String end) {
        var coupon = ", \"discount_coupons\": [\"WELCOME\"]";
        shop.started(shop.order("2025-01-06", 12, "MONTHLY", 1, coupon));
        var id = shop.create(shop.order("2025-01-06", 12, "MONTHLY", 1, coupon));
        shop.seller.patch("/discount-coupons/WELCOME", "{%s}".formatted(end)).is(200);
        shop.seller.advanceTo("2025-01-05T00:00:00Z");
        shop.seller.post("/subscriptions/%s/start".formatted(id), "{}").is(400, "discount_coupons");
    }

    /// A free brick stays free in each period, also when some of what several orders brought is removed (U-09).
    @Test
    void lessOfWhatIsFreeIsFree() {
        shop.seller
                .post("/discount-coupons", "{\"code\": \"FREE\", \"discount_rate\": \"100\", \"duration_months\": 999}")
                .is(200);
        var free = ", \"discount_coupons\": [\"FREE\"]";
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 7, free));
        var upgrade =
                "{\"starts_at\": \"%s\", \"bricks\": [{\"brick_id\": \"" + shop.seats + "\", \"quantity\": %d}]%s}";
        var orders = "/subscriptions/%s/upgrade".formatted(id);
        shop.seller.started(orders, upgrade.formatted("2025-01-10", 11, free));
        shop.seller.started(orders, upgrade.formatted("2025-01-13", 13, free));
        shop.seller.started(orders, upgrade.formatted("2025-01-17", 5, ""));
        for (var invoice : shop.invoices(id))
            for (var line : invoice.path("line_items"))
                assertThat(line.path("grand_total").asLong()).as("%s", line).isZero();
    }
}
