package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests a subscription between its start and its end, on the moving clock.
@Tag("verify")
final class LifeScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    /// Paused invoices show no date and keep their place; by day of issue, invoices that are not issued come last.
    @Test
    void pausedInvoicesKeepTheirPlace() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var paused = shop.started(shop.order("2025-01-01", 3, "MONTHLY", 1, ""));
        shop.started(shop.order("2025-01-10", 2, "MONTHLY", 1, ", \"first_charge_date\": \"CONTRACT_START_DATE\""));
        shop.seller
                .post("/subscriptions/%s/pause".formatted(paused), "{\"paused_at\": \"2025-01-01\"}")
                .is(200);
        assertThat(billed(shop, "bill_at")).containsExactly("2025-01-01", "2025-01-10", "-", "2025-02-10", "-");
        assertThat(billed(shop, "-bill_at")).containsExactly("-", "2025-02-10", "-", "2025-01-10", "2025-01-01");
        assertThat(billed(shop, "issued_at").getFirst()).isEqualTo("2025-01-01");
        assertThat(billed(shop, "-issued_at").getFirst()).isEqualTo("2025-01-01");
    }

    private static List<String> billed(Shop shop, String ordering) {
        var all =
                shop.seller.get("/invoices?ordering=" + ordering).is(200).json().path("results");
        return all.valueStream()
                .map(invoice -> invoice.path("bill_at"))
                .map(at -> at.isNull() ? "-" : at.asText().substring(0, 10))
                .toList();
    }

    /// Dates move, money never (rules K-01 to K-05).
    @Test
    void aPauseMovesDatesAndAnEarlyResumeTakesTheRestBack() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        shop.seller.advanceTo("2025-04-11T08:00:00Z");
        shop.pay(id, 100);

        shop.seller
                .post("/subscriptions/%s/pause".formatted(id), "{\"paused_at\": \"2025-04-10\"}")
                .is(400, "paused_at");
        shop.seller
                .post(
                        "/subscriptions/%s/pause".formatted(id),
                        "{\"paused_at\": \"2025-04-11\", \"scheduled_resume_at\": \"2025-05-11\"}")
                .is(200, "\"ends_at\":\"2026-01-30\"", "\"resumed_at\":null", "\"pause_duration_days\":null");
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"PAUSED\"", "\"ends_at\":\"2026-01-30\"");
        assertThat(shop.bills(id)).hasSize(12).contains("- 2500");
        shop.seller
                .send("PUT", "/subscriptions/%s/pause".formatted(id), "{\"pause_reason\": \"x\"}", "If-Match", "\"1\"")
                .is(412, "stale");
        shop.seller
                .post("/subscriptions/%s/upgrade".formatted(id), "{\"starts_at\": \"2025-04-12\", \"bricks\": []}")
                .is(400, "paused");

        shop.seller.advanceTo("2025-04-21T08:00:00Z");
        shop.seller
                .send(
                        "POST",
                        "/subscriptions/%s/resume".formatted(id),
                        "should_notify_customer=false",
                        "Content-Type",
                        "application/x-www-form-urlencoded")
                .is(200, "\"pause_duration_days\":10", "\"ends_at\":\"2026-01-10\"");
        shop.seller.post("/subscriptions/%s/resume".formatted(id), "{}").is(400, "not paused");
        assertThat(shop.bills(id))
                .containsSubsequence("2025-04-01 2500", "2025-05-11 2500", "2025-06-11 2500", "2025-12-11 2500");
        assertThat(shop.events()).containsSubsequence("subscription.paused", "subscription.resumed");
    }

    /// A phase that would begin where the service stands still begins with the first day of service, once.
    @Test
    void aPhaseBeginsOnceOnTheDayOfResuming() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(ramp(shop));
        shop.seller
                .post(
                        "/subscriptions/%s/pause".formatted(id),
                        "{\"paused_at\": \"2025-07-01\", \"scheduled_resume_at\": \"2025-07-11\"}")
                .is(200);
        shop.seller.advanceTo("2025-07-12T08:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"ACTIVE\"", "\"ends_at\":\"2026-01-10\"");
        assertThat(shop.events())
                .containsSubsequence("subscription.resumed", "order.new-ramping-period")
                .containsOnlyOnce("order.new-ramping-period");
    }

    /// Rule K-03: what is paused has no date, so it is not due within any, and was not billed by any.
    @Test
    void aPausedInvoiceIsFoundByNoDate() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "QUARTERLY", 10, ""));
        shop.pay(id, 100);
        shop.seller
                .post("/subscriptions/%s/pause".formatted(id), "{\"paused_at\": \"2025-02-10\"}")
                .is(200);
        shop.seller.advanceTo("2025-11-10T08:00:00Z");
        shop.seller.get("/invoices?status=PAUSED").is(200, "\"count\":3", "\"due_at\":null");
        shop.seller.get("/invoices?due_from=2025-01-01").is(200, "\"count\":1", "\"status\":\"PAID\"");
        shop.seller.get("/invoices?due_to=2026-12-31").is(200, "\"count\":1", "\"status\":\"PAID\"");
        var next = "/subscriptions/%s/invoices/next".formatted(id);
        shop.seller.get(next).is(200, "\"status\":\"PAUSED\"");
        shop.seller.get(next + "?include_paid=1").is(200, "\"status\":\"PAID\"", "\"bill_at\":\"2025-01-01");
    }

    /// No phase begins while an open pause lasts; it begins after the resume by hand.
    @Test
    void aPhaseWaitsForAnOpenPauseToEnd() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(ramp(shop));
        shop.seller.advanceTo("2025-06-30T08:00:00Z");
        shop.seller
                .post("/subscriptions/%s/pause".formatted(id), "{\"paused_at\": \"2025-07-01\"}")
                .is(200);
        shop.seller.advanceTo("2025-07-05T08:00:00Z");
        assertThat(shop.events()).doesNotContain("order.new-ramping-period");
        shop.seller.post("/subscriptions/%s/resume".formatted(id), "{}").is(200, "\"pause_duration_days\":4");
        shop.seller.advanceTo("2025-07-20T08:00:00Z");
        assertThat(shop.events())
                .containsSubsequence("subscription.resumed", "order.new-ramping-period")
                .containsOnlyOnce("order.new-ramping-period");
    }

    /// An order that never started is CLOSED_LOST, wherever its stage is shown (rule Z-01).
    @Test
    void aTerminationBeforeTheStartLosesTheOrder() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.seller
                .post("/subscriptions", shop.order("2025-01-01", 12, "MONTHLY", 1, ""))
                .is(200)
                .text("subscription_id");
        shop.seller
                .post("/subscriptions/%s/terminate".formatted(id), "{}")
                .is(200, "\"status\":\"INACTIVE\"", "\"stage\":\"CLOSED_LOST\"");
        shop.seller.get("/subscriptions/" + id).is(200, "\"stage\":\"CLOSED_LOST\"");
        shop.seller
                .post("/subscriptions/%s/pause".formatted(id), "{\"paused_at\": \"2025-01-02\"}")
                .is(400, "inactive");
    }

    /// A termination on the day of a new phase comes first: the phase never begins.
    @Test
    void aTerminationOnTheDayOfAPhaseEndsTheSubscription() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(ramp(shop));
        shop.seller
                .post("/subscriptions/%s/terminate".formatted(id), "{\"termination_date\": \"2025-07-01\"}")
                .is(200);
        shop.seller.advanceTo("2025-07-02T08:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"INACTIVE\"");
        assertThat(shop.events()).doesNotContain("order.new-ramping-period");
    }

    private static String ramp(Shop shop) {
        return """
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "QUARTERLY", "plan_id": "%s",
                 "bricks": [], "customer_id": "%s", "auto_renews": false, "phases": [
                   {"phase_position": 1, "contract_length": 6, "bricks": [{"brick_id": "%s", "quantity": 10}]},
                   {"phase_position": 2, "contract_length": 6, "bricks": [{"brick_id": "%s", "quantity": 20}]}]}
                """.formatted(shop.plan, shop.customer, shop.seats, shop.seats);
    }

    /// Orders of a paused term show the days on which service takes place (rule K-02): in lists, alone, in events.
    @Test
    void theDatesOfOrdersMoveWithThePause() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(ramp(shop));
        shop.seller.advanceTo("2025-02-01T08:00:00Z");
        shop.seller
                .post(
                        "/subscriptions/%s/pause".formatted(id),
                        "{\"paused_at\": \"2025-02-01\", \"scheduled_resume_at\": \"2025-02-11\"}")
                .is(200, "\"ends_at\":\"2026-01-10\"");
        shop.seller.advanceTo("2025-03-01T08:00:00Z");
        var order = shop.seller
                .post(
                        "/subscriptions/%s/upgrade".formatted(id),
                        "{\"starts_at\": \"2025-03-01\", \"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 12}]}"
                                .formatted(shop.seats))
                .is(200, "\"starts_at\":\"2025-03-01\"", "\"ends_at\":\"2026-01-10\"")
                .text("order_id");

        var one = shop.seller
                .get("/subscriptions/%s/upgrade/%s".formatted(id, order))
                .is(200);
        assertThat(one.text("starts_at")).isEqualTo("2025-03-01");
        assertThat(one.text("ends_at")).isEqualTo("2026-01-10");
        var first = shop.seller
                .get("/subscriptions/%s/orders".formatted(id))
                .is(200)
                .json()
                .path("results")
                .path(0);
        assertThat(first.path("ends_at").asText()).isEqualTo("2026-01-10");
        assertThat(first.path("phases").path(1).path("starts_at").asText()).isEqualTo("2025-07-11");
        shop.seller.delete("/subscriptions/%s/upgrade/%s".formatted(id, order)).is(200, "\"ends_at\":\"2026-01-10\"");
        shop.seller.advanceTo("2026-01-11T08:00:00Z");
        assertThat(shop.told("order.end").path("ends_at").asText()).isEqualTo("2026-01-10");
    }

    @Test
    void aScheduledPauseBeginsAndEndsByItself() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 3, "MONTHLY", 1, ", \"auto_renews\": false"));
        shop.seller
                .post(
                        "/subscriptions/%s/pause".formatted(id),
                        "{\"paused_at\": \"2025-01-20\", \"scheduled_resume_at\": \"2025-01-25\"}")
                .is(200);
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"ACTIVE\"");
        shop.seller
                .put("/subscriptions/%s/pause".formatted(id), "{\"scheduled_resume_at\": \"2025-01-30\"}")
                .is(200, "\"ends_at\":\"2025-04-10\"");
        shop.seller.advanceTo("2025-01-20T00:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"PAUSED\"");
        shop.seller.advanceTo("2025-02-01T00:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"ACTIVE\"", "\"pause_duration_days\":10");
        assertThat(shop.bills(id)).containsExactly("2025-01-01 2500", "2025-02-11 2500", "2025-03-11 2500");
        shop.seller.advanceTo("2025-05-01T00:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"INACTIVE\"");
        assertThat(Collections.frequency(shop.events(), "subscription.inactive"))
                .isOne();
    }

    /// A renewal beyond what an amount may say (rule M-09) waits, day by day, until its uplift is put right; the
    /// subscriptions behind it renew on their day.
    @Test
    void aRenewalThatCannotBePricedHoldsUpNoOther() {
        var shop = Shop.at(HOUSE, "2025-01-01T00:00:00Z");
        var dear = shop.plan("Dear", """
                {"prices": [], "bricks": [{"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT",
                  "price_period_months": 1, "unit_price": "9000000000000"}]}]}
                """.formatted(shop.seats));
        var order = shop.order("2025-01-01", 1, "MONTHLY", 1, ", \"renewal_uplifted_rate\": \"999.99\"");
        var stuck = shop.started(order.replace(shop.plan, dear));
        var other = shop.started(shop.order("2025-01-01", 1, "MONTHLY", 1, ""));
        shop.seller.advanceTo("2025-02-02T12:00:00Z");
        shop.seller.get("/subscriptions/" + other).is(200, "\"order_type\":\"RENEWAL\"");
        shop.seller.get("/subscriptions/" + stuck).is(200, "\"order_type\":\"STANDARD\"");
        shop.wire(shop.first(stuck), 900_000_000_000_000L);
        shop.seller
                .get("/subscriptions/%s/invoices/next".formatted(stuck))
                .is(
                        400,
                        "{\"error\":{\"code\":\"ERR_BAD_REQUEST\",\"message\":\"the renewal cannot be priced: the price is out"
                                + " of range\"}}");
        shop.seller
                .patch("/subscriptions/" + stuck, "{\"renewal_uplifted_rate\": \"0\"}")
                .is(200);
        shop.seller.advanceTo("2025-02-03T12:00:00Z");
        shop.seller.get("/subscriptions/" + stuck).is(200, "\"order_type\":\"RENEWAL\"", "\"ends_at\":\"2025-02-28\"");
    }

    /// Whatever fails at one subscription, in its renewal or its invoice, is tried again the next day, and the others
    /// go on meanwhile.
    @Test
    void aBugHoldsUpItsOwnSubscriptionOnly() {
        var shop = Shop.at(HOUSE, "2025-01-01T00:00:00Z");
        var stuck = shop.started(shop.order("2025-01-01", 2, "MONTHLY", 1, ""));
        var other = shop.started(shop.order("2025-01-01", 2, "MONTHLY", 1, ""));
        HOUSE.database().inTransaction(tx -> tx.handle().execute("""
                CREATE FUNCTION a_bug() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a bug'; END $$;
                CREATE TRIGGER a_bug BEFORE UPDATE ON invoice FOR EACH ROW
                    WHEN (OLD.number IS NULL AND NEW.number IS NOT NULL AND NEW.subscription_id = '%1$s') EXECUTE FUNCTION a_bug();
                CREATE TRIGGER a_bug BEFORE INSERT ON orders FOR EACH ROW
                    WHEN (NEW.subscription_id = '%1$s') EXECUTE FUNCTION a_bug();
                """.formatted(stuck)));
        try {
            shop.seller.advanceTo("2025-03-02T12:00:00Z");
            shop.seller.get("/subscriptions/" + other).is(200, "\"order_type\":\"RENEWAL\"");
            shop.seller.get("/subscriptions/" + stuck).is(200, "\"order_type\":\"STANDARD\"");
            assertThat(shop.bills(other)).hasSize(4);
            assertThat(shop.bills(stuck)).hasSize(2);
            assertThat(shop.invoices(stuck))
                    .last()
                    .extracting(invoice -> invoice.path("status").asText())
                    .isEqualTo("SCHEDULED");
        } finally {
            HOUSE.database().inTransaction(tx -> tx.handle().execute("DROP FUNCTION a_bug() CASCADE"));
        }
        shop.seller.advanceTo("2025-03-04T12:00:00Z");
        assertThat(shop.bills(stuck)).isEqualTo(shop.bills(other));
        assertThat(shop.invoices(stuck))
                .noneMatch(invoice -> invoice.path("bill_at").asText().compareTo("2025-03-04") < 0
                        && invoice.path("status").asText().equals("SCHEDULED"));
    }

    /// Renewal with uplift, full quantities of all upgrades, a reduction with credit, a pause: three years of one
    /// contract (rules U-06, N-01 to N-03).
    @Test
    void threeYears() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order(
                "2025-01-01",
                12,
                "QUARTERLY",
                8,
                ", \"renewal_uplifted_rate\": \"10\", \"renewal_contract_period\": 24"));
        assertThat(shop.bills(id)).hasSize(4).allMatch(bill -> bill.endsWith(" 60000"));
        upgrade(shop, id, "2025-02-15", 10, "2025-02-15T08:00:00Z");
        upgrade(shop, id, "2025-04-01", 14, "2025-04-01T08:00:00Z");
        assertThat(shop.bills(id))
                .containsExactly(
                        "2025-01-01 60000",
                        "2025-02-15 7500",
                        "2025-04-01 75000",
                        "2025-04-01 24000",
                        "2025-07-01 99000",
                        "2025-10-01 99000");

        // 14 to 9 seats on 1 August: July was used, two of three months of the quarter are credit.
        upgrade(shop, id, "2025-08-01", 9, "2025-08-01T08:00:00Z");
        assertThat(shop.credit()).isEqualTo(2 * (33000 - 22500));
        assertThat(shop.bills(id)).contains("2025-07-01 99000", "2025-10-01 67500");

        shop.seller.advanceTo("2025-11-10T08:00:00Z");
        shop.seller
                .post(
                        "/subscriptions/%s/pause".formatted(id),
                        "{\"paused_at\": \"2025-11-11\", \"scheduled_resume_at\": \"2025-11-21\"}")
                .is(200);
        shop.seller.advanceTo("2026-01-10T23:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"order_type\":\"STANDARD\"", "\"ends_at\":\"2026-01-10\"");
        shop.seller.advanceTo("2026-01-11T00:00:00Z");
        shop.seller
                .get("/subscriptions/" + id)
                .is(200, "\"order_type\":\"RENEWAL\"", "\"ends_at\":\"2028-01-10\"", "\"quantity\":9");
        // 9 seats at 27.50 for three months.
        assertThat(shop.bills(id))
                .contains("2026-01-11 74250", "2027-10-11 74250")
                .hasSize(6 + 8);
        assertThat(shop.events())
                .containsSubsequence(
                        "subscription.paused", "subscription.resumed", "order.end", "subscription.renewed");
    }

    private static void upgrade(Shop shop, String id, String startsAt, int quantity, String now) {
        shop.seller.advanceTo(now);
        shop.pay(id, 100);
        shop.seller.started(
                "/subscriptions/%s/upgrade".formatted(id),
                "{\"starts_at\": \"%s\", \"bricks\": [{\"brick_id\": \"%s\", \"quantity\": %d}]}"
                        .formatted(startsAt, shop.seats, quantity));
        shop.pay(id, 100);
    }

    @Test
    void aRampBillsEachPhaseAndTellsWhenOneBegins() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started("""
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "QUARTERLY", "plan_id": "%s",
                 "bricks": [], "customer_id": "%s", "phases": [
                   {"phase_position": 1, "contract_length": 4, "bricks": [{"brick_id": "%s", "quantity": 10}]},
                   {"phase_position": 2, "contract_length": 8, "payment_terms": 10,
                    "bricks": [{"brick_id": "%s", "quantity": 20}]}]}
                """.formatted(shop.plan, shop.customer, shop.seats, shop.seats));
        assertThat(shop.bills(id))
                .containsExactly(
                        "2025-01-01 75000",
                        "2025-04-01 25000",
                        "2025-05-01 135000",
                        "2025-08-01 135000",
                        "2025-11-01 90000");
        shop.seller.advanceTo("2025-05-01T00:00:00Z");
        assertThat(shop.events()).contains("order.new-ramping-period");
        shop.seller.get("/subscriptions/%s/bricks".formatted(id)).is(200, "\"quantity\":20");
    }

    /// The unused paid value exceeds the new order: the rest is credit of the customer (rule R-05).
    @Test
    void aRecastCreditLargerThanTheNewOrderGoesToTheLedger() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "ANNUALLY", 4, ""));
        shop.pay(id, 100);
        shop.seller.advanceTo("2025-07-17T08:00:00Z");
        var body = """
                {"starts_at": "2025-07-17", "contract_length": 12, "billing_frequency": "MONTHLY",
                 "bricks": [{"brick_id": "%s", "quantity": 1}]}
                """.formatted(shop.seats);
        shop.seller.started("/subscriptions/%s/recast".formatted(id), body);
        // 120000 a year, 6 + 16/31 months used: 54839 credit against 30000.
        assertThat(shop.bills(id)).contains("2025-07-17 0").hasSize(13);
        assertThat(shop.credit()).isEqualTo(54839 - 30000);
    }

    /// Only 80000 of 120000 was paid: the invoice is reduced and 14839 becomes credit (rule R-02).
    @Test
    void whatWasNotPaidReducesTheInvoice() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "ANNUALLY", 4, ""));
        shop.wire(shop.first(id), 80_000);
        shop.seller.advanceTo("2025-07-17T08:00:00Z");
        shop.seller
                .post(
                        "/subscriptions/%s/terminate".formatted(id),
                        "{\"termination_date\": \"2025-07-17\", \"credit_unused\": true}")
                .is(200, "\"status\":\"INACTIVE\"");
        assertThat(shop.credit()).isEqualTo(14839);
        shop.seller
                .get("/subscriptions/%s/invoices".formatted(id))
                .is(200, "\"remaining_amount\":0", "\"offset_total\":40000", "\"status\":\"ADJUSTED\"");
        shop.seller
                .get("/invoices/%s/history".formatted(shop.first(id)))
                .is(200, "\"what\":\"REDUCED\"", "\"reason\":\"TERMINATION\"");
        shop.seller.post("/subscriptions/%s/reinstate".formatted(id), "{}").is(400, "credited");
        assertThat(Collections.frequency(shop.events(), "subscription.inactive"))
                .isOne();
    }

    @Test
    void aTerminationIsTakenBackWhileTheTermRuns() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "QUARTERLY", 4, ""));
        shop.pay(id, 100);
        shop.seller
                .post(
                        "/subscriptions/%s/terminate".formatted(id),
                        "{\"termination_date\": \"2024-12-31\", \"notification_emails\": [\"no address\"], \"credit_unused\": 2}")
                .is(
                        400,
                        "\"termination_date\"",
                        "before the start of the term",
                        "\"notification_emails[0]\"",
                        "\"credit_unused\"");
        shop.seller
                .post("/subscriptions/%s/terminate".formatted(id), "{\"termination_date\": \"2025-05-16\"}")
                .is(200, "\"status\":\"ACTIVE\"", "\"terminates_at\":\"2025-05-16\"", "\"renews_at\":null");
        assertThat(shop.bills(id)).containsExactly("2025-01-01 30000", "2025-04-01 14839");
        shop.seller
                .post("/subscriptions/%s/upgrade".formatted(id), "{\"starts_at\": \"2025-04-12\", \"bricks\": []}")
                .is(400, "terminated");
        shop.seller.post("/subscriptions/%s/reinstate".formatted(id), "{}").is(200, "\"terminates_at\":null");
        assertThat(shop.total(id)).isEqualTo(120_000);
        shop.seller
                .post("/subscriptions/%s/terminate".formatted(id), "{\"termination_date\": \"2025-05-16\"}")
                .is(200);
        shop.seller.advanceTo("2025-05-16T00:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"INACTIVE\"");
        assertThat(shop.events()).containsSubsequence("order.terminated", "order.reinstated", "subscription.inactive");
    }

    @Test
    void aTrialCostsNothingAndConverts() {
        var shop = Shop.at(HOUSE, "2025-03-01T08:00:00Z");
        var id = shop.started(
                shop.order("2025-03-01", 12, "MONTHLY", 3, ", \"order_type\": \"TRIAL\", \"trial_days\": 14"));
        shop.seller
                .get("/subscriptions/" + id)
                .is(
                        200,
                        "\"order_type\":\"TRIAL\"",
                        "\"grand_total\":0",
                        "\"ends_at\":\"2025-03-14\"",
                        "\"renews_at\":null");
        shop.seller.get("/subscriptions?renews_from=2025-03-01").is(200, "\"count\":0");
        shop.seller.get("/subscriptions?renews_to=2025-04-01").is(200, "\"count\":0");
        assertThat(shop.bills(id)).isEmpty();
        var order = shop.seller
                .post("/subscriptions/%s/renewal".formatted(id), """
                        {"contract_length": 12, "billing_frequency": "MONTHLY",
                         "bricks": [{"brick_id": "%s", "quantity": 3}]}
                        """.formatted(shop.seats))
                .is(200, "\"order_type\":\"STANDARD\"", "\"starts_at\":\"2025-03-15\"")
                .text("order_id");
        shop.seller
                .post("/subscriptions/%s/renewal/%s/start".formatted(id, order), "{}")
                .is(200);
        shop.seller.advanceTo("2025-03-15T00:00:00Z");
        shop.seller
                .get("/subscriptions/" + id)
                .is(200, "\"order_type\":\"STANDARD\"", "\"status\":\"ACTIVE\"", "\"renews_at\":\"2026-03-15\"");
        assertThat(shop.bills(id)).hasSize(12).contains("2025-04-15 7500");

        var other = shop.started(
                shop.order("2025-03-15", 12, "MONTHLY", 3, ", \"order_type\": \"TRIAL\", \"trial_days\": 14"));
        shop.seller.advanceTo("2025-04-01T00:00:00Z");
        shop.seller.get("/subscriptions/" + other).is(200, "\"status\":\"INACTIVE\"");
        var late = shop.seller
                .post("/subscriptions/%s/renewal".formatted(other), """
                        {"contract_length": 12, "billing_frequency": "MONTHLY",
                         "bricks": [{"brick_id": "%s", "quantity": 3}]}
                        """.formatted(shop.seats))
                .is(200, "\"order_type\":\"STANDARD\"", "\"starts_at\":\"2025-03-29\"")
                .text("order_id");
        shop.seller
                .post("/subscriptions/%s/renewal/%s/start".formatted(other, late), "{}")
                .is(200);
        shop.seller.get("/subscriptions/" + other).is(200, "\"status\":\"ACTIVE\"", "\"ends_at\":\"2026-03-28\"");
        assertThat(shop.bills(other)).hasSize(12).contains("2025-04-01 7500", "2025-04-29 7500");
        assertThat(shop.events())
                .as("in time, and late")
                .containsSubsequence("subscription.renewed", "subscription.inactive", "subscription.renewed");
    }

    /// A coupon of one month is worth a month, also where a recast ends the trial.
    @Test
    void aTrialTakesNothingFromACoupon() {
        var shop = Shop.at(HOUSE, "2025-03-01T08:00:00Z");
        shop.seller
                .post("/discount-coupons", "{\"code\": \"MONTH\", \"discount_rate\": \"50\", \"duration_months\": 1}")
                .is(200);
        var id = shop.started(
                shop.order("2025-03-01", 12, "MONTHLY", 3, ", \"order_type\": \"TRIAL\", \"trial_days\": 30"));
        shop.seller.advanceTo("2025-03-21T08:00:00Z");
        shop.seller.started("/subscriptions/%s/recast".formatted(id), """
                        {"starts_at": "2025-03-21", "contract_length": 12, "billing_frequency": "MONTHLY",
                         "bricks": [{"brick_id": "%s", "quantity": 3}], "discount_coupons": ["MONTH"]}
                        """.formatted(shop.seats));
        assertThat(shop.bills(id)).contains("2025-03-21 3750", "2025-04-21 7500");
    }

    /// The renewal that was agreed while a bill waited for its usage shares that bill; both terms are cut and come
    /// back.
    @Test
    void aTerminationIsTakenBackWhereTwoTermsShareABill() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started("""
                {"starts_at": "2025-01-01", "contract_length": 2, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 2}, {"brick_id": "%s"}], "customer_id": "%s"}
                """.formatted(shop.plan, shop.seats, shop.tokens, shop.customer));
        shop.seller.advanceTo("2025-02-01T00:30:00Z");
        shop.seller.started("/subscriptions/%s/renewal".formatted(id), """
                        {"contract_length": 1, "billing_frequency": "MONTHLY",
                         "bricks": [{"brick_id": "%s", "quantity": 2}]}
                        """.formatted(shop.seats));
        assertThat(shop.bills(id)).contains("2025-02-01 10000");
        shop.seller
                .post("/subscriptions/%s/terminate".formatted(id), "{\"termination_date\": \"2025-02-15\"}")
                .is(200);
        assertThat(shop.bills(id)).as("half a month").contains("2025-02-01 2500");
        shop.seller.post("/subscriptions/%s/reinstate".formatted(id), "{}").is(200);
        assertThat(shop.total(id)).isEqualTo(15_000);
    }

    @Test
    void aLateRenewalRevives() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 3, "MONTHLY", 2, ", \"auto_renews\": false"));
        shop.seller.advanceTo("2025-04-20T00:00:00Z");
        shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"INACTIVE\"");
        var order = shop.seller
                .post(
                        "/subscriptions/%s/renewal".formatted(id),
                        "{\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 5}]}".formatted(shop.seats))
                .is(200, "\"starts_at\":\"2025-04-01\"", "\"order_type\":\"RENEWAL\"")
                .text("order_id");
        shop.seller
                .post("/subscriptions/%s/renewal/%s/start".formatted(id, order), "{}")
                .is(200, "\"status\":\"ACTIVE\"");
        assertThat(shop.bills(id)).contains("2025-04-20 12500", "2025-05-01 12500", "2025-06-01 12500");
        shop.seller.advanceTo("2025-07-02T00:00:00Z");
        assertThat(Collections.frequency(shop.events(), "subscription.inactive"))
                .isEqualTo(2);
    }

    @Test
    void aPartnerIsBilled() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var partner = shop.customer("Partner", ", \"is_partner\": true");
        var stranger = shop.customer("Stranger", "");
        shop.seller
                .post(
                        "/subscriptions",
                        shop.order(
                                "2025-01-01", 12, "ANNUALLY", 1, ", \"billed_company_id\": \"%s\"".formatted(stranger)))
                .is(400, "billed_company_id");
        var id = shop.started(
                shop.order("2025-01-01", 12, "ANNUALLY", 1, ", \"billed_company_id\": \"%s\"".formatted(partner)));
        shop.seller
                .get("/subscriptions/%s/invoices".formatted(id))
                .is(
                        200,
                        "\"billed_company_id\":\"%s\"".formatted(partner),
                        "\"customer_id\":\"%s\"".formatted(shop.customer));
    }

    @Test
    void whatAnotherSystemBilledIsMuted() {
        var shop = Shop.at(HOUSE, "2025-06-10T08:00:00Z");
        var order = shop.order("2025-01-01", 12, "MONTHLY", 1, ", \"migrated\": true");
        var id = shop.create(order);
        shop.seller.post("/subscriptions/%s/start".formatted(id), "{}").is(400, "muted_before");
        shop.seller.patch("/seller", "{\"muted_before\": \"2025-06-01\"}").is(200);
        shop.start(id);
        assertThat(shop.bills(id)).hasSize(12).contains("2025-01-01 2500", "2025-06-10 2500", "2025-07-01 2500");
        var statuses = new java.util.ArrayList<String>();
        for (var invoice : shop.invoices(id))
            statuses.add(invoice.path("status").asText());
        assertThat(Collections.frequency(statuses, "MUTED")).isEqualTo(5);
    }

    /// On a day on which the clocks change a term still begins at the first moment of that day, which in one of
    /// these zones is 01:00, and a day is a day (rules T-06, T-08).
    @Test
    void termsBeginOnDaysOfClockChanges() {
        var cases = """
                America/Los_Angeles | 2025-03-09 | 2025-03-09T08:00:00Z | 2025-04-09T07:00:00Z
                Europe/Berlin       | 2025-10-26 | 2025-10-25T22:00:00Z | 2025-11-25T23:00:00Z
                Pacific/Auckland    | 2025-04-06 | 2025-04-05T11:00:00Z | 2025-05-05T12:00:00Z
                America/Santiago    | 2025-09-07 | 2025-09-07T04:00:00Z | 2025-10-07T03:00:00Z
                """;
        for (var line : cases.lines().toList()) {
            var cells = line.split(" *\\| *", -1);
            var shop = Shop.at(HOUSE, "2025-01-15T12:00:00Z");
            var id = shop.started(shop.order(
                    cells[1],
                    3,
                    "MONTHLY",
                    1,
                    ", \"time_zone\": \"%s\", \"first_charge_date\": \"CONTRACT_START_DATE\"".formatted(cells[0])));
            assertThat(shop.bills(id)).as(line).hasSize(3).allMatch(bill -> bill.endsWith(" 2500"));
            var start = java.time.Instant.parse(cells[2]);
            shop.seller.advanceTo(start.minusSeconds(1).toString());
            shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"PENDING\"");
            shop.seller.advanceTo(cells[2]);
            shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"ACTIVE\"");
            var invoices = shop.seller
                    .get("/subscriptions/%s/invoices".formatted(id))
                    .is(200)
                    .json()
                    .path("results");
            var dates = new java.util.ArrayList<java.time.Instant>();
            for (var invoice : invoices)
                dates.add(java.time.OffsetDateTime.parse(invoice.path("bill_at").asText())
                        .toInstant());
            assertThat(dates).as(line).contains(start, java.time.Instant.parse(cells[3]));
        }
    }

    @Test
    void monthEndsAndClockChangesInFourZones() {
        for (var zone : List.of("America/Los_Angeles", "Europe/Berlin", "Asia/Tokyo", "Pacific/Auckland")) {
            var shop = Shop.at(HOUSE, "2024-01-15T12:00:00Z");
            var id = shop.started(shop.order(
                    "2024-01-31",
                    6,
                    "MONTHLY",
                    1,
                    ", \"time_zone\": \"%s\", \"first_charge_date\": \"CONTRACT_START_DATE\"".formatted(zone)));
            assertThat(shop.bills(id))
                    .as(zone)
                    .containsExactly(
                            "2024-01-31 2500",
                            "2024-02-29 2500",
                            "2024-03-31 2500",
                            "2024-04-30 2500",
                            "2024-05-31 2500",
                            "2024-06-30 2500");
            shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"PENDING\"");
            var start = java.time.LocalDate.parse("2024-01-31")
                    .atStartOfDay(java.time.ZoneId.of(zone))
                    .toInstant();
            shop.seller.advanceTo(start.minusSeconds(1).toString());
            shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"PENDING\"");
            shop.seller.advanceTo(start.toString());
            shop.seller.get("/subscriptions/" + id).is(200, "\"status\":\"ACTIVE\"");
        }
    }

    /// Moved to today, a planned pause begins and ends as one that is asked for today does, whether time goes on or not
    /// (rule K-05).
    @Test
    void aPauseThatIsMovedToTodayBeginsAndEndsAtOnce() {
        var shop = Shop.at(HOUSE, "2025-01-10T09:00:00Z");
        var id = shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        var path = "/subscriptions/" + id;
        shop.seller.post(path + "/pause", "{\"paused_at\": \"2025-02-01\"}").is(200);
        shop.seller.get(path).is(200, "\"status\":\"ACTIVE\"");
        shop.seller.put(path + "/pause", "{\"paused_at\": \"2025-01-10\"}").is(200);
        shop.seller.get(path).is(200, "\"status\":\"PAUSED\"");
        shop.seller.advanceTo("2025-01-14T09:00:00Z");
        shop.seller
                .put(path + "/pause", "{\"scheduled_resume_at\": \"2025-01-14\"}")
                .is(200, "\"pause_duration_days\":4", "\"ends_at\":\"2026-01-04\"");
        shop.seller.get(path).is(200, "\"status\":\"ACTIVE\"");
        assertThat(shop.events().stream().filter(type -> type.matches("subscription.(paus|resum)ed")))
                .containsExactly("subscription.paused", "subscription.resumed");
    }

    @Test
    void allThatIsWrongOfAPauseIsToldAtOnce() {
        var shop = Shop.at(HOUSE, "2025-01-10T09:00:00Z");
        var path = "/subscriptions/%s/pause".formatted(shop.started(shop.order("2025-01-01", 12, "MONTHLY", 1, "")));
        var early = "{\"paused_at\": \"2025-01-09\", \"should_notify_customer\": \"maybe\"}";
        var faults = new String[] {"\"paused_at\":[\"Must be today or later.\"]", "\"should_notify_customer\""};
        shop.seller.post(path, early).is(400, faults);
        shop.seller
                .post(path, "{\"pause_reason\": 5}")
                .is(400, "\"paused_at\":[\"This field is required.\"]", "\"pause_reason\"");
        shop.seller.post(path, "{\"paused_at\": \"2025-02-01\"}").is(200);
        shop.seller.put(path, early).is(400, faults);
    }

    /// Whatever the first phase bills itself, its payment terms are those of all that is billed with it (rule F-03).
    @Test
    void whatIsBilledUpfrontIsDueByTheFirstPhase() {
        var shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = shop.started("""
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "ALL_UPFRONT", "plan_id": "%s",
                 "bricks": [], "customer_id": "%s", "phases": [
                   {"phase_position": 1, "contract_length": 3, "payment_terms": 10, "bricks": []},
                   {"phase_position": 2, "contract_length": 9, "payment_terms": 60,
                    "bricks": [{"brick_id": "%s", "quantity": 10}]}]}
                """.formatted(shop.plan, shop.customer, shop.seats));
        var invoice = shop.invoices(id).iterator().next();
        assertThat(invoice.path("grand_total").asLong()).isEqualTo(9 * 25_000);
        assertThat(invoice.path("due_at").asText()).startsWith("2025-01-11");
    }
}
