package dev.brickwork.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.House;
import dev.brickwork.support.Contract;
import dev.brickwork.support.Shop;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Another seller's id answers exactly like an absent one, on every route and in every position.
final class CrossTenantTest {
    private static final House HOUSE = House.open();

    /// One real thing of each kind, made by its owner through the API. A new kind of id needs a line here.
    private static Map<String, String> thingsOf(House.Tenant owner) {
        var ids = new LinkedHashMap<String, String>();
        ids.put(
                "legal_entity_id",
                owner.get("/legal-entities")
                        .json()
                        .path("results")
                        .path(0)
                        .path("legal_entity_id")
                        .asText());
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
        var terms = "'starts_at': '2025-02-01', 'bricks': [{'brick_id': '%s', 'quantity': %d}]";
        var order = "{%s, 'contract_length': 12, 'billing_frequency': 'MONTHLY', 'plan_id': '%s', 'customer_id': '%s'}"
                .formatted(terms.formatted(ids.get("brick_id"), 2), ids.get("plan_id"), ids.get("customer_id"));
        ids.put("subscription_id", made(owner, "/subscriptions", "subscription_id", order));
        var subscription = "/subscriptions/" + ids.get("subscription_id");
        owner.post(subscription + "/start", "{}").is(200);
        ids.put(
                "invoice_id",
                owner.get(subscription + "/invoices")
                        .json()
                        .path("results")
                        .path(0)
                        .path("invoice_id")
                        .asText());
        var payments = "/invoices/%s/payments".formatted(ids.get("invoice_id"));
        ids.put("payment_id", made(owner, payments, "payment_id", "{'payment_method': 'WIRE', 'paid_amount': 1}"));
        ids.put("attachment_id", attachment(owner, ids.get("invoice_id")));
        var upgrade = "{%s}".formatted(terms.formatted(ids.get("brick_id"), 3));
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
    private static String firstEvent(House.Tenant owner) {
        var found = owner.get("/events").json().path("results").path(0).path("event_id");
        return found.isMissingNode() ? firstEvent(owner) : found.asText();
    }

    private static String recordedUsage(House.Tenant owner, String customer) {
        var calls = made(
                owner, "/bricks", "brick_id", "{'brick_name': 'Calls', 'brick_code': 'calls', 'brick_type': 'USAGE'}");
        var plan = made(owner, "/plans", "plan_id", "{'plan_name': 'Metered'}");
        owner.put("/plans/%s/draft".formatted(plan), """
                {"bricks": [{"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT", "unit_price": "1.00"}]}]}
                """.formatted(calls)).is(200);
        owner.post("/plans/%s/publish".formatted(plan), "{}").is(200);
        var subscription = made(
                owner,
                "/subscriptions",
                "subscription_id",
                ("{'starts_at': '2025-02-01', 'contract_length': 12, 'billing_frequency': 'MONTHLY', 'plan_id': '%s',"
                                + " 'customer_id': '%s', 'bricks': [{'brick_id': '%s'}]}")
                        .formatted(plan, customer, calls));
        owner.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
        owner.post("/usage", """
                {"transaction_id": "evt-1", "subscription_id": "%s", "brick_id": "%s", "value": 1,
                 "time": "2025-02-01T00:00:00Z"}
                """.formatted(subscription, calls)).is(201);
        return "evt-1";
    }

    private static String agreedWork(House.Tenant owner, String customer) {
        var shop = new Shop(owner);
        var work = shop.brick("work", "MILESTONE");
        var plan = shop.plan("Works", Shop.priced(work, Shop.flat("10.00")));
        var subscription = made(
                owner,
                "/subscriptions",
                "subscription_id",
                ("{'starts_at': '2025-02-01', 'contract_length': 12, 'billing_frequency': 'MONTHLY', 'plan_id': '%s',"
                                + " 'customer_id': '%s', 'bricks': [{'brick_id': '%s', 'quantity': 2}]}")
                        .formatted(plan, customer, work));
        owner.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
        var found = owner.get("/subscriptions/%s/milestones".formatted(subscription));
        return found.json().path("results").path(0).path("milestone_id").asText();
    }

    /// Bodies are written with single quotes here, so that they can be read.
    private static String made(House.Tenant owner, String path, String id, String body) {
        return owner.post(path, body.replace('\'', '"')).is(200).text(id);
    }

    private static String attachment(House.Tenant owner, String invoice) {
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

    private static String publishedPlan(House.Tenant owner, String brick) {
        var plan = made(owner, "/plans", "plan_id", "{'plan_name': 'Standard'}");
        owner.put("/plans/%s/draft".formatted(plan), """
                {"bricks": [{"brick_id": "%s", "prices": [
                    {"currency": "USD", "model": "FLAT", "price_period_months": 1, "unit_price": "10.00"}]}]}
                """.formatted(brick)).is(200);
        owner.post("/plans/%s/publish".formatted(plan), "{}").is(200);
        return plan;
    }

    @Test
    void anothersIdAnswersLikeAnAbsentOne() {
        var owner = HOUSE.sellerAt("2025-02-01T00:00:00Z");
        var stranger = HOUSE.seller();
        var things = thingsOf(owner);
        for (var operation : Contract.operations()) {
            var parameters = operation.pathParameters();
            if (operation.planned() || parameters.isEmpty()) continue;
            assertThat(things.keySet())
                    .as("a sample of each id of %s", operation)
                    .containsAll(parameters);
            var theirs = call(stranger, operation, things);
            var absent = call(stranger, operation, absentOnes(things));
            assertThat(theirs.status()).as(operation.toString()).isEqualTo(absent.status());
            assertThat(theirs.body()).as(operation.toString()).isEqualTo(absent.body());
        }
    }

    /// A person of another customer, an order of another subscription, a file of another invoice: the seller is the
    /// same, and the path names what is not there.
    @Test
    void whatBelongsElsewhereIsNotThere() {
        var owner = HOUSE.sellerAt("2025-02-01T00:00:00Z");
        var things = thingsOf(owner);
        var elsewhere = new LinkedHashMap<>(things);
        elsewhere.put("customer_id", made(owner, "/customers", "customer_id", "{'name': 'Other'}"));
        var subscription = made(owner, "/subscriptions", "subscription_id", """
                {'starts_at': '2025-02-01', 'contract_length': 12, 'billing_frequency': 'MONTHLY', 'plan_id': '%s',
                 'customer_id': '%s', 'bricks': [{'brick_id': '%s', 'quantity': 2}]}
                """.formatted(
                        things.get("plan_id"), elsewhere.get("customer_id"), things.get("brick_id")));
        owner.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
        elsewhere.put("subscription_id", subscription);
        var invoices = owner.get("/subscriptions/%s/invoices".formatted(subscription));
        elsewhere.put(
                "invoice_id",
                invoices.json().path("results").path(0).path("invoice_id").asText());
        var children = List.of("person_id", "payment_method_id", "order_id", "attachment_id", "milestone_id");
        for (var operation : Contract.operations()) {
            var parameters = operation.pathParameters();
            if (parameters.size() < 2 || !children.contains(parameters.get(1))) continue;
            assertThat(call(owner, operation, elsewhere, "{\"quantity\": 1}").status())
                    .as(operation.toString())
                    .isEqualTo(404);
        }
    }

    private static Map<String, String> absentOnes(Map<String, String> things) {
        var absent = new LinkedHashMap<String, String>();
        things.forEach((name, id) -> absent.put(name, absentLike(name, id)));
        return absent;
    }

    private static String absentLike(String name, String id) {
        if (name.equals("version") || name.equals("period"))
            return id; // A number, not an id: the plan before it is what must be absent.
        return id.length() == 36 ? UUID.randomUUID().toString() : "A".repeat(id.length());
    }

    private static House.Reply call(House.Tenant tenant, Contract.Operation operation, Map<String, String> ids) {
        return call(tenant, operation, ids, "{}");
    }

    private static House.Reply call(
            House.Tenant tenant, Contract.Operation operation, Map<String, String> ids, String sent) {
        var path = operation.path();
        for (var id : ids.entrySet()) path = path.replace("{" + id.getKey() + "}", id.getValue());
        var body = operation.isMutation() ? Optional.of(sent) : Optional.<String>empty();
        return HOUSE.send(operation.method(), path, Optional.of(tenant.key()), body, List.of());
    }
}
