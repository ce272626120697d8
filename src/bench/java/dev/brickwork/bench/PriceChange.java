package dev.brickwork.bench;

import java.time.LocalDate;
import java.time.ZoneOffset;

/// The estimate of a change to a running subscription of 36 monthly periods and five bricks.
final class PriceChange implements Scenario {
    private final String name;

    private PriceChange(String name) {
        this.name = name;
    }

    /// More seats for the rest of the term.
    static PriceChange upgrade() {
        return new PriceChange("upgrade");
    }

    /// A new agreement in place of the old one, with the credit for what was paid and not used.
    static PriceChange recast() {
        return new PriceChange("recast");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int requests() {
        return 20_000;
    }

    @Override
    public int warmup() {
        return 5_000;
    }

    @Override
    public Requests prepare(Client client, int count) {
        var team = TeamPlan.create(client);
        var today = LocalDate.now(ZoneOffset.UTC);
        var id = team.subscription(
                client, TeamPlan.customer(client), today.minusMonths(5).toString());
        client.post("/subscriptions/%s/start".formatted(id), "{}");
        var body = name.equals("upgrade")
                ? "{\"starts_at\": \"%s\", \"bricks\": %s}".formatted(today, team.bricks(300))
                : """
                {"starts_at": "%s", "contract_length": 24, "billing_frequency": "ANNUALLY", "plan_id": "%s", "bricks": %s}
                """.formatted(today, team.plan(), team.bricks(300));
        var request = client.bytes("POST", "/subscriptions/%s/%s/estimate".formatted(id, name), body);
        return _ -> request;
    }
}
