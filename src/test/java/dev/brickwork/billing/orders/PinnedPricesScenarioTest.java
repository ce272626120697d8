package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.support.Property;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// An open order keeps the prices that it was made with, whatever is published meanwhile (rule Q-01).
@Tag("verify")
@Tag("full")
@Tag("soak")
final class PinnedPricesScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private final Shop shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
    private final String support = shop.brick("Support", "SUBSCRIPTION");
    private final String plan = shop.plan("Flat", draft("20.00"));

    private String draft(String seats, String... others) {
        var more = new StringBuilder();
        for (var other : others) more.append(", ").append(priced(support, other));
        return "{\"prices\": [], \"bricks\": [%s%s]}".formatted(priced(shop.seats, seats), more);
    }

    private static String priced(String brick, String price) {
        return """
                {"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT", "price_period_months": 1,
                  "unit_price": "%s"}]}
                """.formatted(brick, price);
    }

    private static String bricks(String brick, int quantity) {
        return "\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": %d}]".formatted(brick, quantity);
    }

    private String order(int seats, String more) {
        return """
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "ALL_UPFRONT", "plan_id": "%s",
                 "customer_id": "%s", %s%s}
                """.formatted(plan, shop.customer, bricks(shop.seats, seats), more);
    }

    private JsonNode read(String path) {
        return shop.seller.get(path).is(200).json();
    }

    private long estimated(String order) {
        return shop.seller
                .post(order + "/estimate", "{}")
                .is(200)
                .json()
                .path("grand_total")
                .asLong();
    }

    private void starts(String path, String value) {
        shop.seller.post(path + "/start", "{}").is(200, "\"contract_value\":\"%s\"".formatted(value));
    }

    /// The example of the rule: 240.00 shown, 1500.00 taken.
    @Test
    void aFirstOrderBillsWhatItShows() {
        var id = shop.create(order(1, ""));
        var path = "/subscriptions/" + id;
        shop.publish(plan, draft("125.00"));
        assertThat(read(path).path("grand_total").asLong()).isEqualTo(24_000);
        starts(path, "240.00 USD");
        assertThat(shop.bills(id)).containsExactly("2025-01-01 24000");
    }

    @Test
    void aRecastAndAnUpgradeWithAPlanBillWhatTheyShow() {
        var path = "/subscriptions/" + shop.started(order(1, ""));
        shop.publish(plan, draft("30.00"));
        var named = "\"plan_id\": \"%s\", %s}".formatted(plan, bricks(shop.seats, 2));
        var upgrade = path + "/upgrade/"
                + shop.seller
                        .post(path + "/upgrade", "{\"starts_at\": \"2025-07-01\", " + named)
                        .is(200, "\"contract_value\":\"240.00 USD\"")
                        .text("order_id");
        shop.publish(plan, draft("125.00"));
        assertThat(estimated(upgrade)).isEqualTo(24_000);
        shop.seller.get(upgrade).is(200, "\"contract_value\":\"240.00 USD\"");
        starts(upgrade, "240.00 USD");
        var recast = path + "/recast/"
                + shop.seller
                        .post(path + "/recast", """
                                {"starts_at": "2025-07-01", "contract_length": 1, "billing_frequency": "MONTHLY",
                                 "adjustment_credit": 0, %s
                                """.formatted(named))
                        .is(200, "\"contract_value\":\"250.00 USD\"")
                        .text("order_id");
        shop.publish(plan, draft("7.00"));
        assertThat(estimated(recast)).isEqualTo(25_000);
        starts(recast, "250.00 USD");
    }

    private String opened(String orders, String body) {
        return orders + "/" + shop.seller.post(orders, body).is(200).text("order_id");
    }

    /// A plan that is named again has its latest version, bricks alone keep what is pinned, and a brick that the
    /// pinned version lacks is read once.
    @Test
    void aChangeReadsWhatItNames() {
        var path = "/subscriptions/" + shop.create(order(1, ""));
        shop.publish(plan, draft("125.00", "5.00"));
        shop.seller.patch(path, "{%s}".formatted(bricks(shop.seats, 2))).is(200);
        assertThat(total(path)).isEqualTo(48_000);
        shop.seller.patch(path, """
                        {"bricks": [{"brick_id": "%s", "quantity": 2}, {"brick_id": "%s", "quantity": 1}]}
                        """.formatted(shop.seats, support)).is(200);
        assertThat(total(path)).isEqualTo(48_000 + 6_000);
        shop.publish(plan, draft("130.00", "9.00"));
        shop.seller.patch(path, "{\"payment_terms\": 10}").is(200);
        assertThat(total(path)).isEqualTo(48_000 + 6_000);
        shop.seller.patch(path, "{\"plan_id\": \"%s\"}".formatted(plan)).is(200);
        assertThat(total(path)).isEqualTo(12 * (2 * 13_000 + 900));
        shop.publish(plan, draft("1.00", "1.00"));
        starts(path, "3228.00 USD");
    }

    private long total(String path) {
        return read(path).path("grand_total").asLong();
    }

    /// Without a plan, what the contract has costs what was agreed, and a brick that it lacks what it cost when the
    /// upgrade named it.
    @Test
    void anUpgradeKeepsTheBrickThatItHasPulled() {
        var path = "/subscriptions/" + shop.started(order(1, ""));
        shop.publish(plan, draft("30.00", "5.00"));
        var both = "\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": %d}, {\"brick_id\": \"%s\", \"quantity\": 1}]";
        var upgrade = opened(
                path + "/upgrade",
                "{\"starts_at\": \"2025-01-01\", %s}".formatted(both.formatted(shop.seats, 2, support)));
        shop.publish(plan, draft("125.00", "9.00"));
        assertThat(estimated(upgrade)).isEqualTo(24_000 + 6_000);
        shop.seller
                .patch(upgrade, "{%s}".formatted(both.formatted(shop.seats, 3, support)))
                .is(200);
        assertThat(estimated(upgrade)).isEqualTo(48_000 + 6_000);
        starts(upgrade, "540.00 USD");
    }

    /// An upgrade that named a plan and is changed by bricks alone stands at contracted prices again (rule U-07), and
    /// keeps the price of what the contract lacks.
    @Test
    void anUpgradeThatDropsItsPlanKeepsTheBrickThatItHasPulled() {
        var path = "/subscriptions/" + shop.started(order(1, ""));
        shop.publish(plan, draft("30.00", "5.00"));
        var both = "\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 2}, {\"brick_id\": \"%s\", \"quantity\": 1}]"
                .formatted(shop.seats, support);
        var upgrade = opened(
                path + "/upgrade", "{\"starts_at\": \"2025-01-01\", \"plan_id\": \"%s\", %s}".formatted(plan, both));
        assertThat(estimated(upgrade)).isEqualTo(2 * 36_000 - 24_000 + 6_000);
        shop.publish(plan, draft("125.00", "9.00"));
        shop.seller.patch(upgrade, "{%s}".formatted(both)).is(200);
        assertThat(estimated(upgrade)).isEqualTo(24_000 + 6_000);
        shop.seller
                .patch(upgrade, "{\"plan_id\": \"%s\", %s}".formatted(plan, both))
                .is(200);
        shop.publish(plan, draft("1.00", "1.00"));
        starts(upgrade, "%d.00 USD".formatted((2 * 150_000 - 24_000 + 10_800) / 100));
    }

    /// A brick that a switch of the plan carries along keeps its contracted price, also when the order starts.
    @Test
    void aSwitchCarriesWhatWasAgreed() {
        var path = "/subscriptions/" + shop.started(order(1, ""));
        var other = shop.plan("Other", "{\"prices\": [], \"bricks\": [%s]}".formatted(priced(support, "5.00")));
        var both = "\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 2}, {\"brick_id\": \"%s\", \"quantity\": 1}]"
                .formatted(shop.seats, support);
        var upgrade = opened(
                path + "/upgrade", "{\"starts_at\": \"2025-01-01\", \"plan_id\": \"%s\", %s}".formatted(other, both));
        shop.publish(
                other,
                "{\"prices\": [], \"bricks\": [%s, %s]}"
                        .formatted(priced(support, "50.00"), priced(shop.seats, "50.00")));
        shop.publish(plan, draft("70.00"));
        assertThat(estimated(upgrade)).isEqualTo(24_000 + 6_000);
        starts(upgrade, "300.00 USD");
    }

    /// Phases with plans of their own, which are published anew as well.
    @Test
    void phasesKeepTheirPlans() {
        var other = shop.plan("Other", draft("40.00"));
        var path = "/subscriptions/" + shop.create(order(1, """
                , "phases": [{"phase_position": 0, "contract_length": 6},
                             {"phase_position": 1, "contract_length": 6, "plan_id": "%s"}]
                """.formatted(other)));
        shop.publish(plan, draft("125.00"));
        shop.publish(other, draft("125.00"));
        assertThat(total(path)).isEqualTo(6 * 2_000 + 6 * 4_000);
        shop.seller.patch(path, "{\"payment_terms\": 10}").is(200);
        starts(path, "360.00 USD");
    }

    /// A renewal by hand that names no plan goes on at contracted prices with the uplift that it was made with; a brick
    /// of the list stays at the price of that day (rules N-01, N-02).
    @Test
    void aRenewalKeepsItsUpliftAndItsList() {
        var path = "/subscriptions/" + shop.started(order(1, ", \"renewal_uplifted_rate\": \"10\""));
        shop.publish(plan, draft("125.00", "5.00"));
        var both = "\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 1}, {\"brick_id\": \"%s\", \"quantity\": 1}]"
                .formatted(shop.seats, support);
        var renewal = opened(path + "/renewal", "{%s}".formatted(both));
        shop.publish(plan, draft("125.00", "9.00"));
        shop.seller.patch(path, "{\"renewal_uplifted_rate\": \"50\"}").is(200);
        starts(renewal, "324.00 USD");
    }

    /// A coupon that is over meanwhile is shown and estimated as it was, and closes nothing (rule D-09).
    @Test
    void aCouponStaysInThePriceUntilTheOrderCloses() {
        var running = "/subscriptions/" + shop.started(order(1, ""));
        var recast = opened(running + "/recast", """
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY",
                 "adjustment_credit": 0, "discount_coupons": ["welcome"], %s}
                """.formatted(bricks(shop.seats, 1)));
        shop.seller.patch("/discount-coupons/WELCOME", "{\"active\": false}").is(200);
        assertThat(estimated(recast)).isEqualTo(24_000 - 300);
        shop.seller.patch(recast, "{\"payment_terms\": 10}").is(200);
        shop.seller.get(recast).is(200, "\"contract_value\":\"237.00 USD\"");
        shop.seller.patch(recast, "{\"discount_coupons\": [\"WELCOME\"]}").is(400, "discount_coupons");
        shop.seller.post(recast + "/start", "{}").is(400, "discount_coupons");
        shop.seller.patch("/discount-coupons/WELCOME", "{\"active\": true}").is(200);
        starts(recast, "237.00 USD");
    }

    /// How often a plan may be billed is a question to who orders it.
    @Test
    void aFrequencyThatThePlanDroppedStillStarts() {
        var path = "/subscriptions/" + shop.create(order(1, ""));
        shop.seller
                .patch("/plans/" + plan, "{\"allowed_billing_frequencies\": [\"MONTHLY\"]}")
                .is(200);
        shop.seller.patch(path, "{\"payment_terms\": 10}").is(200);
        shop.seller.patch(path, "{\"billing_frequency\": \"QUARTERLY\"}").is(400, "The plan allows only MONTHLY.");
        starts(path, "240.00 USD");
    }

    /// The version that holds the bricks of both can be read under the number that the order names (rule U-07), and
    /// belongs to the order: it is not listed, and the plan goes on with its own latest version.
    @Test
    void theMergedVersionOfAnUpgradeCanBeRead() {
        var path = "/subscriptions/" + shop.started(order(1, ""));
        shop.publish(plan, draft("30.00", "5.00"));
        var both = "\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 2}, {\"brick_id\": \"%s\", \"quantity\": 1}]"
                .formatted(shop.seats, support);
        var upgrade = opened(path + "/upgrade", "{\"starts_at\": \"2025-01-01\", %s}".formatted(both));
        var merged = version(plan, upgrade);
        assertThat(merged.path("private").asBoolean()).isTrue();
        assertThat(prices(merged)).containsExactly("Seats 20.00", "Support 5.00");
        shop.seller.post(upgrade + "/start", "{}").is(200);
        assertThat(version(plan, upgrade)).isEqualTo(merged);
        assertThat(read("/plans/" + plan).path("latest_version").asInt()).isEqualTo(2);
        assertThat(read("/plans/%s/versions".formatted(plan)).path("count").asInt())
                .isEqualTo(2);

        shop.publish(plan, draft("40.00", "7.00"));
        assertThat(read("/plans/%s/versions".formatted(plan)).path("count").asInt())
                .isEqualTo(3);
        assertThat(version(plan, upgrade)).isEqualTo(merged);
        int latest = read("/plans/" + plan).path("latest_version").asInt();
        var listed = read("/plans/%s/versions/%d".formatted(plan, latest));
        assertThat(prices(listed)).containsExactly("Seats 40.00", "Support 7.00");
        // The same bricks of the same versions are one version, whichever order names them.
        var again = "/subscriptions/" + shop.started(order(1, ""));
        var other = opened(
                again + "/upgrade", "{\"starts_at\": \"2025-01-01\", \"plan_id\": \"%s\", %s}".formatted(plan, both));
        assertThat(version(plan, other)).isEqualTo(listed);
    }

    /// A switch to a plan that lacks a running brick carries it into a merged version of that plan.
    @Test
    void theMergedVersionOfASwitchCanBeRead() {
        var path = "/subscriptions/" + shop.started(order(1, ""));
        var other = shop.plan("Other", "{\"prices\": [], \"bricks\": [%s]}".formatted(priced(support, "5.00")));
        var both = "\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 2}, {\"brick_id\": \"%s\", \"quantity\": 1}]"
                .formatted(shop.seats, support);
        var upgrade = opened(
                path + "/upgrade", "{\"starts_at\": \"2025-01-01\", \"plan_id\": \"%s\", %s}".formatted(other, both));
        assertThat(prices(version(other, upgrade))).containsExactly("Support 5.00", "Seats 20.00");
    }

    private JsonNode version(String plan, String order) {
        return read("/plans/%s/versions/%d"
                .formatted(plan, read(order).path("plan_version").asInt()));
    }

    private static List<String> prices(JsonNode version) {
        var all = new ArrayList<String>();
        for (var brick : version.path("bricks")) {
            var price = brick.path("prices").path(0).path("unit_price").asText();
            all.add(brick.path("brick_name").asText() + " " + price);
        }
        return all;
    }

    /// A renewal by hand that names its plan has the list prices of its latest version without uplift, also where it is
    /// the plan it has (rule N-01).
    @Test
    void aRenewalThatNamesItsPlanTakesTheList() {
        var path = "/subscriptions/" + shop.started(order(1, ", \"renewal_uplifted_rate\": \"10\""));
        shop.publish(plan, draft("30.00"));
        var named = "{\"plan_id\": \"%s\", %s}".formatted(plan, bricks(shop.seats, 1));
        shop.seller.post(path + "/renewal/estimate", named).is(200, "\"grand_total\":36000");
        shop.seller
                .post(path + "/renewal/estimate", "{%s}".formatted(bricks(shop.seats, 1)))
                .is(200, "\"grand_total\":26400");
        var renewal = opened(path + "/renewal", named);
        shop.publish(plan, draft("125.00"));
        starts(renewal, "360.00 USD");
    }

    /// After any publication and change meanwhile, reading an open order, its estimate and its start name one value.
    @Test
    void theStartOfAnyOrderBillsWhatItShows() {
        Property.holds(Property.cases(8, 1_000), random -> {
            var plan = shop.plan("Random", randomDraft(random));
            var first = order(1 + random.nextInt(5), "").replace(this.plan, plan);
            var subscription = "/subscriptions/" + shop.create(first);
            var type = List.of("", "upgrade", "recast", "renewal").get(random.nextInt(4));
            if (!type.isEmpty()) shop.seller.post(subscription + "/start", "{}").is(200);
            shop.publish(plan, randomDraft(random));
            var order =
                    type.isEmpty() ? subscription : opened(subscription + "/" + type, randomBody(random, plan, type));
            for (int i = random.nextInt(4); i >= 0; i--) {
                shop.publish(plan, randomDraft(random));
                // Some name a brick that is nowhere on sale, and are refused.
                shop.seller.patch(order, randomChange(random, plan));
            }
            shop.publish(plan, randomDraft(random));
            var shown = value(subscription, type, order);
            boolean isDelta = type.equals("upgrade") || type.equals("recast");
            if (isDelta) assertThat(money(estimated(order))).isEqualTo(shown);
            long before = type.isEmpty() ? 0 : shop.total(subscription.substring("/subscriptions/".length()));
            starts(order, shown);
            long billed = shop.total(subscription.substring("/subscriptions/".length())) - before;
            // What is given back of the invoices that are there is no invoice.
            if (!isDelta) assertThat(money(billed)).isEqualTo(shown);
        });
    }

    private String value(String subscription, String type, String order) {
        if (type.isEmpty()) return money(total(subscription));
        var id = order.substring(order.lastIndexOf('/') + 1);
        for (var listed : read(subscription + "/orders").path("results")) {
            if (listed.path("order_id").asText().equals(id))
                return listed.path("contract_value").asText();
        }
        throw new AssertionError("no order " + id);
    }

    private static String money(long cents) {
        return BigDecimal.valueOf(cents, 2) + " USD";
    }

    private String randomDraft(Random random) {
        var seats = "%d.%02d".formatted(1 + random.nextInt(200), random.nextInt(100));
        return random.nextBoolean() ? draft(seats) : draft(seats, "%d.00".formatted(1 + random.nextInt(50)));
    }

    private String randomBody(Random random, String plan, String type) {
        var named = random.nextBoolean() ? "\"plan_id\": \"%s\", ".formatted(plan) : "";
        var body = "{" + named + bricks(shop.seats, 6 + random.nextInt(5));
        return switch (type) {
            case "upgrade" -> body + ", \"starts_at\": \"2025-01-01\"}";
            case "recast" -> body + """
                    , "starts_at": "2025-01-01", "contract_length": 6, "billing_frequency": "MONTHLY",
                    "adjustment_credit": 0}""";
            default -> body + "}";
        };
    }

    private String randomChange(Random random, String plan) {
        var seats = "{\"brick_id\": \"%s\", \"quantity\": %d}".formatted(shop.seats, 6 + random.nextInt(5));
        var more = "{\"brick_id\": \"%s\", \"quantity\": 2}".formatted(support);
        return switch (random.nextInt(4)) {
            case 0 -> "{\"payment_terms\": %d}".formatted(random.nextInt(60));
            case 1 -> "{\"bricks\": [%s]}".formatted(seats);
            case 2 -> "{\"bricks\": [%s, %s]}".formatted(seats, more);
            default -> "{\"plan_id\": \"%s\", \"bricks\": [%s]}".formatted(plan, seats);
        };
    }
}
