package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A phase, a term and the end of a pause come at midnight, and the sweep that tells so some time after. An operation
/// in between finds the subscription as midnight left it, and each change is told once. One seller has a subscription
/// for each operation of a rule, so that all of them wait for one sweep.
@Tag("verify")
final class LateSweepScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final String PHASE = "order.new-ramping-period";
    private static final String RESUMED = "subscription.resumed";
    private static final String RENEWED = "subscription.renewed";

    private final Shop shop = Shop.at(HOUSE, "2025-04-01T08:00:00Z");

    /// The path of a subscription whose second phase begins on 1 July.
    private String phased() {
        return "/subscriptions/" + shop.started("""
                {"starts_at": "2025-04-01", "contract_length": 12, "billing_frequency": "QUARTERLY", "plan_id": "%s",
                 "bricks": [], "customer_id": "%s", "auto_renews": false, "phases": [
                   {"phase_position": 1, "contract_length": 3, "bricks": [{"brick_id": "%s", "quantity": 10}]},
                   {"phase_position": 2, "contract_length": 9, "bricks": [{"brick_id": "%s", "quantity": 20}]}]}
                """.formatted(shop.plan, shop.customer, shop.seats, shop.seats));
    }

    /// The path of a subscription up to the end of the year, paused from 5 to 10 July.
    private String resting() {
        var id = shop.started(shop.order("2025-07-01", 6, "MONTHLY", 1, ", \"auto_renews\": false"));
        shop.pause(id, "2025-07-05", "2025-07-10");
        return "/subscriptions/" + id;
    }

    /// The path of a subscription for the last three months of the year.
    private String lastQuarter(String more) {
        return "/subscriptions/" + shop.started(shop.order("2025-10-01", 3, "MONTHLY", 1, more));
    }

    private void agreeToRenewal(String path) {
        shop.seller.started(path + "/renewal", seats("{\"bricks\": [{\"brick_id\": \"SEATS\", \"quantity\": 2}]}"));
    }

    private String seats(String body) {
        return body.replace("SEATS", shop.seats);
    }

    private List<String> told(String path) {
        return shop.events(path.replace("/subscriptions/", ""));
    }

    @Test
    void aPhaseIsToldOnceWhateverComesBeforeTheSweep() {
        var terminated = phased();
        var paused = phased();
        var resting = phased();
        var grown = phased();
        shop.seller.advanceTo("2025-06-30T08:00:00Z");
        shop.seller.clockAlone("2025-07-01T00:00:30Z");
        shop.seller
                .post(terminated + "/terminate", "{\"termination_date\": \"2025-08-01\"}")
                .is(200);
        shop.seller.post(paused + "/pause", "{\"paused_at\": \"2025-08-01\"}").is(200);
        shop.seller
                .post(resting + "/pause", "{\"paused_at\": \"2025-08-01\", \"scheduled_resume_at\": \"2025-08-05\"}")
                .is(200);
        for (var path : List.of(terminated, paused, resting))
            assertThat(told(path)).doesNotContain(PHASE);
        shop.seller.started(
                grown + "/upgrade",
                seats("{\"starts_at\": \"2025-07-01\", \"bricks\": [{\"brick_id\": \"SEATS\", \"quantity\": 5}]}"));
        shop.seller.advanceTo("2025-07-01T08:00:00Z");
        for (var path : List.of(terminated, paused, resting, grown))
            assertThat(told(path)).containsOnlyOnce(PHASE);
    }

    /// The dropped pause was planned for the day after the phase begins.
    @Test
    void aPhaseIsToldOnceWhereAPauseIsDroppedBeforeTheSweep() {
        var path = phased();
        shop.seller.advanceTo("2025-06-30T08:00:00Z");
        shop.seller
                .post(path + "/pause", "{\"paused_at\": \"2025-07-02\", \"scheduled_resume_at\": \"2025-07-09\"}")
                .is(200);
        shop.seller.clockAlone("2025-07-01T00:00:30Z");
        shop.seller.delete(path + "/pause").is(200);
        shop.seller.advanceTo("2025-07-01T08:00:00Z");
        assertThat(told(path)).containsOnlyOnce(PHASE);
    }

    /// Until the recast begins, what was agreed before goes on.
    @Test
    void aRecastAheadKeepsNoPhaseFromBeginning() {
        var path = phased();
        shop.seller.advanceTo("2025-06-10T08:00:00Z");
        shop.seller.started(path + "/recast", """
                {"starts_at": "2025-08-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 1}]}
                """.formatted(shop.plan, shop.seats));
        shop.seller.advanceTo("2025-07-02T08:00:00Z");
        assertThat(told(path)).containsOnlyOnce(PHASE);
    }

    /// A termination keeps phases from beginning; with the reinstatement they do.
    @Test
    void aReinstatementBeginsThePhasesOfItsTime() {
        var ended = List.of(phased(), phased());
        var on = List.of("2025-06-15", "2025-07-01");
        shop.seller.advanceTo("2025-06-10T08:00:00Z");
        for (int i = 0; i < ended.size(); i++)
            shop.seller
                    .post(ended.get(i) + "/terminate", "{\"termination_date\": \"%s\"}".formatted(on.get(i)))
                    .is(200);
        shop.seller.advanceTo("2025-07-10T08:00:00Z");
        for (var path : ended) {
            assertThat(told(path)).doesNotContain(PHASE);
            shop.seller.post(path + "/reinstate", "{}").is(200, "ACTIVE");
        }
        shop.seller.advanceTo("2025-07-10T09:00:00Z");
        for (var path : ended)
            assertThat(told(path))
                    .containsSubsequence("order.reinstated", PHASE)
                    .containsOnlyOnce(PHASE);
    }

    @Test
    void aReinstatementTellsNothingAgain() {
        var path = phased();
        shop.seller.advanceTo("2025-07-05T08:00:00Z");
        assertThat(told(path)).containsOnlyOnce(PHASE);
        shop.seller
                .post(path + "/terminate", "{\"termination_date\": \"2025-07-10\"}")
                .is(200);
        shop.seller.advanceTo("2025-07-12T08:00:00Z");
        shop.seller.post(path + "/reinstate", "{}").is(200, "ACTIVE");
        shop.seller.advanceTo("2025-07-13T08:00:00Z");
        assertThat(told(path)).containsOnlyOnce(PHASE);
    }

    /// Service begins and goes on at midnight.
    @Test
    void aPauseOnTheFirstDayFollowsTheStart() {
        var path = "/subscriptions/" + shop.started(shop.order("2025-07-01", 12, "MONTHLY", 1, ""));
        shop.seller.advanceTo("2025-06-30T08:00:00Z");
        shop.seller.clockAlone("2025-07-01T00:00:30Z");
        shop.seller.post(path + "/pause", "{\"paused_at\": \"2025-07-01\"}").is(200);
        shop.seller.advanceTo("2025-07-01T08:00:00Z");
        assertThat(told(path)).containsSubsequence("subscription.started", "subscription.paused");
        shop.seller.get(path).is(200, "\"status\":\"PAUSED\"");
    }

    @Test
    void aResumeIsToldOnceWhateverIsAgreedBeforeTheSweep() {
        shop.seller.advanceTo("2025-07-01T08:00:00Z");
        var grown = resting();
        var recast = resting();
        var paused = resting();
        var renewed = resting();
        shop.seller.advanceTo("2025-07-09T08:00:00Z");
        shop.seller.clockAlone("2025-07-10T00:00:30Z");
        var more = "\"starts_at\": \"2025-07-10\", \"bricks\": [{\"brick_id\": \"SEATS\", \"quantity\": 5}]";
        shop.seller.post(grown + "/upgrade", seats("{%s}".formatted(more))).is(200);
        shop.seller
                .post(
                        recast + "/recast",
                        seats("{%s, \"contract_length\": 6, \"billing_frequency\": \"MONTHLY\"}".formatted(more)))
                .is(200);
        shop.seller.post(paused + "/pause", "{\"paused_at\": \"2025-07-20\"}").is(200);
        shop.seller
                .post(renewed + "/renewal", seats("{\"bricks\": [{\"brick_id\": \"SEATS\", \"quantity\": 5}]}"))
                .is(200);
        shop.seller.advanceTo("2025-07-10T08:00:00Z");
        for (var path : List.of(grown, recast, paused, renewed))
            assertThat(told(path)).containsOnlyOnce(RESUMED);
    }

    @Test
    void anOrderMayBeStartedFromTheDayOfTheResume() {
        shop.seller.advanceTo("2025-07-01T08:00:00Z");
        var path = resting();
        var more = seats("{\"starts_at\": \"2025-07-03\", \"bricks\": [{\"brick_id\": \"SEATS\", \"quantity\": 5}]}");
        var order = shop.seller.post(path + "/upgrade", more).is(200).text("order_id");
        var start = "%s/upgrade/%s/start".formatted(path, order);
        shop.seller.advanceTo("2025-07-09T08:00:00Z");
        shop.seller.post(start, "{}").is(400, "paused");
        shop.seller.clockAlone("2025-07-10T00:00:30Z");
        shop.seller.post(start, "{}").is(200);
        shop.seller.advanceTo("2025-07-10T08:00:00Z");
        assertThat(told(path)).containsOnlyOnce(RESUMED);
    }

    /// A pause is over at midnight of the day on which it was to end; there is nothing left to change.
    @Test
    void noResumeIsPutOffOnItsDay() {
        shop.seller.advanceTo("2025-07-01T08:00:00Z");
        var path = resting();
        shop.seller.advanceTo("2025-07-09T08:00:00Z");
        shop.seller.clockAlone("2025-07-10T00:00:30Z");
        shop.seller
                .put(path + "/pause", "{\"scheduled_resume_at\": \"2025-07-15\"}")
                .is(400, "no pause stands");
        shop.seller.advanceTo("2025-07-10T08:00:00Z");
        shop.seller.get(path).is(200, "\"status\":\"ACTIVE\"", "\"ends_at\":\"2026-01-05\"");
    }

    /// It was over at midnight of the tenth, and costs no days beyond.
    @ParameterizedTest
    @ValueSource(strings = {"2025-07-09T08:00:00Z", "2025-07-04T08:00:00Z"})
    void whatWasToGoOnTwoDaysAgoIsNotResumedByHand(String swept) {
        shop.seller.advanceTo("2025-07-01T08:00:00Z");
        var path = resting();
        shop.seller.advanceTo(swept);
        shop.seller.clockAlone("2025-07-12T00:00:30Z");
        shop.seller.post(path + "/resume", "{}").is(400, "not paused");
        shop.seller.advanceTo("2025-07-12T08:00:00Z");
        shop.seller.get(path).is(200, "\"ends_at\":\"2026-01-05\"");
    }

    @Test
    void anEstimateOnTheDayOfTheResumeIsThatOfTheSweep() {
        shop.seller.advanceTo("2025-07-01T08:00:00Z");
        var path = resting();
        shop.seller.advanceTo("2025-07-09T08:00:00Z");
        var common = "\"plan_id\": \"%s\", \"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 5}]"
                .formatted(shop.plan, shop.seats);
        var from = "{\"starts_at\": \"2025-07-10\", " + common;
        var length = ", \"contract_length\": 6, \"billing_frequency\": \"MONTHLY\"}";
        var asked = List.of(
                new Asked(path + "/upgrade/estimate", from + "}"),
                new Asked(path + "/recast/estimate", from + length),
                new Asked(path + "/renewal/estimate", "{" + common + length));
        for (var one : asked) shop.seller.post(one.path, one.body).is(400, "paused");
        shop.seller.clockAlone("2025-07-10T00:00:30Z");
        var early = asked.stream().map(this::answer).toList();
        shop.seller.advanceTo("2025-07-10T08:00:00Z");
        assertThat(asked.stream().map(this::answer)).isEqualTo(early);
    }

    /// A request to an operation of a subscription.
    private record Asked(String path, String body) {
        private String subscription() {
            return path.substring(0, path.indexOf('/', "/subscriptions/".length()));
        }
    }

    private JsonNode answer(Asked asked) {
        return shop.seller.post(asked.path, asked.body).is(200).json();
    }

    /// Usage of a term that was agreed for later is accepted from its first moment, before the sweep and also by a
    /// client whose clock is ahead.
    @Test
    void usageBeforeTheSweepIsOfTheNextTerm() {
        shop.seller.advanceTo("2025-10-01T08:00:00Z");
        var order = shop.order("2025-10-01", 3, "MONTHLY", 1, ", \"auto_renews\": false");
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
        shop.seller.advanceTo("2025-10-01T08:00:00Z");
        var renewing = lastQuarter("");
        shop.seller.advanceTo("2025-12-20T08:00:00Z");
        shop.seller.started(renewing + "/renewal", seats("{\"bricks\": [{\"brick_id\": \"SEATS\", \"quantity\": 1}]}"));
        var more = seats("{\"starts_at\": \"%s\", \"bricks\": [{\"brick_id\": \"SEATS\", \"quantity\": 5}]}");
        var order = renewing + "/upgrade/"
                + shop.seller
                        .post(renewing + "/upgrade", more.formatted("2025-12-21"))
                        .is(200)
                        .text("order_id");
        shop.seller.advanceTo("2025-12-31T08:00:00Z");
        shop.seller.clockAlone("2026-01-01T00:00:30Z");
        shop.seller.post(order + "/start", "{}").is(400, "starts_at: Must lie inside the running term.");
        shop.seller.patch(order, more.formatted("2026-01-01")).is(200);
        shop.seller.post(order + "/start", "{}").is(200, "\"ends_at\":\"2026-03-31\"");
    }

    /// The term is over at midnight, and the next one begins with it: by itself, or as it was agreed in advance.
    @Test
    void aRenewalIsToldOnceWhateverComesBeforeTheSweep() {
        shop.seller.advanceTo("2025-10-01T08:00:00Z");
        var more = "{\"starts_at\": \"%s\", \"bricks\": [{\"brick_id\": \"SEATS\", \"quantity\": 5}]%s}";
        var byItself = List.of(
                new Asked(lastQuarter("") + "/upgrade", seats(more.formatted("2026-01-01", ""))),
                new Asked(
                        lastQuarter("") + "/recast",
                        seats(more.formatted(
                                "2026-01-01", ", \"contract_length\": 6, \"billing_frequency\": \"MONTHLY\""))),
                new Asked(
                        lastQuarter("") + "/pause",
                        "{\"paused_at\": \"2026-01-01\", \"scheduled_resume_at\": \"2026-01-11\"}"),
                new Asked(lastQuarter("") + "/terminate", "{\"termination_date\": \"2026-03-01\"}"));
        var agreed = List.of(
                new Asked(lastQuarter("") + "/upgrade", seats(more.formatted("2026-02-01", ""))),
                new Asked(lastQuarter("") + "/pause", "{\"paused_at\": \"2026-01-05\"}"));
        shop.seller.advanceTo("2025-12-31T08:00:00Z");
        for (var one : agreed) agreeToRenewal(one.subscription());
        shop.seller.clockAlone("2026-01-01T00:00:30Z");
        for (var asked : List.of(byItself, agreed))
            for (var one : asked) shop.seller.post(one.path, one.body).is(200);
        shop.seller.advanceTo("2026-01-02T08:00:00Z");
        for (var asked : List.of(byItself, agreed))
            for (var one : asked)
                assertThat(told(one.subscription())).as(one.path).containsOnlyOnce(RENEWED);
    }

    /// An open pause beyond the original end ends the subscription (K-01), at midnight.
    @Test
    void anOpenPauseEndsWithTheTerm() {
        shop.seller.advanceTo("2025-12-01T08:00:00Z");
        var path =
                "/subscriptions/" + shop.started(shop.order("2025-12-01", 1, "MONTHLY", 1, ", \"auto_renews\": false"));
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
    @Test
    void noUpgradeIsTakenForATermThatIsOver() {
        shop.seller.advanceTo("2025-10-01T08:00:00Z");
        var byItself = lastQuarter("");
        var agreed = lastQuarter("");
        shop.seller.advanceTo("2025-12-31T08:00:00Z");
        agreeToRenewal(agreed);
        shop.seller.clockAlone("2026-01-01T00:00:30Z");
        var more = seats("{\"starts_at\": \"2025-12-31\", \"bricks\": [{\"brick_id\": \"SEATS\", \"quantity\": 5}]}");
        for (var path : List.of(byItself, agreed)) {
            shop.seller.post(path + "/upgrade/estimate", more).is(400, "starts_at");
            shop.seller.post(path + "/upgrade", more).is(400, "starts_at");
        }
        shop.seller.advanceTo("2026-01-01T08:00:00Z");
        for (var path : List.of(byItself, agreed)) assertThat(told(path)).containsOnlyOnce(RENEWED);
    }

    /// An estimate writes nothing, and tells before the sweep what it tells after it.
    @Test
    void anEstimateBeforeTheNextTermIsThatOfTheSweep() {
        shop.seller.advanceTo("2025-10-01T08:00:00Z");
        var uplifted = ", \"renewal_uplifted_rate\": \"10\"";
        var byItself = lastQuarter(uplifted);
        var agreed = lastQuarter(uplifted);
        shop.seller.advanceTo("2025-12-31T08:00:00Z");
        agreeToRenewal(agreed);
        shop.seller.clockAlone("2026-01-01T00:00:30Z");
        var body =
                "{\"starts_at\": \"2026-01-01\", \"plan_id\": \"%s\", \"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 5}]"
                        .formatted(shop.plan, shop.seats);
        var early = new HashMap<Asked, JsonNode>();
        for (var path : List.of(byItself, agreed)) {
            for (var asked : List.of(
                    new Asked(path + "/upgrade/estimate", body + "}"),
                    new Asked(
                            path + "/recast/estimate",
                            body + ", \"contract_length\": 6, \"billing_frequency\": \"MONTHLY\"}")))
                early.put(asked, answer(asked));
            assertThat(told(path)).doesNotContain(RENEWED);
        }
        shop.seller.advanceTo("2026-01-01T08:00:00Z");
        early.forEach(
                (asked, answer) -> assertThat(answer(asked)).as(asked.path).isEqualTo(answer));
    }

    /// Where nothing follows, the subscription is over at midnight: nothing is changed of it any more.
    @Test
    void nothingIsChangedOfWhatIsOver() {
        shop.seller.advanceTo("2025-10-01T08:00:00Z");
        var body =
                "{\"starts_at\": \"2025-12-31\", \"plan_id\": \"%s\", \"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 5}]"
                        .formatted(shop.plan, shop.seats);
        var upgrade = body + "}";
        var recast = body + ", \"contract_length\": 6, \"billing_frequency\": \"MONTHLY\"}";
        var renewing = lastQuarter(", \"auto_renews\": true");
        var ending = lastQuarter(", \"auto_renews\": false");
        shop.seller.advanceTo("2025-12-31T08:00:00Z");
        var orders = new HashMap<String, String>();
        for (var path : List.of(renewing, ending)) {
            var order = shop.seller.post(path + "/upgrade", upgrade).is(200).text("order_id");
            orders.put(path, path + "/upgrade/" + order);
        }
        shop.seller.clockAlone("2026-01-01T00:00:30Z");
        var inactive = "only a renewal revives it";
        orders.forEach((over, order) -> {
            shop.seller.post(over + "/upgrade/estimate", upgrade).is(400, inactive);
            shop.seller.post(over + "/recast/estimate", recast).is(400, inactive);
            shop.seller.post(order + "/estimate", "{}").is(400, inactive);
            shop.seller.post(order + "/start", "{}").is(400, inactive);
            shop.seller.post(over + "/recast", recast).is(400, inactive);
        });
        shop.seller.advanceTo("2026-01-01T08:00:00Z");
        for (var over : orders.keySet()) shop.seller.get(over).is(200, "\"status\":\"INACTIVE\"");
    }
}
