package dev.brickwork.billing.orders;

import dev.brickwork.app.TestServer;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.json.JsonReader;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/// A seller with the catalogue of the worked example and some customers, for scenarios.
public final class Shop {
    private static final AtomicInteger COUNT = new AtomicInteger();

    public final TestServer.Tenant seller;
    public final String seats;
    public final String onboarding;
    public final String tokens;
    public final String audit;
    public final String plan;
    public final String customer;

    private Shop(TestServer.Tenant seller) {
        this.seller = seller;
        seats = brick("Seats", "SUBSCRIPTION");
        onboarding = brick("Onboarding", "ONE_TIME");
        tokens = brick("Tokens", "USAGE");
        audit = brick("Audit", "MILESTONE");
        plan = plan("Team", """
                {"prices": [], "bricks": [
                  {"brick_id": "%s", "prices": [{"currency": "USD", "model": "GRADUATED", "price_period_months": 1,
                    "tiers": [{"up_to": 10, "unit_price": "25.00"}, {"up_to": null, "unit_price": "20.00"}]}]},
                  {"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT", "unit_price": "500.00"}]},
                  {"brick_id": "%s", "prices": [{"currency": "USD", "model": "FLAT", "unit_price": "0.04",
                    "pre_commitment_schedule": "MONTHLY"}]},
                  {"brick_id": "%s", "default_quantity": 3,
                    "prices": [{"currency": "USD", "model": "FLAT", "unit_price": "300.00"}]}]}
                """.formatted(seats, onboarding, tokens, audit));
        seller.post("/discount-coupons", "{\"code\": \"WELCOME\", \"discount_rate\": \"5\", \"duration_months\": 3}")
                .is(200);
        customer = customer("Acme", "");
    }

    public static Shop at(TestServer house, String now) {
        return new Shop(house.sellerAt(now));
    }

    String brick(String name, String type) {
        var body = "{\"brick_name\": \"%s\", \"brick_code\": \"%s\", \"brick_type\": \"%s\"}"
                .formatted(name, name.toLowerCase(java.util.Locale.ROOT), type);
        return seller.post("/bricks", body).is(200).text("brick_id");
    }

    String plan(String name, String draft) {
        var id = seller.post("/plans", "{\"plan_name\": \"%s\"}".formatted(name))
                .is(200)
                .text("plan_id");
        publish(id, draft);
        return id;
    }

    void publish(String id, String draft) {
        seller.put("/plans/%s/draft".formatted(id), draft).is(200);
        seller.post("/plans/%s/publish".formatted(id), "{}").is(200);
    }

    public String customer(String name, String more) {
        return seller.post("/customers", "{\"name\": \"%s %d\"%s}".formatted(name, COUNT.incrementAndGet(), more))
                .is(200)
                .text("customer_id");
    }

    /// The order of the worked example.
    String sectionTwentyOne() {
        return """
                {"starts_at": "2025-01-31", "contract_length": 14, "billing_frequency": "QUARTERLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 12, "discount": [{"rate": "10", "renews": true}]},
                            {"brick_id": "%s"}], "customer_id": "%s", "discount_coupons": ["WELCOME"]}
                """.formatted(plan, seats, onboarding, customer);
    }

    /// Seats alone.
    public String order(String startsAt, int months, String frequency, int quantity, String more) {
        return """
                {"starts_at": "%s", "contract_length": %d, "billing_frequency": "%s", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": %d}], "customer_id": "%s"%s}
                """.formatted(startsAt, months, frequency, plan, seats, quantity, customer, more);
    }

    public String create(String body) {
        return seller.post("/subscriptions", body).is(200).text("subscription_id");
    }

    public TestServer.Reply start(String subscription) {
        return seller.post("/subscriptions/%s/start".formatted(subscription), "{}")
                .is(200);
    }

    public String started(String body) {
        var id = create(body);
        start(id);
        return id;
    }

    void pause(String subscription, String from, String to) {
        seller.post(
                        "/subscriptions/%s/pause".formatted(subscription),
                        "{\"paused_at\": \"%s\", \"scheduled_resume_at\": \"%s\"}".formatted(from, to))
                .is(200);
    }

    /// `date total` of each invoice in order of its bill date, but for those that only wait for usage: a schedule
    /// shows what is billed in advance (rule S-09).
    public List<String> bills(String subscription) {
        var all = new ArrayList<String>();
        for (var invoice : invoices(subscription)) {
            if (invoice.path("line_items").isEmpty()
                    && invoice.path("status").asText().equals("SCHEDULED")) continue;
            var date = invoice.path("bill_at").isNull()
                    ? "-"
                    : invoice.path("bill_at").asText().substring(0, 10);
            all.add(date + " " + invoice.path("grand_total").asLong());
        }
        return all;
    }

    public Iterable<com.fasterxml.jackson.databind.JsonNode> invoices(String subscription) {
        return seller.get("/subscriptions/%s/invoices?limit=1000".formatted(subscription))
                .is(200)
                .json()
                .path("results");
    }

    private final java.util.Set<String> seen = new java.util.HashSet<>();

    /// Pays a share of each invoice that was issued since the last time; the wire is booked outside the service.
    void pay(String subscription, long percent) {
        for (var invoice : invoices(subscription)) {
            if (invoice.path("issued_at").isNull()
                    || invoice.path("remaining_amount").asLong() == 0) continue;
            var id = invoice.path("invoice_id").asText();
            long amount = invoice.path("remaining_amount").asLong() * percent / 100;
            if (seen.add(id) && amount > 0) wire(id, amount);
        }
    }

    void wire(String invoice, long amount) {
        seller.post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": %d}".formatted(amount))
                .is(200);
    }

    /// The first invoice of a subscription.
    String first(String subscription) {
        return invoices(subscription).iterator().next().path("invoice_id").asText();
    }

    public long total(String subscription) {
        long sum = 0;
        for (var invoice : invoices(subscription))
            sum += invoice.path("grand_total").asLong();
        return sum;
    }

    long offsets(String subscription) {
        long sum = 0;
        for (var invoice : invoices(subscription))
            sum += invoice.path("offset_total").asLong();
        return sum;
    }

    List<String> events() {
        return seller.house()
                .database()
                .read(tx -> tx.query("""
                        SELECT event_type
                        FROM event
                        WHERE seller_id = :seller AND is_public
                            AND (event_type LIKE 'order%' OR event_type LIKE 'subscription%')
                        ORDER BY staged_at, id
                        """)
                        .bind("seller", seller.id().value())
                        .map((row, _) -> Columns.text(row, "event_type"))
                        .list());
    }

    /// The types of the public events of one subscription and its orders, in the order in which they happened.
    List<String> events(String subscription) {
        return seller.house()
                .database()
                .read(tx -> tx.query("""
                        SELECT event_type
                        FROM event
                        WHERE seller_id = :seller AND is_public AND subscription_id = :subscription
                            AND (event_type LIKE 'order%' OR event_type LIKE 'subscription%')
                        ORDER BY staged_at, id
                        """)
                        .bind("seller", seller.id().value())
                        .bind("subscription", UUID.fromString(subscription))
                        .map((row, _) -> Columns.text(row, "event_type"))
                        .list());
    }

    /// The body of the last event of this type.
    com.fasterxml.jackson.databind.JsonNode told(String type) {
        return seller.house()
                .database()
                .read(tx -> tx.query("""
                        SELECT data
                        FROM event
                        WHERE seller_id = :seller AND event_type = :type
                        ORDER BY staged_at DESC, id DESC
                        LIMIT 1
                        """)
                        .bind("seller", seller.id().value())
                        .bind("type", type)
                        .map((row, _) -> JsonReader.stored(Columns.text(row, "data")))
                        .one());
    }

    long credit() {
        return seller.house()
                .database()
                .read(tx -> tx.query("""
                        SELECT coalesce(sum(balance), 0)
                        FROM credit_balance
                        WHERE seller_id = :seller
                        """)
                        .bind("seller", seller.id().value())
                        .mapTo(Long.class)
                        .one());
    }
}
