package dev.brickwork.delivery.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.support.Shop;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Invoices of a phase show the prices, discounts and coupon of that phase (rules F-01, F-02).
@Tag("verify")
final class PhasePaperScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    /// Prices the bricks by the month, by the package and in percent, and then by the year and by the unit; with
    /// one discount and coupon, and then with others.
    @Test
    void eachPhaseHasItsOwnPricesDiscountsAndCoupon() throws Exception {
        var seller = HOUSE.sellerAt("2025-01-01T08:00:00Z");
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var packs = shop.brick("packs", "SUBSCRIPTION");
        var calls = shop.brick("calls", "USAGE");
        var first = shop.plan(
                "Alpha", Shop.priced(seats, Shop.monthly("10")), Shop.priced(packs, """
                        {"currency": "USD", "model": "PACKAGE", "price_period_months": 1, "unit_price": "7", "package_size": 5}
                        """), Shop.priced(calls, """
                        {"currency": "USD", "model": "PERCENTAGE", "unit_price": "1.5"}
                        """));
        var second = shop.plan(
                "Beta",
                Shop.priced(seats, """
                        {"currency": "USD", "model": "FLAT", "price_period_months": 12, "unit_price": "100"}
                        """),
                Shop.priced(packs, Shop.monthly("2")),
                Shop.priced(calls, Shop.flat("0.03")));
        shop.coupon("ALPHA", "5", 999);
        shop.coupon("BETA", "7", 999);
        var customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var bricks = """
                "bricks": [{"brick_id": "%s", "quantity": 3, "discount": [{"rate": "%%s"}]}, {"brick_id": "%s", "quantity": 5},
                           {"brick_id": "%s", "quantity": 0, "discount": [{"rate": "%%s"}]}]
                """.formatted(seats, packs, calls);
        var subscription = seller.post("/subscriptions", """
                        {"starts_at": "2025-01-01", "contract_length": 4, "billing_frequency": "MONTHLY", "plan_id": "%s",
                         "customer_id": "%s", "auto_renews": false, "discount_coupons": ["ALPHA"], %s,
                         "phases": [{"phase_position": 1, "contract_length": 2},
                                    {"phase_position": 2, "contract_length": 2, "plan_id": "%s",
                                     "discount_coupons": ["BETA"], %s}]}
                        """.formatted(
                                first, customer, bricks.formatted("10", "10"), second, bricks.formatted("20", "20")))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
        for (var day : List.of("2025-02-01", "2025-03-01")) {
            seller.advanceTo(day + "T00:00:00Z");
            seller.post("/usage", """
                            {"subscription_id": "%s", "brick_id": "%s", "value": 1000, "time": "%sT00:00:00Z"}
                            """.formatted(subscription, calls, day)).is(201);
        }
        seller.advanceTo("2025-04-02T00:00:00Z");

        assertThat(pdf(seller, subscription, 1))
                .contains("Alpha\n", "Discount 10%: -3.00", "Coupon ALPHA: -1.35", "1 × 7.00")
                .containsPattern("3 10\\.00\\s+per month");
        assertThat(pdf(seller, subscription, 2))
                .contains("Beta\n", "Discount 20%: -5.00", "Coupon BETA: -1.40", "10.00 × 1.5%", "Discount 10%: -0.02")
                .containsPattern("3 100\\.00\\s+per year")
                .containsPattern("5 2\\.00\\s+per month")
                .doesNotContainIgnoringCase("Alpha")
                .doesNotContain("tiered");
        assertThat(pdf(seller, subscription, 3)).contains("Discount 20%: -6.00").containsPattern("1,000 0\\.03");
        seller.get("/invoices/%s/explain".formatted(invoice(seller, subscription, 1)))
                .is(200, "2025-04-30, plan Alpha (version 1), billed MONTHLY");
        seller.get("/invoices/%s/explain".formatted(invoice(seller, subscription, 2)))
                .is(200, "2025-04-30, plan Beta, billed MONTHLY");
    }

    private static String invoice(Tenant seller, String subscription, int place) {
        return seller.get("/subscriptions/%s/invoices".formatted(subscription))
                .json()
                .path("results")
                .path(place)
                .path("invoice_id")
                .asText();
    }

    private static String pdf(Tenant seller, String subscription, int place) throws Exception {
        var invoice = invoice(seller, subscription, place);
        var file = seller.send("GET", "/invoices/%s/pdf".formatted(invoice), "", "Accept", "application/pdf")
                .is(200);
        try (var document = Loader.loadPDF(file.response().body())) {
            return new PDFTextStripper().getText(document).replace('\u00a0', ' ');
        }
    }
}
