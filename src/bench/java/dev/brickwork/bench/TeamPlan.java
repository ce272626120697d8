package dev.brickwork.bench;

/// A plan of five bricks, one of them graduated in four tiers, one with a usage commitment: what the scenarios
/// sell.
record TeamPlan(String plan, String seats, String support, String storage, String onboarding, String calls) {
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

    static TeamPlan create(Client client) {
        var team = new TeamPlan(
                client.post("/plans", "{\"plan_name\": \"Team\"}")
                        .path("plan_id")
                        .asText(),
                brick(client, "seats", "SUBSCRIPTION"),
                brick(client, "support", "SUBSCRIPTION"),
                brick(client, "storage", "SUBSCRIPTION"),
                brick(client, "onboarding", "ONE_TIME"),
                brick(client, "calls", "USAGE"));
        client.put(
                "/plans/%s/draft".formatted(team.plan),
                "{\"bricks\": [%s, %s, %s, %s, %s]}"
                        .formatted(
                                priced(team.seats, LADDER),
                                priced(team.support, MONTHLY.formatted("99.00")),
                                priced(team.storage, MONTHLY.formatted("4.99")),
                                priced(team.onboarding, ONCE),
                                priced(team.calls, COMMITMENT)));
        client.post("/plans/%s/publish".formatted(team.plan), "{}");
        return team;
    }

    /// All five, as an order names them.
    String bricks(int seatCount) {
        return """
                [{"brick_id": "%s", "quantity": %d, "discount": [{"rate": "10", "renews": true}]},
                 {"brick_id": "%s", "quantity": 1}, {"brick_id": "%s", "quantity": 40}, {"brick_id": "%s"},
                 {"brick_id": "%s", "quantity": 1000}]""".formatted(seats, seatCount, support, storage, onboarding, calls);
    }

    /// An order of 36 monthly periods that begins on a day, as a subscription of a new customer that is still open.
    String subscription(Client client, String customer, String startsAt) {
        return client.post("/subscriptions", """
                        {"starts_at": "%s", "contract_length": 36, "billing_frequency": "MONTHLY", "plan_id": "%s",
                         "customer_id": "%s", "bricks": %s}
                        """.formatted(startsAt, plan, customer, bricks(250)))
                .path("subscription_id")
                .asText();
    }

    static String customer(Client client) {
        return client.post("/customers", "{\"name\": \"Bench\"}")
                .path("customer_id")
                .asText();
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
