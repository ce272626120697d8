package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Recasts of contracts that rested, or are going to: a pause moves dates and never money (rule K-02).
@Tag("verify")
final class PausedRecastScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private final Shop shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
    private final String id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
    private final String path = "/subscriptions/%s/recast".formatted(id);

    /// No day of a pause has service: a recast on any of them bills nothing for the paused days that follow.
    @ParameterizedTest
    @ValueSource(strings = {"2025-02-01", "2025-02-05", "2025-02-10", "2025-02-11"})
    void aRecastOnAPausedDayBeginsWithTheServiceAfterIt(String day) {
        shop.pause(id, "2025-02-01", "2025-02-11");
        shop.seller.advanceTo("2025-02-12T08:00:00Z");

        shop.seller
                .post(path + "/estimate", recast(day))
                .is(200, "\"ends_at\":\"2026-02-10\"", "\"starts_at\":\"2025-02-11");
        shop.seller.started(path, recast(day));

        shop.seller
                .get("/subscriptions/%s/orders".formatted(id))
                .is(200, "\"starts_at\":\"2025-02-11\",\"ends_at\":\"2026-02-10\"");
        assertThat(shop.bills(id))
                .startsWith("2025-01-01 2500", "2025-02-11 2500", "2025-02-12 12500", "2025-03-11 12500")
                .endsWith("2026-01-11 12500");
    }

    /// One that lies ahead, too: before and after the order closes its dates are the same.
    @Test
    void aRecastInAPlannedPauseBeginsAfterIt() {
        shop.pause(id, "2025-02-01", "2025-02-11");
        var dates = new String[] {"\"starts_at\":\"2025-02-11\"", "\"ends_at\":\"2026-02-10\""};
        var order = shop.seller.post(path, recast("2025-02-05")).is(200, dates).text("order_id");
        shop.seller.get("%s/%s".formatted(path, order)).is(200, dates);
        shop.seller.post("%s/%s/start".formatted(path, order), "{}").is(200, dates);
    }

    /// The estimate shows the dates that the order will have (rule W-04).
    @Test
    void theEstimateOfARecastMovesWithThePausesInIt() {
        shop.pause(id, "2025-02-01", "2025-02-11");
        shop.seller.advanceTo("2025-02-12T08:00:00Z");
        shop.pause(id, "2025-04-01", "2025-05-01");
        var dates = new String[] {"\"ends_at\":\"2026-02-26\"", "\"starts_at\":\"2025-01-18"};

        shop.seller.post(path + "/estimate", recast("2025-01-18")).is(200, dates);
        var order = shop.seller.post(path, recast("2025-01-18")).is(200, dates).text("order_id");
        shop.seller
                .post("%s/%s/estimate".formatted(path, order), "{}")
                .is(200, "\"ends_at\":\"2026-02-26\"", "\"starts_at\":\"2025-02-28");
        shop.seller.post("%s/%s/start".formatted(path, order), "{}").is(200, dates);
        assertThat(shop.bills(id)).contains("2025-02-28 12500", "2025-03-28 12500");
    }

    /// Tax falls on invoices as wholes (rule X-02): the pause has put the second one off, so that it is none of
    /// today's.
    @Test
    void itsTaxIsThatOfTheInvoicesAsTheyWillBe() {
        shop.seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        shop.seller
                .patch("/customers/" + shop.customer, "{\"address\": {\"country\": \"DE\"}}")
                .is(200);
        shop.pause(id, "2025-02-01", "2025-02-11");
        shop.seller.advanceTo("2025-02-20T08:00:00Z");
        var body = recast("2025-01-18").replace("\"quantity\": 5", "\"quantity\": 1, \"discount\": [{\"amount\": 36}]");

        shop.seller.post(path + "/estimate", body).is(200, "\"tax_total\":%d".formatted(12 * 474));
    }

    private String recast(String day) {
        return """
                {"starts_at": "%s", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 5}]}
                """.formatted(day, shop.plan, shop.seats);
    }
}
