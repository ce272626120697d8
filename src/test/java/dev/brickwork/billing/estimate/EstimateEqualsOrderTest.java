package dev.brickwork.billing.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.billing.orders.Shop;
import dev.brickwork.support.Property;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The estimate of a request, the estimate of the order that is made of it, and the invoices that are scheduled
/// when it starts agree to the cent and to the day.
@Tag("verify")
@Tag("full")
@Tag("soak")
final class EstimateEqualsOrderTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final List<String> FREQUENCIES =
            List.of("MONTHLY", "QUARTERLY", "SEMI_ANNUALLY", "ANNUALLY", "ALL_UPFRONT");

    @Test
    void theScheduleIsWhatWasEstimated() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        Property.holds(Property.cases(20, 2_000), random -> {
            var body = someOrder(random, shop);
            var asked =
                    shop.seller.post("/subscriptions/estimate", body).is(200).json();
            var id = shop.create(body);
            var estimate = shop.seller.get("/subscriptions/" + id).is(200).json();
            asked.properties()
                    .forEach(member -> assertThat(estimate.path(member.getKey()))
                            .as(member.getKey())
                            .isEqualTo(member.getValue()));
            var expected = new ArrayList<String>();
            for (var item : estimate.path("billing_schedule")) {
                expected.add(item.path("starts_at").asText() + " "
                        + item.path("grand_total").asText());
            }
            shop.start(id);
            assertThat(shop.bills(id)).as(body).isEqualTo(expected);
            assertThat(shop.total(id))
                    .isEqualTo(estimate.path("grand_total").asLong()
                            - estimate.path("grand_total_details")
                                    .path("unscheduled_total")
                                    .asLong());
            assertLinesAddUp(shop, id);
        });
    }

    /// V4: the lines of an invoice add up to its total.
    private static void assertLinesAddUp(Shop shop, String id) {
        for (JsonNode invoice : shop.invoices(id)) {
            long lines = 0;
            for (var line : invoice.path("line_items"))
                lines += line.path("grand_total").asLong();
            assertThat(invoice.path("grand_total").asLong()).isEqualTo(lines);
        }
    }

    private static String someOrder(Random random, Shop shop) {
        int months = 1 + random.nextInt(random.nextBoolean() ? 40 : 14);
        // Half of the starts at the end of a month, where clamping happens.
        var start = LocalDate.of(2025, 1, 2).plusDays(random.nextInt(400));
        if (random.nextBoolean()) start = start.withDayOfMonth(start.lengthOfMonth());
        var coupon = random.nextInt(3) == 0 ? ", \"discount_coupons\": [\"welcome\"]" : "";
        var phases = months > 1 && random.nextInt(3) == 0 ? phases(random, shop, months) : "";
        return """
                {"starts_at": "%s", "contract_length": %d, "billing_frequency": "%s", "plan_id": "%s", "bricks": %s,
                 "customer_id": "%s", "first_charge_date": "CONTRACT_START_DATE"%s%s}
                """.formatted(
                        start,
                        months,
                        FREQUENCIES.get(random.nextInt(FREQUENCIES.size())),
                        shop.plan,
                        bricks(random, shop),
                        shop.customer,
                        coupon,
                        phases);
    }

    private static String phases(Random random, Shop shop, int months) {
        int first = 1 + random.nextInt(months - 1);
        return """
                , "phases": [{"phase_position": 1, "contract_length": %d}, {"phase_position": 2, "contract_length": %d,
                 "bricks": %s}]
                """.formatted(first, months - first, bricks(random, shop));
    }

    private static String bricks(Random random, Shop shop) {
        var all = new ArrayList<String>();
        all.add("{\"brick_id\": \"%s\", \"quantity\": %d%s}"
                .formatted(shop.seats, 1 + random.nextInt(30), discount(random)));
        if (random.nextBoolean()) {
            all.add("{\"brick_id\": \"%s\", \"quantity\": %d}".formatted(shop.onboarding, 1 + random.nextInt(3)));
        }
        if (random.nextBoolean()) {
            all.add("{\"brick_id\": \"%s\", \"quantity\": %d}".formatted(shop.tokens, random.nextInt(5000)));
        }
        if (random.nextInt(4) == 0) all.add("{\"brick_id\": \"%s\"}".formatted(shop.audit));
        return "[" + String.join(", ", all) + "]";
    }

    private static String discount(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> ", \"discount\": [{\"rate\": \"%d.%d\"}]".formatted(random.nextInt(90), random.nextInt(10));
            case 1 ->
                ", \"discount\": [{\"rate\": \"10\", \"renews\": true}, {\"amount\": %d}]"
                        .formatted(random.nextInt(1000));
            default -> "";
        };
    }
}
