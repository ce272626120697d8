package dev.brickwork.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.support.Shop;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A PATCH that changes nothing: the tag that others hold stays good, and nothing is told of it.
@Tag("verify")
final class UnchangedScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();

    private final Tenant seller = HOUSE.sellerAt("2025-01-01T08:00:00Z");
    private final Shop shop = new Shop(seller);

    @Test
    void nothingSentAndNothingKnownMovesNoTag() {
        var paths = new ArrayList<>(paths());
        paths.addAll(openPaths());
        for (var path : paths) {
            var tag = tag(path);
            for (var body : List.of("{}", "{\"of_a_newer_client\": [1]}")) {
                var answer = seller.patch(path, body).is(200);
                assertThat(answer.header("ETag")).as(path + " " + body).hasValue(tag);
            }
            assertThat(tag(path)).as(path).isEqualTo(tag);
        }
    }

    /// A client that reads a resource, edits one field and sends it whole may have edited nothing.
    @Test
    void whatWasReadAndIsSentBackMovesNoTag() {
        for (var path : paths()) {
            var read = seller.get(path).is(200);
            seller.send("PATCH", path, read.body(), "If-Match", tag(path)).is(200);
            assertThat(seller.get(path).body()).as(path).isEqualTo(read.body());
            assertThat(tag(path)).as(path).isEqualTo(read.header("ETag").orElseThrow());
        }
    }

    /// Its due date can no longer be moved, but may be sent as it is.
    @Test
    void aSettledInvoiceIsSentBackToo() {
        var path = "/invoices/" + invoice();
        seller.post(path + "/payments", "{\"payment_method\": \"WIRE\", \"paid_amount\": 1000}")
                .is(200);
        var read = seller.get(path).is(200, "\"status\":\"PAID\"");
        seller.patch(path, read.body()).is(200);
        assertThat(seller.get(path).body()).isEqualTo(read.body());
        assertThat(seller.get(path + "/history").is(200).body()).doesNotContain("CHANGED");
        seller.patch(path, "{\"due_at\": \"2025-03-01\"}").is(400, "\"due_at\":[\"The invoice is settled.\"]");
    }

    private List<String> paths() {
        var product = seller.post("/products", "{\"name\": \"Suite\"}").is(200).text("product_id");
        var brick = shop.brick("seats", "SUBSCRIPTION");
        var plan = shop.plan("Team", Shop.priced(brick, Shop.monthly("10")));
        shop.coupon("WELCOME", "5", 3);
        var customer = seller.post("/customers", "{\"name\": \"Acme\", \"metadata\": {\"tier\": 2}}")
                .is(200)
                .text("customer_id");
        var subscription = seller.post("/subscriptions", """
                        {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY",
                         "plan_id": "%s", "bricks": [{"brick_id": "%s"}], "customer_id": "%s",
                         "metadata": {"a": {"b": [1, 2.5]}}, "purchase_order": {"code": "PO-1"}}
                        """.formatted(plan, brick, customer))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
        var entity = seller.get("/legal-entities").is(200).json().at("/results/0/legal_entity_id");
        var endpoint = seller.post(
                        "/webhook-endpoints",
                        "{\"url\": \"http://127.0.0.1:9/hooks\", \"events\": [\"invoice.start\", \"invoice.voided\"]}")
                .is(200)
                .text("webhook_endpoint_id");
        return List.of(
                "/seller",
                "/legal-entities/" + entity.textValue(),
                "/products/" + product,
                "/plans/" + plan,
                "/bricks/" + brick,
                "/discount-coupons/WELCOME",
                "/customers/" + customer,
                "/subscriptions/" + subscription,
                "/invoices/" + invoice(),
                "/webhook-endpoints/" + endpoint);
    }

    /// Orders that are not agreed: while they are open, what is sent is taken as it is.
    private List<String> openPaths() {
        var brick = shop.brick("open seats", "SUBSCRIPTION");
        var plan = shop.plan("Open", Shop.priced(brick, Shop.monthly("33.333333")));
        var customer = seller.post("/customers", "{\"name\": \"Open\"}").is(200).text("customer_id");
        var first = """
                {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 3, "discount": [{"rate": "12.50"}]}], "customer_id": "%s",
                 "metadata": {"n": 1.50}, "renewal_uplifted_rate": "2.50"}
                """.formatted(plan, brick, customer);
        var open = seller.post("/subscriptions", first).is(200).text("subscription_id");
        var running = seller.post("/subscriptions", first).is(200).text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(running), "{}").is(200);
        var recast = seller.post("/subscriptions/%s/recast".formatted(running), first)
                .is(200)
                .text("order_id");
        return List.of("/subscriptions/" + open, "/subscriptions/%s/recast/%s".formatted(running, recast));
    }

    private String invoice() {
        var customer = seller.post("/customers", "{\"name\": \"Once\"}").is(200).text("customer_id");
        return seller.post("/invoices", """
                        {"customer_id": "%s", "line_items": [{"description": "Work", "quantity": 1, "unit_price": "10"}],
                         "memo": "Thanks", "purchase_order": {"code": "PO-2"}}
                        """.formatted(customer)).is(200).text("invoice_id");
    }

    private String tag(String path) {
        return seller.get(path).is(200).header("ETag").orElseThrow();
    }
}
