package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.brickwork.app.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A change that is still open while it is edited and dropped.
@Tag("verify")
final class OpenOrderScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private final Shop shop = Shop.at(HOUSE, "2025-01-01T08:00:00Z");
    private final String plan = shop.plan("Flat", draft("20.00"));
    private final String id = shop.started("""
            {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
             "bricks": [{"brick_id": "%s", "quantity": 10}], "customer_id": "%s"}
            """.formatted(plan, shop.seats, shop.customer));

    private String draft(String price) {
        return """
                {"prices": [], "bricks": [{"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT",
                  "price_period_months": 1, "unit_price": "%s"}]}]}
                """.formatted(shop.seats, price);
    }

    private String path(String rest) {
        return "/subscriptions/%s%s".formatted(id, rest);
    }

    private String bricks(int seats) {
        return "\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": %d}]".formatted(shop.seats, seats);
    }

    /// Who updates an order and sends bricks and no plan means the contracted version, whatever
    /// plan the order has named before.
    @Test
    void bricksWithoutAPlanGoBackToTheContractedPrice() {
        shop.publish(plan, draft("25.00"));
        var order = shop.seller
                .post(
                        path("/upgrade"),
                        "{\"starts_at\": \"2025-12-01\", \"plan_id\": \"%s\", %s}".formatted(plan, bricks(11)))
                .is(200, "\"contract_value\":\"75.00 USD\"")
                .text("order_id");
        edit(order, "\"payment_terms\": 10");
        assertThat(value(order)).isEqualTo(11 * 2_500 - 10 * 2_000);
        edit(order, bricks(12));
        assertThat(value(order)).isEqualTo(2 * 2_000);
        // Once agreed it is part of what would be changed, and comes to nothing beside itself.
        shop.seller.post(path("/upgrade/%s/start".formatted(order)), "{}").is(200);
        shop.seller
                .post(path("/upgrade/%s/estimate".formatted(order)), "{}")
                .is(400, "only an open order can be estimated");
    }

    /// Neither when it is made nor later, also where its phases name none.
    @Test
    void anUpgradeNamesABrick() {
        var none = "{\"starts_at\": \"2025-12-01\", \"bricks\": []%s}";
        for (var rest : List.of("", ", \"phases\": []", ", \"phases\": [{\"phase_position\": 1}]")) {
            var body = none.formatted(rest);
            shop.seller
                    .post(path("/upgrade/estimate"), body)
                    .is(400, "{\"fields\":{\"bricks\":[\"At least one brick is required.\"]}}");
            shop.seller.post(path("/upgrade"), body).is(400, "At least one brick is required.");
        }
        shop.seller
                .post(path("/upgrade/estimate"), none.formatted(", \"plan_id\": \"%s\"".formatted(plan)))
                .is(200, "\"line_items\":[]");

        var order = shop.seller
                .post(path("/upgrade"), "{\"starts_at\": \"2025-12-01\", %s}".formatted(bricks(11)))
                .is(200)
                .text("order_id");
        shop.seller.patch(path("/upgrade/" + order), "{\"bricks\": []}").is(400, "At least one brick is required.");
    }

    /// Under `renewal` stands what follows a trial, which a first order does not: it is changed and started as its
    /// subscription.
    @Test
    void aFirstOrderIsNoRenewal() {
        var subscription = "/subscriptions/" + shop.create("""
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s", %s,
                 "customer_id": "%s"}
                """.formatted(plan, bricks(10), shop.customer));
        var orders = shop.seller.get(subscription + "/orders").json().path("results");
        var order = subscription + "/renewal/" + orders.path(0).path("order_id").asText();

        shop.seller.patch(order, "{\"contract_length\": 6}").is(404);
        shop.seller.post(order + "/start", "{}").is(404);
        shop.seller.delete(order).is(404);

        shop.seller.post(subscription + "/start", "{}").is(200);
        shop.seller.patch(order, "{}").is(404);
    }

    private void edit(String order, String members) {
        shop.seller.patch(path("/upgrade/" + order), "{%s}".formatted(members)).is(200);
    }

    private long value(String order) {
        return shop.seller
                .post(path("/upgrade/%s/estimate".formatted(order)), "{}")
                .is(200)
                .json()
                .path("grand_total")
                .asLong();
    }

    /// Anything can be changed as long as nothing is agreed.
    @Test
    void aFirstOrderChangesItsCurrencyAndType() {
        var both = shop.plan("Both", """
                {"prices": [], "bricks": [{"brick_id": "%s", "prices": [
                  {"currency": "USD", "model": "FLAT", "price_period_months": 1, "unit_price": "20.00"},
                  {"currency": "EUR", "model": "FLAT", "price_period_months": 1, "unit_price": "18.00"}]}]}
                """.formatted(shop.seats));
        var open = "/subscriptions/" + shop.create("""
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 10}], "customer_id": "%s"}
                """.formatted(both, shop.seats, shop.customer));
        shop.seller
                .patch(open, "{\"order_type\": \"TRIAL\", \"trial_days\": 14, \"currency\": \"EUR\"}")
                .is(200);
        shop.seller.get(open).is(200, "\"order_type\":\"TRIAL\"", "\"currency\":\"EUR\"", "\"ends_at\":\"2025-01-14\"");
        shop.seller
                .patch(open, "{\"order_type\": \"STANDARD\", \"trial_days\": null, \"contract_length\": 6}")
                .is(200);
        shop.seller
                .post(open + "/start", "{}")
                .is(200, "\"order_type\":\"STANDARD\"", "\"contract_value\":\"1080.00 EUR\"");
        shop.seller.get(open + "/invoices").is(200, "\"currency\":\"EUR\"", "\"grand_total\":18000");
    }

    /// Who reads a subscription, changes one member and sends all of it back has asked for nothing that is refused.
    @Test
    void whatIsFixedMayBeSentAsItIs() {
        var shown = (ObjectNode) shop.seller.get(path("")).is(200).json();
        shown.put("auto_renews", false);
        shop.seller.patch(path(""), shown.toString()).is(200);
        shop.seller.get(path("")).is(200, "\"auto_renews\":false");
        shop.seller
                .patch(path(""), "{\"payment_terms\": 30, \"transaction_method\": null, \"contract_length\": 12}")
                .is(200);
        shop.seller
                .patch(path(""), """
                        {"payment_terms": 31, "currency": "EUR", "contract_length": "12", "migrated": true,
                         "auto_renews": 5, "point_of_contact_id": "7a4f8bb2-3f4b-4b0c-9d8d-111111111111"}
                        """)
                .is(
                        400,
                        "\"payment_terms\"",
                        "\"currency\"",
                        "\"contract_length\"",
                        "\"migrated\"",
                        "\"auto_renews\"",
                        "\"point_of_contact_id\"");
    }

    /// The pattern of the rate lets all of its digits be left out: no number is no uplift.
    @Test
    void anUpliftWithoutDigitsIsNone() {
        for (var none : List.of("", "-", ".")) {
            shop.seller.patch(path(""), "{\"renewal_uplifted_rate\": \"3.5\"}").is(200);
            shop.seller
                    .patch(path(""), "{\"renewal_uplifted_rate\": \"%s\"}".formatted(none))
                    .is(200);
            shop.seller.get(path("")).is(200, "\"renewal_uplifted_rate\":null");
        }
    }

    /// An absent `first_charge_date` means the seller's setting on the day the order closes: until then it is null.
    @Test
    void aFirstChargeThatIsNotSaidIsNotShown() {
        shop.seller
                .patch("/seller", "{\"first_charge_date\": \"CONTRACT_START_DATE\"}")
                .is(200);
        var order = shop.seller
                .post(path("/upgrade"), "{\"starts_at\": \"2025-12-01\", %s}".formatted(bricks(11)))
                .is(200)
                .text("order_id");
        shop.seller.get(path("/upgrade/" + order)).is(200, "\"first_charge_date\":null");
        edit(order, "\"first_charge_date\": \"CHECKOUT_DATE\"");
        shop.seller.get(path("/upgrade/" + order)).is(200, "\"first_charge_date\":\"CHECKOUT_DATE\"");
    }

    @Test
    void anOrderIsMadeInNoCurrencyThatTheSellerDoesNotBillIn() {
        shop.seller.patch("/seller", "{\"enabled_currencies\": [\"USD\"]}").is(200);
        shop.seller
                .post("/subscriptions", """
                        {"starts_at": "2025-12-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                         "customer_id": "%s", "currency": "EUR", %s}
                        """.formatted(plan, shop.customer, bricks(1)))
                .is(
                        400,
                        "\"currency\"",
                        "Currency EUR is not enabled for this seller; enabled: USD. Send one of these, or enable it in enabled_currencies of PATCH /seller.");
    }

    /// Metadata of an order change those of the subscription when it closes: private keys are ignored, a key sent
    /// as null is removed, and only the empty map removes all.
    @Test
    void metadataOfAnOrderChangeThoseOfTheSubscription() {
        shop.seller.patch(path(""), "{\"metadata\": {\"a\": 1, \"b\": 2}}").is(200);
        upgraded(11, "{\"_private\": 1}");
        shop.seller.get(path("")).is(200, "\"metadata\":{\"a\":1,\"b\":2}");
        upgraded(12, "{\"a\": null, \"c\": 3}");
        shop.seller.get(path("")).is(200, "\"metadata\":{\"b\":2,\"c\":3}");
        upgraded(13, "{\"b\": null}");
        shop.seller.get(path("")).is(200, "\"metadata\":{\"c\":3}");
        upgraded(14, "{}");
        shop.seller.get(path("")).is(200, "\"metadata\":{}");
    }

    private void upgraded(int seats, String metadata) {
        shop.seller.started(
                path("/upgrade"),
                "{\"starts_at\": \"2025-12-01\", \"metadata\": %s, %s}".formatted(metadata, bricks(seats)));
    }

    /// The ETag of the subscription changes when its open order is made, changed or dropped.
    @Test
    void theTagOfTheSubscriptionMovesWithItsOpenOrder() {
        var before = tag();
        var order = shop.seller
                .post(path("/upgrade"), "{\"starts_at\": \"2025-12-01\", %s}".formatted(bricks(11)))
                .is(200)
                .text("order_id");
        var made = tag();
        edit(order, bricks(12));
        var changed = tag();
        shop.seller.delete(path("/upgrade/" + order)).is(200);
        assertThat(new String[] {before, made, changed, tag()}).doesNotHaveDuplicates();
    }

    /// All faults of a request itself are reported at once, also where no order could be made now.
    @Test
    void faultsAreToldBeforeIt() {
        var faulty = """
                {"starts_at": "soon", "contract_length": 0, "billing_frequency": "DAILY", "plan_id": "x",
                 "bricks": [{"quantity": -1}], "phases": [1], "discount_coupons": "A", "customer_id": "x",
                 "adjustment_credit": -1, "payment_terms": 1000}
                """;
        var every = new String[] {
            "\"starts_at\"",
            "\"plan_id\"",
            "\"bricks[0].brick_id\"",
            "\"bricks[0].quantity\"",
            "\"phases[0]\"",
            "\"discount_coupons\"",
            "\"customer_id\"",
            "\"payment_terms\""
        };
        var ofTerms = new String[] {"\"contract_length\"", "\"billing_frequency\""};
        shop.seller
                .post(path("/upgrade"), "{\"starts_at\": \"2025-12-01\", %s}".formatted(bricks(11)))
                .is(200);
        shop.seller.post(path("/upgrade"), faulty).is(400, every);
        shop.seller
                .post(path("/recast"), faulty)
                .is(400, every)
                .is(400, ofTerms)
                .is(400, "\"adjustment_credit\"");
        shop.seller.post(path("/renewal"), faulty).is(400, every).is(400, ofTerms);
        shop.seller
                .post(path("/recast"), "{}")
                .is(400, "\"starts_at\"", "\"bricks\"")
                .is(400, ofTerms);
        shop.seller.post(path("/renewal"), "{%s}".formatted(bricks(11))).is(400, "has an open order already");
        shop.seller
                .post(path("/terminate"), "{\"termination_date\": \"2025-06-01\"}")
                .is(200);
        shop.seller.post(path("/recast/estimate"), faulty).is(400, ofTerms).is(400, "\"adjustment_credit\"");
        shop.seller.post(path("/recast/estimate"), "{}").is(400, "\"plan_id\"", "\"bricks\"");
        shop.seller.post(path("/renewal/estimate"), "{}").is(400, "is being terminated");
    }

    /// A pause would move the dates for which the open order was priced (rule K-02).
    @Test
    void noPauseIsMadeMeanwhile() {
        var order = shop.seller
                .post(path("/upgrade"), "{\"starts_at\": \"2025-12-01\", %s}".formatted(bricks(11)))
                .is(200)
                .text("order_id");
        var pause = "{\"paused_at\": \"2025-06-01\"}";
        shop.seller.post(path("/pause"), pause).is(400, "\"paused_at\"", "An order is open");
        shop.seller.delete(path("/upgrade/" + order)).is(200);
        shop.seller.post(path("/pause"), pause).is(200);
    }

    /// A termination drops the open upgrade, and reports it before its own events.
    @Test
    void aTerminationLosesIt() {
        shop.seller
                .post(path("/upgrade"), "{\"starts_at\": \"2025-12-01\", %s}".formatted(bricks(11)))
                .is(200);
        int before = shop.events().size();
        shop.seller.post(path("/terminate"), "{}").is(200);
        assertThat(shop.events().subList(before, shop.events().size()))
                .containsExactly(
                        "order.stage.change",
                        "order.closed.lost",
                        "order.terminated",
                        "order.end",
                        "subscription.inactive");
    }

    /// An order that never began is lost and does not end.
    @Test
    void aFirstOrderIsLostWithItsSubscription() {
        var open = shop.create(shop.order("2025-01-01", 12, "MONTHLY", 1, ""));
        int before = shop.events().size();
        shop.seller.post("/subscriptions/%s/terminate".formatted(open), "{}").is(200);
        assertThat(shop.events().subList(before, shop.events().size()))
                .containsExactly("order.stage.change", "order.closed.lost", "subscription.inactive");
    }

    private String tag() {
        return shop.seller.get(path("")).is(200).header("ETag").orElseThrow();
    }

    /// Rule K-06: one that was made before a pause waits for its end.
    @Test
    void anOrderThatAPauseHasOvertakenIsNotStarted() {
        shop.seller
                .post(path("/pause"), "{\"paused_at\": \"2025-01-10\", \"scheduled_resume_at\": \"2025-01-20\"}")
                .is(200);
        var body = "{\"starts_at\": \"2025-01-05\", %s}".formatted(bricks(20));
        var order = shop.seller.post(path("/upgrade"), body).is(200).text("order_id");
        var start = path("/upgrade/%s/start".formatted(order));
        shop.seller.advanceTo("2025-01-10T00:00:00Z");
        shop.seller.post(start, "{}").is(400, "the subscription is paused; resume it first");
        shop.seller.advanceTo("2025-01-20T00:00:00Z");
        shop.seller.post(start, "{}").is(200);
    }

    /// Rule M-09, with the tax of today: an order that waits may become too large meanwhile.
    @Test
    void whatOnlyTaxMakesTooLargeIsRefused() {
        var order = shop.create("""
                {"starts_at": "2025-01-01", "contract_length": 1, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 4000000000000}], "customer_id": "%s"}
                """.formatted(plan, shop.seats, shop.customer));
        var path = "/subscriptions/" + order;
        shop.seller.get(path).is(200, "\"grand_total\":8000000000000000");
        shop.seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        shop.seller
                .patch("/customers/" + shop.customer, "{\"address\": {\"country\": \"DE\"}}")
                .is(200);
        shop.seller.get(path).is(400, "outside ±9007199254740991 minor units");
        shop.seller.post(path + "/start", "{}").is(400, "\"bricks\"", "out of range");
    }

    /// Rule D-03: the discount is accepted as agreed; the log lets the operator check whether it was meant.
    @Test
    void aDiscountAboveThePriceIsNotedInTheLog() {
        var said = new ArrayList<String>();
        var logger = Logger.getLogger(CloseOrder.class.getName());
        var ear = new StreamHandler() {
            @Override
            public synchronized void publish(LogRecord heard) {
                said.add(heard.getMessage());
            }
        };
        logger.addHandler(ear);
        try {
            var shop = Shop.at(HOUSE, "2025-01-01T09:00:00Z");
            for (var off : List.of("1", "99999999")) {
                shop.start(shop.create("""
                        {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                         "bricks": [{"brick_id": "%s", "quantity": 1, "discount": [{"amount": %s}]}], "customer_id": "%s"}
                        """.formatted(shop.plan, shop.seats, off, shop.customer)));
            }
            assertThat(said)
                    .singleElement()
                    .asString()
                    .endsWith("gives more off than the price of brick_id=" + shop.seats);
        } finally {
            logger.removeHandler(ear);
        }
    }
}
