package dev.brickwork.billing.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Usage without a commitment whose first tier has a fee: the fee is billed at the start of the window, and what the
/// window comes to at its end is the price of its units, also where that is less (rules P-04, P-05, P-07, G-03).
@Tag("verify")
final class PayAsYouGoScenarioTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    private static final String VOLUME = """
            {"currency": "USD", "model": "VOLUME"%s, "tiers": [
              {"up_to": 5, "unit_price": "0", "flat_price": "100.00"},
              {"up_to": 10, "unit_price": "0", "flat_price": "150.00"},
              {"up_to": 15, "unit_price": "10.00"},
              {"up_to": null, "unit_price": "5.00"}]}""";

    private static final String MONTHLY = VOLUME.formatted("");
    private static final String QUARTERLY = VOLUME.formatted(", \"pre_commitment_schedule\": \"QUARTERLY\"");

    private static List<JsonNode> invoices(Meterage meter, String subscription) {
        var all = new ArrayList<JsonNode>();
        meter.seller
                .get("/subscriptions/%s/invoices?limit=1000".formatted(subscription))
                .is(200)
                .json()
                .path("results")
                .forEach(all::add);
        return all;
    }

    private static List<String> bills(Meterage meter, String subscription) {
        return invoices(meter, subscription).stream()
                .map(it -> "%s %s %d"
                        .formatted(
                                it.path("bill_at").asText().substring(0, 10),
                                it.path("status").asText().replaceAll("OUTSTANDING|PAST_DUE|DUE", "OPEN"),
                                it.path("grand_total").asLong()))
                .toList();
    }

    private static long credit(Meterage meter) {
        return HOUSE.database()
                .read(tx -> tx.query("""
                SELECT coalesce(sum(amount), 0) FROM credit_entry
                WHERE seller_id = :seller AND type IN ('USAGE_CORRECTION', 'VOID_RETURN')
                """)
                        .bind("seller", meter.seller.id().value())
                        .mapTo(Long.class)
                        .one());
    }

    private static String id(JsonNode invoice) {
        return invoice.path("invoice_id").asText();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # used | billed at the end | given back
                 0 |     0             |     0
                 5 |     0             |     0
                 7 |  5000             |     0
                10 |  5000             |     0
                12 |  2000             |     0
                16 |     0             |  2000
                19 |     0             |   500
                20 |     0             |     0
                25 |  2500             |     0
            """)
    void aWindowCostsWhatItsUnitsCost(String used, long billed, long givenBack) {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z", MONTHLY);
        var subscription = meter.subscription("2025-01-01", 1, "MONTHLY", 0, ", \"auto_renews\": false");
        meter.post("a", subscription, used, "2025-01-01T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-02-02T00:00:00Z");
        assertThat(bills(meter, subscription))
                .as("P-04")
                .containsExactly(
                        "2025-01-01 OPEN 10000", billed == 0 ? "2025-02-01 PAID 0" : "2025-02-01 OPEN " + billed);
        assertThat(credit(meter)).as("G-03, G-06").isEqualTo(givenBack);
    }

    @Test
    void theCreditIsExplainedAndUsedAtOnce() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z", MONTHLY);
        var subscription = meter.subscription("2025-01-01", 2, "MONTHLY", 0, ", \"auto_renews\": false");
        meter.post("a", subscription, "16", "2025-01-01T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-02-02T00:00:00Z");
        var february = invoices(meter, subscription).get(1);
        assertThat(february.path("grand_total").asLong()).isEqualTo(10000);
        assertThat(february.path("remaining_amount").asLong()).as("I-11").isEqualTo(8000);
        meter.seller
                .get("/invoices/%s/explain".formatted(id(february)))
                .is(200, "16 × 5.00", "-1 × flat fee 100.00", "fee of 100.00", "credit balance: 20.00")
                .is(200, "\"transaction_id\":\"a\"");
        meter.seller
                .post("/invoices/%s/regenerate".formatted(id(february)), "{}")
                .is(200);
        meter.seller.get("/invoices/%s/explain".formatted(id(february))).is(200, "16 × 5.00", "credit balance: 20.00");
        assertThat(credit(meter)).isEqualTo(2000);
    }

    /// Over two months of one window: 7 units, then 9 more.
    @Test
    void theSecondMonthTakesBackWhatTheFirstBilledAndOfTheFee() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z", QUARTERLY);
        var subscription = meter.subscription("2025-01-01", 3, "MONTHLY", 0, ", \"auto_renews\": false");
        meter.post("a", subscription, "7", "2025-01-01T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-02-02T00:00:00Z");
        assertThat(bills(meter, subscription).subList(0, 2))
                .containsExactly("2025-01-01 OPEN 10000", "2025-02-01 OPEN 5000");
        meter.post("b", subscription, "9", "2025-02-01T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-03-02T00:00:00Z");
        assertThat(credit(meter)).isEqualTo(7000);
        meter.post("c", subscription, "9", "2025-03-01T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-04-02T00:00:00Z");
        assertThat(bills(meter, subscription).getLast()).isEqualTo("2025-04-01 CREDITED 4500");
    }

    /// 12500 are owed in the end: 25 units.
    @Test
    void aLateEntryMovesTheDifference() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z", MONTHLY);
        var subscription = meter.subscription("2025-01-01", 3, "MONTHLY", 0, ", \"auto_renews\": false");
        meter.post("a", subscription, "7", "2025-01-10T00:00:00Z");
        meter.seller.advanceTo("2025-02-02T00:00:00Z");
        assertThat(bills(meter, subscription).get(1)).isEqualTo("2025-02-01 OPEN 10000");
        meter.post("b", subscription, "16", "2025-01-10T00:00:00Z").is(201);
        Meterage.eventually(() -> assertThat(credit(meter)).isEqualTo(2000));
        meter.post("c", subscription, "9", "2025-01-10T00:00:00Z").is(201);
        Meterage.eventually(
                () -> assertThat(bills(meter, subscription).get(2)).isEqualTo("2025-03-01 SCHEDULED 14500"));
    }

    /// The tax of the fee comes back with it, in the share in which the fee does, at the rate that its invoice has now.
    @Test
    void theTaxOfTheFeeComesBackWithIt() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z", MONTHLY);
        meter.seller.patch("/seller", "{\"address\": {\"country\": \"DE\"}}").is(200);
        meter.seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        var customer = meter.customer();
        meter.seller
                .patch("/customers/" + customer, "{\"address\": {\"country\": \"DE\"}}")
                .is(200);
        var subscription = meter.started("""
                {"starts_at": "2025-01-01", "contract_length": 1, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "customer_id": "%s", "auto_renews": false, "bricks": [{"brick_id": "%s", "quantity": 0,
                 "discount": [{"rate": "10", "renews": true}]}]}
                """.formatted(meter.plan, customer, meter.calls));
        meter.post("a", subscription, "16", "2025-01-01T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-02-02T00:00:00Z");
        assertThat(bills(meter, subscription)).containsExactly("2025-01-01 OPEN 10710", "2025-02-01 PAID 0");
        assertThat(credit(meter)).as("R-03").isEqualTo(1800 + 342);
        meter.seller
                .patch("/customers/" + customer, "{\"address\": {\"country\": \"AT\"}}")
                .is(200);
        meter.seller
                .post(
                        "/invoices/%s/regenerate"
                                .formatted(id(invoices(meter, subscription).getFirst())),
                        "{\"should_use_current_address\": true}")
                .is(200, "\"grand_total\":10800");
        assertThat(credit(meter)).as("I-08").isEqualTo(1800 + 360);
    }

    @Test
    void aVoidOfTheFeeTakesItsCreditBack() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z", MONTHLY);
        var subscription = meter.subscription("2025-01-01", 1, "MONTHLY", 0, ", \"auto_renews\": false");
        meter.post("a", subscription, "16", "2025-01-01T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-02-02T00:00:00Z");
        assertThat(credit(meter)).isEqualTo(2000);
        meter.seller
                .post(
                        "/invoices/%s/void"
                                .formatted(id(invoices(meter, subscription).getFirst())),
                        "{}")
                .is(200);
        assertThat(credit(meter)).as("I-07").isZero();
    }

    @Test
    void aFeeThatWasVoidedIsNotGivenBack() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z", MONTHLY);
        var subscription = meter.subscription("2025-01-01", 1, "MONTHLY", 0, ", \"auto_renews\": false");
        meter.post("a", subscription, "16", "2025-01-01T00:00:00Z").is(201);
        meter.seller
                .post(
                        "/invoices/%s/void"
                                .formatted(id(invoices(meter, subscription).getFirst())),
                        "{}")
                .is(200);
        meter.seller.advanceTo("2025-02-02T00:00:00Z");
        assertThat(credit(meter)).as("I-07").isZero();
    }

    /// The fees of three months and the usage of two of them go out on one invoice.
    @Test
    void aContractDatedBackGivesTheFeeBackWhenItIsIssued() {
        var meter = new Meterage(HOUSE, "2025-03-10T00:00:00Z", MONTHLY);
        var id = meter.seller
                .post("/subscriptions", """
                {"starts_at": "2025-01-01", "contract_length": 4, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "customer_id": "%s", "auto_renews": false, "bricks": [{"brick_id": "%s", "quantity": 0}]}
                """.formatted(meter.plan, meter.customer(), meter.calls))
                .is(200)
                .text("subscription_id");
        meter.seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        meter.post("a", id, "16", "2025-01-10T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-04-02T00:00:00Z");
        Meterage.eventually(() -> assertThat(credit(meter)).isEqualTo(2000));
    }

    /// January is rated and 2000 of its fee are back; then a recast from its first day takes it off the contract, and
    /// all of its fee goes back as unused: what came back of it before is taken from the ledger.
    @Test
    void aWindowThatIsTakenOffTheContractGivesItsFeeBackOnce() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z", MONTHLY);
        var subscription = meter.subscription("2025-01-01", 3, "MONTHLY", 0, ", \"auto_renews\": false");
        meter.post("a", subscription, "16", "2025-01-01T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-02-02T00:00:00Z");
        assertThat(credit(meter)).isEqualTo(2000);
        var customer =
                meter.seller.get("/subscriptions/" + subscription).is(200).text("customer_id");
        meter.seller
                .post("/customers/%s/credits".formatted(customer), "{\"amount\": 3000, \"reason\": \"goodwill\"}")
                .is(200);
        meter.seller.started(
                "/subscriptions/%s/recast".formatted(subscription), """
                {"starts_at": "2025-01-01", "contract_length": 1, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 3}]}
                """.formatted(meter.plan, meter.seats));
        assertThat(credit(meter)).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # credit_unused | fee and usage of 16 units in half a month
            false           | 8000
            true            | 3000
            """)
    void aTerminationBillsWhatIsLeftOfTheFee(boolean isCredited, long net) {
        var meter = new Meterage(HOUSE, "2025-04-01T00:00:00Z", MONTHLY);
        var subscription = meter.subscription("2025-04-01", 3, "MONTHLY", 0, ", \"auto_renews\": false");
        meter.seller
                .post(
                        "/invoices/%s/payments"
                                .formatted(id(invoices(meter, subscription).getFirst())),
                        """
                        {"payment_method": "WIRE", "paid_amount": 10000}
                        """)
                .is(200);
        meter.post("a", subscription, "16", "2025-04-01T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-04-16T00:00:00Z");
        meter.seller
                .post(
                        "/subscriptions/%s/terminate".formatted(subscription),
                        "{\"credit_unused\": %s}".formatted(isCredited))
                .is(200);
        meter.seller.advanceTo("2025-04-17T00:00:00Z");
        var all = HOUSE.database()
                .read(tx -> tx.query("SELECT coalesce(sum(amount), 0) FROM credit_entry WHERE seller_id = :seller")
                        .bind("seller", meter.seller.id().value())
                        .mapTo(Long.class)
                        .one());
        assertThat(10000 - all).isEqualTo(net);
    }
}
