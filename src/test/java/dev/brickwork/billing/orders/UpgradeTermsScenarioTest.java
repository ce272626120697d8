package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The payment terms and the purchase order of an upgrade (API 4.6) count for what it alone bills; an invoice that it
/// shares with the base order keeps those of that (rule S-07).
@Tag("verify")
final class UpgradeTermsScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private final TestServer.Tenant seller = HOUSE.sellerAt("2025-01-01T08:00:00Z");
    private final Shop shop = new Shop(seller);
    private final String seats = shop.brick("seats", "SUBSCRIPTION");
    private final String work = shop.brick("rollout", "MILESTONE");
    private final String plan =
            shop.plan("Team", Shop.priced(seats, Shop.monthly("31.00")), Shop.priced(work, Shop.flat("100.00")));
    private final String customer =
            seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");

    private String sold() {
        var id = seller.post("/subscriptions", """
                {"starts_at": "2025-01-01", "contract_length": 3, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 1}], "customer_id": "%s", "payment_terms": 20,
                 "auto_renews": false}
                """.formatted(plan, seats, customer))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        return id;
    }

    private void upgrade(String id, String bricks, String change) {
        var path = "/subscriptions/%s/upgrade".formatted(id);
        var order = seller.post(path, "{\"starts_at\": \"2025-01-11\", \"bricks\": [%s]}".formatted(bricks))
                .is(200)
                .text("order_id");
        seller.patch(path + "/" + order, change).is(200);
        seller.post(path + "/%s/start".formatted(order), "{}").is(200);
    }

    private List<String> dueDates(String id) {
        var dates = new ArrayList<String>();
        for (var invoice : seller.get("/subscriptions/%s/invoices?limit=100".formatted(id))
                .is(200)
                .json()
                .path("results")) {
            dates.add(day(invoice, "bill_at") + " " + day(invoice, "due_at"));
        }
        return dates;
    }

    private static String day(JsonNode invoice, String field) {
        return invoice.path(field).asText().substring(0, 10);
    }

    private String moreSeats() {
        return "{\"brick_id\": \"%s\", \"quantity\": 2}".formatted(seats);
    }

    @Test
    void whatItBillsAloneIsDueByItsTerms() {
        var id = sold();
        seller.advanceTo("2025-01-11T08:00:00Z").is(200);
        upgrade(id, moreSeats(), "{\"payment_terms\": 3}");
        assertThat(dueDates(id))
                .containsExactly(
                        "2025-01-01 2025-01-21",
                        "2025-01-11 2025-01-14",
                        "2025-02-01 2025-02-21",
                        "2025-03-01 2025-03-21");
    }

    @Test
    void withoutTermsOfItsOwnThoseOfTheBaseOrderCount() {
        var id = sold();
        seller.advanceTo("2025-01-11T08:00:00Z").is(200);
        upgrade(id, moreSeats(), "{}");
        assertThat(dueDates(id)).contains("2025-01-11 2025-01-31");
    }

    /// A recast or renewal after the upgrade has the payment terms of the contract.
    @Test
    void theyAreNotThoseOfLaterOrders() {
        var id = sold();
        upgrade(id, moreSeats(), "{\"payment_terms\": 3}");
        for (var kind : List.of("recast", "renewal")) {
            var path = "/subscriptions/%s/%s".formatted(id, kind);
            var order = seller.post(path, """
                            {%s "contract_length": 12, "billing_frequency": "MONTHLY", "bricks": [%s]}
                            """.formatted(
                                    kind.equals("recast") ? "\"starts_at\": \"2025-02-01\"," : "", moreSeats()))
                    .is(200)
                    .text("order_id");
            seller.get(path).is(200, "\"payment_terms\":20");
            seller.delete(path + "/" + order).is(200);
        }
    }

    /// Rule Z-02.
    @Test
    void theyComeBackWithATerminationThatIsTakenBack() {
        var id = sold();
        upgrade(id, moreSeats(), "{\"payment_terms\": 3, \"first_charge_date\": \"CONTRACT_START_DATE\"}");
        var before = dueDates(id);
        assertThat(before).contains("2025-01-11 2025-01-14");
        seller.post("/subscriptions/%s/terminate".formatted(id), "{\"termination_date\": \"2025-01-05\"}")
                .is(200);
        seller.post("/subscriptions/%s/reinstate".formatted(id), "{}").is(200);
        assertThat(dueDates(id)).isEqualTo(before);
    }

    private List<String> purchaseOrders(String id) {
        var orders = new ArrayList<String>();
        for (var invoice : seller.get("/subscriptions/%s/invoices?limit=100".formatted(id))
                .is(200)
                .json()
                .path("results")) {
            orders.add(day(invoice, "bill_at") + " "
                    + invoice.path("purchase_order").path("code").asText());
        }
        return orders;
    }

    /// Issued invoices keep their purchase order, and those that bill both orders bear that of the base.
    @Test
    void itsPurchaseOrderStandsOnWhatItBillsAlone() {
        var id = sold();
        var subscription = "/subscriptions/" + id;
        seller.patch(subscription, "{\"purchase_order\": {\"code\": \"BASE\"}}").is(200);
        var march =
                seller.get(subscription + "/invoices?ordering=-bill_at").is(200).first("invoice_id");
        seller.patch("/invoices/" + march, "{\"purchase_order\": {\"code\": \"MARCH\"}}")
                .is(200);
        seller.advanceTo("2025-01-11T08:00:00Z").is(200);
        upgrade(id, moreSeats(), "{\"purchase_order\": {\"code\": \"MORE\"}}");
        assertThat(purchaseOrders(id))
                .containsExactly("2025-01-01 BASE", "2025-01-11 MORE", "2025-02-01 BASE", "2025-03-01 MARCH");
        seller.get(subscription).is(200, "\"purchase_order\":{\"code\":\"MORE\"}");
    }

    /// Invoices of the term before keep the purchase order of that term.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "renewal | | 2025-02-11 NEXT; 2025-03-01 BASE; 2025-05-01 NEXT",
                "recast | \"starts_at\": \"2025-03-01\", | 2025-02-11 NEXT; 2025-04-01 NEXT",
            })
    void thePurchaseOrderOfAnotherTermStandsOnWhatThatBills(String type, @Nullable String start, String after) {
        var id = sold();
        var subscription = "/subscriptions/" + id;
        seller.patch(subscription, "{\"purchase_order\": {\"code\": \"BASE\"}}").is(200);
        seller.advanceTo("2025-02-11T08:00:00Z").is(200);
        var path = subscription + "/" + type;
        var order = seller.post(path, """
                        {%s "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 2}], "contract_length": 2,
                         "billing_frequency": "MONTHLY", "purchase_order": {"code": "NEXT"}}
                        """.formatted(Objects.requireNonNullElse(start, ""), plan, seats))
                .is(200)
                .text("order_id");
        seller.post(path + "/%s/start".formatted(order), "{}").is(200);
        assertThat(purchaseOrders(id))
                .startsWith("2025-01-01 BASE", "2025-02-01 BASE")
                .containsSubsequence(after.split("; "));
    }

    @Test
    void withoutAPurchaseOrderOfItsOwnThatOfTheSubscriptionGoesOn() {
        var id = sold();
        var subscription = "/subscriptions/" + id;
        seller.patch(subscription, "{\"purchase_order\": {\"code\": \"BASE\"}}").is(200);
        seller.advanceTo("2025-01-11T08:00:00Z").is(200);
        upgrade(id, moreSeats(), "{}");
        seller.patch(subscription, "{\"purchase_order\": {\"code\": \"LATER\"}}")
                .is(200);
        assertThat(purchaseOrders(id)).contains("2025-01-11 LATER", "2025-02-01 LATER");
    }

    /// API 4.13: the order of a milestone that an upgrade brings is the upgrade.
    @Test
    void itsMilestonesAreDueByItsTerms() {
        var id = sold();
        seller.advanceTo("2025-01-11T08:00:00Z").is(200);
        upgrade(id, "{\"brick_id\": \"%s\", \"quantity\": 1}".formatted(work), "{\"payment_terms\": 7}");
        var milestones = "/subscriptions/%s/milestones".formatted(id);
        var milestone = seller.get(milestones).is(200).first("milestone_id");
        var invoice = seller.post(milestones + "/%s/complete".formatted(milestone), "{\"quantity\": 1}")
                .is(200)
                .json()
                .path("completion")
                .path("invoice_id")
                .asText();
        assertThat(day(seller.get("/invoices/" + invoice).is(200).json(), "due_at"))
                .isEqualTo("2025-01-18");
    }
}
