package dev.brickwork.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.platform.database.Migrations;
import dev.brickwork.support.Shop;
import dev.brickwork.support.TestPostgres;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The catalogue as a client sees it.
@Tag("verify")
final class CatalogueScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final String NOT_THERE = new UUID(0, 7).toString();

    @Test
    void productsAreMadeReadListedAndChanged() {
        var seller = HOUSE.seller();
        var made = seller.post("/products", "{\"name\": \" Lighthouse \"}").is(200, "\"active\":true");
        var path = "/products/" + made.text("product_id");

        assertThat(made.text("name")).isEqualTo("Lighthouse");
        seller.get(path).is(200, "Lighthouse");
        seller.patch(path, "{\"active\": false}").is(200, "\"active\":false", "Lighthouse");
        seller.post("/products", "{\"name\": \"Other\"}").is(200);
        assertThat(seller.get("/products?ordering=-created_at&limit=1")
                        .is(200, "\"count\":2", "\"next\":\"http")
                        .json()
                        .at("/results/0/name")
                        .asText())
                .isEqualTo("Other");
        seller.post("/products", "{\"active\": 1}").is(400, "\"name\":[\"This field is required.\"]", "\"active\"");
        seller.patch(path, "{\"name\": null}").is(400, "\"name\"");
        seller.get("/products?limit=1001").is(400, "\"limit\"");
        seller.get("/products?ordering=name").is(400, "\"ordering\"");
        seller.get("/products/" + NOT_THERE).is(404, "product");
        seller.get("/products/x").is(404, "product");
        HOUSE.seller().get(path).is(404, "product");
        HOUSE.seller().patch(path, "{}").is(404, "product");
    }

    @Test
    void bricksHaveUniqueCodesAndATypeForEver() {
        var seller = HOUSE.seller();
        var made = seller.post(
                        "/bricks",
                        "{\"brick_name\": \"Seats\", \"brick_code\": \"seats\", \"brick_type\": \"SUBSCRIPTION\", \"unit\": \"seat\"}")
                .is(200, "\"tax_category\":\"standard\"", "\"unit\":\"seat\"");
        var path = "/bricks/" + made.text("brick_id");

        seller.post("/bricks", "{\"brick_name\": \"S\", \"brick_code\": \"seats\", \"brick_type\": \"USAGE\"}")
                .is(400, "\"brick_code\"");
        seller.post("/bricks", "{\"brick_code\": \"seats\", \"brick_type\": \"CHAIR\"}")
                .is(400, "\"brick_name\"", "\"brick_code\":[\"Another brick has this code.\"]", "\"brick_type\"");
        var other = "{\"brick_name\": \"Chairs\", \"brick_code\": \"chairs\", \"brick_type\": \"MILESTONE\"}";
        seller.patch(
                        "/bricks/" + seller.post("/bricks", other).is(200).text("brick_id"),
                        "{\"brick_code\": \"seats\", \"brick_type\": \"CHAIR\"}")
                .is(400, "\"brick_code\":[\"Another brick has this code.\"]", "\"brick_type\"");
        HOUSE.seller()
                .post("/bricks", "{\"brick_name\": \"S\", \"brick_code\": \"seats\", \"brick_type\": \"USAGE\"}")
                .is(200);
        seller.post("/bricks", "{\"brick_type\": \"OTHER\", \"brick_name\": \" \"}")
                .is(400, "\"brick_name\"", "\"brick_code\"", "\"brick_type\"");
        seller.patch(path, "{\"brick_type\": \"USAGE\"}").is(400, "\"brick_type\"");
        seller.patch(path, "{\"brick_type\": \"SUBSCRIPTION\", \"unit\": null, \"tax_category\": \"digital\"}")
                .is(200, "\"unit\":null", "\"digital\"");
        new Shop(seller).brick("calls", "USAGE");
        seller.get("/bricks?brick_type=USAGE").is(200, "\"count\":1", "calls");
        seller.get("/bricks?brick_type=X").is(400, "brick_type");
        seller.patch(path, "{\"brick_code\": \"calls\"}").is(400, "\"brick_code\"");
        seller.get("/bricks/" + NOT_THERE).is(404, "brick");
    }

    @Test
    void aPlanGoesFromDraftToVersion() {
        var seller = HOUSE.sellerAt("2025-01-02T09:00:00Z");
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var product =
                seller.post("/products", "{\"name\": \"Lighthouse\"}").is(200).text("product_id");
        var made = seller.post("/plans", "{\"plan_name\": \"Team\", \"product_id\": \"%s\"}".formatted(product))
                .is(200, "\"latest_version\":null", "\"bricks\":[]", "\"draft\":null", "\"ALL_UPFRONT\"");
        var path = "/plans/" + made.text("plan_id");

        seller.post(path + "/publish", "{}").is(400, "no draft");
        seller.put(path + "/draft", "{\"bricks\": [{\"brick_id\": \"%s\"}]}".formatted(seats))
                .is(200, "\"brick_code\":\"seats\"", "\"prices\":[]", "\"updated_at\":\"2025-01-02T09:00:00Z\"");
        seller.get(path).is(200, "\"draft\":{", "\"latest_version\":null");
        seller.post(path + "/publish", "{}").is(400, "bricks[0].prices");
        seller.put(path + "/draft", "{\"bricks\": [%s]}".formatted(Shop.priced(seats, Shop.SEATS_LADDER)))
                .is(200);
        seller.post(path + "/publish", "{}")
                .is(200, "\"version\":1", "\"private\":false", "\"unit_price\":\"25.00\"", "\"up_to\":10");
        seller.get(path).is(200, "\"draft\":null", "\"latest_version\":1", "\"unit_price\":\"20.00\"");
        seller.post(path + "/publish", "{}").is(400, "no draft");

        seller.patch("/bricks/" + seats, "{\"brick_name\": \"Chairs\"}").is(200);
        shop.publish(made.text("plan_id"), Shop.priced(seats, Shop.monthly("39")));
        seller.get(path + "/versions").is(200, "\"count\":2");
        seller.get(path + "/versions/1").is(200, "\"brick_name\":\"seats\"", "\"25.00\"");
        seller.get(path + "/versions/2").is(200, "\"brick_name\":\"Chairs\"", "\"39.00\"");
        seller.get(path + "/versions/3").is(404, "plan version");
        seller.get(path + "/versions/one").is(404, "plan version");
        assertThat(seller.get(path + "/versions?ordering=-created_at&limit=1")
                        .is(200)
                        .json()
                        .at("/results/0/version")
                        .asInt())
                .isEqualTo(2);
        seller.get("/audit?kind=plan").is(200, "\"operation\":\"UPDATE\"");
    }

    /// A draft is sent whole: what is on sale and missing from it is taken, and told.
    @Test
    void aDraftTellsWhatItTakesOffSale() {
        var seller = HOUSE.seller();
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var support = shop.brick("support", "SUBSCRIPTION");
        var euros = Shop.monthly("11").replace("USD", "EUR");
        var own = "{\"prices\": [%s, %s], \"bricks\": [%s]}";
        var plan = seller.post("/plans", "{\"plan_name\": \"Team\"}").is(200).text("plan_id");
        var all = own.formatted(
                Shop.monthly("5"),
                euros,
                Shop.priced(seats, Shop.monthly("12"), euros) + ", " + Shop.priced(support, Shop.monthly("3"), euros));
        shop.draft(plan, all);
        var path = "/plans/%s/draft".formatted(plan);
        assertThat(seller.put(path, all).is(200).json().has("warnings")).isFalse();

        var less = own.replace("%s, ", "").formatted(Shop.monthly("5"), Shop.priced(seats, Shop.monthly("12")));
        var warned = seller.put(path, less).is(200).json().path("warnings");

        assertThat(warned.findValuesAsText("code"))
                .containsExactly("currency_left_out", "currency_left_out", "brick_left_out");
        assertThat(warned.findValuesAsText("field")).containsExactly("prices", "bricks[0].prices", "bricks");
        assertThat(warned.toString())
                .contains(
                        "The plan itself is on sale in EUR",
                        "Brick seats is on sale in EUR",
                        "Brick support is on sale");
        seller.post("/plans/%s/publish".formatted(plan), "{}").is(200);
    }

    @Test
    void plansAreChangedAndFiltered() {
        var seller = HOUSE.seller();
        var shop = new Shop(seller);
        var product = seller.post("/products", "{\"name\": \"P\"}").is(200).text("product_id");
        var team = shop.plan("Team", Shop.priced(shop.brick("seats", "SUBSCRIPTION"), Shop.monthly("39")));
        shop.plan("Solo", Shop.priced(shop.brick("solo", "SUBSCRIPTION"), Shop.monthly("9")));

        seller.patch(
                        "/plans/" + team,
                        "{\"product_id\": \"%s\", \"private\": true, \"allowed_billing_frequencies\": [\"ANNUALLY\"]}"
                                .formatted(product))
                .is(200, "\"private\":true", "\"allowed_billing_frequencies\":[\"ANNUALLY\"]", product);
        seller.get("/plans?private=true").is(200, "\"count\":1", "Team", "\"39.00\"");
        seller.get("/plans?private=false").is(200, "\"count\":1", "Solo");
        seller.get("/plans?product_id=" + product).is(200, "\"count\":1", "Team");
        seller.get("/plans?private=maybe&product_id=x").is(400, "\"private\"", "\"product_id\"");
        seller.get("/plans").is(200, "\"count\":2");
        seller.patch("/plans/" + team, "{\"product_id\": null}").is(200, "\"product_id\":null");
        seller.patch("/plans/" + team, "{\"product_id\": \"%s\"}".formatted(NOT_THERE))
                .is(400, "\"product_id\"");
        seller.patch("/plans/" + team, "{\"allowed_billing_frequencies\": [], \"plan_name\": \"\", \"private\": null}")
                .is(400, "allowed_billing_frequencies", "plan_name", "\"private\"");
        seller.patch("/plans/" + team, "{\"allowed_billing_frequencies\": [\"DAILY\"]}")
                .is(400, "allowed_billing_frequencies[0]");
        seller.post("/plans", "{}").is(400, "\"plan_name\":[\"This field is required.\"]");
        HOUSE.seller().get("/plans/" + team).is(404, "plan");
        HOUSE.seller().put("/plans/" + team + "/draft", "{}").is(404, "plan");
        HOUSE.seller().post("/plans/" + team + "/publish", "{}").is(404, "plan");
        HOUSE.seller().get("/plans/" + team + "/versions/1").is(404, "plan version");
    }

    @Test
    void aDraftNamesOnlyBricksOfTheSeller() {
        var seller = HOUSE.seller();
        var other = new Shop(HOUSE.seller()).brick("theirs", "SUBSCRIPTION");
        var own = new Shop(seller).brick("ours", "SUBSCRIPTION");
        var plan = seller.post("/plans", "{\"plan_name\": \"Team\"}").is(200).text("plan_id");

        seller.put(
                        "/plans/%s/draft".formatted(plan),
                        "{\"bricks\": [{\"brick_id\": \"%s\"}, {\"brick_id\": \"%s\"}, {\"brick_id\": \"%s\"}]}"
                                .formatted(own, other, NOT_THERE))
                .is(400, "bricks[1].brick_id", "bricks[2].brick_id");
        seller.get("/plans/" + plan).is(200, "\"draft\":null");
    }

    @Test
    void editorsWhoMissedAChangeAreTold() {
        var seller = HOUSE.seller();
        var plan = seller.post("/plans", "{\"plan_name\": \"Team\"}").is(200);
        var path = "/plans/" + plan.text("plan_id");
        var etag = plan.header("ETag").orElseThrow();

        seller.send("PATCH", path, "{\"plan_name\": \"One\"}", "If-Match", etag).is(200);
        seller.send("PATCH", path, "{\"plan_name\": \"Two\"}", "If-Match", etag).is(412);
        seller.send("PUT", path + "/draft", "{}", "If-Match", etag).is(412);
        var now = seller.get(path).header("ETag").orElseThrow();
        var draft = seller.send("PUT", path + "/draft", "{}", "If-Match", now).is(200);
        assertThat(draft.header("ETag")).isEqualTo(seller.get(path).header("ETag"));
    }

    /// There the small form of I is ı.
    @Test
    void couponsAreFoundInATurkishDatabaseToo() {
        var address = TestPostgres.empty("LOCALE_PROVIDER icu ICU_LOCALE 'tr-TR'");
        new Migrations(address).migrate();
        try (var house = TestServer.ownWithFollowUp(address)) {
            var seller = house.seller();
            seller.post("/discount-coupons", "{\"code\": \"WINTER\", \"discount_rate\": \"5\"}")
                    .is(200);
            seller.get("/discount-coupons/WINTER").is(200);
            seller.get("/discount-coupons/winter").is(200, "\"code\":\"WINTER\"");
        }
    }

    @Test
    void couponsAreFoundInAnyCaseAndExpireByTheSellersClock() {
        var seller = HOUSE.sellerAt("2025-01-01T00:00:00Z");
        var made = seller.post(
                        "/discount-coupons",
                        "{\"code\": \"Welcome\", \"discount_rate\": \"5\", \"duration_months\": 3, \"expires_at\": \"2025-02-01T00:00:00Z\"}")
                .is(200, "\"is_expired\":false", "\"redemptions\":0", "\"active\":true", "\"discount_rate\":\"5\"");

        seller.post("/discount-coupons", "{\"code\": \"WELCOME\", \"discount_rate\": \"5\"}")
                .is(400, "\"code\"");
        seller.post("/discount-coupons", "{\"code\": \"EVER\", \"discount_rate\": \"12.5\"}")
                .is(200, "\"duration_months\":999", "\"expires_at\":null", "\"discount_rate\":\"12.5\"");
        seller.get("/discount-coupons/wELCOME").is(200, "\"code\":\"Welcome\"");
        seller.get("/discount-coupons?valid=true").is(200, "\"count\":2");
        seller.advanceTo("2025-02-01T00:00:00Z");
        seller.get("/discount-coupons/welcome").is(200, "\"is_expired\":true");
        seller.get("/discount-coupons?valid=true").is(200, "\"count\":1", "EVER");
        seller.get("/discount-coupons?valid=false&active=true").is(200, "\"count\":1", "Welcome");
        seller.send("PATCH", "/discount-coupons/ever", "{\"active\": false}", "If-Match", "\"1\"")
                .is(200, "\"active\":false");
        seller.send("PATCH", "/discount-coupons/ever", "{\"active\": true}", "If-Match", "\"1\"")
                .is(412);
        seller.get("/discount-coupons?active=false").is(200, "\"count\":1", "EVER");
        seller.patch("/discount-coupons/welcome", "{\"expires_at\": null, \"name\": \"Hello\", \"max_redemptions\": 3}")
                .is(200, "\"is_expired\":false", "\"name\":\"Hello\"", "\"max_redemptions\":3");
        assertThat(made.text("created_at")).isEqualTo("2025-01-01T00:00:00Z");
    }

    @Test
    void everyFieldOfACouponIsChecked() {
        var seller = HOUSE.seller();
        seller.post("/discount-coupons", "{}").is(400, "\"code\"", "\"discount_rate\"");
        seller.post(
                        "/discount-coupons",
                        "{\"code\": \"a b\", \"discount_rate\": \"100.5\", \"duration_months\": 1000, \"expires_at\": \"soon\", \"max_redemptions\": 0, \"active\": \"yes\", \"name\": 1}")
                .is(400, "\"code\"", "\"discount_rate\"", "\"duration_months\"", "\"expires_at\"")
                .is(400, "\"max_redemptions\"", "\"active\"", "\"name\"");
        seller.post("/discount-coupons", "{\"code\": \"A\", \"discount_rate\": \"0\"}")
                .is(400, "discount_rate");
        seller.post("/discount-coupons", "{\"code\": \"A\", \"discount_rate\": 5}")
                .is(400, "discount_rate");
        new Shop(seller).coupon("A", "5", 3);
        seller.post("/discount-coupons", "{\"code\": \"a\", \"discount_rate\": \"0\"}")
                .is(400, "\"code\":[\"Another coupon has this code.\"]", "\"discount_rate\"");
        seller.patch("/discount-coupons/A", "{\"code\": \"B\", \"discount_rate\": \"6\", \"duration_months\": 4}")
                .is(400, "\"code\"", "\"discount_rate\"", "\"duration_months\"");
        seller.patch("/discount-coupons/A", "{\"code\": \"A\", \"discount_rate\": \"5.0\", \"duration_months\": 3}")
                .is(200);
        seller.get("/discount-coupons/B").is(404, "coupon");
        HOUSE.seller().get("/discount-coupons/A").is(404, "coupon");
        seller.get("/discount-coupons?valid=maybe").is(400, "valid");
    }

    @Test
    void onlyKeysWithTheScopeMayChangeTheCatalogue() {
        var seller = HOUSE.seller();
        var key = seller.post("/api-keys", "{\"name\": \"reader\", \"scopes\": [\"read\", \"write\"]}")
                .is(200)
                .text("api_key");
        var reader = new TestServer.Tenant(HOUSE, seller.id(), key);

        reader.get("/plans").is(200);
        reader.post("/plans", "{\"plan_name\": \"Team\"}").is(403, "catalog");
        reader.post("/bricks", "{}").is(403, "catalog");
        reader.post("/products", "{}").is(403, "catalog");
        reader.post("/discount-coupons", "{}").is(403, "catalog");
    }

    @Test
    void aRepeatedCreationIsRemembered() {
        var seller = HOUSE.seller();
        var body = "{\"brick_name\": \"S\", \"brick_code\": \"s\", \"brick_type\": \"USAGE\"}";
        var first =
                seller.send("POST", "/bricks", body, "Idempotency-Key", "b-1").is(200);
        var again =
                seller.send("POST", "/bricks", body, "Idempotency-Key", "b-1").is(200);

        assertThat(again.body()).isEqualTo(first.body());
        seller.get("/bricks").is(200, "\"count\":1");
    }
}
