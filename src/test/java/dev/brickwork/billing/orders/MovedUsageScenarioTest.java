package dev.brickwork.billing.orders;

import static dev.brickwork.billing.orders.TwoPayers.to;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A contract goes over to another customer. The usage of a brick is billed to who agreed to the brick, whatever
/// becomes of the contract (rules G-06, U-11, R-08, Z-02).
@Tag("verify")
final class MovedUsageScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private final TwoPayers payers = new TwoPayers(HOUSE, "2025-01-01T08:00:00Z");
    private final Shop shop = payers.shop;
    private final String heir = payers.heir;
    private final String calls = shop.brick("Calls", "USAGE");

    /// Tokens of acme, and calls of the heir, at 4 and 5 cents.
    private String shared(String more) {
        var id = shop.started(payers.metered(3).replaceFirst("\\{", "{" + more));
        shop.publish(shop.plan, """
                {"prices": [], "bricks": [{"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT",
                 "unit_price": "0.05", "pre_commitment_schedule": "MONTHLY"}]}]}
                """.formatted(calls));
        payers.change(id, "upgrade", """
                {"starts_at": "2025-01-01", "bricks": [{"brick_id": "%s", "quantity": 0}]%s}
                """.formatted(calls, to(heir)));
        return id;
    }

    private String used() {
        var id = shared("");
        useBoth(id);
        return id;
    }

    /// A hundred of each in January.
    private void useBoth(String id) {
        now("2025-01-10");
        payers.use("t", id, shop.tokens, 100, "2025-01-05T00:00:00Z");
        payers.use("c", id, calls, 100, "2025-01-06T00:00:00Z");
    }

    private void now(String date) {
        shop.seller.advanceTo(date + "T08:00:00Z").is(200);
    }

    @Test
    void eachIsBilledTheUsageOfHisBrick() {
        var id = used();
        var expected = shop.seller
                .get("/subscriptions/%s/invoices?calculate_expected_usage=true".formatted(id))
                .is(200)
                .json()
                .path("results");
        assertThat(StreamSupport.stream(expected.spliterator(), false).map(payers::told))
                .contains("2025-02-01 acme 5400", "2025-02-01 heir 500");
        now("2025-02-01");
        assertThat(payers.bills(id))
                .containsExactly(
                        "2025-01-01 acme 5000",
                        "2025-01-01 heir 0",
                        "2025-02-01 acme 5400",
                        "2025-02-01 heir 500",
                        "2025-03-01 acme 5000",
                        "2025-03-01 heir 0",
                        "2025-04-01 acme 0",
                        "2025-04-01 heir 0");
    }

    @Test
    void aTerminationBillsWhatIsLeftToWhomItWasToBeBilled() {
        var id = shop.started(payers.metered(3));
        payers.upgrade(id, "2025-02-01", 3, to(heir));
        now("2025-01-10");
        payers.use("t", id, shop.tokens, 100, "2025-01-05T00:00:00Z");
        payers.terminate(id, "2025-01-20");
        assertThat(payers.bills(id)).containsExactly("2025-01-01 acme 5000", "2025-01-20 acme 0");
        now("2025-01-20");
        assertThat(payers.bills(id)).containsExactly("2025-01-01 acme 5000", "2025-01-20 acme 400");
    }

    @Test
    void aTerminationBillsWhatIsLeftToEachHisOwn() {
        var id = used();
        payers.terminate(id, "2025-01-20");
        now("2025-01-20");
        assertThat(payers.bills(id))
                .containsExactly(
                        "2025-01-01 acme 5000", "2025-01-01 heir 0", "2025-01-20 acme 400", "2025-01-20 heir 500");
    }

    /// One that takes effect at once.
    @Test
    void whatIsLeftTodayIsBilledToEachHisOwn() {
        var id = used();
        payers.terminate(id, "2025-01-10");
        now("2025-01-11");
        assertThat(payers.bills(id))
                .containsExactly(
                        "2025-01-01 acme 5000", "2025-01-01 heir 0", "2025-01-10 acme 400", "2025-01-10 heir 500");
    }

    /// The pause is still open when the term ends (rule K-01).
    @Test
    void aPauseThatEndsTheContractBillsWhatIsLeftToEachHisOwn() {
        var id = shared("\"auto_renews\": false, ");
        useBoth(id);
        shop.seller
                .post("/subscriptions/%s/pause".formatted(id), "{\"paused_at\": \"2025-01-20\"}")
                .is(200);
        now("2025-04-02");
        assertThat(payers.bills(id))
                .containsExactly(
                        "2025-01-01 acme 5000", "2025-01-01 heir 0", "2025-04-01 acme 400", "2025-04-01 heir 500");
    }

    /// Another legal entity bills on invoices of its own.
    @Test
    void eachLegalEntityBillsTheUsageOfItsBrick() {
        var id = shared("");
        payers.change(id, "upgrade", """
                {"starts_at": "2025-01-01", "bricks": [{"brick_id": "%s", "quantity": 3}], "customer_id": "%s",
                 "legal_entity_id": "%s"}
                """.formatted(shop.seats, shop.customer, payers.entity("west")));
        useBoth(id);
        now("2025-02-01");
        assertThat(payers.bills(id))
                .contains("2025-02-01 acme 5400", "2025-02-01 acme by west 2500", "2025-02-01 heir 500");
    }

    /// Usage before the recast is billed to the customer who used it.
    @Test
    void aRecastByAnotherBillsWhatIsLeftToWhomItWasToBeBilled() {
        var id = shop.started(payers.metered(3));
        now("2025-01-10");
        payers.use("t", id, shop.tokens, 100, "2025-01-05T00:00:00Z");
        payers.change(id, "recast", """
                {"starts_at": "2025-01-10", "contract_length": 2, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 1}]%s}
                """.formatted(shop.plan, shop.seats, to(heir)));
        now("2025-01-11");
        assertThat(payers.bills(id))
                .containsExactly(
                        "2025-01-01 acme 5000", "2025-01-10 acme 400", "2025-01-10 heir 2500", "2025-02-10 heir 2500");
    }

    /// Each correction waits on an invoice of whom the window was billed to.
    @Test
    void whatChangesAfterwardsIsBilledToEachHisOwn() {
        var id = used();
        now("2025-02-05");
        payers.change("t", 150);
        payers.change("c", 150);
        payers.use("late", id, calls, 20, "2025-01-07T00:00:00Z");
        now("2025-03-01");
        assertThat(payers.bills(id)).contains("2025-03-01 acme 5200", "2025-03-01 heir 350");
    }

    /// Nothing else is to come for who had the contract before.
    @Test
    void whatChangesAfterTheContractHasGoneOverIsBilledToWhoHadIt() {
        var id = shop.started(payers.metered(2));
        payers.renew(id, to(heir));
        now("2025-01-10");
        payers.use("t", id, shop.tokens, 100, "2025-01-05T00:00:00Z");
        now("2025-03-10");
        payers.change("t", 150);
        assertThat(payers.standalone()).containsExactly("2025-03-10 acme 200");
        assertThat(payers.bills(id))
                .containsExactly(
                        "2025-01-01 acme 5000",
                        "2025-02-01 acme 5400",
                        "2025-03-01 acme 0",
                        "2025-03-01 heir 2500",
                        "2025-04-01 heir 2500");
    }

    /// A correction for an erased customer goes to the customer who has the contract now.
    @Test
    void whatChangesAfterAnErasureIsBilledToWhoHasTheContract() {
        var id = shop.started(payers.metered(2));
        payers.renew(id, to(heir));
        now("2025-01-10");
        payers.use("t", id, shop.tokens, 100, "2025-01-05T00:00:00Z");
        now("2025-03-10");
        payers.erase(shop.customer);
        payers.change("t", 150);
        assertThat(payers.standalone()).isEmpty();
        assertThat(payers.bills(id)).contains("2025-04-01 heir 2700");
    }

    /// Late usage that would be billed to the former customer still waits to be settled.
    @Test
    void whoHadTheContractIsNotErasedBeforeWhatCameLateIsSettled() {
        var id = shop.started(payers.metered(2));
        payers.renew(id, to(heir));
        now("2025-03-10");
        payers.use("late", id, shop.tokens, 100, "2025-01-05T00:00:00Z");
        shop.seller
                .delete("/customers/%s/personal-data".formatted(shop.customer))
                .is(400, "came late");
    }

    /// Both were to be billed in between, and are on the same day.
    @Test
    void whatBecameLateIsBilledToEachHisOwn() {
        var id = shared("");
        payers.terminate(id, "2025-01-20");
        now("2025-03-10");
        payers.reinstate(id).is(200);
        payers.use("t", id, shop.tokens, 100, "2025-02-05T00:00:00Z");
        payers.use("c", id, calls, 100, "2025-02-06T00:00:00Z");
        now("2025-03-11");
        assertThat(payers.bills(id))
                .containsExactly(
                        "2025-01-01 acme 5000",
                        "2025-01-01 heir 0",
                        "2025-01-20 acme 0",
                        "2025-01-20 heir 0",
                        "2025-03-10 acme 10400",
                        "2025-03-10 heir 500",
                        "2025-04-01 acme 0",
                        "2025-04-01 heir 0");
    }

    /// An invoice that is voided waives what it waits for, and nothing of another one's (rule I-07).
    @Test
    void aVoidWaivesTheUsageOfWhomItBills() {
        var id = used();
        var waiting = StreamSupport.stream(shop.invoices(id).spliterator(), false)
                .filter(invoice -> payers.told(invoice).equals("2025-02-01 heir 0"))
                .findFirst()
                .orElseThrow();
        shop.seller
                .post("/invoices/%s/void".formatted(waiting.path("invoice_id").asText()), "{}")
                .is(200);
        now("2025-03-01");
        assertThat(payers.bills(id)).contains("2025-02-01 acme 5400", "2025-03-01 heir 0");
    }

    /// A brick whose windows are other ones from now on leaves as it was and comes back as it is (rule U-05): who is
    /// billed for the new ones is billed for what goes beyond them.
    @Test
    void whoGivesABrickOtherWindowsTakesItOver() {
        var id = shop.started(payers.metered(6).replace("\"quantity\": 0", "\"quantity\": 100"));
        shop.publish(shop.plan, """
                {"prices": [], "bricks": [{"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT",
                 "unit_price": "0.04", "pre_commitment_schedule": "QUARTERLY"}]}]}
                """.formatted(shop.tokens));
        payers.change(id, "upgrade", """
                {"starts_at": "2025-02-01", "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 300}]%s}
                """.formatted(shop.plan, shop.tokens, to(heir)));
        now("2025-01-10");
        payers.use("a", id, shop.tokens, 200, "2025-01-05T00:00:00Z");
        now("2025-02-10");
        payers.use("b", id, shop.tokens, 600, "2025-02-05T00:00:00Z");
        now("2025-03-01");
        assertThat(payers.bills(id)).contains("2025-02-01 acme 5400", "2025-03-01 acme 5000", "2025-03-01 heir 1600");
    }

    /// So does one who has it taxed otherwise, from the next window on.
    @Test
    void whoHasABrickTaxedOtherwiseTakesItOver() {
        var id = shop.started(payers.metered(4).replace("\"quantity\": 0", "\"quantity\": 100"));
        shop.seller
                .patch("/bricks/" + shop.tokens, "{\"tax_category\": \"digital\"}")
                .is(200);
        shop.publish(shop.plan, """
                {"prices": [], "bricks": [{"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT",
                 "unit_price": "0.04", "pre_commitment_schedule": "MONTHLY"}]}]}
                """.formatted(shop.tokens));
        payers.change(id, "upgrade", """
                {"starts_at": "2025-02-15", "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 150}]%s}
                """.formatted(shop.plan, shop.tokens, to(heir)));
        now("2025-03-10");
        payers.use("a", id, shop.tokens, 200, "2025-02-20T00:00:00Z");
        payers.use("b", id, shop.tokens, 300, "2025-03-05T00:00:00Z");
        now("2025-04-01");
        assertThat(payers.bills(id)).contains("2025-04-01 acme 5300", "2025-04-01 heir 1200");
    }
}
