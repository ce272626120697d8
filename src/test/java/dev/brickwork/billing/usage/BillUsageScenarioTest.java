package dev.brickwork.billing.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Usage on invoices: when, how much, and what late changes do to it (rules G-03 to G-08, R-08, K-04).
@Tag("verify")
final class BillUsageScenarioTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

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

    /// `date status total` in order of bill dates.
    private static List<String> bills(Meterage meter, String subscription) {
        return invoices(meter, subscription).stream()
                .map(it -> "%s %s %d"
                        .formatted(
                                it.path("bill_at").asText().substring(0, 10),
                                it.path("status").asText().replaceAll("OUTSTANDING|PAST_DUE|DUE", "OPEN"),
                                it.path("grand_total").asLong()))
                .toList();
    }

    private static List<String> lines(JsonNode invoice) {
        var lines = new ArrayList<String>();
        invoice.path("line_items")
                .forEach(line -> lines.add("%s %s %s..%s %d"
                        .formatted(
                                line.path("brick_code").asText(),
                                line.path("quantity").decimalValue().toPlainString(),
                                line.path("starts_at").asText().substring(0, 10),
                                line.path("ends_at").asText().substring(0, 10),
                                line.path("grand_total").asLong())));
        return lines;
    }

    private static long credit(Meterage meter) {
        return HOUSE.database()
                .read(tx -> tx.query("""
                SELECT coalesce(sum(balance), 0) FROM credit_balance WHERE seller_id = :seller
                """)
                        .bind("seller", meter.seller.id().value())
                        .mapTo(Long.class)
                        .one());
    }

    static void assertSound() {
        List<String> broken =
                HOUSE.database().read(tx -> HOUSE.wiring().invariants().run(tx, List.of()));
        // The heads of the audit chain lie in a folder that all tests share.
        assertThat(broken).filteredOn(it -> !it.contains("audit chain")).isEmpty();
    }

    @Test
    void commitmentInAdvanceAndOverageInArrears() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        var subscription = meter.subscription("2025-01-01", 3, "MONTHLY", 1000, ", \"auto_renews\": false");
        meter.seller.advanceTo("2025-01-20T00:00:00Z");
        meter.post("a", subscription, "1250", "2025-01-10T00:00:00Z").is(201);
        assertThat(bills(meter, subscription))
                .containsExactly(
                        "2025-01-01 OPEN 4000",
                        "2025-02-01 SCHEDULED 4000",
                        "2025-03-01 SCHEDULED 4000",
                        "2025-04-01 SCHEDULED 0");
        meter.seller.advanceTo("2025-02-01T00:59:00Z");
        meter.post("b", subscription, "50", "2025-01-31T23:59:59Z").is(201);
        meter.seller.advanceTo("2025-02-01T01:00:00Z");
        assertThat(bills(meter, subscription).get(1)).isEqualTo("2025-02-01 OPEN 5800");
        assertThat(lines(invoices(meter, subscription).get(1)))
                .containsExactly("calls 1000 2025-02-01..2025-02-28 4000", "calls 300 2025-01-01..2025-01-31 1800");
        var explained = meter.seller
                .get("/invoices/%s/explain"
                        .formatted(invoices(meter, subscription)
                                .get(1)
                                .path("invoice_id")
                                .asText()))
                .is(200, "300 beyond 1000 committed", "300 × 0.06", "1300 now, from 2 entries")
                .is(200, "\"transaction_id\":\"b\"");
        long parts = 0;
        for (var part : explained.json().path("parts"))
            parts += part.path("amount").asLong();
        assertThat(parts).isEqualTo(5800);
        meter.seller.advanceTo("2025-02-20T00:00:00Z");
        meter.post("c", subscription, "700", "2025-02-10T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-04-02T00:00:00Z");
        assertThat(bills(meter, subscription).subList(2, 4))
                .containsExactly("2025-03-01 OPEN 4000", "2025-04-01 PAID 0");
        assertThat(lines(invoices(meter, subscription).get(3))).containsExactly("calls 0 2025-03-01..2025-03-31 0");
    }

    /// A month that comes to less than was billed of its window gives credit, and its own invoice still says which
    /// window it looked at.
    @Test
    void aMonthThatTakesAwayHasALine() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z", """
                {"currency": "USD", "model": "FLAT", "unit_price": "0.01", "pre_commitment_schedule": "ANNUALLY"}""");
        var subscription = meter.subscription("2025-01-01", 12, "ANNUALLY", 0, ", \"auto_renews\": false");
        meter.seller.advanceTo("2025-01-20T00:00:00Z");
        meter.post("a", subscription, "500", "2025-01-15T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-02-20T00:00:00Z");
        meter.post("b", subscription, "-200", "2025-02-15T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-03-02T00:00:00Z");

        var march = invoices(meter, subscription).get(2);
        assertThat(lines(march)).containsExactly("calls 0 2025-01-01..2025-02-28 0");
        var path = "/invoices/" + march.path("invoice_id").asText();
        meter.seller.get(path + "/explain").is(200);
        meter.seller.post(path + "/regenerate", "{}").is(200);
        assertThat(lines(invoices(meter, subscription).get(2))).containsExactly("calls 0 2025-01-01..2025-02-28 0");
    }

    /// A yearly allowance is rated every month, and only the increase is billed (G-04).
    @Test
    void aYearlyWindowBillsMonthByMonth() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z", """
                {"currency": "USD", "model": "FLAT", "unit_price": "0.01", "pre_commitment_schedule": "ANNUALLY"}""");
        var subscription = meter.subscription("2025-01-01", 12, "ANNUALLY", 12000, ", \"auto_renews\": false");
        for (int month = 1; month <= 5; month++) {
            meter.seller.advanceTo("2025-%02d-20T00:00:00Z".formatted(month));
            meter.post("m" + month, subscription, "5000", "2025-%02d-15T00:00:00Z".formatted(month))
                    .is(201);
        }
        meter.seller.advanceTo("2025-06-02T00:00:00Z");
        assertThat(bills(meter, subscription).subList(0, 6))
                .containsExactly(
                        "2025-01-01 OPEN 12000",
                        "2025-02-01 PAID 0",
                        "2025-03-01 PAID 0",
                        "2025-04-01 OPEN 3000",
                        "2025-05-01 OPEN 5000",
                        "2025-06-01 OPEN 5000");
    }

    /// When invoices were not issued for a while, those of several months go out together, and each still bills
    /// only what came on top of the one before it; the subscriptions beside it do not matter.
    @Test
    void monthsThatGoOutTogetherBillTheirOwnIncrease() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z", """
                {"currency": "USD", "model": "FLAT", "unit_price": "0.01", "pre_commitment_schedule": "ANNUALLY"}""");
        var one = meter.subscription("2025-01-01", 12, "ANNUALLY", 12000, ", \"auto_renews\": false");
        var other = meter.subscription("2025-01-01", 12, "ANNUALLY", 12000, ", \"auto_renews\": false");
        meter.seller.advanceTo("2025-02-01T00:59:00Z");
        meter.post("a", one, "13000", "2025-01-10T00:00:00Z").is(201);
        meter.post("b", one, "500", "2025-02-01T00:30:00Z").is(201);
        meter.post("c", other, "12300", "2025-01-10T00:00:00Z").is(201);

        HOUSE.wiring().sweeps().run(meter.seller.id(), Instant.parse("2025-03-01T01:00:00Z"));

        meter.seller.advanceTo("2025-03-01T01:00:00Z");
        assertThat(bills(meter, one).subList(0, 3))
                .containsExactly("2025-01-01 OPEN 12000", "2025-02-01 OPEN 1000", "2025-03-01 OPEN 500");
        assertThat(bills(meter, other).subList(0, 3))
                .containsExactly("2025-01-01 OPEN 12000", "2025-02-01 OPEN 300", "2025-03-01 PAID 0");
    }

    /// Usage that another system has billed is not billed here, neither on its date nor with later months.
    @Test
    void usageBeforeTheCutOverIsSilent() {
        var meter = new Meterage(HOUSE, "2025-04-20T00:00:00Z", """
                {"currency": "USD", "model": "FLAT", "unit_price": "0.01", "pre_commitment_schedule": "ANNUALLY"}""");
        meter.seller.patch("/seller", "{\"muted_before\": \"2025-05-01\"}").is(200);
        var subscription = meter.subscription("2025-01-01", 12, "ANNUALLY", 12000, ", \"migrated\": true");
        for (int month = 1; month <= 4; month++) {
            meter.post("m" + month, subscription, "5000", "2025-%02d-15T00:00:00Z".formatted(month))
                    .is(201);
        }
        meter.seller.advanceTo("2025-06-02T00:00:00Z");
        assertThat(bills(meter, subscription).subList(0, 6))
                .containsExactly(
                        "2025-01-01 MUTED 12000",
                        "2025-02-01 MUTED 0",
                        "2025-03-01 MUTED 0",
                        "2025-04-01 MUTED 0",
                        "2025-05-01 OPEN 5000",
                        "2025-06-01 PAID 0");
        meter.seller
                .get("/invoices/%s/explain"
                        .formatted(invoices(meter, subscription)
                                .get(4)
                                .path("invoice_id")
                                .asText()))
                .is(200, "8000 beyond 12000 committed", "billed before: 0.00; muted or waived: 30.00");
        // What comes late for a muted month is silent too, also when the cut-over is forgotten and the contract
        // changed.
        meter.seller.patch("/seller", "{\"muted_before\": null}").is(200);
        meter.post("late", subscription, "100", "2025-03-16T00:00:00Z").is(201);
        meter.seller.started(
                "/subscriptions/%s/upgrade".formatted(subscription),
                "{\"starts_at\": \"2025-06-02\", \"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 2}]}"
                        .formatted(meter.seats));
        meter.post("june", subscription, "10", "2025-06-01T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-07-02T00:00:00Z");
        assertThat(bills(meter, subscription).get(7)).isEqualTo("2025-07-01 OPEN 10");
    }

    /// A new contract that was dated back was billed nowhere else (rule S-05).
    @Test
    void usageOfAContractDatedBackIsBilledToday() {
        var meter = new Meterage(HOUSE, "2025-03-10T00:00:00Z");
        meter.seller.patch("/seller", "{\"muted_before\": \"2025-03-01\"}").is(200);
        var subscription = meter.subscription("2025-01-01", 4, "MONTHLY", 0, ", \"auto_renews\": false");
        meter.post("a", subscription, "100", "2025-01-10T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-04-02T00:00:00Z");
        assertThat(bills(meter, subscription))
                .containsExactly("2025-03-10 OPEN 600", "2025-04-01 PAID 0", "2025-05-01 SCHEDULED 0");
    }

    /// I-07: voiding a scheduled invoice waives its period, and the usage on it counts as billed.
    @Test
    void aVoidedScheduledInvoiceWaivesItsUsage() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        var subscription = meter.subscription("2025-01-01", 6, "MONTHLY", 0, ", \"auto_renews\": false");
        meter.seller.advanceTo("2025-01-20T00:00:00Z");
        meter.post("a", subscription, "100", "2025-01-10T00:00:00Z").is(201);
        var february = invoices(meter, subscription).get(1).path("invoice_id").asText();
        meter.seller.post("/invoices/%s/void".formatted(february), "{}").is(200);
        var pause = "{\"paused_at\": \"2025-01-20\", \"scheduled_resume_at\": \"2025-01-25\"}";
        meter.seller
                .post("/subscriptions/%s/pause".formatted(subscription), pause)
                .is(200);
        meter.seller.advanceTo("2025-02-20T00:00:00Z");
        meter.post("b", subscription, "10", "2025-02-19T00:00:00Z").is(201);
        meter.post("late", subscription, "1", "2025-01-11T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-03-07T00:00:00Z");
        assertThat(bills(meter, subscription).subList(0, 3))
                .containsExactly("2025-01-01 PAID 0", "2025-02-01 VOIDED 0", "2025-03-06 OPEN 60");
    }

    /// G-06: more goes to the next invoice, less to the ledger, and to an invoice of its own when none is left.
    @Test
    void lateChangesBillExactlyTheDifference() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        var subscription =
                meter.subscription("2025-01-01", 2, "MONTHLY", 1000, ", \"auto_renews\": false, \"payment_terms\": 10");
        meter.seller.advanceTo("2025-01-20T00:00:00Z");
        meter.post("a", subscription, "1150", "2025-01-10T00:00:00Z").is(201);
        meter.post("b", subscription, "100", "2025-01-11T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-02-10T00:00:00Z");
        assertThat(bills(meter, subscription).get(1)).isEqualTo("2025-02-01 OPEN 5500");
        meter.seller.delete("/usage?transaction_id=b").is(200);
        assertThat(credit(meter)).isEqualTo(600);
        meter.post("last moment", subscription, "0", "2025-01-31T23:59:59Z").is(201, "billed already");
        assertThat(meter.post("first moment", subscription, "0", "2025-02-01T00:00:00Z")
                        .is(201)
                        .body())
                .doesNotContain("billed already");
        meter.post("late", subscription, "20", "2025-01-12T00:00:00Z").is(201, "billed already");
        Meterage.eventually(() -> assertThat(bills(meter, subscription).get(2)).isEqualTo("2025-03-01 SCHEDULED 120"));
        assertThat(lines(invoices(meter, subscription).get(2))).containsExactly("calls 20 2025-01-01..2025-01-31 120");
        meter.seller
                .patch("/usage", "{\"transaction_id\": \"late\", \"value\": 30.0000000000000000}")
                .is(200);
        assertThat(bills(meter, subscription).get(2)).isEqualTo("2025-03-01 SCHEDULED 180");
        meter.seller
                .patch("/usage", "{\"transaction_id\": \"a\", \"value\": 0}")
                .is(200);
        // What waited was not billed yet, so that it goes from there, and only the rest is given back.
        assertThat(bills(meter, subscription).get(2)).isEqualTo("2025-03-01 SCHEDULED 0");
        assertThat(credit(meter)).isEqualTo(600 + 900);
        meter.seller
                .patch("/usage", "{\"transaction_id\": \"a\", \"value\": 1150}")
                .is(200);
        assertSound();
        meter.seller.advanceTo("2025-03-10T00:00:00Z");
        assertThat(bills(meter, subscription).get(2)).isEqualTo("2025-03-01 CREDITED 1080");
        meter.post("last", subscription, "1000", "2025-02-12T00:00:00Z").is(201, "billed already");
        meter.post("more", subscription, "10", "2025-02-12T00:00:00Z").is(201, "billed already");
        Meterage.eventually(() -> meter.seller
                .get("/invoices?ordering=-created_at&limit=1")
                .is(200, "\"grand_total\":60", "\"subscription_id\":null", "\"due_at\":\"2025-03-20T"));
    }

    /// Two meters of one contract: each is listed, counted, billed and corrected by its own entries.
    @Test
    void eachBrickCountsForItself() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        var price = "{\"currency\": \"USD\", \"model\": \"FLAT\", \"unit_price\": \"0.01\", "
                + "\"pre_commitment_schedule\": \"MONTHLY\"}";
        var tokens = meter.shop.brick("tokens", "USAGE");
        var plan = meter.shop.plan("Both", Shop.priced(meter.calls, price), Shop.priced(tokens, price));
        var id = meter.started("""
                {"starts_at": "2025-01-01", "contract_length": 3, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "customer_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 0}, {"brick_id": "%s", "quantity": 0}]}
                """.formatted(plan, meter.customer(), meter.calls, tokens));
        meter.seller.advanceTo("2025-01-20T00:00:00Z");
        var time = "2025-01-10T00:00:00Z";
        meter.post("a", id, "100", time).is(201);
        meter.seller
                .post("/usage", meter.entry("b", id, "7", time).replace(meter.calls, tokens))
                .is(201);
        assertListed(meter, id, meter.calls, "a");
        assertListed(meter, id, tokens, "b");
        meter.seller.advanceTo("2025-02-10T00:00:00Z");
        assertThat(lines(invoices(meter, id).get(1)))
                .contains("calls 100 2025-01-01..2025-01-31 100", "tokens 7 2025-01-01..2025-01-31 7");
        meter.seller
                .patch("/usage", "{\"transaction_id\": \"b\", \"value\": 10}")
                .is(200);
        assertThat(lines(invoices(meter, id).get(2))).contains("tokens 3 2025-01-01..2025-01-31 3");
        assertListed(meter, id, meter.calls, "a");
        assertListed(meter, id, tokens, "b");
    }

    /// This entry alone.
    private static void assertListed(Meterage meter, String subscription, String brick, String entry) {
        var found = meter.seller
                .get("/subscriptions/%s/bricks/%s/usage/entries".formatted(subscription, brick))
                .is(200, "\"count\":1")
                .json();
        assertThat(found.findValuesAsText("transaction_id")).containsExactly(entry);
    }

    /// Settling one subscription's late usage leaves that of another to the other's own invoice.
    @Test
    void whatCameLateIsBilledToItsOwnSubscription() {
        try (var house = TestServer.own()) {
            var meter = new Meterage(house, "2025-01-01T00:00:00Z");
            var one = meter.subscription("2025-01-01", 3, "MONTHLY", 1000, ", \"auto_renews\": false");
            var other = meter.subscription("2025-01-01", 3, "MONTHLY", 1000, ", \"auto_renews\": false");
            meter.seller.advanceTo("2025-01-20T00:00:00Z");
            meter.post("a", one, "1150", "2025-01-10T00:00:00Z").is(201);
            meter.post("b", other, "1150", "2025-01-10T00:00:00Z").is(201);
            meter.seller.advanceTo("2025-02-10T00:00:00Z");
            meter.post("late", one, "20", "2025-01-12T00:00:00Z").is(201, "billed already");
            meter.seller
                    .patch("/usage", "{\"transaction_id\": \"b\", \"value\": 1160}")
                    .is(200);
            assertThat(bills(meter, other).get(2)).isEqualTo("2025-03-01 SCHEDULED 4060");
            assertThat(bills(meter, one).get(2)).isEqualTo("2025-03-01 SCHEDULED 4000");
            meter.seller.advanceTo("2025-03-10T00:00:00Z");
            assertThat(bills(meter, other).get(2)).isEqualTo("2025-03-01 OPEN 4060");
            assertThat(bills(meter, one).get(2)).isEqualTo("2025-03-01 OPEN 4120");
        }
    }

    @Test
    void regeneratingRatesAnewAndLeavesNoDifference() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        var subscription = meter.subscription("2025-01-01", 3, "MONTHLY", 1000, ", \"auto_renews\": false");
        meter.seller.advanceTo("2025-01-20T00:00:00Z");
        meter.post("a", subscription, "1250", "2025-01-10T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-02-10T00:00:00Z");
        meter.post("late", subscription, "50", "2025-01-12T00:00:00Z").is(201);
        Meterage.eventually(() -> assertThat(bills(meter, subscription).get(2)).isEqualTo("2025-03-01 SCHEDULED 4300"));
        var billed = invoices(meter, subscription).get(1).path("invoice_id").asText();
        meter.seller.post("/invoices/%s/regenerate".formatted(billed), "{}").is(200, "\"grand_total\":5800");
        assertThat(bills(meter, subscription).get(2)).isEqualTo("2025-03-01 SCHEDULED 4000");
        meter.seller.post("/invoices/%s/regenerate".formatted(billed), "{}").is(200, "\"grand_total\":5800");
        assertSound();
        meter.post("later", subscription, "50", "2025-01-12T00:00:00Z").is(201);
        Meterage.eventually(() -> assertThat(bills(meter, subscription).get(2)).isEqualTo("2025-03-01 SCHEDULED 4300"));
        meter.seller.delete("/usage?transaction_id=later").is(200);
        meter.seller.advanceTo("2025-05-01T00:00:00Z");
    }

    /// A recast from the first day on leaves no window of what was billed, and gives its price back as credit. That is
    /// given: the invoice says what it said.
    @Test
    void regeneratingGivesNothingBackASecondTime() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        var subscription = meter.subscription("2025-01-01", 3, "MONTHLY", 1000, "");
        meter.seller.advanceTo("2025-01-20T00:00:00Z");
        meter.post("a", subscription, "1250", "2025-01-10T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-02-10T00:00:00Z");
        var billed = invoices(meter, subscription).get(1).path("invoice_id").asText();
        var recasts = "/subscriptions/%s/recast".formatted(subscription);
        meter.seller.started(recasts, """
                        {"starts_at": "2025-01-01", "contract_length": 3, "billing_frequency": "MONTHLY",
                         "bricks": [{"brick_id": "%s", "quantity": 1}]}
                        """.formatted(meter.seats));
        meter.seller.get("/invoices/" + billed).is(200, "\"grand_total\":5500");
        meter.seller.post("/invoices/%s/regenerate".formatted(billed), "{}").is(200, "\"grand_total\":5500");
    }

    @Test
    void aRecastCutsTheWindowAndBillsItWithTheNewOrder() {
        var meter = new Meterage(HOUSE, "2025-04-01T00:00:00Z");
        var subscription = meter.subscription("2025-04-01", 12, "MONTHLY", 1000, ", \"auto_renews\": false");
        meter.seller.advanceTo("2025-04-16T12:00:00Z");
        meter.post("a", subscription, "600", "2025-04-10T00:00:00Z").is(201);
        meter.post("b", subscription, "100", "2025-04-16T10:00:00Z").is(201);
        meter.seller.started(
                "/subscriptions/%s/recast".formatted(subscription), """
                {"starts_at": "2025-04-16", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 2000}], "adjustment_credit": 0}
                """.formatted(meter.plan, meter.calls));
        meter.seller.advanceTo("2025-04-17T00:00:00Z");
        var first = invoices(meter, subscription).get(1);
        assertThat(lines(first))
                .containsExactly("calls 2000 2025-04-16..2025-05-15 8000", "calls 100 2025-04-01..2025-04-15 600");
        meter.seller.advanceTo("2025-05-17T00:00:00Z");
        assertThat(bills(meter, subscription).get(2)).isEqualTo("2025-05-16 OPEN 8000");
    }

    /// A commitment by the month becomes one by the quarter in the middle of one, and 60 % of what is issued is
    /// paid: the rest of February goes back, and from then on each quarter is paid at its start, with its units.
    @Test
    void anUpgradeToAnotherWindowBillsByTheNewOne() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 1000, ", \"auto_renews\": false");
        meter.seller.advanceTo("2025-02-15T12:00:00Z");
        var february = invoices(meter, subscription).get(1).path("invoice_id").asText();
        meter.seller.post("/invoices/%s/payments".formatted(february), """
                        {"payment_method": "WIRE", "paid_amount": 2400}
                        """).is(200);
        var quarterly = Meterage.COMMITTED.replace("MONTHLY", "QUARTERLY");
        meter.shop.publish(meter.plan, Shop.priced(meter.calls, quarterly));
        var upgrades = "/subscriptions/%s/upgrade".formatted(subscription);
        var input = """
                {"starts_at": "2025-02-15", "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 3000}]}
                """.formatted(meter.plan, meter.calls);
        meter.seller.post(upgrades + "/estimate", input).is(200, "\"sub_total\":0", "\"grand_total\":0");
        meter.seller.started(upgrades, input);
        meter.post("a", subscription, "1600", "2025-02-15T11:00:00Z").is(201);
        meter.seller.get("/invoices/" + february).is(200, "\"remaining_amount\":0", "\"status\":\"ADJUSTED\"");
        meter.seller.advanceTo("2026-01-02T00:00:00Z");
        assertThat(bills(meter, subscription).stream().filter(bill -> !bill.endsWith(" 0")))
                .as("6 000 for one and a half months, less 400 of credit; 100 units beyond 1,500 at 6 cents")
                .containsExactly(
                        "2025-01-01 OPEN 4000",
                        "2025-02-01 ADJUSTED 4000",
                        "2025-02-15 OPEN 6000",
                        "2025-03-01 OPEN 600",
                        "2025-04-01 OPEN 12000",
                        "2025-07-01 OPEN 12000",
                        "2025-10-01 OPEN 12000");
    }

    @Test
    void aTerminationBillsWhatWasUsed() {
        var meter = new Meterage(HOUSE, "2025-04-01T00:00:00Z");
        var subscription = meter.subscription("2025-04-01", 12, "ANNUALLY", 0, "");
        meter.seller.advanceTo("2025-04-16T12:00:00Z");
        meter.post("a", subscription, "600", "2025-04-10T00:00:00Z").is(201);
        meter.seller
                .post("/subscriptions/%s/terminate".formatted(subscription), "{\"termination_date\": \"2025-04-20\"}")
                .is(200);
        meter.seller.advanceTo("2025-06-01T00:00:00Z");
        assertThat(bills(meter, subscription)).containsExactly("2025-04-01 PAID 0", "2025-04-20 OPEN 3600");
    }

    /// 1,000 were committed and paid for April, 700 used up to the 15th: nothing is beyond them unless the other
    /// half is given back.
    @Test
    void aTerminationKeepsTheUnitsThatStayPaid() {
        var meter = new Meterage(HOUSE, "2025-04-01T00:00:00Z");
        var plain = meter.subscription("2025-04-01", 12, "MONTHLY", 1000, "");
        var credited = meter.subscription("2025-04-01", 12, "MONTHLY", 1000, "");
        meter.seller.advanceTo("2025-04-16T12:00:00Z");
        meter.post("a", plain, "700", "2025-04-10T00:00:00Z").is(201);
        meter.post("b", credited, "700", "2025-04-10T00:00:00Z").is(201);
        meter.seller.post("/subscriptions/%s/terminate".formatted(plain), "{}").is(200);
        meter.seller
                .post("/subscriptions/%s/terminate".formatted(credited), "{\"credit_unused\": true}")
                .is(200);
        meter.seller.advanceTo("2025-06-01T00:00:00Z");
        assertThat(bills(meter, plain)).as("G-02").containsExactly("2025-04-01 OPEN 4000", "2025-04-16 PAID 0");
        assertThat(bills(meter, credited)).as("R-08").containsExactly("2025-04-01 OPEN 4000", "2025-04-16 OPEN 1200");
        meter.seller.get(meter.path(plain)).is(200, "\"used\":700", "\"pre_commitment\":1000");
    }

    /// A date that stands still with its pause is not past: the invoice that waits for it goes on waiting for its
    /// usage, and no other one meets it there when the pause ends with the contract. What was cut by the clock of a
    /// pause is not moved by another one.
    @Test
    void aTerminationAheadLeavesTheInvoicesOfAPauseInPlace() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 1000, "");
        meter.seller.advanceTo("2025-02-20T12:00:00Z");
        meter.post("late", subscription, "1100", "2025-01-10T00:00:00Z").is(201);
        meter.post("over", subscription, "1200", "2025-02-10T00:00:00Z").is(201);
        Meterage.eventually(() -> assertThat(bills(meter, subscription)).contains("2025-03-01 SCHEDULED 4600"));
        meter.seller.advanceTo("2025-02-21T12:00:00Z");
        var path = "/subscriptions/" + subscription;
        meter.seller.post(path + "/pause", "{\"paused_at\": \"2025-03-01\"}").is(200);
        meter.seller.advanceTo("2025-03-10T12:00:00Z");
        meter.seller
                .post(path + "/terminate", "{\"termination_date\": \"2025-04-20\"}")
                .is(200);
        meter.seller.post(path + "/resume", "{}").is(400, "reinstate it first");
        meter.seller
                .put(path + "/pause", "{\"scheduled_resume_at\": \"2025-04-01\"}")
                .is(400, "reinstate it first");
        meter.seller.advanceTo("2025-05-01T00:00:00Z");
        assertThat(bills(meter, subscription))
                .containsExactly("2025-01-01 OPEN 4000", "2025-02-01 OPEN 4000", "2025-04-20 OPEN 1800");
    }

    /// K-05: what was used on a day, before a pause was made from that day on, was used; also where the day is
    /// the first of the term, of a window, of a renewal or of a recast, and where a recast begins with the
    /// resume.
    @ParameterizedTest
    @CsvSource({
        "2025-01-01, none",
        "2025-01-20, none",
        "2025-02-01, none",
        "2025-04-01, none",
        "2025-01-20, 2025-01-20",
        "2025-01-20, 2025-01-25",
        "2025-02-01, 2025-02-06"
    })
    void usageOfTheDayOfAPauseIsBilled(String day, String recast) {
        var meter = new Meterage(HOUSE, "2025-01-01T12:00:00Z");
        var subscription = meter.subscription("2025-01-01", 3, "MONTHLY", 0, "");
        var path = "/subscriptions/" + subscription;
        var order = """
                {"starts_at": "%s", "contract_length": 3, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s"}]}
                """.formatted(recast, meter.plan, meter.calls);
        meter.seller.advanceTo(day + "T12:30:00Z");
        if (recast.equals(day)) meter.seller.started(path + "/recast", order);
        meter.post("a", subscription, "100", day + "T12:00:00Z").is(201);
        meter.seller
                .post(path + "/pause", "{\"paused_at\": \"%s\"}".formatted(day))
                .is(200);
        meter.seller.post("/test-clock/advance", "{\"days\": 5}").is(200);
        meter.seller.post(path + "/resume", "{}").is(200);
        if (recast.compareTo(day) > 0 && !recast.equals("none")) meter.seller.started(path + "/recast", order);
        meter.seller.post("/test-clock/advance", "{\"days\": 70}").is(200);
        assertThat(bills(meter, subscription).stream().filter(bill -> bill.endsWith("OPEN 600")))
                .as("%s", bills(meter, subscription))
                .hasSize(1);
    }

    @Test
    void aPauseStretchesTheWindow() {
        var meter = new Meterage(HOUSE, "2025-04-01T00:00:00Z");
        var subscription = meter.subscription("2025-04-01", 3, "MONTHLY", 1000, ", \"auto_renews\": false");
        meter.seller.advanceTo("2025-04-11T00:00:00Z");
        meter.post("a", subscription, "600", "2025-04-10T00:00:00Z").is(201);
        meter.seller
                .post("/subscriptions/%s/pause".formatted(subscription), """
                {"paused_at": "2025-04-11", "scheduled_resume_at": "2025-05-11"}""")
                .is(200);
        meter.seller.advanceTo("2025-05-20T00:00:00Z");
        meter.post("b", subscription, "500", "2025-05-15T00:00:00Z").is(201);
        meter.seller.get(meter.path(subscription)).is(200, "\"used\":1100", "\"pre_commitment\":1000");
        meter.seller.advanceTo("2025-06-02T00:00:00Z");
        assertThat(bills(meter, subscription).get(1)).isEqualTo("2025-05-31 OPEN 4600");
    }

    /// I-07: usage on a voided invoice counts as billed, but was not paid, so none of it is credited.
    @Test
    void whatWasVoidedIsNotCredited() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        var subscription = meter.subscription("2025-01-01", 3, "MONTHLY", 1000, ", \"auto_renews\": false");
        meter.seller.advanceTo("2025-01-20T00:00:00Z");
        meter.post("a", subscription, "1150", "2025-01-10T00:00:00Z").is(201);
        meter.post("b", subscription, "100", "2025-01-11T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-02-02T00:00:00Z");
        var february = invoices(meter, subscription).get(1).path("invoice_id").asText();
        meter.seller.post("/invoices/%s/void".formatted(february), "{}").is(200);
        meter.seller.delete("/usage?transaction_id=b").is(200);
        assertThat(credit(meter)).isZero();
        // 1150 + 300 are 450 over, and 250 of them count as billed.
        meter.post("late", subscription, "300", "2025-01-12T00:00:00Z").is(201);
        Meterage.eventually(() -> assertThat(bills(meter, subscription).get(2)).isEqualTo("2025-03-01 SCHEDULED 5200"));
    }

    /// A correction that waits on the last usage invoice is billed earlier when the whole term is replaced, while
    /// the date that it leaves still has usage to wait for.
    @Test
    void aTermThatIsReplacedFromItsStartBringsForwardWhatWaits() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        var subscription = meter.subscription("2025-01-01", 2, "MONTHLY", 1000, ", \"auto_renews\": false");
        meter.seller.advanceTo("2025-02-10T00:00:00Z");
        meter.post("late", subscription, "1050", "2025-01-10T00:00:00Z").is(201);
        Meterage.eventually(() -> assertThat(bills(meter, subscription).get(2)).isEqualTo("2025-03-01 SCHEDULED 300"));
        var recast = "/subscriptions/%s/recast".formatted(subscription);
        meter.seller.started(recast, """
                        {"starts_at": "2025-01-01", "contract_length": 3, "billing_frequency": "ALL_UPFRONT",
                         "bricks": [{"brick_id": "%s", "quantity": 1000}]}
                        """.formatted(meter.calls));
        meter.seller.advanceTo("2025-05-01T00:00:00Z");
    }

    /// Voiding an invoice takes back the credit that was given because of it, and none that was given because of
    /// others: usage that an earlier void took off was not paid for.
    @Test
    void aVoidLeavesTheCreditOfOtherInvoicesAlone() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 1000, ", \"auto_renews\": false");
        meter.seller.advanceTo("2025-01-20T00:00:00Z");
        meter.post("a", subscription, "1100", "2025-01-10T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-02-02T00:00:00Z");
        meter.post("b", subscription, "50", "2025-01-11T00:00:00Z").is(201);
        Meterage.eventually(() -> assertThat(bills(meter, subscription).get(2)).isEqualTo("2025-03-01 SCHEDULED 4300"));
        meter.seller.advanceTo("2025-03-10T00:00:00Z");
        meter.post("c", subscription, "1010", "2025-03-05T00:00:00Z").is(201);
        meter.seller.advanceTo("2025-04-02T00:00:00Z");
        assertThat(bills(meter, subscription).subList(1, 4))
                .containsExactly("2025-02-01 OPEN 4600", "2025-03-01 OPEN 4300", "2025-04-01 OPEN 4060");
        var ids = invoices(meter, subscription).stream()
                .map(it -> it.path("invoice_id").asText())
                .toList();
        meter.seller.post("/invoices/%s/void".formatted(ids.get(2)), "{}").is(200);
        meter.seller.delete("/usage?transaction_id=a").is(200);
        meter.seller.delete("/usage?transaction_id=b").is(200);
        assertThat(credit(meter)).isEqualTo(600);
        // It bears usage of March, and none of January.
        meter.seller.post("/invoices/%s/void".formatted(ids.get(3)), "{}").is(200);
        assertThat(credit(meter)).isEqualTo(600);
        assertSound();
        meter.seller.post("/invoices/%s/void".formatted(ids.get(1)), "{}").is(200);
        assertThat(credit(meter)).isZero();
    }

    /// K-01: nothing that the pause put off is billed, but what was used before it is.
    @Test
    void aSubscriptionThatEndsPausedBillsWhatWasUsed() {
        for (var end : List.of("over", "terminated")) {
            var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
            var subscription = meter.subscription("2025-01-01", 2, "MONTHLY", 0, ", \"auto_renews\": false");
            meter.seller.advanceTo("2025-01-10T00:00:00Z");
            meter.post("a", subscription, "100", "2025-01-05T00:00:00Z").is(201);
            meter.seller
                    .post("/subscriptions/%s/pause".formatted(subscription), "{\"paused_at\": \"2025-01-10\"}")
                    .is(200);
            if (end.equals("terminated")) {
                meter.seller.advanceTo("2025-02-01T00:00:00Z");
                meter.seller
                        .post("/subscriptions/%s/terminate".formatted(subscription), "{}")
                        .is(200, "INACTIVE");
            }
            meter.seller.advanceTo("2025-04-01T00:00:00Z");
            var day = end.equals("over") ? "2025-03-01" : "2025-02-01";
            assertThat(bills(meter, subscription)).as(end).containsExactly("2025-01-01 PAID 0", day + " OPEN 600");
        }
    }

    @Test
    void anUpgradeInsideAWindowMixesTheAllowances() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        var subscription = meter.subscription("2025-01-01", 3, "MONTHLY", 1000, ", \"auto_renews\": false");
        meter.seller.advanceTo("2025-01-15T12:00:00Z");
        meter.seller.started("/subscriptions/%s/upgrade".formatted(subscription), """
                {"starts_at": "2025-01-15", "bricks": [{"brick_id": "%s", "quantity": 3000}]}
                """.formatted(meter.calls));
        meter.post("a", subscription, "2196.774194", "2025-01-10T00:00:00Z").is(201);
        meter.seller.get(meter.path(subscription)).is(200, "\"pre_commitment\":2096.774194", "\"overages\":100");
        meter.seller.advanceTo("2025-02-02T00:00:00Z");
        assertThat(lines(invoices(meter, subscription).stream()
                        .filter(it -> it.path("bill_at").asText().startsWith("2025-02-01"))
                        .findFirst()
                        .orElseThrow()))
                .contains("calls 100 2025-01-01..2025-01-31 600");
    }

    /// G-10: totals leave usage out until they are asked to count it.
    @Test
    void expectedUsageIsCountedWhenAsked() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        var subscription = meter.subscription("2025-01-01", 12, "ANNUALLY", 1000, ", \"auto_renews\": false");
        meter.seller.advanceTo("2025-01-20T00:00:00Z");
        meter.post("a", subscription, "1120", "2025-01-10T00:00:00Z").is(201);
        var next = "/subscriptions/%s/invoices/next".formatted(subscription);
        meter.seller.get(next + "?calculate_expected_usage=false").is(200, "\"grand_total\":4000");
        var paid = invoices(meter, subscription).getFirst().path("invoice_id").asText();
        meter.seller
                .post("/invoices/%s/payments".formatted(paid), "{\"payment_method\": \"WIRE\", \"paid_amount\": 4000}")
                .is(200);
        var february = invoices(meter, subscription).get(1).path("invoice_id").asText();
        meter.seller.get("/invoices/%s".formatted(february)).is(200, "\"grand_total\":4000");
        meter.seller
                .get("/invoices/%s?calculate_expected_usage=true".formatted(february))
                .is(200, "\"grand_total\":4720", "\"quantity\":120");
        meter.seller.get(next + "?calculate_expected_usage=true").is(200, "\"grand_total\":4720");
        meter.seller
                .get("/subscriptions/%s/invoices?calculate_expected_usage=true".formatted(subscription))
                .is(200, "\"grand_total\":4720");
        meter.seller
                .post(
                        "/invoices/search",
                        "{\"subscription_id\": \"%s\", \"calculate_expected_usage\": true}".formatted(subscription))
                .is(200, "\"grand_total\":4720");
        var payg = meter.subscription("2025-01-01", 12, "ANNUALLY", 0, ", \"auto_renews\": false");
        meter.post("b", payg, "10", "2025-01-10T00:00:00Z").is(201);
        meter.seller.get("/subscriptions/%s/invoices/next".formatted(payg)).is(404);
        meter.seller
                .get("/subscriptions/%s/invoices/next?calculate_expected_usage=true".formatted(payg))
                .is(200, "\"grand_total\":60", "2025-02-01");
    }

    /// The last usage of a term is billed on the day of its renewal. Once it counts, its invoice is the next one (rule
    /// N-04), and the renewal, of which nothing is stored, comes after it.
    @Test
    void expectedUsageOfTheLastMonthComesBeforeTheRenewal() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        var subscription = meter.subscription("2025-01-01", 1, "MONTHLY", 1000, "");
        var paid = invoices(meter, subscription).getFirst().path("invoice_id").asText();
        meter.seller
                .post("/invoices/%s/payments".formatted(paid), "{\"payment_method\": \"WIRE\", \"paid_amount\": 4000}")
                .is(200);
        var next = "/subscriptions/%s/invoices/next".formatted(subscription);
        var expected = next + "?calculate_expected_usage=true";
        for (var path : List.of(next, expected)) {
            meter.seller.get(path).is(200, "\"is_renewal_estimate\":true", "\"grand_total\":4000");
        }
        meter.seller.advanceTo("2025-01-20T00:00:00Z");
        meter.post("a", subscription, "1120", "2025-01-10T00:00:00Z").is(201);
        meter.seller.get(next).is(200, "\"is_renewal_estimate\":true", "\"grand_total\":4000");
        var usage = meter.seller
                .get(expected)
                .is(200, "\"is_renewal_estimate\":false", "\"grand_total\":720", "\"bill_at\":\"2025-02-01")
                .text("invoice_id");
        meter.seller.post("/invoices/%s/void".formatted(usage), "{}").is(200);
        meter.seller.get(expected).is(200, "\"is_renewal_estimate\":true", "\"grand_total\":4000");
    }

    /// The credit that keeps a total from falling below zero (rule M-08) has the same kind with and without
    /// expected usage.
    @Test
    void expectedUsageIsToldInTheWordsOfTheApi() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z");
        var subscription = meter.started("""
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "customer_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 1000, "discount": [{"amount": 96000}]}]}
                """.formatted(meter.plan, meter.customer(), meter.calls));
        meter.post("a", subscription, "1250", "2025-01-01T00:00:00Z").is(201);
        meter.seller
                .get("/invoices?calculate_expected_usage=true&subscription_id=" + subscription)
                .is(
                        200,
                        "\"kind\":\"USAGE\"",
                        "\"grand_total\":1500",
                        "\"kind\":\"CREDIT_CARRIED_FORWARD\"",
                        "\"grand_total\":2500");
    }

    /// Rule M-09: a slip of the meter, bytes for terabytes, is told where it comes in.
    @Test
    void usageBeyondAllMeasureIsRefused() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z", EXPENSIVE);
        var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 0, "");
        meter.post("slip", subscription, "99999999999999", "2025-01-01T00:00:00Z")
                .is(
                        400,
                        "\"value\":[\"Comes to an amount beyond 9007199254740991 minor units, which cannot be billed.\"]");
        meter.post("most", subscription, "90071992547.40991", "2025-01-01T00:00:00Z")
                .is(201);
        meter.post("more", subscription, "90071992547.40992", "2025-01-01T00:00:00Z")
                .is(400);
        meter.post("less", subscription, "-99999999999999", "2025-01-01T00:00:00Z")
                .is(201);
        var batch = meter.seller.post(
                "/usage/batch",
                "[%s, %s]"
                        .formatted(
                                meter.entry("one", subscription, "1", "2025-01-01T00:00:00Z"),
                                meter.entry("two", subscription, "99999999999999", "2025-01-01T00:00:00Z")));
        assertThat(batch.json().findValues("verdict").toString()).contains("accepted", "rejected");
        meter.seller
                .patch("/usage", "{\"transaction_id\": \"one\", \"value\": 99999999999999}")
                .is(400, "\"value\"");
        meter.seller
                .patch("/usage", "{\"transaction_id\": \"one\", \"value\": 2}")
                .is(200);
    }

    private static final String EXPENSIVE = "{\"currency\": \"USD\", \"model\": \"FLAT\", \"unit_price\": \"1000.00\"}";

    /// Rule M-09: entries that have a price one by one and none together are left off their invoice, which goes out
    /// with the rest; the seller is told, and the difference is billed when they are corrected.
    @Test
    void usageThatHasNoPriceTogetherIsLeftOff() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z", EXPENSIVE);
        meter.seller
                .patch("/seller", "{\"invoice_email_from\": \"billing@seller.example\"}")
                .is(200);
        var customer = meter.customer();
        var slipped = meter.started("""
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "customer_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 0}, {"brick_id": "%s", "quantity": 2}]}
                """.formatted(meter.plan, customer, meter.calls, meter.seats));
        var other = meter.subscription("2025-01-01", 12, "MONTHLY", 0, "");
        meter.post("a", slipped, "60000000000", "2025-01-01T00:00:00Z").is(201);
        meter.post("b", slipped, "60000000000", "2025-01-01T00:00:00Z").is(201);
        meter.post("right", other, "1", "2025-01-01T00:00:00Z").is(201);
        var expected = new ArrayList<String>();
        meter.seller
                .get("/invoices?calculate_expected_usage=true&ordering=amount")
                .is(200)
                .json()
                .path("results")
                .forEach(invoice -> {
                    if (!invoice.path("bill_at").asText().startsWith("2025-02-01")) return;
                    boolean isSlipped = invoice.path("subscription_id").asText().equals(slipped);
                    expected.add((isSlipped ? "slipped " : "other ") + invoice.path("grand_total"));
                });
        assertThat(expected).containsExactlyInAnyOrder("slipped 2000", "other 100000");
        meter.seller.advanceTo("2025-02-02T00:00:00Z");
        assertThat(bills(meter, other)).contains("2025-02-01 OPEN 100000");
        assertThat(bills(meter, slipped)).contains("2025-02-01 OPEN 2000");
        var february = invoices(meter, slipped).get(1);
        assertThat(february.path("line_items").findValues("unpriced_quantity").toString())
                .isEqualTo("[120000000000]");
        Meterage.eventually(() -> meter.seller
                .get("/events?event_type=problem.found")
                .is(
                        200,
                        "\"problem\":\"USAGE_UNPRICED\"",
                        february.path("invoice_id").asText(),
                        "120000000000 units of"));
        assertSound();
        meter.seller.send("DELETE", "/usage", "{\"transaction_id\": \"b\"}").is(200);
        meter.post("c", slipped, "1", "2025-01-05T00:00:00Z").is(201);
        meter.seller.send("DELETE", "/usage", "{\"transaction_id\": \"a\"}").is(200);
        Meterage.eventually(() -> assertThat(bills(meter, slipped)).contains("2025-03-01 SCHEDULED 102000"));
    }

    /// Rule M-09: each has a price, and the invoice of both would have none.
    @Test
    void usageThatItsInvoiceHasNoRoomForIsLeftOff() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z", EXPENSIVE);
        var mails = meter.shop.brick("mails", "USAGE");
        meter.shop.publish(meter.plan, Shop.priced(meter.calls, EXPENSIVE), Shop.priced(mails, EXPENSIVE));
        var subscription = meter.started("""
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "customer_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 0}, {"brick_id": "%s", "quantity": 0}]}
                """.formatted(meter.plan, meter.customer(), meter.calls, mails));
        meter.post("a", subscription, "30000000000", "2025-01-01T00:00:00Z").is(201);
        meter.seller.post("/usage", """
                {"transaction_id": "b", "subscription_id": "%s", "brick_id": "%s", "value": 40000000000,
                 "time": "2025-01-01T00:00:00Z"}
                """.formatted(subscription, mails)).is(201);
        meter.seller.advanceTo("2025-02-02T00:00:00Z");
        assertThat(bills(meter, subscription)).contains("2025-02-01 OPEN 3000000000000000");
        Meterage.eventually(
                () -> meter.seller.get("/events?event_type=problem.found").is(200, "40000000000 units of"));
    }

    /// Rule M-09: a threshold of money is reached by usage that has no price, and refuses no entry.
    @Test
    void usageWithoutAPriceReachesEachThreshold() {
        var meter = new Meterage(HOUSE, "2025-01-01T00:00:00Z", EXPENSIVE);
        var subscription = meter.subscription("2025-01-01", 12, "MONTHLY", 0, "");
        meter.seller
                .put(
                        meter.path(subscription) + "/thresholds",
                        "{\"precommitment\": [], \"units\": [], \"money\": [100]}")
                .is(200);
        meter.post("a", subscription, "60000000000", "2025-01-01T00:00:00Z").is(201);
        meter.post("b", subscription, "60000000000", "2025-01-01T00:00:00Z").is(201);
    }
}
