package dev.brickwork.support;

import dev.brickwork.app.TestServer.Tenant;

/// Short words for filling a seller's catalogue over HTTP.
///
/// ```java
/// var shop = new Shop(HOUSE.seller());
/// var seats = shop.brick("seats", "SUBSCRIPTION");
/// var plan = shop.plan("Team", shop.priced(seats, "{\"model\": \"FLAT\", \"unit_price\": \"39\", …}"));
/// ```
public record Shop(Tenant seller) {
    /// The worked example of the rules: 1 to 10 at 25.00, above at 20.00.
    public static final String SEATS_LADDER = """
            {"currency": "USD", "model": "GRADUATED", "price_period_months": 1,
             "tiers": [{"up_to": 10, "unit_price": "25.00"}, {"up_to": null, "unit_price": "20.00"}]}""";

    /// The id of a new brick; its name is its code.
    public String brick(String code, String type) {
        return seller.post(
                        "/bricks",
                        "{\"brick_name\": \"%s\", \"brick_code\": \"%s\", \"brick_type\": \"%s\"}"
                                .formatted(code, code, type))
                .is(200)
                .text("brick_id");
    }

    /// An entry of a draft.
    public static String priced(String brick, String... prices) {
        return "{\"brick_id\": \"%s\", \"prices\": [%s]}".formatted(brick, String.join(", ", prices));
    }

    /// USD, the same for every unit, by the month.
    public static String monthly(String price) {
        return "{\"currency\": \"USD\", \"model\": \"FLAT\", \"price_period_months\": 1, \"unit_price\": \"%s\"}"
                .formatted(price);
    }

    /// USD, the same for every unit, without a period: for one-time, milestone and usage bricks.
    public static String flat(String price) {
        return "{\"currency\": \"USD\", \"model\": \"FLAT\", \"unit_price\": \"%s\"}".formatted(price);
    }

    /// The id of a new plan with one published version.
    public String plan(String name, String... bricks) {
        var plan = seller.post("/plans", "{\"plan_name\": \"%s\"}".formatted(name))
                .is(200)
                .text("plan_id");
        publish(plan, bricks);
        return plan;
    }

    /// Puts a draft and publishes it.
    public void publish(String plan, String... bricks) {
        draft(plan, "{\"bricks\": [%s]}".formatted(String.join(", ", bricks)));
    }

    /// Puts a draft, given as a whole, and publishes it: for a plan that has a price of its own.
    public void draft(String plan, String draft) {
        seller.put("/plans/%s/draft".formatted(plan), draft).is(200);
        seller.post("/plans/%s/publish".formatted(plan), "{}").is(200);
    }

    /// A coupon that can be used.
    public void coupon(String code, String rate, int months) {
        seller.post(
                        "/discount-coupons",
                        "{\"code\": \"%s\", \"discount_rate\": \"%s\", \"duration_months\": %d}"
                                .formatted(code, rate, months))
                .is(200);
    }
}
