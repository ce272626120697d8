package dev.brickwork.house;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import java.util.LinkedHashMap;
import java.util.Map;

/// One real thing of each kind that a path can name, made by its owner through the API.
final class OneOfEach {
    private OneOfEach() {}

    /// By the name of its id in paths. A new kind of id needs a line here.
    static Map<String, String> madeBy(TestServer.Tenant owner) {
        var ids = new LinkedHashMap<String, String>();
        ids.put("legal_entity_id", owner.get("/legal-entities").first("legal_entity_id"));
        ids.put("api_key_id", made(owner, "/api-keys", "api_key_id", "{'name': 'k'}"));
        ids.put("tax_registration_id", made(owner, "/tax-registrations", "tax_registration_id", "{'country': 'DE'}"));
        ids.put("customer_id", made(owner, "/customers", "customer_id", "{'name': 'Acme'}"));
        var persons = "/customers/%s/persons".formatted(ids.get("customer_id"));
        ids.put("person_id", made(owner, persons, "person_id", "{'first_name': 'Ann', 'email': 'ann@example.com'}"));
        ids.put("payment_method_id", "pm_sandbox_visa");
        owner.post(
                        "/customers/%s/payment-methods".formatted(ids.get("customer_id")),
                        "{\"sandbox_payment_method_id\": \"pm_sandbox_visa\"}")
                .is(200);
        ids.put("product_id", made(owner, "/products", "product_id", "{'name': 'P'}"));
        var brick = "{'brick_name': 'Seats', 'brick_code': 'seats', 'brick_type': 'SUBSCRIPTION'}";
        ids.put("brick_id", made(owner, "/bricks", "brick_id", brick));
        var coupon = "{'code': 'TEN', 'discount_rate': '10', 'duration_months': 3}";
        ids.put("code", made(owner, "/discount-coupons", "code", coupon));
        ids.put("plan_id", publishedPlan(owner, ids.get("brick_id")));
        ids.put("version", "1");
        var seats = "{'brick_id': '%s', 'quantity': %d}";
        var two = seats.formatted(ids.get("brick_id"), 2);
        ids.put("subscription_id", started(owner, ids.get("plan_id"), ids.get("customer_id"), two));
        var subscription = "/subscriptions/" + ids.get("subscription_id");
        ids.put("invoice_id", owner.get(subscription + "/invoices").first("invoice_id"));
        var payments = "/invoices/%s/payments".formatted(ids.get("invoice_id"));
        ids.put("payment_id", made(owner, payments, "payment_id", "{'payment_method': 'WIRE', 'paid_amount': 1}"));
        ids.put("attachment_id", attachment(owner, ids.get("invoice_id")));
        var upgrade = "{'starts_at': '2025-02-01', 'bricks': [%s]}".formatted(seats.formatted(ids.get("brick_id"), 3));
        ids.put("order_id", made(owner, subscription + "/upgrade", "order_id", upgrade));
        var endpoint = "{'url': 'http://127.0.0.1:9/hook', 'events': ['*']}";
        ids.put("webhook_endpoint_id", made(owner, "/webhook-endpoints", "webhook_endpoint_id", endpoint));
        ids.put("event_id", firstEvent(owner));
        ids.put("transaction_id", recordedUsage(owner, ids.get("customer_id")));
        ids.put("period", "2025-01");
        ids.put("milestone_id", agreedWork(owner, ids.get("customer_id")));
        return ids;
    }

    /// The sequencer numbers what was committed a moment later.
    private static String firstEvent(TestServer.Tenant owner) {
        var found = owner.get("/events").json().path("results").path(0).path("event_id");
        return found.isMissingNode() ? firstEvent(owner) : found.asText();
    }

    private static String recordedUsage(TestServer.Tenant owner, String customer) {
        var calls = made(
                owner, "/bricks", "brick_id", "{'brick_name': 'Calls', 'brick_code': 'calls', 'brick_type': 'USAGE'}");
        var plan = made(owner, "/plans", "plan_id", "{'plan_name': 'Metered'}");
        owner.put("/plans/%s/draft".formatted(plan), """
                {"bricks": [{"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT", "unit_price": "1.00"}]}]}
                """.formatted(calls)).is(200);
        owner.post("/plans/%s/publish".formatted(plan), "{}").is(200);
        var subscription = started(owner, plan, customer, "{'brick_id': '%s'}".formatted(calls));
        owner.post("/usage", """
                {"transaction_id": "evt-1", "subscription_id": "%s", "brick_id": "%s", "value": 1,
                 "time": "2025-02-01T00:00:00Z"}
                """.formatted(subscription, calls)).is(201);
        return "evt-1";
    }

    private static String agreedWork(TestServer.Tenant owner, String customer) {
        var shop = new Shop(owner);
        var work = shop.brick("work", "MILESTONE");
        var plan = shop.plan("Works", Shop.priced(work, Shop.flat("10.00")));
        var subscription = started(owner, plan, customer, "{'brick_id': '%s', 'quantity': 2}".formatted(work));
        var found = owner.get("/subscriptions/%s/milestones".formatted(subscription));
        return found.first("milestone_id");
    }

    /// A subscription of a year to one brick.
    static String started(TestServer.Tenant owner, String plan, String customer, String brick) {
        var id = made(owner, "/subscriptions", "subscription_id", """
                {'starts_at': '2025-02-01', 'contract_length': 12, 'billing_frequency': 'MONTHLY', 'plan_id': '%s',
                 'customer_id': '%s', 'bricks': [%s]}
                """.formatted(plan, customer, brick));
        owner.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        return id;
    }

    /// Bodies are written with single quotes here, so that they can be read.
    static String made(TestServer.Tenant owner, String path, String id, String body) {
        return owner.post(path, body.replace('\'', '"')).is(200).text(id);
    }

    private static String attachment(TestServer.Tenant owner, String invoice) {
        var body =
                "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n%PDF-1.7\r\n--x--\r\n";
        return owner.send(
                        "POST",
                        "/invoices/%s/attachments".formatted(invoice),
                        body,
                        "Content-Type",
                        "multipart/form-data; boundary=x")
                .is(200)
                .text("attachment_id");
    }

    private static String publishedPlan(TestServer.Tenant owner, String brick) {
        var plan = made(owner, "/plans", "plan_id", "{'plan_name': 'Standard'}");
        owner.put("/plans/%s/draft".formatted(plan), """
                {"bricks": [{"brick_id": "%s", "prices": [
                    {"currency": "USD", "model": "FLAT", "price_period_months": 1, "unit_price": "10.00"}]}]}
                """.formatted(brick)).is(200);
        owner.post("/plans/%s/publish".formatted(plan), "{}").is(200);
        return plan;
    }
}
