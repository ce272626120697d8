package dev.brickwork.web.console;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Await;
import dev.brickwork.support.Shop;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A seller with something of every kind, for the console to show.
record ConsoleFixture(TestServer.Tenant seller, Map<String, String> ids) {
    /// Would run as a script if a page did not escape it.
    static final String NAME = "<script>alert(1)</script> & Sons";

    static ConsoleFixture at(TestServer house) {
        var seller = house.sellerAt("2025-03-10T09:00:00Z");
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var calls = shop.brick("calls", "USAGE");
        var plan = shop.plan("Team", Shop.priced(seats, Shop.SEATS_LADDER), Shop.priced(calls, Shop.flat("0.01")));
        var ids = new LinkedHashMap<String, String>();
        var customer = seller.post("/customers", """
                        {"name": "%s", "address": {"line_1": "1 Main Street", "city": "Portland", "region": "OR",
                         "zip": "97201", "country": "US"}}
                        """.formatted(NAME)).is(200).text("customer_id");
        seller.post(
                        "/customers/%s/persons".formatted(customer),
                        "{\"first_name\": \"Ann\", \"email\": \"ann@example.com\"}")
                .is(200);
        seller.post("/customers/%s/credits".formatted(customer), "{\"amount\": 500, \"reason\": \"sorry\"}")
                .is(200);
        var subscription = seller.post("/subscriptions", """
                        {"starts_at": "2025-03-10", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                         "bricks": [{"brick_id": "%s", "quantity": 12}], "customer_id": "%s"}
                        """.formatted(plan, seats, customer))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
        seller.advanceTo("2025-05-20T09:00:00Z");
        var invoices = seller.get("/subscriptions/%s/invoices".formatted(subscription))
                .is(200)
                .json()
                .path("results");
        var invoice = invoices.path(0).path("invoice_id").asText();
        seller.post("/invoices/%s/payments".formatted(invoice), "{\"payment_method\": \"WIRE\", \"paid_amount\": 1000}")
                .is(200);
        seller.post(
                        "/invoices/%s/void"
                                .formatted(invoices.path(2).path("invoice_id").asText()),
                        "{\"reason\": \"wrong seats\"}")
                .is(200);
        seller.post(
                        "/subscriptions/%s/pause".formatted(subscription),
                        "{\"paused_at\": \"2025-06-10\", \"pause_reason\": \"winter\"}")
                .is(200);
        seller.advanceTo("2025-06-12T09:00:00Z");
        var endpoint = seller.post(
                        "/webhook-endpoints", "{\"url\": \"http://127.0.0.1:9/hook\", \"events\": [\"invoice.start\"]}")
                .is(200)
                .text("webhook_endpoint_id");
        seller.post("/webhook-endpoints/%s/test".formatted(endpoint), "{}").is(200);
        ids.put("customers", customer);
        ids.put("subscriptions", subscription);
        ids.put("invoices", invoice);
        ids.put("plans", plan);
        ids.put("webhooks", endpoint);
        return new ConsoleFixture(seller, ids);
    }

    String number() {
        return seller.get("/invoices/" + ids.get("invoices")).is(200).text("invoice_number");
    }

    /// The sequencer numbers what was committed a moment later.
    String event() {
        return Await.found("a numbered event", () -> {
            var first =
                    seller.get("/events?limit=1").is(200).json().path("results").path(0);
            return Optional.of(first.path("event_id").asText()).filter(id -> !id.isEmpty());
        });
    }

    /// A list and a page of every kind.
    List<String> pages() {
        var pages = new ArrayList<>(List.of("/", "/console/events", "/console/clock"));
        ids.forEach((section, id) -> {
            pages.add("/console/" + section);
            pages.add("/console/%s/%s".formatted(section, id));
        });
        pages.add("/console/invoices/%s/explain".formatted(ids.get("invoices")));
        pages.add("/console/events/" + event());
        return pages;
    }
}
