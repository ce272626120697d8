package dev.brickwork.billing.orders;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.platform.json.JsonReader;
import dev.brickwork.support.JsonFragment;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Upgrades, recasts and renewals: what may be sent, what is
/// kept, and what is refused with which words.
@Tag("verify")
final class ChangeOrderScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    /// Seats at 20.00 contracted; the plan now lists them at 25.00 and has tokens too.
    private record Sold(Shop shop, String plan, String id) {
        static Sold contracted() {
            var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
            var plan = shop.plan("Contracted", draft(shop.seats, "20.00", ""));
            var id = shop.started("""
                    {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                     "bricks": [{"brick_id": "%s", "quantity": 10, "discount": [{"rate": "10", "renews": true}]}],
                     "customer_id": "%s"}
                    """.formatted(plan, shop.seats, shop.customer));
            var tokens = """
                    , {"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT", "unit_price": "0.04",
                       "pre_commitment_schedule": "MONTHLY"}]}""".formatted(shop.tokens);
            shop.publish(plan, draft(shop.seats, "25.00", tokens));
            return new Sold(shop, plan, id);
        }

        static String draft(String seats, String price, String more) {
            return """
                    {"prices": [], "bricks": [{"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT",
                      "price_period_months": 1, "unit_price": "%s"}]}%s]}
                    """.formatted(seats, price, more);
        }

        String path(String rest) {
            return "/subscriptions/%s/%s".formatted(id, rest);
        }

        /// The estimate's sub_total of an upgrade from 1 December: one month.
        long upgrade(String body) {
            return shop.seller
                    .post(path("upgrade/estimate"), "{\"starts_at\": \"2025-12-01\", %s}".formatted(body))
                    .is(200)
                    .json()
                    .path("sub_total")
                    .asLong();
        }

        String bricks(String... all) {
            return "\"bricks\": [%s]".formatted(String.join(", ", all));
        }

        String seats(int quantity, String more) {
            return "{\"brick_id\": \"%s\", \"quantity\": %d%s}".formatted(shop.seats, quantity, more);
        }

        String tokens(int quantity) {
            return "{\"brick_id\": \"%s\", \"quantity\": %d}".formatted(shop.tokens, quantity);
        }
    }

    /// The invoice for more seats was voided: removing the seats again gives no credit, and `check` finds
    /// nothing.
    @Test
    void reducingWhatWasVoidedGivesNothingBack() {
        var sold = Sold.contracted();
        var seller = sold.shop.seller;
        seller.advanceTo("2025-01-10T08:00:00Z");
        changeSeats(sold, 15);
        var billed = seller.get(sold.path("invoices?ordering=-issued_at&limit=1"))
                .is(200, "2025-01-10")
                .json()
                .path("results")
                .path(0);
        seller.post("/invoices/%s/void".formatted(billed.path("invoice_id").asText()), "{}")
                .is(200);
        seller.advanceTo("2025-01-20T08:00:00Z");
        changeSeats(sold, 10);
        seller.get("/customers/%s/credits".formatted(sold.shop.customer)).is(200, "\"count\":0");
    }

    private static void changeSeats(Sold sold, int seats) {
        var today = seats > 10 ? "2025-01-10" : "2025-01-20";
        var order = sold.shop
                .seller
                .post(
                        sold.path("upgrade"),
                        "{\"starts_at\": \"%s\", %s}".formatted(today, sold.bricks(sold.seats(seats, ""))))
                .is(200)
                .text("order_id");
        sold.shop
                .seller
                .post(sold.path("upgrade/%s/start".formatted(order)), "{}")
                .is(200);
    }

    /// An upgrade that sends a brick without its discount ends it (rule U-08), and every answer about that order says
    /// so;
    /// the money is the same as ever.
    @Test
    void anUpgradeTellsWhichDiscountItDrops() {
        var sold = Sold.contracted();
        var seller = sold.shop.seller;
        var body = "{\"starts_at\": \"2025-06-01\", %s}";
        var silent = body.formatted(sold.bricks(sold.seats(12, ""), sold.tokens(100)));
        var warning = """
                "warnings": [{"code": "discount_dropped", "field": "bricks[0].discount", "message": "Brick seats runs\
                 with a discount and is sent without one, so the upgrade ends it: send the discount to keep it,\
                 or an empty list."}]
                """;
        seller.post(sold.path("upgrade/estimate"), silent).is(200, warning, "\"brick_discount_total\":-14000");
        var order = seller.post(sold.path("upgrade"), silent).is(200, warning).text("order_id");
        seller.post(sold.path("upgrade/%s/estimate".formatted(order)), "{}").is(200, warning);
        seller.patch(sold.path("upgrade/" + order), "{\"payment_terms\": 10}").is(200, warning);
        for (var meant : List.of(
                sold.seats(12, ", \"discount\": []"),
                sold.seats(12, ", \"discount\": [{\"rate\": \"10\", \"renews\": true}]"),
                sold.seats(0, ""),
                sold.tokens(100))) {
            var sent = body.formatted(sold.bricks(meant));
            assertThat(seller.post(sold.path("upgrade/estimate"), sent).is(200).body())
                    .doesNotContain("warnings");
            assertThat(seller.patch(sold.path("upgrade/" + order), sent).is(200).body())
                    .doesNotContain("warnings");
        }
    }

    /// Without plan_id the contracted price stands and a new brick comes from the latest
    /// version; with it all named bricks take its prices.
    @Test
    void planVersionsAreMergedBothWays() {
        var sold = Sold.contracted();
        var discount = ", \"discount\": [{\"rate\": \"10\", \"renews\": true}]";
        assertThat(sold.upgrade(sold.bricks(sold.seats(11, discount))))
                .as("U-07")
                .isEqualTo(2_000);
        assertThat(sold.upgrade(sold.bricks(sold.seats(11, discount), sold.tokens(1000))))
                .isEqualTo(2_000 + 4_000);
        assertThat(sold.upgrade("\"plan_id\": \"%s\", ".formatted(sold.plan) + sold.bricks(sold.seats(11, discount))))
                .as("all seats at the new price")
                .isEqualTo(11 * 2_500 - 10 * 2_000);
        var kept = sold.bricks("{\"brick_id\": \"%s\"%s}".formatted(sold.shop.seats, discount));
        assertThat(sold.upgrade(kept)).as("no quantity is no change").isZero();
        assertThat(sold.upgrade("\"plan_id\": \"%s\", ".formatted(sold.plan) + kept))
                .as("nor with a plan: as many seats at its price")
                .isEqualTo(10 * 2_500 - 10 * 2_000);

        // A plan that has no seats: they are carried over from the version before.
        var shop = sold.shop;
        var other = shop.plan("Other", """
                {"prices": [], "bricks": [{"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT",
                  "unit_price": "0.01", "pre_commitment_schedule": "MONTHLY"}]}]}
                """.formatted(shop.tokens));
        assertThat(sold.upgrade("\"plan_id\": \"%s\", ".formatted(other)
                        + sold.bricks(sold.seats(11, discount), sold.tokens(1000))))
                .isEqualTo(2_000 + 1_000);
        shop.seller
                .post(
                        sold.path("upgrade/estimate"),
                        "{\"starts_at\": \"2025-12-01\", \"bricks\": [{\"brick_id\": \"%s\"}]}"
                                .formatted(shop.onboarding))
                .is(400, "bricks[0].brick_id");
    }

    /// P-14: usage of quantity zero leaves with another plan, and without limit it needs no quantity to stay.
    @Test
    void usageWithoutLimitStaysWithAnotherPlan() {
        var sold = Sold.contracted();
        var other = sold.shop.plan("Without limit", """
                {"prices": [], "bricks": [{"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT",
                  "unit_price": "0.01", "unlimited_price": "70.00"}]}]}
                """.formatted(sold.shop.tokens));
        var tokens = sold.tokens(0).replace("}", ", \"is_unlimited\": %s}");
        var upgrade = "\"plan_id\": \"%s\", %s".formatted(other, sold.bricks(tokens));
        assertThat(sold.upgrade(upgrade.formatted(true))).isEqualTo(7_000);
        assertThat(sold.upgrade(upgrade.formatted(false))).isZero();
    }

    @Test
    void planWithoutBricksIsRefusedAndDiscountsAreReplaced() {
        var sold = Sold.contracted();
        var order = sold.shop
                .seller
                .post(
                        sold.path("upgrade"),
                        "{\"starts_at\": \"2025-12-01\", %s}".formatted(sold.bricks(sold.seats(10, ""))))
                .is(200, "\"contract_value\":\"20.00 USD\"")
                .text("order_id");
        var path = sold.path("upgrade/" + order);
        sold.shop
                .seller
                .patch(path, "{\"plan_id\": \"%s\"}".formatted(sold.plan))
                .is(400, "plan_id", "bricks");
        var estimate = sold.shop.seller.post(path + "/estimate", "{}").is(200).json();
        assertThat(estimate.path("sub_total").asLong())
                .as("U-08: the same seats")
                .isZero();
        assertThat(estimate.path("grand_total").asLong())
                .as("U-08: without their discount")
                .isEqualTo(2_000);
        var kept = sold.seats(10, ", \"discount\": [{\"rate\": \"10\", \"renews\": true}]");
        sold.shop.seller.patch(path, "{%s}".formatted(sold.bricks(kept))).is(200);
        var again = sold.shop.seller.post(path + "/estimate", "{}").is(200).json();
        assertThat(again.path("grand_total").asLong()).as("V8").isZero();
        assertThat(again.path("line_items").isEmpty()).isTrue();

        // What the subscription shows of its discounts is what an order takes.
        var shown = sold.shop
                .seller
                .get(sold.path("bricks"))
                .is(200)
                .json()
                .path("results")
                .path(0);
        JsonFragment.of("\"discount\":[{\"rate\":\"10\",\"renews\":true}]").requireIn("first", shown.toString());
    }

    /// Every field comes back as it was sent.
    @Test
    void everyFieldOfAnOrderIsKept() {
        var sold = Sold.contracted();
        var seller = sold.shop.seller;
        var person = seller.post(
                        "/customers/%s/persons".formatted(sold.shop.customer),
                        "{\"first_name\": \"Ada\", \"email\": \"ada@acme.test\"}")
                .is(200)
                .text("person_id");
        var entity = seller.post("/legal-entities", "{\"legal_name\": \"Second\", \"invoice_number_prefix\": \"S-\"}")
                .is(200)
                .text("legal_entity_id");
        var customer = sold.shop.customer("Heir", "");
        var common = """
                "point_of_contact_id": "%s", "signatory_user_id": "%s", "auto_renews": false,
                "accounts_payable_emails": ["a@acme.test", "b@acme.test"], "customer_id": "%s", "payment_terms": 60,
                "metadata": {"a": 1, "b": {"c": "d"}}, "custom_order_form_html": "<html><body>x</body></html>",
                "accepted_payment_methods_config": {"paywall_wire": false, "minimum_order_form_tcv": 7},
                "transaction_method": "ORDER_FORM", "first_charge_date": "CONTRACT_START_DATE"
                """.formatted(person, person, customer);
        var upgrade = """
                {"crm_opportunity_id": "opp-1", "starts_at": "2025-11-01", "renewal_contract_period": 24,
                 "renewal_uplifted_rate": "3.5", "purchase_order": {"code": "PO-9"}, "legal_entity_id": "%s", %s}
                """.formatted(entity, common);
        var order = seller.post(
                        sold.path("upgrade"),
                        "{\"starts_at\": \"2025-12-01\", %s}".formatted(sold.bricks(sold.seats(12, ""))))
                .is(200)
                .text("order_id");
        seller.patch(sold.path("upgrade/" + order), upgrade).is(200, sold.id);
        assertKept(seller.get(sold.path("upgrade/" + order)).is(200).json(), upgrade);
        seller.patch(sold.path("upgrade/" + order), "{\"metadata\": {\"_private\": 1, \"b\": null}}")
                .is(200);
        assertThat(seller.get(sold.path("upgrade/" + order)).json().path("metadata"))
                .isEqualTo(JsonReader.stored("{\"a\": 1}"));
        seller.patch(sold.path("upgrade/" + order), "{\"metadata\": {}}").is(200);
        assertThat(seller.get(sold.path("upgrade/" + order))
                        .json()
                        .path("metadata")
                        .isEmpty())
                .isTrue();
        for (var fixed :
                List.of("\"contract_length\": 6", "\"billing_frequency\": \"ANNUALLY\"", "\"currency\": \"EUR\"")) {
            seller.patch(sold.path("upgrade/" + order), "{%s}".formatted(fixed)).is(400, "Cannot be changed");
        }
        seller.patch(sold.path("upgrade/" + order), "{\"contract_length\": 12, \"billing_frequency\": \"MONTHLY\"}")
                .is(200);
        seller.patch(sold.path("upgrade/" + order), """
                        {"contract_length": "12", "billing_frequency": "ANNUALLY", "currency": "EUR", "starts_at": "x",
                         "payment_terms": -1, "plan_id": "%s"}
                        """.formatted(UUID.randomUUID()))
                .is(
                        400,
                        "\"contract_length\"",
                        "\"billing_frequency\"",
                        "\"currency\"",
                        "\"starts_at\"",
                        "\"payment_terms\"",
                        "\"plan_id\"");
        seller.delete(sold.path("upgrade/" + order)).is(200, "CLOSED_DELETE");

        var made = seller.post(sold.path("recast"), """
                        {"starts_at": "2025-02-01", "contract_length": 6, "billing_frequency": "QUARTERLY", %s}
                        """.formatted(sold.bricks(sold.seats(3, ""))))
                .is(200)
                .text("order_id");
        var recast = """
                {"contract_length": 9, "billing_frequency": "ANNUALLY", "adjustment_credit": 4200,
                 "adjustment_credit_label": "Goodwill", "plan_id": "%s", %s}
                """.formatted(sold.plan, common);
        seller.patch(sold.path("recast/" + made), recast).is(200, sold.id);
        assertKept(seller.get(sold.path("recast/" + made)).is(200).json(), recast);
        for (var fixed : List.of("\"starts_at\": \"2025-02-02\"", "\"currency\": \"EUR\"")) {
            seller.patch(sold.path("recast/" + made), "{%s}".formatted(fixed)).is(400, "Cannot be changed");
        }
        seller.patch(
                        sold.path("recast/" + made),
                        "{\"starts_at\": \"2025-02-02\", \"currency\": \"EUR\", \"contract_length\": 0}")
                .is(400, "\"starts_at\"", "\"currency\"", "\"contract_length\"");
    }

    /// Each member that was sent is a member of what is shown; of an object, each of its members. Metadata has no more
    /// than was sent.
    private static void assertKept(JsonNode shown, String sent) {
        JsonReader.stored(sent).properties().forEach(field -> {
            var found = shown.path(field.getKey());
            if (field.getValue().isObject() && !field.getKey().equals("metadata")) {
                field.getValue()
                        .properties()
                        .forEach(member -> assertThat(found.path(member.getKey()))
                                .as(member.getKey())
                                .isEqualTo(member.getValue()));
            } else {
                assertThat(found).as(field.getKey()).isEqualTo(field.getValue());
            }
        });
    }

    /// Sends one call as JSON, form and multipart.
    @Test
    void aRecastEstimateReadsThreeKindsOfBodies() {
        var sold = Sold.contracted();
        var seller = sold.shop.seller;
        var path = sold.path("recast/estimate");
        var json = """
                {"starts_at": "2025-02-01", "contract_length": 6, "billing_frequency": "QUARTERLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 3, "discount": [{"rate": "5"}]}], "adjustment_credit": 1000,
                 "adjustment_credit_label": "Goodwill"}
                """.formatted(sold.plan, sold.shop.seats);
        for (var letter : List.of("x", "\\ud83d\\ude00")) { // A letter is a letter, however many bytes it has.
            seller.post(path, json.replace("Goodwill", letter.repeat(255))).is(200);
            seller.post(path, json.replace("Goodwill", letter.repeat(256))).is(400, "\"adjustment_credit_label\"");
        }
        seller.post(path, json.replace("Goodwill", " "))
                .is(400, "\"adjustment_credit_label\":[\"Must not be blank.\"]");
        var expected = seller.post(path, json)
                .is(200, "\"label\":\"Goodwill\"", "\"applied\":1000")
                .body();
        var form = "starts_at=2025-02-01&contract_length=6&billing_frequency=QUARTERLY&plan_id=" + sold.plan
                + "&bricks[0][brick_id]=" + sold.shop.seats
                + "&bricks[0][quantity]=3&bricks[0][discount][0][rate]=5&adjustment_credit=1000"
                + "&adjustment_credit_label=Goodwill";
        assertThat(seller.send("POST", path, form, "Content-Type", "application/x-www-form-urlencoded")
                        .is(200)
                        .body())
                .isEqualTo(expected);
        var parts = new StringBuilder();
        JsonReader.stored(json)
                .properties()
                .forEach(field -> parts.append("--x\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
                        .formatted(
                                field.getKey(),
                                field.getValue().isTextual()
                                        ? field.getValue().asText()
                                        : field.getValue().toString())));
        assertThat(seller.send("POST", path, parts + "--x--\r\n", "Content-Type", "multipart/form-data; boundary=x")
                        .is(200)
                        .body())
                .isEqualTo(expected);
        seller.send("POST", path, "contract_length=six", "Content-Type", "application/x-www-form-urlencoded")
                .is(400, "contract_length", "starts_at", "billing_frequency", "plan_id");
        var planless = json.replaceFirst("\"plan_id\": \"[^\"]*\",", "");
        seller.post(path, planless).is(400, "\"plan_id\":[\"This field is required.\"]");
        seller.post(sold.path("recast"), planless).is(200);
    }

    @Test
    void twoEditorsDoNotOverwriteEachOther() {
        var sold = Sold.contracted();
        var seller = sold.shop.seller;
        var order = seller.post(
                        sold.path("upgrade"),
                        "{\"starts_at\": \"2025-12-01\", %s}".formatted(sold.bricks(sold.seats(12, ""))))
                .is(200)
                .text("order_id");
        var path = sold.path("upgrade/" + order);
        var tag = seller.get(path).is(200).header("ETag").orElseThrow();
        seller.send("PATCH", path, "{\"payment_terms\": 10}", "If-Match", tag).is(200);
        seller.send("PATCH", path, "{\"payment_terms\": 20}", "If-Match", tag).is(412, "stale");
        var fresh =
                seller.get(path).is(200, "\"payment_terms\":10").header("ETag").orElseThrow();
        assertThat(seller.send("PATCH", path, "{\"payment_terms\": 20}", "If-Match", fresh)
                        .is(200)
                        .header("ETag"))
                .isEqualTo(seller.get(path).header("ETag"));
    }

    @Test
    void anOrderIsFoundOnlyUnderItsOwnPath() {
        var sold = Sold.contracted();
        var seller = sold.shop.seller;
        var order = seller.post(
                        sold.path("upgrade"),
                        "{\"starts_at\": \"2025-12-01\", %s}".formatted(sold.bricks(sold.seats(12, ""))))
                .is(200)
                .text("order_id");
        var other = sold.shop.started(sold.shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        seller.get(sold.path("recast/" + order)).is(404, "ERR_NOT_FOUND");
        seller.get("/subscriptions/%s/upgrade/%s".formatted(other, order)).is(404);
        seller.post(sold.path("recast/%s/start".formatted(order)), "{}").is(404);
        seller.get(sold.path("upgrade")).is(200, "\"count\":1");
        seller.get(sold.path("recast")).is(200, "\"count\":0");
        seller.get(sold.path("orders")).is(200, "\"count\":2");
        seller.delete(sold.path("upgrade/" + order)).is(200);
        seller.get(sold.path("upgrade/" + order)).is(200, "CLOSED_DELETE");
        seller.patch(sold.path("upgrade/" + order), "{\"payment_terms\": 1}").is(400, "can no longer be changed");
        seller.post(sold.path("upgrade/%s/start".formatted(order)), "{}").is(400, "CLOSED_DELETE");
    }

    /// Each refusal says why, at the field that is wrong.
    @Test
    void windowsAndValuesAreChecked() {
        var sold = Sold.contracted();
        var seller = sold.shop.seller;
        var bricks = sold.bricks(sold.seats(12, ""));
        seller.post(sold.path("upgrade"), "{\"starts_at\": \"2026-01-01\", %s}".formatted(bricks))
                .is(400, "starts_at");
        seller.post(sold.path("upgrade"), "{\"starts_at\": \"2024-12-31\", %s}".formatted(bricks))
                .is(400, "starts_at");
        seller.post(sold.path("upgrade"), "{}").is(400, "\"starts_at\"", "\"bricks\"");
        seller.post(sold.path("recast"), "{\"starts_at\": \"2026-01-01\", \"adjustment_credit\": -1}")
                .is(400, "adjustment_credit", "contract_length", "billing_frequency", "bricks");
        seller.post(sold.path("recast"), """
                        {"starts_at": "2026-01-01", "contract_length": 6, "billing_frequency": "MONTHLY", %s}
                        """.formatted(bricks)).is(400, "starts_at");
        seller.post(sold.path("upgrade/estimate"), """
                        {"starts_at": "2025-12-01", "plan_id": "01985d2a-7c10-7000-8000-00000000c001", %s}
                        """.formatted(bricks)).is(404, "plan");
        seller.post(sold.path("upgrade"), """
                        {"starts_at": "2026-02-01", "bricks": [{"brick_id": "%s"}, {"quantity": -1}],
                         "discount_coupons": ["NO-SUCH"]}
                        """.formatted(sold.plan))
                .is(
                        400,
                        "\"starts_at\"",
                        "\"bricks[0].brick_id\"",
                        "\"bricks[1].brick_id\"",
                        "\"bricks[1].quantity\"",
                        "\"discount_coupons\"");
        var order = seller.post(sold.path("upgrade"), "{\"starts_at\": \"2025-12-01\", %s}".formatted(bricks))
                .is(200)
                .text("order_id");
        seller.patch(sold.path("upgrade/" + order), """
                        {"starts_at": "2026-02-01", "customer_id": "%s", "payment_terms": 1000, "legal_entity_id": "%s",
                         "point_of_contact_id": "%s", "accounts_payable_emails": ["no address"], "purchase_order": {}}
                        """.formatted(sold.plan, sold.plan, sold.plan))
                .is(
                        400,
                        "\"starts_at\"",
                        "\"customer_id\"",
                        "\"payment_terms\"",
                        "\"legal_entity_id\"",
                        "\"point_of_contact_id\"",
                        "\"accounts_payable_emails[0]\"",
                        "\"purchase_order.code\"");
        seller.post(sold.path("upgrade"), "{\"starts_at\": \"2025-12-01\", %s}".formatted(bricks))
                .is(400, "open order");
        seller.post("/subscriptions/01985d2a-7c10-7000-8000-00000000c001/upgrade", "{}")
                .is(404, "subscription");
    }

    /// A new subscription with a fault in every field hears of all of them.
    @Test
    void allFaultsOfANewSubscriptionAreToldAtOnce() {
        var sold = Sold.contracted();
        sold.shop
                .seller
                .post("/subscriptions", """
                        {"starts_at": "soon", "contract_length": 0, "billing_frequency": "DAILY", "bricks": [{}],
                         "customer_id": "%s", "billed_company_id": "%s", "currency": "XXX", "time_zone": "Mars/Base",
                         "payment_terms": -1, "renewal_contract_period": 0, "renewal_uplifted_rate": "x",
                         "transaction_method": "FAX", "first_charge_date": "NEVER", "order_type": "GIFT",
                         "legal_entity_id": "7", "migrated": "yes", "auto_renews": 1, "purchase_order": {"code": ""}}
                        """.formatted(sold.plan, sold.plan))
                .is(
                        400,
                        "\"starts_at\"",
                        "\"contract_length\"",
                        "\"billing_frequency\"",
                        "\"bricks[0].brick_id\"",
                        "\"plan_id\"",
                        "\"customer_id\"",
                        "\"billed_company_id\"",
                        "\"currency\"",
                        "\"time_zone\"",
                        "\"payment_terms\"",
                        "\"renewal_contract_period\"",
                        "\"renewal_uplifted_rate\"",
                        "\"transaction_method\"",
                        "\"first_charge_date\"",
                        "\"order_type\"",
                        "\"legal_entity_id\"",
                        "\"migrated\"",
                        "\"auto_renews\"",
                        "\"purchase_order.code\"");
    }

    /// Manual renewal: estimated, opened, changed, closed ahead of the end, and begun by time (rules N-01, N-05).
    @Test
    void aManualRenewalFollowsTheTerm() {
        var sold = Sold.contracted();
        var seller = sold.shop.seller;
        for (var odd : List.of("[]", "\"x\"", "1")) {
            seller.post(sold.path("renewal/estimate"), odd).is(400, "JSON object");
            seller.patch(sold.path(""), odd).is(400, "JSON object");
        }
        HOUSE.send("POST", sold.path("renewal/estimate"), Optional.of(seller.key()), Optional.empty(), List.of())
                .is(200, "\"ends_at\":\"2026-12-31\"", "\"sub_total\":240000");
        var order = seller.post(
                        sold.path("renewal"), "{\"contract_length\": 6, %s}".formatted(sold.bricks(sold.seats(5, ""))))
                .is(
                        200,
                        "\"starts_at\":\"2026-01-01\"",
                        "\"ends_at\":\"2026-06-30\"",
                        "\"contract_value\":\"600.00 USD\"")
                .text("order_id");
        seller.patch(sold.path("renewal/" + order), "{\"contract_length\": 3}").is(200);
        seller.post(sold.path("renewal/%s/start".formatted(order)), "{}").is(200, "\"ends_at\":\"2026-03-31\"");
        seller.get("/subscriptions/" + sold.id).is(200, "\"ends_at\":\"2025-12-31\"");
        seller.advanceTo("2026-01-01T00:00:00Z");
        seller.get("/subscriptions/" + sold.id)
                .is(200, "\"order_type\":\"RENEWAL\"", "\"ends_at\":\"2026-03-31\"", "\"quantity\":5");
        assertThat(sold.shop.events()).containsSubsequence("order.end", "subscription.renewed");
    }

    /// A brick that the list has dropped, or no longer sells in this currency, renews by hand as it does
    /// automatically (rule N-01).
    @Test
    void aManualRenewalCarriesWhatTheListDropped() {
        var sold = Sold.contracted();
        var seller = sold.shop.seller;
        var renewal = "{%s}".formatted(sold.bricks(sold.seats(10, "")));
        sold.shop.publish(sold.plan, Sold.draft(sold.shop.seats, "25.00", "").replace("USD", "EUR"));
        seller.post(sold.path("renewal/estimate"), renewal).is(200, "\"sub_total\":240000");
        sold.shop.publish(sold.plan, Sold.draft(sold.shop.brick("Other", "SUBSCRIPTION"), "25.00", ""));
        seller.post(sold.path("renewal/estimate"), renewal).is(200, "\"sub_total\":240000");
        seller.started(sold.path("renewal"), renewal);
        seller.advanceTo("2026-01-02T00:00:00Z");
        seller.get("/subscriptions/" + sold.id).is(200, "\"order_type\":\"RENEWAL\"", "\"unit_price\":\"20.00\"");
    }

    /// An automatic renewal follows all terms agreed ahead, and is priced only where a renewal can be made at all.
    @Test
    void theAutomaticRenewalFollowsWhatIsAgreed() {
        var sold = Sold.contracted();
        var seller = sold.shop.seller;
        var renewal = "{\"contract_length\": 1, %s}".formatted(sold.bricks(sold.seats(5, "")));
        seller.started(sold.path("renewal"), renewal);
        seller.post(sold.path("renewal/estimate"), "{}")
                .is(200, "\"starts_at\":\"2026-02-01\"", "\"ends_at\":\"2026-02-28\"", "\"sub_total\":10000");
        seller.post(sold.path("terminate"), "{\"termination_date\": \"2025-03-01\"}")
                .is(200);
        seller.post(sold.path("renewal/estimate"), "{}").is(400, "being terminated");

        var open = sold.shop.create(sold.shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        seller.post("/subscriptions/%s/renewal/estimate".formatted(open), "{}").is(400, "still open");
        var trial = sold.shop.started(
                sold.shop.order("2025-01-01", 12, "MONTHLY", 1, ", \"order_type\": \"TRIAL\", \"trial_days\": 14"));
        seller.post("/subscriptions/%s/renewal/estimate".formatted(trial), "{}")
                .is(400, "{\"fields\":{\"bricks\":[\"This field is required.\"]}}");
    }

    /// The price of the plan itself was agreed like those of its bricks: by hand or by itself, it renews with uplift
    /// and not at the list of the day. Only a phase that names another plan has that plan's prices (N-01, N-02).
    @Test
    void aManualRenewalKeepsThePriceOfThePlan() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var plan = shop.plan("Own price", ownPrice(shop, "99", "10"));
        var other = shop.plan("Other", ownPrice(shop, "50", "15"));
        var id = shop.started("""
                {"starts_at": "2025-01-01", "contract_length": 4, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 2}], "customer_id": "%s", "renewal_uplifted_rate": "10"}
                """.formatted(plan, shop.seats, shop.customer));
        shop.publish(plan, ownPrice(shop, "120", "20"));
        var seats = "\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 2}]".formatted(shop.seats);
        var estimate = "/subscriptions/%s/renewal/estimate".formatted(id);
        shop.seller
                .post(estimate, "{%s}".formatted(seats))
                .is(200, "\"unit_price\":\"108.90\"", "\"unit_price\":\"11.00\"");
        shop.seller
                .post(estimate, """
                {"contract_length": 4, "bricks": [], "phases": [{"phase_position": 1, "contract_length": 2, %s},
                   {"phase_position": 2, "contract_length": 2, "plan_id": "%s", %s}]}
                """.formatted(seats, other, seats))
                .is(200, "\"sub_total\":%d".formatted(2 * (10890 + 2200) + 2 * (5000 + 3000)));
    }

    private static String ownPrice(Shop shop, String ofPlan, String ofSeats) {
        var price = """
                {"currency": "USD", "model": "FLAT", "price_period_months": 1, "unit_price": "%s"}""";
        return "{\"prices\": [%s], \"bricks\": [{\"brick_id\": \"%s\", \"prices\": [%s]}]}"
                .formatted(price.formatted(ofPlan), shop.seats, price.formatted(ofSeats));
    }

    private static String tenSeatsThenTwenty(Shop shop) {
        return shop.started("""
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "QUARTERLY", "plan_id": "%s",
                 "bricks": [], "customer_id": "%s", "phases": [
                   {"phase_position": 1, "contract_length": 4, "bricks": [{"brick_id": "%s", "quantity": 10}]},
                   {"phase_position": 2, "contract_length": 8, "bricks": [{"brick_id": "%s", "quantity": 20}]}]}
                """.formatted(shop.plan, shop.customer, shop.seats, shop.seats));
    }

    /// Faults of phases stand where the request has them, and no phase is dropped in silence (rule F-05).
    @Test
    void phasesOfAnUpgradeAreNamedAsTheyWereSent() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = tenSeatsThenTwenty(shop);
        var phase = "{\"phase_position\": 2, \"bricks\": [{\"brick_id\": \"%s\", \"quantity\": %s}]}";
        var more = phase.formatted(shop.seats, 30);
        estimateOfPhases(shop, id, more + "," + more)
                .is(400, "\"fields\":{\"phases[1].phase_position\":[\"Must be unique.\"]}");
        estimateOfPhases(shop, id, phase.formatted(shop.seats, 99_999_999_999_999L))
                .is(400, "\"fields\":{\"phases[0].bricks[0].quantity\":[\"The price is out of range.\"]}");
        estimateOfPhases(shop, id, "{}")
                .is(400, "\"bricks\":[", "\"phases[0].phase_position\":[\"This field is required.\"]");
        estimateOfPhases(shop, id, more).is(200, "\"quantity\":10");
        shop.seller
                .post("/subscriptions/%s/upgrade/estimate".formatted(id), """
                        {"starts_at": "2025-01-01", "bricks": [{"brick_id": "%s", "quantity": 25}],
                         "phases": [{"phase_position": 2}]}
                        """.formatted(shop.seats))
                .is(200, "\"quantity\":15", "\"quantity\":5");
    }

    /// A phase may have a plan of its own: more seats cost there what they cost there, in the quantity of that phase
    /// where none is stated (rules F-05, U-07), and what stays as it is costs nothing (V8).
    @Test
    void anUpgradeKeepsTheContractedPriceOfEachPhase() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var dear = shop.plan("Dear", Sold.draft(shop.seats, "25.00", ""));
        var cheap = shop.plan("Cheap", Sold.draft(shop.seats, "10.00", ""));
        var id = shop.started("""
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%1$s",
                 "bricks": [], "customer_id": "%2$s", "phases": [
                   {"phase_position": 1, "contract_length": 4, "bricks": [{"brick_id": "%3$s", "quantity": 10}]},
                   {"phase_position": 2, "contract_length": 8, "plan_id": "%4$s",
                    "bricks": [{"brick_id": "%3$s", "quantity": 20}]}]}
                """.formatted(dear, shop.customer, shop.seats, cheap));
        var seats = "{\"brick_id\": \"%s\"%s}";
        assertThat(lines(shop, id, seats.formatted(shop.seats, ""), "")).isEmpty();
        var without = shop.started("""
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%1$s",
                 "bricks": [], "customer_id": "%2$s", "phases": [
                   {"contract_length": 4, "bricks": [{"brick_id": "%3$s", "quantity": 10}]},
                   {"contract_length": 8, "bricks": [{"brick_id": "%4$s", "quantity": 9}]}]}
                """.formatted(shop.plan, shop.customer, shop.seats, shop.tokens));
        assertThat(lines(shop, without, seats.formatted(shop.seats, ""), "")).isEmpty();
        assertThat(lines(shop, id, seats.formatted(shop.seats, ", \"quantity\": 25"), ""))
                .containsExactly("15 150000", "5 40000");
        assertThat(lines(shop, id, seats.formatted(shop.seats, ", \"quantity\": 10"), ""))
                .containsExactly("-10 -80000");
        var second = "{\"phase_position\": 2, \"bricks\": [%s]}"
                .formatted(seats.formatted(shop.seats, ", \"quantity\": 30"));
        assertThat(lines(shop, id, "", second)).containsExactly("10 80000");
        shop.seller.started(
                "/subscriptions/%s/upgrade".formatted(id),
                "{\"starts_at\": \"2025-01-01\", \"bricks\": [%s]}"
                        .formatted(seats.formatted(shop.seats, ", \"quantity\": 25")));
        assertThat(shop.total(id)).isEqualTo(4 * 25 * 25_00 + 8 * 25 * 10_00);
    }

    /// A renewal, by hand or automatic, goes on with the plan of the last phase, and an upgrade without `plan_id`
    /// finds the bricks of that plan (API 4.6, rules N-01 and U-07).
    @Test
    void aRenewalGoesOnWithThePlanOfTheLastPhase() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var support = shop.brick("Support", "SUBSCRIPTION");
        var large = shop.plan("Large", """
                {"prices": [], "bricks": [
                  {"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT", "price_period_months": 1,
                    "unit_price": "18.00"}]},
                  {"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT", "price_period_months": 1,
                    "unit_price": "7.00"}]}]}
                """.formatted(shop.seats, support));
        var id = shop.started("""
                {"starts_at": "2025-01-01", "contract_length": 4, "billing_frequency": "MONTHLY", "plan_id": "%1$s",
                 "bricks": [], "customer_id": "%2$s", "phases": [
                   {"contract_length": 2, "bricks": [{"brick_id": "%3$s", "quantity": 10}]},
                   {"contract_length": 2, "plan_id": "%4$s", "payment_terms": 14,
                    "bricks": [{"brick_id": "%3$s", "quantity": 20}]}]}
                """.formatted(shop.plan, shop.customer, shop.seats, large));
        var more = """
                {"starts_at": "%s", "bricks": [{"brick_id": "%s", "quantity": 5}]}
                """;
        var upgrade = "/subscriptions/%s/upgrade".formatted(id);
        shop.seller
                .post(upgrade + "/estimate", more.formatted("2025-02-01", support))
                .is(400, "The plan has no such brick.");
        shop.seller
                .post(upgrade + "/estimate", more.formatted("2025-04-01", support))
                .is(200, "\"sub_total\":3500");
        var open = upgrade + "/"
                + shop.seller
                        .post(upgrade, more.formatted("2025-04-01", support))
                        .is(200)
                        .text("order_id");
        shop.seller.get(open).is(200, "\"plan_name\":\"Large\"", "\"payment_terms\":14");
        shop.seller.delete(open).is(200);
        shop.seller
                .post("/subscriptions/%s/renewal/estimate".formatted(id), """
                        {"bricks": [{"brick_id": "%s", "quantity": 20}, {"brick_id": "%s", "quantity": 1}]}
                        """.formatted(shop.seats, support))
                .is(200, "\"sub_total\":%d".formatted(4 * (20 * 18_00 + 7_00)));
        shop.seller.advanceTo("2025-05-02T08:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"plan_name\":\"Large\"", "\"order_type\":\"RENEWAL\"");
        shop.seller.started(upgrade, more.formatted("2025-06-01", support));
        assertThat(shop.bills(id)).endsWith("2025-07-01 39500", "2025-08-01 39500");
    }

    /// `quantity sub_total` of each line of an upgrade from the first day.
    private static List<String> lines(Shop shop, String id, String bricks, String phases) {
        var estimate = shop.seller
                .post(
                        "/subscriptions/%s/upgrade/estimate".formatted(id),
                        "{\"starts_at\": \"2025-01-01\", \"bricks\": [%s], \"phases\": [%s]}".formatted(bricks, phases))
                .is(200)
                .json();
        var all = new ArrayList<String>();
        for (var line : estimate.path("line_items")) {
            all.add("%d %d"
                    .formatted(
                            line.path("quantity").asLong(),
                            line.path("sub_total").asLong()));
        }
        return all;
    }

    /// Also where bricks before it cannot be read, leave with their plan, or a phase before it names none.
    @Test
    void aFaultStandsAtTheBrickThatWasSent() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = tenSeatsThenTwenty(shop);
        var path = "/subscriptions/%s/upgrade/estimate".formatted(id);
        var unlimited = "{\"brick_id\": \"%s\", \"is_unlimited\": true}".formatted(shop.seats);
        shop.seller
                .post(
                        path,
                        "{\"starts_at\": \"2025-01-01\", \"bricks\": [{\"brick_id\": \"x\"}, %s]}".formatted(unlimited))
                .is(400, "\"bricks[0].brick_id\":[", "\"bricks[1].is_unlimited\":[");
        estimateOfPhases(
                        shop,
                        id,
                        "{\"phase_position\": 1}, {\"phase_position\": 2, \"bricks\": [%s]}".formatted(unlimited))
                .is(400, "\"fields\":{\"phases[1].bricks[0].is_unlimited\":[\"The brick has no unlimited price.\"]}");
        var other = shop.plan("Other", Sold.draft(shop.seats, "9.00", """
                , {"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT", "unit_price": "0.04",
                   "pre_commitment_schedule": "MONTHLY"}]}""".formatted(shop.tokens)));
        shop.seller
                .post(path, """
                        {"starts_at": "2025-01-01", "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 0},
                          {"brick_id": "%s", "quantity": 99999999999999}]}
                        """.formatted(other, shop.tokens, shop.seats))
                .is(400, "\"fields\":{\"bricks[1].quantity\":[\"The price is out of range.\"]}");
    }

    /// Of a phase the bricks change alone: what else is asked for is refused, and not left out of the price.
    @Test
    void anUpgradeKeepsTheRestOfAPhase() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started("""
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "QUARTERLY", "plan_id": "%s",
                 "bricks": [], "customer_id": "%s", "payment_terms": 45, "phases": [
                   {"phase_position": 1, "contract_length": 4, "bricks": [{"brick_id": "%s", "quantity": 10}]},
                   {"phase_position": 2, "contract_length": 8, "bricks": [{"brick_id": "%s", "quantity": 20}]}]}
                """.formatted(shop.plan, shop.customer, shop.seats, shop.seats));
        var phase = "{\"phase_position\": 2, \"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 30}], %%s}"
                .formatted(shop.seats);
        var other = shop.plan("Other", Sold.draft(shop.seats, "30.00", ""));
        estimateOfPhases(shop, id, phase.formatted("""
                                "starts_at": "2025-06-01", "contract_length": 6, "plan_id": "%s", "payment_terms": 10,
                                "discount_coupons": ["WELCOME"]
                                """.formatted(other)))
                .is(
                        400,
                        "\"phases[0].starts_at\":[\"Cannot be changed by an upgrade: it is 2025-05-01.\"]",
                        "\"phases[0].contract_length\":[\"Cannot be changed by an upgrade: it is 8.\"]",
                        "\"phases[0].plan_id\"",
                        "\"phases[0].payment_terms\":[\"Cannot be changed by an upgrade: it is 45.\"]",
                        "\"phases[0].discount_coupons\"");
        estimateOfPhases(shop, id, "{\"phase_position\": 3}").is(400, "\"phases[0].phase_position\"", "no such phase");
        var same = phase.formatted("""
                "starts_at": "2025-05-01", "contract_length": 8, "plan_id": "%s", "payment_terms": 45,
                "discount_coupons": []
                """.formatted(shop.plan));
        estimateOfPhases(shop, id, same).is(200, "\"quantity\":10");
        var order = shop.seller
                .post(
                        "/subscriptions/%s/upgrade".formatted(id),
                        "{\"starts_at\": \"2025-01-01\", \"bricks\": [], \"phases\": [%s]}".formatted(same))
                .is(200)
                .text("order_id");
        var shown = shop.seller
                .get("/subscriptions/%s/upgrade/%s".formatted(id, order))
                .is(200)
                .json()
                .path("phases");
        assertThat(shown).hasSize(1);
        assertThat(shown.path(0).path("phase_position").asInt()).isEqualTo(2);
        assertThat(shown.path(0).path("bricks").path(0).path("quantity").asInt())
                .isEqualTo(30);
    }

    private static TestServer.Reply estimateOfPhases(Shop shop, String id, String phases) {
        return shop.seller.post(
                "/subscriptions/%s/upgrade/estimate".formatted(id),
                "{\"starts_at\": \"2025-01-01\", \"bricks\": [], \"phases\": [%s]}".formatted(phases));
    }

    /// Reading: detail, current state, lists and search.
    @Test
    void subscriptionsAreFound() {
        var sold = Sold.contracted();
        var seller = sold.shop.seller;
        seller.patch("/subscriptions/" + sold.id, "{\"metadata\": {\"region\": \"emea\", \"_x\": 1}}")
                .is(200);
        seller.started(
                sold.path("upgrade"), "{\"starts_at\": \"2025-12-01\", %s}".formatted(sold.bricks(sold.seats(12, ""))));
        seller.get(sold.path("bricks")).is(200, "\"quantity\":10");
        assertThat(seller.get(sold.path("current"))
                        .is(200)
                        .json()
                        .path("sub_total")
                        .asLong())
                .as("without what lies ahead")
                .isEqualTo(240_000);
        seller.get("/subscriptions?status=ACTIVE&customer_id=" + sold.shop.customer)
                .is(200, "\"count\":1");
        seller.get("/subscriptions?status=PENDING,PAUSED").is(200, "\"count\":0");
        seller.get("/subscriptions?status=PAUSED&status=ACTIVE").is(200, "\"count\":1");
        seller.get("/subscriptions?status=SLEEPING").is(400, "status");
        seller.get("/subscriptions?renews_from=2026-01-01&renews_to=2026-01-31").is(200, "\"count\":1");
        seller.get("/subscriptions?renews_from=2026-01-02").is(200, "\"count\":0");
        seller.get("/subscriptions?metadata=" + URLEncoder.encode("{\"region\": \"emea\"}", UTF_8))
                .is(200, "\"count\":1");
        seller.get("/subscriptions?metadata=" + URLEncoder.encode("{\"region\": \"apac\"}", UTF_8))
                .is(200, "\"count\":0");
        for (var wrong : List.of("emea", "7", "[\"emea\"]", "{\"region\"")) {
            seller.get("/subscriptions?metadata=" + URLEncoder.encode(wrong, UTF_8))
                    .is(400, "\"metadata\"", "object");
        }
        seller.post("/subscriptions/search", "{\"metadata\": {\"region\": \"emea\"}, \"status\": [\"ACTIVE\"]}")
                .is(200, "\"count\":1");
        seller.post("/subscriptions/search", "{\"metadata\": [\"emea\"]}").is(400, "\"metadata\"", "object");
        seller.post("/subscriptions/search", "{\"metadata\": {\"region\": \"apac\"}}")
                .is(200, "\"count\":0");
        seller.post("/subscriptions/search", "{\"plan_id\": \"%s\"}".formatted(sold.plan))
                .is(200, "\"count\":1");
        seller.patch("/subscriptions/" + sold.id, "{\"contract_length\": 24}").is(400, "contract_length", "closed");
        seller.patch("/subscriptions/" + sold.id, "{\"metadata\": {}}").is(200);
        assertThat(seller.get("/subscriptions/" + sold.id)
                        .json()
                        .path("metadata")
                        .isEmpty())
                .isTrue();
    }

    /// Also in another country: what is estimated is what is billed.
    @Test
    void anOrderThatMovesTheContractIsTaxedForWhoTakesItOver() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        shop.seller.patch("/seller", "{\"address\": {\"country\": \"DE\"}}").is(200);
        shop.seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        var id = shop.started(shop.order("2025-01-01", 1, "MONTHLY", 2, ""));
        var heir = shop.customer("Heir", ", \"address\": {\"country\": \"DE\"}");
        var upgrades = "/subscriptions/%s/upgrade".formatted(id);
        var body = """
                {"starts_at": "2025-01-01", "bricks": [{"brick_id": "%s", "quantity": 3}], "customer_id": "%s"}
                """;
        var order = shop.seller.post(upgrades, body.formatted(shop.seats, heir)).is(200);
        var path = "%s/%s".formatted(upgrades, order.text("order_id"));
        var estimated = shop.seller.post(path + "/estimate", "{}").is(200).json();
        shop.seller.post(path + "/start", "{}").is(200);

        for (var invoice : shop.invoices(id)) {
            if (!invoice.path("customer_id").asText().equals(heir)) continue;
            assertThat(invoice.path("tax_total").asLong()).isPositive();
            assertThat(estimated.at("/grand_total_details/tax_total")).isEqualTo(invoice.path("tax_total"));
        }
        shop.seller
                .post(upgrades, body.formatted(shop.seats, UUID.randomUUID()))
                .is(400, "customer_id", "There is no such customer.");
    }
}
