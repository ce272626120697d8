package dev.brickwork.bench;

/// A new subscription of twelve monthly periods with a coupon and five bricks, one of them graduated in four
/// tiers, one with a usage commitment.
final class PriceSubscription implements Scenario {
    @Override
    public String name() {
        return "estimate";
    }

    @Override
    public Requests prepare(Client client, int count) {
        var team = TeamPlan.create(client);
        client.post("/discount-coupons", "{\"code\": \"BENCH\", \"discount_rate\": \"5\", \"duration_months\": 3}");
        var request = client.bytes("POST", "/subscriptions/estimate", """
                {"starts_at": "2025-01-31", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "discount_coupons": ["BENCH"], "bricks": %s}
                """.formatted(team.plan(), team.bricks(250)));
        return _ -> request;
    }
}
