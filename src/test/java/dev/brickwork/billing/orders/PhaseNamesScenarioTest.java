package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Phases have names (rule Q-03).
@Tag("verify")
final class PhaseNamesScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final String PHASES = """
            , "phases": [{"phase_position": 3, "contract_length": 4},
              {"phase_position": 1, "contract_length": 4},
              {"phase_position": 2, "contract_length": 4, "name": "Roll-out"}]""";

    private final Shop shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");

    private String order(String phases) {
        return """
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 2}, {"brick_id": "%s", "quantity": 1}],
                 "customer_id": "%s"%s}
                """.formatted(shop.plan, shop.seats, shop.audit, shop.customer, phases);
    }

    private static List<String> names(JsonNode rows, String member) {
        var all = new ArrayList<String>();
        for (var row : rows)
            all.add(row.path("phase_position").asText() + " " + row.path(member).asText());
        return all;
    }

    @Test
    void estimatesOrdersAndMilestonesCarryThem() {
        var all = List.of("1 Phase 1", "2 Roll-out", "3 Phase 3");
        var estimate = shop.seller
                .post("/subscriptions/estimate", order(PHASES))
                .is(200)
                .json();
        assertThat(names(estimate.path("phases"), "name")).isEqualTo(all);
        var path = "/subscriptions/" + shop.started(order(PHASES));
        assertThat(names(shop.seller.get(path).is(200).json().path("phases"), "name"))
                .isEqualTo(all);
        var shown = shop.seller.get(path + "/orders").is(200).json().path("results");
        assertThat(names(shown.path(0).path("phases"), "name")).isEqualTo(all);
        var milestones = shop.seller.get(path + "/milestones").is(200).json().path("results");
        assertThat(names(milestones, "phase_name")).containsExactlyInAnyOrderElementsOf(all);
        var upgrade =
                "{\"starts_at\": \"2025-01-01\", \"bricks\": [], \"phases\": [{\"phase_position\": 2, \"name\": \"%s\",%s}]}";
        var bricks = "\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 4}]".formatted(shop.seats);
        shop.seller
                .post(path + "/upgrade/estimate", upgrade.formatted("Other", bricks))
                .is(400, "\"phases[0].name\"", "it is Roll-out");
        shop.seller
                .post(path + "/upgrade", upgrade.formatted("Roll-out", bricks))
                .is(200);
    }

    @Test
    void anOrderWithoutPhasesIsOne() {
        var path = "/subscriptions/" + shop.started(order(""));
        var milestones = shop.seller.get(path + "/milestones").is(200).json().path("results");
        assertThat(names(milestones, "phase_name")).containsExactly("0 Phase 1");
        assertThat(shop.seller.get(path).is(200).json().has("phases")).isFalse();
    }

    @Test
    void aNameHasALimit() {
        var phase = ", \"phases\": [{\"contract_length\": 12, \"name\": \"%s\"}]";
        shop.seller
                .post("/subscriptions/estimate", order(phase.formatted("x".repeat(256))))
                .is(400, "\"phases[0].name\"");
        shop.seller.post("/subscriptions/estimate", order(phase.formatted(" "))).is(400, "\"phases[0].name\"");
        shop.seller
                .post("/subscriptions/estimate", order(phase.formatted("x".repeat(255))))
                .is(200);
    }
}
