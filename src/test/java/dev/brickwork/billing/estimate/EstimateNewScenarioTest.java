package dev.brickwork.billing.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Reply;
import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.platform.Caller;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.sellers.Mode;
import dev.brickwork.support.JsonFragment;
import dev.brickwork.support.Shop;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// `POST /subscriptions/estimate` to the cent, over HTTP.
@Tag("verify")
final class EstimateNewScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final String NOT_THERE = new UUID(0, 7).toString();

    /// The worked example of the rules.
    @Test
    void oneContractToTheCent() {
        var seller = HOUSE.seller();
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var onboarding = shop.brick("onboarding", "ONE_TIME");
        var plan =
                shop.plan("Team", Shop.priced(seats, Shop.SEATS_LADDER), Shop.priced(onboarding, Shop.flat("500.00")));
        shop.coupon("WELCOME", "5", 3);

        var estimate = estimate(seller, """
                        {"starts_at": "2025-01-31", "contract_length": 14, "billing_frequency": "QUARTERLY",
                         "plan_id": "%s", "discount_coupons": ["welcome", "NOT_THERE"], "phases": [], "bricks": [
                           {"brick_id": "%s", "quantity": 12, "discount": [{"rate": "10", "renews": true}]},
                           {"brick_id": "%s"}]}
                        """.formatted(plan, seats, onboarding));
        var json = estimate.is(200).json();

        assertThat(json.path("ends_at").textValue()).isEqualTo("2026-03-30");
        assertThat(json.path("sub_total").isIntegralNumber()).isTrue();
        assertThat(json.path("sub_total").asLong()).isEqualTo(456000);
        assertThat(json.path("grand_total").asLong()).isEqualTo(408985);
        assertThat(json.has("phases")).isFalse();
        estimate.is(200, """
                "grand_total_details": {"brick_discount_total": 40600, "coupon_discount_total": 6415,
                    "discount_total": 47015, "coupon_code": "WELCOME", "tax_total": 0, "taxes": [],
                    "adjustment_credit": null, "unscheduled_total": 0}
                """);
        assertThat(longs(json, "billing_schedule", "sub_total"))
                .containsExactly(137000L, 87000L, 87000L, 87000L, 58000L);
        assertThat(texts(json, "billing_schedule", "grand_total"))
                .containsExactly("121885", "78300", "78300", "78300", "52200");
        assertThat(texts(json, "billing_schedule", "starts_at"))
                .containsExactly("2025-01-31", "2025-04-30", "2025-07-31", "2025-10-31", "2026-01-31");
        assertThat(texts(json, "billing_schedule", "ends_at"))
                .containsExactly("2025-04-29", "2025-07-30", "2025-10-30", "2026-01-30", "2026-03-30");
        JsonFragment.of("""
                "quantity": 12, "brick_id": "%s", "is_unlimited": false, "brick_name": "seats", "brick_code": "seats",
                "sub_total": 406000, "plan_id": "%s", "plan_name": "Team", "grand_total": "361485",
                "grand_total_details": "44515", "tiers_breakdown": [
                   {"quantity": 10, "unit_price": "25.00", "sub_total": "3500.00", "duration_text": "14 months"},
                   {"quantity": 2, "unit_price": "20.00", "sub_total": "560.00", "duration_text": "14 months"}],
                "pre_commitment_schedule": null, "discount": [{"rate": "10", "renews": true}]
                """.formatted(seats, plan))
                .requireIn("first line", json.at("/line_items/0").toString());
        assertThat(json.at("/line_items/1/grand_total").textValue()).isEqualTo("47500");
    }

    /// Rule F-03: quarterly, phases of 4 and 8 months at 50 and 100 seats of $39.
    @Test
    void phasesRestartTheSchedule() {
        var seller = HOUSE.seller();
        seller.patch("/seller", "{\"payment_terms\": 45}").is(200);
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("39")));

        var json = estimate(seller, """
                        {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "QUARTERLY",
                         "plan_id": "%s", "bricks": [], "phases": [
                           {"phase_position": 20, "contract_length": 8, "payment_terms": 14,
                            "bricks": [{"brick_id": "%s", "quantity": 100}]},
                           {"phase_position": 10, "contract_length": 4, "starts_at": "2025-01-01",
                            "bricks": [{"brick_id": "%s", "quantity": 50}]}]}
                        """.formatted(plan, seats, seats)).is(200).json();

        assertThat(texts(json, "billing_schedule", "grand_total"))
                .containsExactly("585000", "195000", "1170000", "1170000", "780000");
        assertThat(longs(json, "phases", "phase_position")).containsExactly(10L, 20L);
        assertThat(longs(json, "phases", "sub_total")).containsExactly(780000L, 3120000L);
        assertThat(longs(json, "phases", "payment_terms")).containsExactly(45L, 14L);
        assertThat(texts(json, "phases", "ends_at")).containsExactly("2025-04-30", "2025-12-31");
        assertThat(texts(json, "phases", "billing_frequency")).containsExactly("QUARTERLY", "QUARTERLY");
        assertThat(json.at("/phases/0/is_annual").booleanValue()).isFalse();
        assertThat(json.at("/phases/0/billing_schedule")).hasSize(2);
        assertThat(json.at("/phases/1/line_items/0/quantity").asLong()).isEqualTo(100);
        assertThat(json.path("grand_total").asLong()).isEqualTo(3900000);
    }

    /// A plan and a coupon of the phase's own win over those of the order (rule F-01).
    @Test
    void aPhaseTakesFromTheOrderWhatItLeavesOut() {
        var seller = HOUSE.seller();
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("10")));
        var dear = shop.plan("Dear", Shop.priced(seats, Shop.monthly("20")));
        shop.coupon("TEN", "10", 999);
        shop.coupon("HALF", "50", 999);

        var json = estimate(seller, """
                        {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "ALL_UPFRONT",
                         "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 2}], "discount_coupons": ["TEN"],
                         "phases": [{"phase_position": 1, "contract_length": 6},
                                    {"phase_position": 2, "contract_length": 6, "plan_id": "%s",
                                     "discount_coupons": ["HALF"]}]}
                        """.formatted(plan, seats, dear)).is(200).json();

        assertThat(longs(json, "phases", "sub_total")).containsExactly(12000L, 24000L);
        assertThat(longs(json, "phases", "grand_total")).containsExactly(10800L, 12000L);
        assertThat(json.at("/phases/1/line_items/0/plan_name").textValue()).isEqualTo("Dear");
        assertThat(json.path("billing_schedule")).hasSize(1);
    }

    @Test
    void everyKindOfBrickAndPrice() {
        var seller = HOUSE.seller();
        var shop = new Shop(seller);
        var unlimited = shop.brick("unlimited", "SUBSCRIPTION");
        var yearly = shop.brick("yearly", "SUBSCRIPTION");
        var volume = shop.brick("volume", "SUBSCRIPTION");
        var stairs = shop.brick("stairs", "SUBSCRIPTION");
        var calls = shop.brick("calls", "USAGE");
        var payg = shop.brick("payg", "USAGE");
        var packs = shop.brick("packs", "ONE_TIME");
        var rollout = shop.brick("rollout", "MILESTONE");
        var plan = seller.post("/plans", "{\"plan_name\": \"All\"}").is(200).text("plan_id");
        var bricks = List.of(
                Shop.priced(
                        unlimited,
                        "{\"currency\":\"USD\",\"model\":\"FLAT\",\"price_period_months\":1,\"unit_price\":\"9\",\"unlimited_price\":\"500\"}"),
                Shop.priced(
                        yearly,
                        "{\"currency\":\"USD\",\"model\":\"FLAT\",\"price_period_months\":12,\"unit_price\":\"1000\"}"),
                Shop.priced(
                        volume,
                        "{\"currency\":\"USD\",\"model\":\"VOLUME\",\"price_period_months\":1,\"tiers\":[{\"up_to\":15,\"unit_price\":\"10\"},{\"up_to\":null,\"unit_price\":\"5\"}]}"),
                Shop.priced(
                        stairs,
                        "{\"currency\":\"USD\",\"model\":\"STAIRSTEP\",\"price_period_months\":1,\"tiers\":[{\"up_to\":1000,\"flat_price\":\"100\"},{\"up_to\":null,\"flat_price\":\"200\"}]}"),
                Shop.priced(
                        calls,
                        "{\"currency\":\"USD\",\"model\":\"FLAT\",\"unit_price\":\"0.04\",\"pre_commitment_schedule\":\"QUARTERLY\",\"overage_unit_price\":\"0.06\"}"),
                Shop.priced(payg, Shop.flat("0.04")),
                Shop.priced(
                        packs,
                        "{\"currency\":\"USD\",\"model\":\"PACKAGE\",\"unit_price\":\"5\",\"package_size\":100,\"included_quantity\":100}"),
                "{\"brick_id\":\"%s\",\"default_quantity\":4,\"prices\":[%s]}".formatted(rollout, Shop.flat("250")));
        shop.draft(
                plan, "{\"prices\": [%s], \"bricks\": [%s]}".formatted(Shop.monthly("99"), String.join(",", bricks)));

        var json = estimate(seller, """
                        {"starts_at": "2025-01-01", "contract_length": 6, "billing_frequency": "MONTHLY",
                         "plan_id": "%s", "bricks": [
                           {"brick_id": "%s", "is_unlimited": true, "quantity": 77}, {"brick_id": "%s"},
                           {"brick_id": "%s", "quantity": 16}, {"brick_id": "%s", "quantity": 4500},
                           {"brick_id": "%s", "quantity": 1000}, {"brick_id": "%s"},
                           {"brick_id": "%s", "quantity": 201}, {"brick_id": "%s"}]}
                        """.formatted(plan, unlimited, yearly, volume, stairs, calls, payg, packs, rollout))
                .is(200)
                .json();

        assertThat(longs(json, "line_items", "sub_total"))
                .containsExactly(59400L, 300000L, 50000L, 48000L, 120000L, 8000L, 0L, 1000L, 100000L);
        assertThat(longs(json, "line_items", "quantity")).containsExactly(1L, 0L, 1L, 16L, 4500L, 1000L, 0L, 201L, 4L);
        assertThat(json.at("/line_items/0/brick_id").isNull()).isTrue();
        assertThat(json.at("/line_items/1/is_unlimited").booleanValue()).isTrue();
        assertThat(json.at("/line_items/5/pre_commitment_schedule").textValue()).isEqualTo("QUARTERLY");
        assertThat(json.at("/line_items/6/pre_commitment_schedule").isNull()).isTrue();
        assertThat(json.at("/grand_total_details/unscheduled_total").asLong()).isEqualTo(100000);
        assertThat(json.path("billing_schedule")).hasSize(6);
        long scheduled = texts(json, "billing_schedule", "grand_total").stream()
                .mapToLong(Long::parseLong)
                .sum();
        assertThat(scheduled).isEqualTo(json.path("grand_total").asLong() - 100000);
    }

    @Test
    void pricesArePerCurrencyAndNeverConverted() {
        var seller = HOUSE.seller();
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var extra = shop.brick("extra", "SUBSCRIPTION");
        var euro = "{\"currency\":\"EUR\",\"model\":\"FLAT\",\"price_period_months\":1,\"unit_price\":\"35\"}";
        var plan =
                shop.plan("Team", Shop.priced(seats, Shop.monthly("39"), euro), Shop.priced(extra, Shop.monthly("1")));

        var order =
                "{\"starts_at\":\"2025-01-01\",\"contract_length\":1,\"billing_frequency\":\"MONTHLY\",\"plan_id\":\""
                        + plan + "\",\"currency\":\"EUR\",\"bricks\":[{\"brick_id\":\"";
        assertThat(estimate(seller, order + seats + "\"}]}")
                        .is(200)
                        .json()
                        .path("grand_total")
                        .asLong())
                .isEqualTo(3500);
        refused(estimate(seller, order + seats + "\"},{\"brick_id\":\"" + extra + "\"}]}"), "currency");
        refused(estimate(seller, order.replace("EUR", "JPY") + seats + "\"}]}"), "currency");
    }

    /// One line each: the entries of a discount list, and where it is at fault (rules D-02, D-06, D-07).
    @Test
    void everyDiscountFault() {
        var seller = HOUSE.seller();
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("100")));
        var cases = """
                {"rate": "10", "renews": true}, {"rate": "2.5"}, {"amount": 500} | 200
                null | 200
                {"rate": "-1000"} | 200
                {"rate": "100"} | 200
                {"amount": 99999999} | 200
                {"rate": "10", "amount": null} | 200
                {} | bricks[0].discount[0]
                {"rate": "10", "amount": 5} | bricks[0].discount[0]
                {"rate": "10"}, {"rate": "5"} | bricks[0].discount[1].rate
                {"rate": "10", "renews": true}, {"rate": "5", "renews": true} | bricks[0].discount[1].rate
                {"amount": 1}, {"amount": 2} | bricks[0].discount[1].amount
                {"amount": 1, "renews": true} | bricks[0].discount[0].renews
                {"amount": -1} | bricks[0].discount[0].amount
                {"amount": 1.5} | bricks[0].discount[0].amount
                {"amount": 9007199254740992} | bricks[0].discount[0].amount
                {"rate": "60"}, {"rate": "50", "renews": true} | bricks[0].discount[1].rate
                {"rate": "-1000.1"} | bricks[0].discount[0].rate
                {"rate": 10} | bricks[0].discount[0].rate
                {"rate": "ten"} | bricks[0].discount[0].rate
                {"rate": "1.1234567"} | bricks[0].discount[0].rate
                {"rate": "10", "renews": "no"} | bricks[0].discount[0].renews
                5 | bricks[0].discount[0]
                """;
        for (var line : cases.lines().toList()) {
            var cells = line.split(" \\| ", -1);
            var list = cells[0].equals("null") ? "null" : "[" + cells[0] + "]";
            var reply =
                    estimate(seller, order(plan, "{\"brick_id\": \"%s\", \"discount\": %s}".formatted(seats, list)));
            if (cells[1].equals("200")) {
                reply.is(200);
            } else {
                assertThat(faults(reply)).as(line).containsExactly(cells[1]);
            }
        }
    }

    /// One line each: what replaces a field of a good order, and the paths at fault.
    @Test
    void everyFieldIsCheckedAtItsPath() {
        var seller = HOUSE.seller();
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var stranger = shop.brick("stranger", "SUBSCRIPTION");
        var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("100")));
        var good = "{\"brick_id\": \"%s\"}".formatted(seats);
        var cases = """
                "starts_at" | null | starts_at
                "starts_at" | "2025-02-30" | starts_at
                "starts_at" | "31.01.2025" | starts_at
                "starts_at" | 20250131 | starts_at
                "starts_at" | "1999-12-31" | starts_at
                "contract_length" | null | contract_length
                "contract_length" | 0 | contract_length
                "contract_length" | 1201 | contract_length
                "contract_length" | 2147483648 | contract_length
                "contract_length" | "12" | contract_length
                "contract_length" | 1.5 | contract_length
                "billing_frequency" | null | billing_frequency
                "billing_frequency" | "WEEKLY" | billing_frequency
                "plan_id" | null | plan_id
                "plan_id" | "x" | plan_id
                "currency" | "usd" | currency
                "currency" | 5 | currency
                "bricks" | null | bricks
                "bricks" | [] | bricks
                "bricks" | {} | bricks
                "bricks" | [GOOD, 5] | bricks[1]
                "bricks" | [GOOD, {}] | bricks[1].brick_id
                "bricks" | [null] | bricks[0]
                "bricks" | [GOOD, {"brick_id": "x"}] | bricks[1].brick_id
                "bricks" | [GOOD, {"brick_id": "NOT_THERE"}] | bricks[1].brick_id
                "bricks" | [GOOD, {"brick_id": "STRANGER"}] | bricks[1].brick_id
                "bricks" | [GOOD, GOOD] | bricks[1].brick_id
                "bricks" | [{"brick_id": "SEATS", "quantity": -1}] | bricks[0].quantity
                "bricks" | [{"brick_id": "SEATS", "quantity": 1.5}] | bricks[0].quantity
                "bricks" | [{"brick_id": "SEATS", "quantity": "2"}] | bricks[0].quantity
                "bricks" | [{"brick_id": "SEATS", "quantity": 100000000000000}] | bricks[0].quantity
                "bricks" | [{"brick_id": "SEATS", "quantity": 99999999999999}] | bricks[0].quantity
                "bricks" | [{"brick_id": "SEATS", "is_unlimited": true}] | bricks[0].is_unlimited
                "bricks" | [{"brick_id": "SEATS", "is_unlimited": 1}] | bricks[0].is_unlimited
                "bricks" | [{"brick_id": "SEATS", "discount": {}}] | bricks[0].discount
                "discount_coupons" | "A" | discount_coupons
                "discount_coupons" | [5] | discount_coupons[0]
                "discount_coupons" | ["NOT_THERE"] | discount_coupons
                "discount_coupons" | [""] | discount_coupons
                "phases" | {} | phases
                "phases" | [5] | phases[0]
                "phases" | [{"phase_position": 1}, {"phase_position": 2}] | phases[0].contract_length
                "phases" | [{"phase_position": 1, "contract_length": 11}] | phases
                "phases" | [{"phase_position": 1, "contract_length": 0}] | phases[0].contract_length
                "phases" | [{"phase_position": "1", "contract_length": 12}] | phases[0].phase_position
                "phases" | [{"phase_position": 1, "contract_length": 6}, {"phase_position": 1, "contract_length": 6}] | phases[1].phase_position
                "phases" | [{"phase_position": 1, "contract_length": 12, "starts_at": "2025-02-01"}] | phases[0].starts_at
                "phases" | [{"phase_position": 1, "contract_length": 12, "plan_id": "NOT_THERE"}] | phases[0].plan_id
                "phases" | [{"phase_position": 1, "contract_length": 12, "plan_id": 1}] | phases[0].plan_id
                "phases" | [{"phase_position": 1, "contract_length": 12, "payment_terms": 1000}] | phases[0].payment_terms
                "phases" | [{"phase_position": 1, "contract_length": 12, "discount_coupons": ["X"]}] | phases[0].discount_coupons
                "phases" | [{"phase_position": 1, "contract_length": 12, "bricks": [GOOD, GOOD, {"brick_id": "SEATS", "quantity": -1}]}] | phases[0].bricks[1].brick_id, phases[0].bricks[2].brick_id, phases[0].bricks[2].quantity
                "phases" | [{"phase_position": 1, "contract_length": 12, "bricks": [{"brick_id": "SEATS", "discount": [{"rate": "1"}, {"rate": "x"}]}]}] | phases[0].bricks[0].discount[1].rate
                """;
        for (var line : cases.lines().toList()) {
            var cells = line.split(" \\| ", -1);
            var field = cells[0].replace("\"", "");
            var value = cells[1].replace("GOOD", good)
                    .replace("SEATS", seats)
                    .replace("STRANGER", stranger)
                    .replace("\"brick_id\": \"NOT_THERE\"", "\"brick_id\": \"" + NOT_THERE + "\"")
                    .replace("\"plan_id\": \"NOT_THERE\"", "\"plan_id\": \"" + NOT_THERE + "\"");
            var reply = estimate(seller, with(order(plan, good), field, value));
            assertThat(faults(reply)).as(line).containsExactlyInAnyOrder(cells[2].split(", ", -1));
        }
    }

    @Test
    void allFaultsAreToldAtOnce() {
        var seller = HOUSE.seller();
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("100")));
        seller.patch("/plans/" + plan, "{\"allowed_billing_frequencies\": [\"ANNUALLY\"]}")
                .is(200);

        var reply = estimate(seller, """
                {"contract_length": -1, "billing_frequency": "MONTHLY", "plan_id": "%s", "currency": "EUR",
                 "discount_coupons": ["NO"], "bricks": [{"brick_id": "%s", "quantity": -1}, {"brick_id": "%s"}]}
                """.formatted(plan, seats, NOT_THERE));

        assertThat(faults(reply))
                .containsExactlyInAnyOrder(
                        "starts_at",
                        "contract_length",
                        "billing_frequency",
                        "currency",
                        "discount_coupons",
                        "bricks[0].quantity",
                        "bricks[1].brick_id");
        reply.is(400, "\"starts_at\":[\"This field is required.\"]");
        estimate(seller, """
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "ANNUALLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s"}], "phases": [{"phase_position": 1, "contract_length": 0}]}
                """.formatted(plan, seats))
                .is(400, "\"fields\":{\"phases[0].contract_length\":[\"Must be between 1 and 1200.\"]}");
    }

    @Test
    void aPlanThatIsNotThereIsNotFound() {
        var seller = HOUSE.seller();
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var brick = "{\"brick_id\": \"%s\"}".formatted(seats);
        var foreign = new Shop(HOUSE.seller());
        var theirs = foreign.plan("Theirs", Shop.priced(foreign.brick("seats", "SUBSCRIPTION"), Shop.monthly("1")));

        estimate(seller, order(NOT_THERE, brick)).is(404, "ERR_NOT_FOUND", "plan");
        assertThat(estimate(seller, order(theirs, brick)).is(404).body())
                .isEqualTo(estimate(seller, order(NOT_THERE, brick)).body());
        var draft = seller.post("/plans", "{\"plan_name\": \"Draft\"}").is(200).text("plan_id");
        refused(estimate(seller, order(draft, brick)), "plan_id");
    }

    /// Read-your-writes: what was published, changed or switched off a moment ago counts at once.
    @Test
    void changesOfTheCatalogueAreSeenAtOnce() {
        var seller = HOUSE.seller();
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var brick = "{\"brick_id\": \"%s\"}".formatted(seats);
        var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("100")));
        shop.coupon("TEN", "10", 999);
        var couponed = with(order(plan, brick), "discount_coupons", "[\"TEN\"]");

        for (int price = 101; price < 110; price++) {
            shop.publish(plan, Shop.priced(seats, Shop.monthly(Integer.toString(price))));
            assertThat(estimate(seller, order(plan, brick))
                            .is(200)
                            .json()
                            .path("grand_total")
                            .asLong())
                    .isEqualTo(price * 1200L);
        }
        for (int i = 0; i < 5; i++) {
            estimate(seller, couponed).is(200, "\"coupon_code\":\"TEN\"");
            seller.patch("/discount-coupons/ten", "{\"active\": false}").is(200);
            refused(estimate(seller, couponed), "discount_coupons");
            seller.patch("/discount-coupons/ten", "{\"active\": true}").is(200);
        }
        seller.patch("/plans/" + plan, "{\"allowed_billing_frequencies\": [\"ANNUALLY\"]}")
                .is(200);
        refused(estimate(seller, order(plan, brick)), "billing_frequency");
    }

    /// Unknown, inactive, expired and used up must look alike (rule D-09).
    @Test
    void aCouponThatCannotBeUsedTellsNothing() {
        var seller = HOUSE.sellerAt("2025-01-01T00:00:00Z");
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var order = order(
                shop.plan("Team", Shop.priced(seats, Shop.monthly("100"))), "{\"brick_id\": \"%s\"}".formatted(seats));
        seller.post("/discount-coupons", "{\"code\": \"OFF\", \"discount_rate\": \"5\", \"active\": false}")
                .is(200);
        seller.post(
                        "/discount-coupons",
                        "{\"code\": \"OLD\", \"discount_rate\": \"5\", \"expires_at\": \"2025-01-01T00:00:00Z\"}")
                .is(200);
        seller.post("/discount-coupons", "{\"code\": \"USED\", \"discount_rate\": \"5\", \"max_redemptions\": 1}")
                .is(200);
        var caller = new Caller(seller.id(), "test", "test", Instant.now());
        HOUSE.database().inTransaction(caller, tx -> {
            HOUSE.wiring().catalogue().redeem(tx, "USED", "discount_coupons");
            return true;
        });

        var unknown = estimate(seller, with(order, "discount_coupons", "[\"NOT_THERE\"]"))
                .is(400);
        for (var code : List.of("OFF", "OLD", "USED")) {
            var reply = estimate(seller, with(order, "discount_coupons", "[\"%s\"]".formatted(code)))
                    .is(400);
            assertThat(reply.body()).isEqualTo(unknown.body());
        }
    }

    @Test
    void aLiveSellersGuesserIsStopped() {
        var seller = HOUSE.seller(Mode.LIVE, Zone.UTC);
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var order = order(
                shop.plan("Team", Shop.priced(seats, Shop.monthly("100"))), "{\"brick_id\": \"%s\"}".formatted(seats));
        shop.coupon("RIGHT", "5", 3);

        for (int i = 0; i < 30; i++) {
            estimate(seller, with(order, "discount_coupons", "[\"WRONG%d\"]".formatted(i)))
                    .is(400);
        }

        estimate(seller, with(order, "discount_coupons", "[\"WRONG\"]")).is(429, "rate_limited");
        estimate(seller, with(order, "discount_coupons", "[\"RIGHT\"]")).is(429);
        assertThat(HOUSE.metric(
                        "brickwork_refused_requests_total{key=\"%s\",status=\"429\"}".formatted(seller.keyId())))
                .isEqualTo(2);
        estimate(seller, order).is(200);
    }

    /// Everything at its maximum answers, one more is a 400.
    @Test
    void theLargestOrderAnswersAndOneMoreIsRefused() {
        var seller = HOUSE.seller();
        var shop = new Shop(seller);
        var ids = new ArrayList<String>();
        for (int i = 0; i < 200; i++) ids.add(shop.brick("b" + i, "SUBSCRIPTION"));
        var plan = shop.plan(
                "Huge",
                ids.stream().map(id -> Shop.priced(id, Shop.SEATS_LADDER)).toArray(String[]::new));
        var bricks = ids.stream()
                .map(id -> "{\"brick_id\":\"%s\",\"quantity\":12}".formatted(id))
                .collect(Collectors.joining(",", "[", "]"));
        var phases = IntStream.range(0, 60)
                .mapToObj("{\"phase_position\":%d,\"contract_length\":20}"::formatted)
                .collect(Collectors.joining(",", "[", "]"));
        var order =
                "{\"starts_at\":\"2025-01-31\",\"contract_length\":1200,\"billing_frequency\":\"ANNUALLY\",\"plan_id\":\"%s\",\"bricks\":%s,\"phases\":%s}"
                        .formatted(plan, bricks, phases);

        long started = System.nanoTime();
        var json = estimate(seller, order).is(200).json();
        long seconds = (System.nanoTime() - started) / 1_000_000_000;

        assertThat(json.path("line_items")).hasSize(12_000);
        assertThat(json.path("billing_schedule")).hasSize(120);
        assertThat(json.path("grand_total").asLong()).isEqualTo(29_000L * 1200 * 200);
        assertThat(seconds).isLessThan(30);
        estimate(seller, order.replace("ANNUALLY", "MONTHLY"))
                .is(400, "12000 lines of up to 20 periods with up to 2 tiers come to 480000");
        var more = phases.replaceFirst("\\[", "[{\"phase_position\":99,\"contract_length\":1},");
        refused(estimate(seller, order.replace(phases, more)), "phases");
        refused(estimate(seller, order.replace("[{\"brick_id\"", "[{},{\"brick_id\"")), "bricks");
        refused(
                estimate(
                        seller,
                        with(
                                order,
                                "discount_coupons",
                                IntStream.range(0, 21)
                                        .mapToObj(i -> "\"C" + i + "\"")
                                        .collect(Collectors.joining(",", "[", "]")))),
                "discount_coupons");
    }

    /// Rule W-03, over every table there is.
    @Test
    void aThousandEstimatesWriteNoRow() {
        try (var house = TestServer.own()) {
            estimateAThousandTimes(house);
        }
    }

    private static void estimateAThousandTimes(TestServer house) {
        var seller = house.seller();
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("100")));
        shop.coupon("ONCE", "5", 3);
        var order = with(order(plan, "{\"brick_id\": \"%s\"}".formatted(seats)), "discount_coupons", "[\"ONCE\"]");
        var first = estimate(seller, order).is(200).body();
        var before = rows(house);

        for (int i = 0; i < 1000; i++) {
            assertThat(estimate(seller, order).is(200).body()).isEqualTo(first);
        }

        assertThat(rows(house)).isEqualTo(before);
    }

    /// Tables that background jobs write at their own pace: the heartbeat of jobs, and the seal on the audit.
    private static final Set<String> BACKGROUND = Set.of("scheduled_tasks", "audit_block");

    /// How many rows each table has, and the last transaction that wrote one.
    private static List<String> rows(TestServer house) {
        return house.database()
                .read(tx -> tx
                        .query("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
                        .mapTo(String.class)
                        .list()
                        .stream()
                        .filter(table -> !BACKGROUND.contains(table))
                        .map(table -> tx.query(
                                        "SELECT '%s ' || count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) FROM %s"
                                                .formatted(table, table))
                                .mapTo(String.class)
                                .one())
                        .toList());
    }

    private static Reply estimate(Tenant seller, String order) {
        return seller.post("/subscriptions/estimate", order);
    }

    private static String order(String plan, String brick) {
        return "{\"starts_at\": \"2025-01-31\", \"contract_length\": 12, \"billing_frequency\": \"MONTHLY\", "
                + "\"plan_id\": \"%s\", \"bricks\": [%s]}".formatted(plan, brick);
    }

    /// The order with one member replaced or added.
    private static String with(String order, String field, String value) {
        try {
            var mapper = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
            var node = (ObjectNode) mapper.readTree(order);
            node.set(field, mapper.readTree(value));
            return mapper.writeValueAsString(node);
        } catch (JsonProcessingException broken) {
            throw new IllegalArgumentException(broken);
        }
    }

    private static void refused(Reply reply, String... paths) {
        assertThat(faults(reply)).containsExactlyInAnyOrder(paths);
    }

    private static List<String> faults(Reply reply) {
        var names = new ArrayList<String>();
        reply.is(400, "ERR_BAD_REQUEST")
                .json()
                .at("/error/details/fields")
                .fieldNames()
                .forEachRemaining(names::add);
        return names;
    }

    private static List<Long> longs(JsonNode json, String list, String field) {
        var values = new ArrayList<Long>();
        json.path(list).forEach(item -> values.add(item.path(field).asLong()));
        return values;
    }

    private static List<String> texts(JsonNode json, String list, String field) {
        var values = new ArrayList<String>();
        json.path(list)
                .forEach(item -> values.add(String.valueOf(item.path(field).textValue())));
        return values;
    }
}
