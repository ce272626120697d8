package dev.brickwork.bench;

/// A new subscription of twelve monthly periods with a coupon and five bricks, one of them graduated in four tiers, one
/// with a usage commitment.
final class PriceSubscription implements Scenario {
    private static final String MONTHLY =
            "{\"currency\":\"USD\",\"model\":\"FLAT\",\"price_period_months\":1,\"unit_price\":\"%s\"}";
    private static final String ONCE = "{\"currency\":\"USD\",\"model\":\"FLAT\",\"unit_price\":\"500.00\"}";
    private static final String LADDER = """
            {"currency": "USD", "model": "GRADUATED", "price_period_months": 1, "tiers": [
              {"up_to": 10, "unit_price": "25.00"}, {"up_to": 50, "unit_price": "20.00"},
              {"up_to": 200, "unit_price": "15.50"}, {"up_to": null, "unit_price": "12.25"}]}""";
    private static final String COMMITMENT = """
            {"currency": "USD", "model": "FLAT", "unit_price": "0.04", "overage_unit_price": "0.06",
             "pre_commitment_schedule": "MONTHLY"}""";

    @Override
    public String name() {
        return "estimate";
    }

    @Override
    public Requests prepare(Client client) {
        var seats = brick(client, "seats", "SUBSCRIPTION");
        var support = brick(client, "support", "SUBSCRIPTION");
        var storage = brick(client, "storage", "SUBSCRIPTION");
        var onboarding = brick(client, "onboarding", "ONE_TIME");
        var calls = brick(client, "calls", "USAGE");
        var plan = client.post("/plans", "{\"plan_name\": \"Team\"}")
                .path("plan_id")
                .asText();
        client.put(
                "/plans/%s/draft".formatted(plan),
                "{\"bricks\": [%s, %s, %s, %s, %s]}"
                        .formatted(
                                priced(seats, LADDER),
                                priced(support, MONTHLY.formatted("99.00")),
                                priced(storage, MONTHLY.formatted("4.99")),
                                priced(onboarding, ONCE),
                                priced(calls, COMMITMENT)));
        client.post("/plans/%s/publish".formatted(plan), "{}");
        client.post("/discount-coupons", "{\"code\": \"BENCH\", \"discount_rate\": \"5\", \"duration_months\": 3}");
        var request = client.bytes(
                "POST", "/subscriptions/estimate", """
                {"starts_at": "2025-01-31", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "discount_coupons": ["BENCH"], "bricks": [
                  {"brick_id": "%s", "quantity": 250, "discount": [{"rate": "10", "renews": true}]},
                  {"brick_id": "%s", "quantity": 1}, {"brick_id": "%s", "quantity": 40}, {"brick_id": "%s"},
                  {"brick_id": "%s", "quantity": 1000}]}
                """.formatted(plan, seats, support, storage, onboarding, calls));
        return _ -> request;
    }

    private static String brick(Client client, String code, String type) {
        return client.post(
                        "/bricks",
                        "{\"brick_name\": \"%s\", \"brick_code\": \"%s\", \"brick_type\": \"%s\"}"
                                .formatted(code, code, type))
                .path("brick_id")
                .asText();
    }

    private static String priced(String brick, String price) {
        return "{\"brick_id\": \"%s\", \"prices\": [%s]}".formatted(brick, price);
    }
}
