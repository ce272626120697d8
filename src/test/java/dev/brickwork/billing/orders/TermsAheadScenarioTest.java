package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Reply;
import dev.brickwork.support.HeldInvoice;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests renewals that were agreed ahead, when the contract ends or changes before they begin.
@Tag("verify")
final class TermsAheadScenarioTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.own();

    private static final String FROM_THE_START = ", \"first_charge_date\": \"CONTRACT_START_DATE\"";

    /// A recast takes the place of all that was agreed (rule R-01): otherwise two terms would bill the same days.
    @Test
    void aRecastReplacesTheRenewalThatWasToFollow() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 3, "MONTHLY", 1, ""));
        renew(shop, id, 3);
        assertThat(shop.bills(id))
                .containsExactly(
                        "2025-01-01 2500",
                        "2025-01-01 5000",
                        "2025-02-01 2500",
                        "2025-03-01 2500",
                        "2025-05-01 5000",
                        "2025-06-01 5000");
        shop.pay(id, 100);

        var recast = """
                {"starts_at": "2025-02-01", "contract_length": 2, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 4}]}
                """.formatted(shop.plan, shop.seats);
        shop.seller
                .post("/subscriptions/%s/recast/estimate".formatted(id), recast)
                .is(200, "\"total\":5000", "\"grand_total\":15000");
        start(shop, id, "recast", recast);

        assertThat(shop.bills(id))
                .containsExactly("2025-01-01 2500", "2025-01-01 5000", "2025-01-01 5000", "2025-03-01 10000");
        assertThat(shop.credit()).isZero();
    }

    /// Whatever was agreed for later: the contract as it runs today, with its changes up to today.
    @Test
    void theCurrentContractIsTheOneThatRuns() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        start(shop, id, "upgrade", """
                {"starts_at": "2025-02-01", "bricks": [{"brick_id": "%s", "quantity": 3}]}
                """.formatted(shop.seats));
        start(shop, id, "recast", recast(shop, "2025-03-01", 5));
        assertThat(currentSeats(shop, id)).isEqualTo(1);
        shop.seller.advanceTo("2025-02-10T00:00:00Z");
        assertThat(currentSeats(shop, id)).isEqualTo(3);
        shop.seller.advanceTo("2025-03-10T00:00:00Z");
        start(shop, id, "recast", recast(shop, "2025-06-01", 7));
        assertThat(currentSeats(shop, id)).isEqualTo(5);
        shop.seller.advanceTo("2025-06-01T00:00:00Z");
        assertThat(currentSeats(shop, id)).isEqualTo(7);
    }

    private static String recast(Shop shop, String startsAt, int seats) {
        return """
                {"starts_at": "%s", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": %d}]}
                """.formatted(startsAt, shop.plan, shop.seats, seats);
    }

    private static int currentSeats(Shop shop, String id) {
        int seats = 0;
        var lines = shop.seller
                .get("/subscriptions/%s/current".formatted(id))
                .is(200)
                .json()
                .path("line_items");
        for (var line : lines) seats += line.path("quantity").asInt();
        return seats;
    }

    /// Each renewal follows the one agreed before it, however many there are.
    @Test
    void renewalsAgreedAheadFollowEachOther() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 3, "ANNUALLY", 1, ""));
        for (int i = 0; i < 3; i++) renew(shop, id, 3);

        var starts = new java.util.ArrayList<String>();
        shop.seller
                .get("/subscriptions/%s/orders".formatted(id))
                .is(200)
                .json()
                .path("results")
                .forEach(order -> starts.add(order.path("starts_at").asText()));
        assertThat(starts).containsExactlyInAnyOrder("2025-01-01", "2025-04-01", "2025-07-01", "2025-10-01");

        shop.seller
                .post("/subscriptions/%s/terminate".formatted(id), "{\"credit_unused\": true}")
                .is(200);
        assertThat(shop.offsets(id))
                .as("a termination takes all of them back (Z-02)")
                .isEqualTo(7500 + 3 * 5000);
    }

    /// Rule N-04: what a renewal agreed ahead has issued is billed next, and the estimate is of the one behind it.
    @Test
    void theNextInvoiceLooksBeyondWhatIsAgreedAhead() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 3, "ALL_UPFRONT", 1, ""));
        renew(shop, id, 1);
        shop.wire(shop.first(id), 7500);
        var next = "/subscriptions/%s/invoices/next".formatted(id);
        var ahead = shop.seller
                .get(next)
                .is(200, "\"status\":\"OUTSTANDING\"", "\"grand_total\":5000")
                .text("invoice_id");
        shop.seller.get("/subscriptions/%s/invoices?scope=past".formatted(id)).is(200, "\"count\":0");
        shop.wire(ahead, 5000);
        shop.seller
                .get(next)
                .is(200, "\"is_renewal_estimate\":true", "\"bill_at\":\"2025-05-01", "\"grand_total\":5000");
    }

    /// The current term is the one that gives service today, until the recast that is agreed ahead begins.
    @Test
    void aTermHasNotEndedBeforeItsRecastBegins() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "QUARTERLY", 10, ""));
        shop.seller.started("/subscriptions/%s/recast".formatted(id), """
                {"starts_at": "2025-06-01", "contract_length": 24, "billing_frequency": "ANNUALLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 30}]}
                """.formatted(shop.plan, shop.seats));
        var invoices = "/subscriptions/%s/invoices?scope=".formatted(id);
        shop.seller.get(invoices + "past").is(200, "\"count\":0");
        shop.seller.get(invoices + "current").is(200, "\"count\":2", "\"grand_total\":75000", "\"grand_total\":50000");

        shop.seller.advanceTo("2025-06-01T08:00:00Z");
        shop.seller.get(invoices + "past").is(200, "\"count\":2", "\"grand_total\":75000", "\"grand_total\":50000");
        shop.seller.get(invoices + "current").is(200, "\"count\":2", "\"grand_total\":780000");
    }

    /// An invoice of the running term may come to lie where one of the next term lay: all move at once (rule K-02).
    @Test
    void aPauseMovesTheRunningTermAndTheNext() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 3, "MONTHLY", 1, ""));
        renew(shop, id, 3);
        shop.pause(id, "2025-02-01", "2025-04-03");
        shop.seller.advanceTo("2025-04-04T08:00:00Z");

        assertThat(shop.bills(id))
                .containsExactly(
                        "2025-01-01 2500",
                        "2025-01-01 5000",
                        "2025-04-03 2500",
                        "2025-05-01 2500",
                        "2025-07-01 5000",
                        "2025-08-01 5000");
    }

    /// Where a recast is agreed for later, the term before it still runs and moves too, and so does the recast,
    /// even when all of it is agreed in one moment of a test clock.
    @Test
    void aPauseMovesTheTermBeforeARecast() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        shop.seller
                .patch("/seller", "{\"first_charge_date\": \"CONTRACT_START_DATE\"}")
                .is(200);
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        start(shop, id, "recast", """
                {"starts_at": "2025-02-10", "contract_length": 3, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 4}]}
                """.formatted(shop.plan, shop.seats));
        shop.pause(id, "2025-01-05", "2025-01-25");
        shop.seller.get("/subscriptions/" + id).is(200, "\"ends_at\":\"2025-05-29\"");
        shop.seller.advanceTo("2025-01-26T08:00:00Z");

        assertThat(shop.bills(id))
                .containsExactly(
                        "2025-01-01 2500",
                        "2025-02-21 804",
                        "2025-03-02 10000",
                        "2025-03-30 10000",
                        "2025-04-30 10000");
    }

    /// An open pause that lasts beyond the end ends the subscription (K-01): what it put off is not billed, and a
    /// late renewal starts on the day after the old end (N-05).
    @Test
    void whatAnOpenPausePutOffIsDroppedAtTheEnd() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 3, "MONTHLY", 1, ""));
        shop.seller
                .post("/subscriptions/%s/pause".formatted(id), "{\"paused_at\": \"2025-01-11\"}")
                .is(200);
        shop.seller.advanceTo("2025-04-11T08:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"INACTIVE\"", "\"ends_at\":\"2025-03-31\"");
        assertThat(shop.bills(id)).containsExactly("2025-01-01 2500");

        renew(shop, id, 2);
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"ACTIVE\"", "\"ends_at\":\"2025-05-31\"");
        assertThat(shop.bills(id)).containsExactly("2025-01-01 2500", "2025-04-11 5000", "2025-05-01 5000");
    }

    /// Where a next term is agreed, it begins while the pause lasts, and all that tells is that it was renewed.
    @Test
    void aTermThatBeginsInAPauseStaysPaused() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 3, "MONTHLY", 1, ""));
        renew(shop, id, 3);
        shop.seller
                .post("/subscriptions/%s/pause".formatted(id), "{\"paused_at\": \"2025-01-11\"}")
                .is(200);
        shop.seller.advanceTo("2025-04-11T08:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"PAUSED\"");
        assertThat(shop.events()).contains("subscription.renewed").containsOnlyOnce("subscription.paused");
        shop.seller.post("/subscriptions/%s/resume".formatted(id), "{}").is(200, "\"ends_at\":\"2025-09-28\"");
    }

    /// Credit that waits on scheduled invoices is released to the customer whose invoices they are, not to the one
    /// who takes the contract over; so is what the first invoice spent of it for service that never was.
    @Test
    void releasedCreditStaysWithItsCustomer() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        var recast = """
                {"starts_at": "2025-01-01", "contract_length": 4, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 1}], "adjustment_credit": %d}
                """;
        start(shop, id, "recast", recast.formatted(shop.plan, shop.seats, 10000));
        var next = shop.seller
                .post("/subscriptions/%s/recast".formatted(id), recast.formatted(shop.plan, shop.seats, 0))
                .is(200)
                .text("order_id");
        var heir = shop.customer("Heir", "");
        var path = "/subscriptions/%s/recast/%s".formatted(id, next);
        shop.seller.patch(path, "{\"customer_id\": \"%s\"}".formatted(heir)).is(200);
        shop.seller.post(path + "/start", "{}").is(200);

        shop.seller
                .get("/customers/%s/credits".formatted(shop.customer))
                .is(200, "\"balances\":[{\"currency\":\"USD\",\"balance\":10000}]");
        shop.seller.get("/customers/%s/credits".formatted(heir)).is(200, "\"balances\":[]");
    }

    /// A renewal agreed while a pause is planned moves with the days that the pause turns out to have (rules K-01,
    /// K-05): no day lies between the two terms, and none is in both.
    @Test
    void aRenewalFollowsATermWhosePauseEndsEarly() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 6, "MONTHLY", 1, FROM_THE_START));
        shop.pause(id, "2025-04-01", "2025-05-01");
        var renewal = shop.seller
                .post("/subscriptions/%s/renewal".formatted(id), renewal(shop, 3))
                .is(200, "\"starts_at\":\"2025-07-31\"", "\"ends_at\":\"2025-10-30\"")
                .text("order_id");
        shop.seller
                .post("/subscriptions/%s/renewal/%s/start".formatted(id, renewal), "{}")
                .is(200, "\"starts_at\":\"2025-07-31\"", "\"ends_at\":\"2025-10-30\"");
        shop.seller.advanceTo("2025-04-11T08:00:00Z");
        shop.seller.post("/subscriptions/%s/resume".formatted(id), "{}").is(200, "\"ends_at\":\"2025-07-10\"");

        assertThat(shop.bills(id))
                .endsWith(
                        "2025-04-11 2500",
                        "2025-05-11 2500",
                        "2025-06-11 2500",
                        "2025-07-11 5000",
                        "2025-08-11 5000",
                        "2025-09-10 5000");
        shop.seller.advanceTo("2025-07-11T00:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"order_type\":\"RENEWAL\"", "\"ends_at\":\"2025-10-10\"");
    }

    /// A recast agreed ahead moves with a pause that becomes longer or shorter: otherwise both terms would bill the
    /// same days.
    @Test
    void aRecastFollowsATermWhosePauseChanges() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, FROM_THE_START));
        shop.pause(id, "2025-04-01", "2025-05-01");
        var recast = shop.seller
                .post("/subscriptions/%s/recast".formatted(id), recast(shop, "2025-07-01", 5))
                .is(200, "\"starts_at\":\"2025-07-01\"", "\"ends_at\":\"2026-06-30\"")
                .text("order_id");
        shop.seller
                .post("/subscriptions/%s/recast/%s/start".formatted(id, recast), "{}")
                .is(200, "\"starts_at\":\"2025-07-01\"");
        shop.seller
                .put("/subscriptions/%s/pause".formatted(id), "{\"scheduled_resume_at\": \"2025-05-21\"}")
                .is(200, "\"ends_at\":\"2026-07-20\"");
        shop.seller.advanceTo("2025-04-11T08:00:00Z");
        shop.seller.post("/subscriptions/%s/resume".formatted(id), "{}").is(200, "\"ends_at\":\"2026-06-10\"");

        assertThat(shop.bills(id))
                .startsWith(
                        "2025-01-01 2500",
                        "2025-02-01 2500",
                        "2025-03-01 2500",
                        "2025-04-11 2500",
                        "2025-05-11 2500",
                        "2025-06-11 12500",
                        "2025-07-12 12500");
        shop.seller.advanceTo("2025-06-10T12:00:00Z");
        assertThat(currentSeats(shop, id)).isEqualTo(1);
        shop.seller.advanceTo("2025-06-11T12:00:00Z");
        assertThat(currentSeats(shop, id)).isEqualTo(5);
    }

    /// A pause that is dropped before it begins leaves everything where it was without it, and what was agreed
    /// meanwhile follows the term (rule K-01).
    @Test
    void aPlannedPauseIsDropped() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 6, "MONTHLY", 1, FROM_THE_START));
        var path = "/subscriptions/%s/pause".formatted(id);
        shop.seller.delete(path).is(400, "no pause stands");
        var before = shop.bills(id);
        shop.pause(id, "2025-04-01", "2025-05-01");
        renew(shop, id, 1);
        shop.seller
                .delete(path)
                .is(200, "\"resumed_at\":null", "\"pause_duration_days\":null", "\"ends_at\":\"2025-06-30\"");

        shop.seller.get("/subscriptions/" + id).is(200, "\"ends_at\":\"2025-06-30\"", "\"pauses\":[]");
        assertThat(shop.bills(id)).startsWith(before.toArray(String[]::new)).endsWith("2025-07-01 5000");
        shop.seller.advanceTo("2025-04-02T08:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"ACTIVE\"");
        assertThat(shop.events()).doesNotContain("subscription.paused");

        shop.pause(id, "2025-04-02", "2025-04-10");
        shop.seller.delete(path).is(400, "The pause has begun; resume the subscription.");
        shop.seller.post("/subscriptions/%s/resume".formatted(id), "{}").is(200);
        shop.pause(id, "2025-05-01", "2025-05-10");
        shop.seller
                .post("/subscriptions/%s/terminate".formatted(id), "{\"termination_date\": \"2025-05-20\"}")
                .is(200);
        shop.seller.delete(path).is(400, "reinstate it first");
    }

    /// Put off, it would lie behind the term, which its own days do not lengthen any more.
    @Test
    void aPlannedPauseIsNotPutOffBeyondTheTerm() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 6, "MONTHLY", 1, FROM_THE_START));
        var path = "/subscriptions/%s/pause".formatted(id);
        shop.pause(id, "2025-04-01", "2025-05-01");
        var later = "{\"paused_at\": \"%s\", \"scheduled_resume_at\": \"2025-07-20\"}";
        shop.seller.put(path, later.formatted("2025-07-01")).is(400, "\"paused_at\"", "The term ends before.");
        shop.seller.put(path, later.formatted("2025-06-30")).is(200, "\"ends_at\":\"2025-07-20\"");
    }

    /// The sweep begins the pause between the moment at which a request came in and the one at which it has the
    /// subscription to itself: by its own clock the pause still lies ahead.
    @Test
    void aPauseThatBeganMeanwhileIsNeitherDroppedNorMoved() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 6, "MONTHLY", 1, FROM_THE_START));
        var path = "/subscriptions/%s/pause".formatted(id);
        shop.pause(id, "2025-04-01", "2025-05-01");
        during(id, () -> shop.seller.delete(path)).is(400, "The pause has begun; resume the subscription.");
        during(id, () -> shop.seller.put(path, "{\"paused_at\": \"2025-04-10\"}"))
                .is(400, "The pause has begun; its first day cannot change.");
    }

    private static Reply during(String subscription, Supplier<Reply> call) {
        return HOUSE.database()
                .inTransaction(tx -> {
                    tx.handle().execute("UPDATE subscription SET status = 'PAUSED' WHERE id = ?::uuid", subscription);
                    return HeldInvoice.waiting(HOUSE, call);
                })
                .join();
    }

    /// A pause that is planned without an end has no days yet: what is agreed for a day after it is agreed for the
    /// service of that day, and moves when the pause is over (rules K-01, K-02).
    @Test
    void aPauseWithoutAnEndShortensNoTerm() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, FROM_THE_START));
        shop.seller
                .post("/subscriptions/%s/pause".formatted(id), "{\"paused_at\": \"2025-04-01\"}")
                .is(200);
        var upgrade = """
                {"starts_at": "2025-07-01", "bricks": [{"brick_id": "%s", "quantity": 2}]}
                """.formatted(shop.seats);
        shop.seller
                .post("/subscriptions/%s/upgrade/estimate".formatted(id), upgrade)
                .is(200, "\"grand_total\":15000", "\"starts_at\":\"2025-07-01\"");
        start(shop, id, "recast", recast(shop, "2025-07-01", 5));
        shop.seller.advanceTo("2025-04-11T08:00:00Z");
        shop.seller.post("/subscriptions/%s/resume".formatted(id), "{}").is(200, "\"ends_at\":\"2026-07-10\"");
        assertThat(shop.bills(id))
                .startsWith(
                        "2025-01-01 2500",
                        "2025-02-01 2500",
                        "2025-03-01 2500",
                        "2025-04-11 2500",
                        "2025-05-11 2500",
                        "2025-06-11 2500",
                        "2025-07-11 12500");
    }

    /// A renewal without `starts_at` follows the term, wherever a pause has moved its end meanwhile.
    @Test
    void anOpenRenewalFollowsTheTermAsItEnds() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 6, "MONTHLY", 1, FROM_THE_START));
        shop.pause(id, "2025-04-01", "2025-05-01");
        var order = shop.seller
                .post("/subscriptions/%s/renewal".formatted(id), renewal(shop, 3))
                .is(200)
                .text("order_id");
        shop.seller.advanceTo("2025-04-11T08:00:00Z");
        shop.seller.post("/subscriptions/%s/resume".formatted(id), "{}").is(200, "\"ends_at\":\"2025-07-10\"");
        var path = "/subscriptions/%s/renewal/%s".formatted(id, order);
        shop.seller.patch(path, "{\"contract_length\": 2}").is(200);
        shop.seller.post(path + "/start", "{}").is(200, "\"starts_at\":\"2025-07-11\"", "\"ends_at\":\"2025-09-10\"");
        assertThat(shop.bills(id)).endsWith("2025-06-11 2500", "2025-07-11 5000", "2025-08-11 5000");
    }

    /// An upgrade that is still open when the next term begins changes that one, on a day of it: its seats are there,
    /// and the term after it has them too (rules U-01, N-01).
    @Test
    void anUpgradeLeftOpenChangesTheTermThatRuns() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 3, "MONTHLY", 1, FROM_THE_START));
        renew(shop, id, 6);
        var order = shop.seller
                .post("/subscriptions/%s/upgrade".formatted(id), """
                        {"starts_at": "2025-03-20", "bricks": [{"brick_id": "%s", "quantity": 5}]}
                        """.formatted(shop.seats))
                .is(200)
                .text("order_id");
        shop.seller.advanceTo("2025-04-02T08:00:00Z");
        var path = "/subscriptions/%s/upgrade/%s".formatted(id, order);
        shop.seller.post(path + "/start", "{}").is(400, "\"starts_at\"");
        shop.seller.patch(path, "{\"starts_at\": \"2025-05-01\"}").is(200);
        shop.seller.post(path + "/start", "{}").is(200, "\"contract_value\":\"375.00 USD\"");

        shop.seller.get("/subscriptions/" + id).is(200, "\"grand_total\":67500");
        assertThat(shop.bills(id))
                .endsWith(
                        "2025-04-01 5000",
                        "2025-05-01 12500",
                        "2025-06-01 12500",
                        "2025-07-01 12500",
                        "2025-08-01 12500",
                        "2025-09-01 12500");
        shop.seller.advanceTo("2025-10-01T08:00:00Z");
        assertThat(shop.bills(id)).contains("2025-10-01 12500", "2026-03-01 12500");
    }

    /// A recast agreed after a pause starts on the day that was sent (API 2.9), and the answer says so.
    @Test
    void aRecastAfterAPauseStartsOnItsDay() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, FROM_THE_START));
        shop.pause(id, "2025-02-01", "2025-02-11");
        shop.seller.advanceTo("2025-02-12T08:00:00Z");
        shop.seller
                .post("/subscriptions/%s/recast".formatted(id), recast(shop, "2025-03-01", 5))
                .is(200, "\"starts_at\":\"2025-03-01\"", "\"ends_at\":\"2026-02-28\"");
    }

    /// A recast that is agreed before the first term begins puts off nothing but what it replaces (rule Z-02).
    @Test
    void theFirstTermBeginsBeforeTheRecastThatFollowsIt() {
        var shop = Shop.at(HOUSE, "2025-01-15T08:00:00Z");
        var id = shop.started(shop.order("2025-03-01", 12, "MONTHLY", 1, FROM_THE_START));
        start(shop, id, "recast", recast(shop, "2025-05-01", 5));
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"PENDING\"");
        shop.seller.advanceTo("2025-03-01T08:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"ACTIVE\"", "\"starts_at\":\"2025-03-01\"");
        shop.seller.advanceTo("2025-05-02T08:00:00Z");
        assertThat(shop.events()).containsOnlyOnce("subscription.started");
        assertThat(shop.bills(id)).startsWith("2025-03-01 2500", "2025-04-01 2500", "2025-05-01 12500");
    }

    /// The days of a pause that is planned behind the start of a recast are in its end from the beginning (K-01).
    @Test
    void aPlannedPauseLengthensTheRecastThatItFallsInto() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, FROM_THE_START));
        shop.pause(id, "2025-04-01", "2025-05-01");
        start(shop, id, "recast", recast(shop, "2025-03-01", 5));
        shop.seller.get("/subscriptions/" + id).is(200, "\"ends_at\":\"2026-03-30\"", "\"renews_at\":\"2026-03-31\"");
        shop.seller.advanceTo("2025-05-02T08:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"ends_at\":\"2026-03-30\"");
        assertThat(shop.bills(id))
                .startsWith("2025-01-01 2500", "2025-02-01 2500", "2025-03-01 12500", "2025-05-01 12500");
    }

    /// A recast may end on the day on which the pause is to begin, or before: the subscription renews, and then rests.
    @ParameterizedTest
    @ValueSource(strings = {"2025-04-01", "2025-04-11"})
    void aPauseBehindTheTermIsOneOfTheNext(String pausedAt) {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, FROM_THE_START + ", \"auto_renews\": true"));
        shop.pause(id, pausedAt, "2025-05-11");
        start(shop, id, "recast", """
                {"starts_at": "2025-02-01", "contract_length": 2, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 4}]}
                """.formatted(shop.plan, shop.seats));
        shop.seller.get("/subscriptions/" + id).is(200, "\"ends_at\":\"2025-03-31\"", "\"renews_at\":\"2025-04-01\"");
        shop.seller.advanceTo("2025-04-20T08:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"PAUSED\"", "\"order_type\":\"RENEWAL\"");
        shop.seller.advanceTo("2025-05-12T08:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"ACTIVE\"");
        assertThat(shop.total(id)).isEqualTo(2500 + 4 * 10000);
    }

    /// A pause moves the recast too: until then the term before it gives the service.
    @Test
    void theTermBeforeAMovedRecastRunsOn() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, FROM_THE_START));
        start(shop, id, "recast", recast(shop, "2025-02-10", 5));
        shop.pause(id, "2025-01-05", "2025-01-25");
        shop.seller.advanceTo("2025-03-01T12:00:00Z");
        assertThat(currentSeats(shop, id)).isEqualTo(1);
        shop.seller.advanceTo("2025-03-02T12:00:00Z");
        assertThat(currentSeats(shop, id)).isEqualTo(5);
    }

    /// Rule N-04: where a recast is agreed for later, the term that runs is the one before it.
    @Test
    void theNextInvoiceIsOfTheTermThatRuns() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "QUARTERLY", 1, FROM_THE_START));
        start(shop, id, "recast", recast(shop, "2025-07-01", 5));
        var next = "/subscriptions/%s/invoices/next".formatted(id);
        shop.seller.get(next).is(200, "\"status\":\"OUTSTANDING\"", "\"bill_at\":\"2025-01-01");
        shop.pay(id, 100);
        shop.seller.get(next).is(200, "\"status\":\"SCHEDULED\"", "\"bill_at\":\"2025-04-01");
        shop.seller.get(next + "?include_paid=1").is(200, "\"status\":\"PAID\"", "\"bill_at\":\"2025-01-01");
        shop.seller.advanceTo("2025-07-02T08:00:00Z");
        shop.seller.get(next).is(200, "\"bill_at\":\"2025-07-01", "\"grand_total\":12500");
    }

    private static void renew(Shop shop, String id, int months) {
        start(shop, id, "renewal", renewal(shop, months));
    }

    private static String renewal(Shop shop, int months) {
        return """
                {"contract_length": %d, "billing_frequency": "MONTHLY", "bricks": [{"brick_id": "%s", "quantity": 2}]}
                """.formatted(months, shop.seats);
    }

    private static void start(Shop shop, String id, String kind, String body) {
        shop.seller.started("/subscriptions/%s/%s".formatted(id, kind), body);
    }

    /// A pause that was planned is dropped while a renewal is open: it may be sent back as it was read, or as it is by
    /// now, and starts where the term ends (N-05).
    @Test
    void anOpenRenewalCanBeSentBackWhenItsTermHasMoved() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 3, "MONTHLY", 4, ""));
        var path = "/subscriptions/" + id;
        shop.seller
                .post(path + "/pause", "{\"paused_at\": \"2025-02-10\", \"scheduled_resume_at\": \"2025-02-20\"}")
                .is(200);
        var open = path + "/renewal/"
                + shop.seller
                        .post(path + "/renewal", """
                        {"contract_length": 2, "billing_frequency": "MONTHLY",
                         "bricks": [{"brick_id": "%s", "quantity": 7}]}
                        """.formatted(shop.seats))
                        .is(200, "\"starts_at\":\"2025-04-11\"")
                        .text("order_id");
        shop.seller.delete(path + "/pause").is(200);
        shop.seller
                .patch(open, "{\"starts_at\": \"2025-04-11\", \"contract_length\": 3}")
                .is(200);
        shop.seller.get(path + "/renewal").is(200, "\"starts_at\":\"2025-04-01\",\"ends_at\":\"2025-06-30\"");
        shop.seller
                .patch(open, "{\"starts_at\": \"2025-04-01\", \"contract_length\": 2}")
                .is(200);
        shop.seller.patch(open, "{\"starts_at\": \"2025-04-11\"}").is(400, "\"starts_at\"", "2025-04-01");
    }
}
