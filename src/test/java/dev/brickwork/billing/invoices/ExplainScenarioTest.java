package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Every invoice of a contract with coupon, discount, upgrade and recast explains itself: its parts add up to its
/// total, at the top and inside each line, issued or not.
@Tag("verify")
final class ExplainScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    @Test
    void thePartsOfEveryInvoiceAddUp() {
        var seller = HOUSE.sellerAt("2025-01-31T08:00:00Z");
        var shop = new Shop(seller);
        var seats = shop.brick("Seats", "SUBSCRIPTION");
        var setup = shop.brick("Onboarding", "ONE_TIME");
        var plan = shop.plan("Team", Shop.priced(seats, Shop.SEATS_LADDER), Shop.priced(setup, Shop.flat("500.00")));
        shop.coupon("WELCOME", "5", 3);
        var entity =
                seller.get("/legal-entities").json().path("results").path(0).path("legal_entity_id");
        seller.patch("/legal-entities/" + entity.asText(), "{\"address\": {\"country\": \"DE\"}}")
                .is(200);
        seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        var customer = seller.post("/customers", "{\"name\": \"Acme\", \"address\": {\"country\": \"DE\"}}")
                .is(200)
                .text("customer_id");
        var id = seller.post("/subscriptions", """
                        {"starts_at": "2025-01-31", "contract_length": 14, "billing_frequency": "QUARTERLY", "plan_id": "%s",
                         "customer_id": "%s", "discount_coupons": ["WELCOME"], "bricks": [
                           {"brick_id": "%s", "quantity": 12, "discount": [{"rate": "10", "renews": true}]},
                           {"brick_id": "%s", "quantity": 1}]}
                        """.formatted(plan, customer, seats, setup))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        seller.advanceTo("2025-06-15T08:00:00Z");
        change(seller, id, "upgrade", """
                {"starts_at": "2025-06-15", "bricks": [{"brick_id": "%s", "quantity": 20, "discount": [{"rate": "10", "renews": true}]}]}
                """.formatted(seats));
        seller.advanceTo("2025-09-10T08:00:00Z");
        change(seller, id, "recast", """
                {"starts_at": "2025-09-10", "contract_length": 24, "billing_frequency": "ANNUALLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 30}]}
                """.formatted(plan, seats));
        seller.advanceTo("2025-09-10T09:00:00Z");
        var invoices = seller.get("/invoices?limit=50").is(200).json().path("results");
        assertThat(invoices).hasSizeGreaterThanOrEqualTo(6);
        for (var invoice : invoices) {
            var path =
                    "/invoices/%s/explain".formatted(invoice.path("invoice_id").asText());
            var told = seller.get(path).is(200).json();
            assertThat(sum(told.path("parts")))
                    .isEqualTo(told.path("grand_total").longValue());
            assertThat(told.path("grand_total").longValue() + sum(told.path("settlement")))
                    .isEqualTo(told.path("remaining_amount").longValue());
            told.path("parts").forEach(ExplainScenarioTest::addsUp);
            var text =
                    seller.send("GET", path, "", "Accept", "text/plain").is(200).body();
            var total = BigDecimal.valueOf(told.path("grand_total").longValue(), 2);
            assertThat(text).contains("amounts in USD", "Remaining").containsPattern("Total +" + total);
            if (System.getProperty("look") != null) System.err.println(text);
        }
        var first = seller.get("/invoices/%s/explain"
                        .formatted(invoices.path(0).path("invoice_id").asText()))
                .is(
                        200,
                        "Coupon",
                        "10 %, renewing",
                        "S-03",
                        "P-03",
                        "X-02",
                        "10 × 25.00 for 14 months = 3500.00",
                        "4060.00 for the whole term of 14 months",
                        "4060.00 × 3 / 14 months");
        assertThat(whats(first.json().path("parts")))
                .contains("line", "clause", "gross", "tier", "period", "discount", "coupon", "tax");
    }

    /// A media type is one in any case, and one of no weight is not wanted.
    @Test
    void theTextIsForThoseWhoAskForIt() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = till.started(till.order("2025-01-01", 1, "MONTHLY", ""));
        var path = "/invoices/%s/explain"
                .formatted(till.invoices(id).getFirst().path("invoice_id").asText());
        for (var text : List.of("text/plain", "Text/Plain;q=0.5, application/json;q=0.1", "*/*, text/plain"))
            till.seller.send("GET", path, "", "Accept", text).is(200, "amounts in USD");
        for (var other : List.of("text/plain;q=0", "text/plain ; q=0.0", "text/plainest", "*/*"))
            till.seller.send("GET", path, "", "Accept", other).is(200, "\"parts\":");
    }

    /// A share of what was committed to is told as one: units times a percentage would be another amount (rule G-11).
    @Test
    void aPercentageIsAShareOfTheCommitment() {
        var seller = HOUSE.sellerAt("2025-01-01T08:00:00Z");
        var shop = new Shop(seller);
        var volume = shop.brick("Volume", "USAGE");
        var plan = shop.plan("Payments", Shop.priced(volume, """
                {"currency": "USD", "model": "PERCENTAGE", "unit_price": "1.39", "pre_commitment_schedule": "MONTHLY"}
                """));
        var customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var id = seller.post("/subscriptions", """
                        {"starts_at": "2025-01-01", "contract_length": 2, "billing_frequency": "MONTHLY", "plan_id": "%s",
                         "customer_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 100000}]}
                        """.formatted(plan, customer, volume))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        var invoice =
                seller.get("/invoices").is(200).json().path("results").path(0).path("invoice_id");
        seller.get("/invoices/%s/explain".formatted(invoice.asText()))
                .is(200, "\"1.39 % of 1000.00 for 2 months = 27.80\"", "G-11");
    }

    /// Even the smallest quantities are written without powers of ten.
    @Test
    void quantitiesAreWrittenOut() {
        var seller = HOUSE.sellerAt("2025-01-01T08:00:00Z");
        var shop = new Shop(seller);
        var energy = shop.brick("Energy", "USAGE");
        var plan = shop.plan("Laboratory", Shop.priced(energy, Shop.flat("900000.00")));
        var customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var id = seller.post("/subscriptions", """
                        {"starts_at": "2025-01-01", "contract_length": 2, "billing_frequency": "MONTHLY", "plan_id": "%s",
                         "customer_id": "%s", "bricks": [{"brick_id": "%s"}]}
                        """.formatted(plan, customer, energy))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        seller.post("/usage", """
                {"subscription_id": "%s", "brick_id": "%s", "value": 0.0000002, "time": "2025-01-01T08:00:00Z"}
                """.formatted(id, energy)).is(201);
        seller.advanceTo("2025-02-01T08:00:00Z");
        var invoice = seller.get("/invoices?status=OUTSTANDING,DUE")
                .is(200)
                .json()
                .path("results")
                .path(0)
                .path("invoice_id");
        seller.get("/invoices/%s/explain".formatted(invoice.asText()))
                .is(
                        200,
                        "\"0.0000002 beyond 0 committed and 0 included, of 0.0000002 used: 0.18; billed before: 0.00\"",
                        "\"0.0000002 × 900000.00\"");
    }

    /// The dates that the invoice and the orders show: after a pause those of the calendar are not those on which
    /// the service was measured (rule K-02).
    @Test
    void aPauseMovesTheDatesThatAreTold() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-10T08:00:00Z");
        var id = till.started(till.order("2025-01-01", 4, "MONTHLY", ""));
        till.seller.post("/subscriptions/%s/pause".formatted(id), """
                {"paused_at": "2025-01-10", "scheduled_resume_at": "2025-01-20"}
                """).is(200);
        String[] told = {
            "\"seats, quantity 1, 2025-02-11 to 2025-03-10\"",
            "Agreed in the STANDARD order of 2025-01-01 to 2025-05-10",
            "400.00 for the whole term of 4 months (2025-01-01 to 2025-05-10), billed here for 1 month",
            "Value of the service up to 2025-03-10: 400.00 × 2 / 4 months",
            "less its value before 2025-02-11: 400.00 × 1 / 4 months"
        };
        explained(till, till.invoice(id, 1)).is(200, told);
        till.seller.advanceTo("2025-03-20T08:00:00Z");
        explained(till, till.invoice(id, 1)).is(200, told);
        change(till.seller, id, "upgrade", """
                {"starts_at": "2025-03-20", "bricks": [{"brick_id": "%s", "quantity": 3}]}
                """.formatted(till.seats));
        for (int place : List.of(3, 4)) {
            explained(till, till.invoice(id, place)).is(200, "Agreed in the UPGRADE order of 2025-03-20 to 2025-05-10");
        }
    }

    /// A discount above the price: before issue and after it, what the lines lack is carried forward (rule M-08).
    @Test
    void whatWillBeCarriedForwardIsNoAdjustmentCredit() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var id = till.started(till.order("2025-01-01", 2, "MONTHLY", "").replace("\"quantity\": 1", """
                "quantity": 1, "discount": [{"amount": 30000}]
                """));
        for (int place : List.of(0, 1)) {
            var parts = explained(till, till.invoice(id, place)).is(200).json().path("parts");
            assertThat(whats(parts)).contains("carried_forward").doesNotContain("adjustment_credit");
            assertThat(sum(parts)).isZero();
        }
    }

    /// Refunds and the excess over the total do not count as settling the invoice (rules I-13, I-04).
    @Test
    void paymentsAreToldAsFarAsTheyStand() {
        var till = InvoicingFixture.at(HOUSE, "2025-01-01T08:00:00Z");
        var invoice = till.standalone(100, "");
        var refunded = till.pay(invoice, 4_000).is(200).text("payment_id");
        till.seller.post("/payments/%s/refund".formatted(refunded), "{}").is(200);
        till.pay(invoice, 3_000).is(200);
        till.pay(invoice, 9_000).is(200);
        var payments = explained(till, invoice).is(200).json().at("/settlement/0/parts");
        assertThat(payments)
                .extracting(it -> it.path("text").asText() + ": " + it.path("amount"))
                .containsExactly("WIRE of 90.00 on 2025-01-01: -7000", "WIRE of 30.00 on 2025-01-01: -3000");
    }

    private static TestServer.Reply explained(InvoicingFixture till, String invoice) {
        return till.seller.get("/invoices/%s/explain".formatted(invoice));
    }

    private static void change(TestServer.Tenant seller, String id, String kind, String body) {
        seller.started("/subscriptions/%s/%s".formatted(id, kind), body);
    }

    private static void addsUp(JsonNode part) {
        boolean isSummed = List.of("line", "gross").contains(part.path("what").asText());
        var amounts = part.path("parts")
                .valueStream()
                .filter(it -> it.path("amount").isNumber())
                .toList();
        if (isSummed && !amounts.isEmpty()) {
            assertThat(sum(part.path("parts")))
                    .as(part.toString())
                    .isEqualTo(part.path("amount").longValue());
        }
        part.path("parts").forEach(ExplainScenarioTest::addsUp);
    }

    private static List<String> whats(JsonNode parts) {
        var all = new java.util.ArrayList<String>();
        for (var part : parts) {
            all.add(part.path("what").asText());
            all.addAll(whats(part.path("parts")));
        }
        return all;
    }

    private static long sum(JsonNode parts) {
        return parts.valueStream()
                .mapToLong(part -> part.path("amount").longValue())
                .sum();
    }
}
