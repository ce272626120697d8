package dev.brickwork.subscriptions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.House;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A phase begins at midnight, and the sweep that tells so comes some time after. Whatever happens in between, it is
/// told, once.
@Tag("verify")
final class LateSweepScenarioTest {
    private static final House HOUSE = House.shared();
    private static final String TOLD = "order.new-ramping-period";

    private final Shop shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
    private final String path =
            "/subscriptions/" + shop.started("""
            {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "QUARTERLY", "plan_id": "%s",
             "bricks": [], "customer_id": "%s", "auto_renews": false, "phases": [
               {"phase_position": 1, "contract_length": 6, "bricks": [{"brick_id": "%s", "quantity": 10}]},
               {"phase_position": 2, "contract_length": 6, "bricks": [{"brick_id": "%s", "quantity": 20}]}]}
            """.formatted(shop.plan, shop.customer, shop.seats, shop.seats));

    private final String rested = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ", \"auto_renews\": false"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "terminate | {\"termination_date\": \"2025-08-01\"}",
                "pause | {\"paused_at\": \"2025-08-01\"}",
                "pause | {\"paused_at\": \"2025-08-01\", \"scheduled_resume_at\": \"2025-08-05\"}",
            })
    void whoeverComesBeforeTheSweep(String operation, String body) {
        shop.seller.advanceTo("2025-06-30T08:00:00Z");
        shop.seller.clockAlone("2025-07-01T00:00:30Z");
        shop.seller.post(path + "/" + operation, body).is(200);
        assertThat(shop.events()).doesNotContain(TOLD);
        shop.seller.advanceTo("2025-07-01T08:00:00Z");
        assertThat(shop.events()).containsOnlyOnce(TOLD);
    }

    @Test
    void whoeverBuysMoreBeforeTheSweep() {
        shop.seller.advanceTo("2025-06-30T08:00:00Z");
        shop.seller.clockAlone("2025-07-01T00:00:30Z");
        shop.seller.started(
                path + "/upgrade",
                "{\"starts_at\": \"2025-07-01\", \"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 5}]}"
                        .formatted(shop.seats));
        shop.seller.advanceTo("2025-07-01T08:00:00Z");
        assertThat(shop.events()).containsOnlyOnce(TOLD);
    }

    /// What was planned for the day after is called off.
    @Test
    void whoeverDropsAPauseBeforeTheSweep() {
        shop.seller.advanceTo("2025-06-30T08:00:00Z");
        shop.seller
                .post(path + "/pause", "{\"paused_at\": \"2025-07-02\", \"scheduled_resume_at\": \"2025-07-09\"}")
                .is(200);
        shop.seller.clockAlone("2025-07-01T00:00:30Z");
        shop.seller.delete(path + "/pause").is(200);
        shop.seller.advanceTo("2025-07-01T08:00:00Z");
        assertThat(shop.events()).containsOnlyOnce(TOLD);
    }

    /// Until the recast begins, what was agreed before goes on.
    @Test
    void aRecastAheadKeepsNoPhaseFromBeginning() {
        shop.seller.advanceTo("2025-06-10T08:00:00Z");
        shop.seller.started(path + "/recast", """
                {"starts_at": "2025-08-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 1}]}
                """.formatted(shop.plan, shop.seats));
        shop.seller.advanceTo("2025-07-02T08:00:00Z");
        assertThat(shop.events()).containsOnlyOnce(TOLD);
    }

    /// A termination keeps phases from beginning; with the reinstatement they do.
    @ParameterizedTest
    @CsvSource({"2025-06-15", "2025-07-01"})
    void aReinstatementBeginsThePhasesOfItsTime(String terminatedOn) {
        shop.seller.advanceTo("2025-06-10T08:00:00Z");
        shop.seller
                .post(path + "/terminate", "{\"termination_date\": \"%s\"}".formatted(terminatedOn))
                .is(200);
        shop.seller.advanceTo("2025-07-10T08:00:00Z");
        assertThat(shop.events()).doesNotContain(TOLD);
        shop.seller.post(path + "/reinstate", "{}").is(200, "ACTIVE");
        shop.seller.advanceTo("2025-07-10T09:00:00Z");
        assertThat(shop.events()).containsSubsequence("order.reinstated", TOLD).containsOnlyOnce(TOLD);
    }

    @Test
    void aReinstatementTellsNothingAgain() {
        shop.seller.advanceTo("2025-07-05T08:00:00Z");
        assertThat(shop.events()).containsOnlyOnce(TOLD);
        shop.seller
                .post(path + "/terminate", "{\"termination_date\": \"2025-07-10\"}")
                .is(200);
        shop.seller.advanceTo("2025-07-12T08:00:00Z");
        shop.seller.post(path + "/reinstate", "{}").is(200, "ACTIVE");
        shop.seller.advanceTo("2025-07-13T08:00:00Z");
        assertThat(shop.events()).containsOnlyOnce(TOLD);
    }

    /// Service begins and goes on at midnight.
    @Test
    void whoeverPausesOnTheFirstDay() {
        var ahead = shop.started(shop.order("2025-07-01", 12, "MONTHLY", 1, ""));
        shop.seller.advanceTo("2025-06-30T08:00:00Z");
        shop.seller.clockAlone("2025-07-01T00:00:30Z");
        shop.seller
                .post("/subscriptions/%s/pause".formatted(ahead), "{\"paused_at\": \"2025-07-01\"}")
                .is(200);
        shop.seller.advanceTo("2025-07-01T08:00:00Z");
        assertThat(shop.events()).containsSubsequence("subscription.started", "subscription.paused");
        shop.seller.get("/subscriptions/" + ahead).is(200, "\"status\":\"PAUSED\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "upgrade | {\"starts_at\": \"2025-07-10\", \"bricks\": [{\"brick_id\": \"SEATS\", \"quantity\": 5}]}",
                "recast | {\"starts_at\": \"2025-07-10\", \"contract_length\": 6, \"billing_frequency\": \"MONTHLY\", \"bricks\": [{\"brick_id\": \"SEATS\", \"quantity\": 5}]}",
                "pause | {\"paused_at\": \"2025-07-20\"}",
                "renewal | {\"bricks\": [{\"brick_id\": \"SEATS\", \"quantity\": 5}]}",
            })
    void whoeverComesOnTheDayOfTheResume(String operation, String body) {
        shop.pause(rested, "2025-07-05", "2025-07-10");
        shop.seller.advanceTo("2025-07-09T08:00:00Z");
        shop.seller.clockAlone("2025-07-10T00:00:30Z");
        shop.seller
                .post("/subscriptions/%s/%s".formatted(rested, operation), body.replace("SEATS", shop.seats))
                .is(200);
        shop.seller.advanceTo("2025-07-10T08:00:00Z");
        assertThat(shop.events()).containsOnlyOnce("subscription.resumed");
    }

    @Test
    void whoeverStartsAnOrderOnTheDayOfTheResume() {
        shop.pause(rested, "2025-07-05", "2025-07-10");
        var orders = "/subscriptions/%s/upgrade".formatted(rested);
        var order = shop.seller
                .post(
                        orders,
                        "{\"starts_at\": \"2025-03-01\", \"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 5}]}"
                                .formatted(shop.seats))
                .is(200)
                .text("order_id");
        shop.seller.advanceTo("2025-07-09T08:00:00Z");
        shop.seller.post("%s/%s/start".formatted(orders, order), "{}").is(400, "paused");
        shop.seller.clockAlone("2025-07-10T00:00:30Z");
        shop.seller.post("%s/%s/start".formatted(orders, order), "{}").is(200);
        shop.seller.advanceTo("2025-07-10T08:00:00Z");
        assertThat(shop.events()).containsOnlyOnce("subscription.resumed");
    }

    /// What is used in a term that was agreed for later is taken from its first moment on, and by a clock that is
    /// ahead.
    @Test
    void whoeverUsesSomethingBeforeTheNextTerm() {
        var order = shop.order("2025-01-01", 12, "MONTHLY", 1, ", \"auto_renews\": false");
        var tokens = ", {\"brick_id\": \"%s\"}]".formatted(shop.tokens);
        var id = shop.started(order.replace("}]", "}" + tokens));
        shop.seller.advanceTo("2025-12-20T08:00:00Z");
        shop.seller.started(
                "/subscriptions/%s/renewal".formatted(id),
                "{\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 1}%s}".formatted(shop.seats, tokens));
        var used =
                "{\"subscription_id\": \"%s\", \"brick_id\": \"%s\", \"value\": 1, \"time\": \"2026-01-01T00:00:20Z\"}"
                        .formatted(id, shop.tokens);
        shop.seller.advanceTo("2025-12-31T23:58:00Z");
        shop.seller.post("/usage", used).is(201);
        shop.seller.clockAlone("2026-01-01T00:00:30Z");
        shop.seller.post("/usage", used).is(201);
        shop.seller.advanceTo("2026-01-01T08:00:00Z");
        shop.seller
                .get("/subscriptions/%s/bricks/%s/usage?currentPeriod=true".formatted(id, shop.tokens))
                .is(200, "\"used\":2");
    }

    /// An upgrade that is still open when the next term begins changes that one (U-01): it is none of the old term any
    /// more, whose seats would be billed and gone.
    @Test
    void anUpgradeThatWaitedChangesTheTermThatHasBegun() {
        var renewing = "/subscriptions/" + shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        shop.seller.advanceTo("2025-12-20T08:00:00Z");
        shop.seller.started(
                renewing + "/renewal", "{\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 1}]}".formatted(shop.seats));
        var more = "{\"starts_at\": \"%s\", \"bricks\": [{\"brick_id\": \"" + shop.seats + "\", \"quantity\": 5}]}";
        var order = renewing + "/upgrade/"
                + shop.seller
                        .post(renewing + "/upgrade", more.formatted("2025-12-21"))
                        .is(200)
                        .text("order_id");
        shop.seller.advanceTo("2025-12-31T08:00:00Z");
        shop.seller.clockAlone("2026-01-01T00:00:30Z");
        shop.seller.post(order + "/start", "{}").is(400, "starts_at: Must lie inside the running term.");
        shop.seller.patch(order, more.formatted("2026-01-01")).is(200);
        shop.seller.post(order + "/start", "{}").is(200, "\"ends_at\":\"2026-12-31\"");
    }

    /// The term is over at midnight, and the next one begins with it: by itself, or as it was agreed in advance.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "false | upgrade | {\"starts_at\": \"2026-01-01\", \"bricks\": [{\"brick_id\": \"SEATS\", \"quantity\": 5}]}",
                "true | upgrade | {\"starts_at\": \"2026-02-01\", \"bricks\": [{\"brick_id\": \"SEATS\", \"quantity\": 5}]}",
                "false | recast | {\"starts_at\": \"2026-01-01\", \"contract_length\": 6, \"billing_frequency\": \"MONTHLY\", \"bricks\": [{\"brick_id\": \"SEATS\", \"quantity\": 5}]}",
                "false | pause | {\"paused_at\": \"2026-01-01\", \"scheduled_resume_at\": \"2026-01-11\"}",
                "true | pause | {\"paused_at\": \"2026-01-05\"}",
                "false | terminate | {\"termination_date\": \"2026-03-01\"}",
            })
    void whoeverComesBeforeTheNextTerm(boolean isAgreed, String operation, String body) {
        var renewing = "/subscriptions/" + shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        shop.seller.advanceTo("2025-12-31T08:00:00Z");
        if (isAgreed)
            shop.seller.started(
                    renewing + "/renewal",
                    "{\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 2}]}".formatted(shop.seats));
        shop.seller.clockAlone("2026-01-01T00:00:30Z");
        shop.seller
                .post(renewing + "/" + operation, body.replace("SEATS", shop.seats))
                .is(200);
        shop.seller.advanceTo("2026-01-02T08:00:00Z");
        assertThat(shop.events()).containsOnlyOnce("subscription.renewed");
    }

    /// A pause is over at midnight of the day on which it was to end; there is nothing left to change.
    @Test
    void whoeverPutsOffTheResumeOnItsDay() {
        shop.pause(rested, "2025-07-05", "2025-07-10");
        shop.seller.advanceTo("2025-07-09T08:00:00Z");
        shop.seller.clockAlone("2025-07-10T00:00:30Z");
        shop.seller
                .put("/subscriptions/%s/pause".formatted(rested), "{\"scheduled_resume_at\": \"2025-07-15\"}")
                .is(400, "no pause stands");
        shop.seller.advanceTo("2025-07-10T08:00:00Z");
        shop.seller.get("/subscriptions/" + rested).is(200, "\"status\":\"ACTIVE\"", "\"ends_at\":\"2026-01-05\"");
    }

    /// An open pause beyond the original end ends the subscription (K-01), at midnight.
    @Test
    void whoeverEndsAPauseAfterTheTerm() {
        var path = "/subscriptions/" + rested;
        shop.seller.post(path + "/pause", "{\"paused_at\": \"2025-12-20\"}").is(200);
        shop.seller.advanceTo("2025-12-31T08:00:00Z");
        shop.seller.clockAlone("2026-01-01T00:00:30Z");
        shop.seller
                .put(path + "/pause", "{\"scheduled_resume_at\": \"2026-01-05\"}")
                .is(400);
        shop.seller.post(path + "/resume", "{}").is(400, "not paused");
        shop.seller.advanceTo("2026-01-01T08:00:00Z");
        shop.seller.get(path).is(200, "\"status\":\"INACTIVE\"", "\"ends_at\":\"2025-12-31\"");
    }

    /// The old term is over: an upgrade of it could never be started, and would keep the next one from beginning.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoeverBuysMoreForATermThatIsOver(boolean isAgreed) {
        var renewing = "/subscriptions/" + shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        shop.seller.advanceTo("2025-12-31T08:00:00Z");
        if (isAgreed)
            shop.seller.started(
                    renewing + "/renewal",
                    "{\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 2}]}".formatted(shop.seats));
        shop.seller.clockAlone("2026-01-01T00:00:30Z");
        var more = "{\"starts_at\": \"2025-12-31\", \"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 5}]}"
                .formatted(shop.seats);
        shop.seller.post(renewing + "/upgrade/estimate", more).is(400, "starts_at");
        shop.seller.post(renewing + "/upgrade", more).is(400, "starts_at");
        shop.seller.advanceTo("2026-01-01T08:00:00Z");
        assertThat(shop.events()).containsOnlyOnce("subscription.renewed");
    }

    /// An estimate writes nothing, and tells before the sweep what it tells after it.
    @ParameterizedTest
    @CsvSource({"true, upgrade", "false, upgrade", "true, recast", "false, recast"})
    void whoeverAsksForAPriceBeforeTheNextTerm(boolean isAgreed, String operation) {
        var renewing = "/subscriptions/"
                + shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ", \"renewal_uplifted_rate\": \"10\""));
        shop.seller.advanceTo("2025-12-31T08:00:00Z");
        if (isAgreed)
            shop.seller.started(
                    renewing + "/renewal",
                    "{\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 2}]}".formatted(shop.seats));
        shop.seller.clockAlone("2026-01-01T00:00:30Z");
        var body = """
                {"starts_at": "2026-01-01", "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 5}]%s}
                """.formatted(
                shop.plan,
                shop.seats,
                operation.equals("recast") ? ", \"contract_length\": 6, \"billing_frequency\": \"MONTHLY\"" : "");
        var estimates = renewing + "/" + operation + "/estimate";
        var early = shop.seller.post(estimates, body).is(200).json();
        assertThat(shop.events()).doesNotContain("subscription.renewed");
        shop.seller.advanceTo("2026-01-01T08:00:00Z");
        assertThat(shop.seller.post(estimates, body).is(200).json()).isEqualTo(early);
    }

    @ParameterizedTest
    @CsvSource({"upgrade", "recast", "renewal"})
    void whoeverAsksForAPriceOnTheDayOfTheResume(String operation) {
        shop.pause(rested, "2025-07-05", "2025-07-10");
        shop.seller.advanceTo("2025-07-09T08:00:00Z");
        var estimates = "/subscriptions/%s/%s/estimate".formatted(rested, operation);
        var body = """
                {%s"plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 5}]%s}
                """.formatted(
                operation.equals("renewal") ? "" : "\"starts_at\": \"2025-07-10\", ",
                shop.plan,
                shop.seats,
                operation.equals("upgrade") ? "" : ", \"contract_length\": 6, \"billing_frequency\": \"MONTHLY\"");
        shop.seller.post(estimates, body).is(400, "paused");
        shop.seller.clockAlone("2025-07-10T00:00:30Z");
        var early = shop.seller.post(estimates, body).is(200).json();
        shop.seller.advanceTo("2025-07-10T08:00:00Z");
        assertThat(shop.seller.post(estimates, body).is(200).json()).isEqualTo(early);
    }

    /// Where nothing follows, the subscription is over at midnight: nothing is changed of it any more.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoeverChangesWhatIsOver(boolean isRenewing) {
        var over = "/subscriptions/"
                + shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ", \"auto_renews\": " + isRenewing));
        var body = """
                {"starts_at": "2025-12-31", "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 5}]%s}
                """;
        var upgrade = body.formatted(shop.plan, shop.seats, "");
        var recast =
                body.formatted(shop.plan, shop.seats, ", \"contract_length\": 6, \"billing_frequency\": \"MONTHLY\"");
        shop.seller.advanceTo("2025-12-31T08:00:00Z");
        var order = over + "/upgrade/"
                + shop.seller.post(over + "/upgrade", upgrade).is(200).text("order_id");
        shop.seller.clockAlone("2026-01-01T00:00:30Z");
        var inactive = "only a renewal revives it";
        shop.seller.post(over + "/upgrade/estimate", upgrade).is(400, inactive);
        shop.seller.post(over + "/recast/estimate", recast).is(400, inactive);
        shop.seller.post(order + "/estimate", "{}").is(400, inactive);
        shop.seller.post(order + "/start", "{}").is(400, inactive);
        shop.seller.post(over + "/recast", recast).is(400, inactive);
        shop.seller.advanceTo("2026-01-01T08:00:00Z");
        shop.seller.get(over).is(200, "\"status\":\"INACTIVE\"");
    }

    /// It was over at midnight of the tenth, and costs no days beyond.
    @ParameterizedTest
    @ValueSource(strings = {"2025-07-09T08:00:00Z", "2025-07-04T08:00:00Z"})
    void whoeverResumesWhatWasToGoOnTwoDaysAgo(String swept) {
        shop.pause(rested, "2025-07-05", "2025-07-10");
        shop.seller.advanceTo(swept);
        shop.seller.clockAlone("2025-07-12T00:00:30Z");
        shop.seller.post("/subscriptions/%s/resume".formatted(rested), "{}").is(400, "not paused");
        shop.seller.advanceTo("2025-07-12T08:00:00Z");
        shop.seller.get("/subscriptions/" + rested).is(200, "\"ends_at\":\"2026-01-05\"");
    }
}
