package dev.brickwork.billing.invoices;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// A seller with a plan of one brick, 100.00 a month each, and words for what happens to its invoices.
public final class InvoicingFixture {
    private static final AtomicInteger COUNT = new AtomicInteger();

    public final TestServer.Tenant seller;
    public final String plan;
    public final String seats;
    public final String customer;

    private InvoicingFixture(TestServer.Tenant seller) {
        this.seller = seller;
        var shop = new Shop(seller);
        seats = shop.brick("seats", "SUBSCRIPTION");
        plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("100.00")));
        customer = customer("");
    }

    public static InvoicingFixture at(TestServer house, String now) {
        return new InvoicingFixture(house.sellerAt(now));
    }

    public String customer(String more) {
        return seller.post("/customers", "{\"name\": \"Acme %d\"%s}".formatted(COUNT.incrementAndGet(), more))
                .is(200)
                .text("customer_id");
    }

    /// One seat, by default for a year.
    public String order(String startsAt, String frequency, String more) {
        return order(startsAt, 12, frequency, more);
    }

    public String order(String startsAt, int months, String frequency, String more) {
        return """
                {"starts_at": "%s", "contract_length": %d, "billing_frequency": "%s", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 1}], "customer_id": "%s"%s}
                """.formatted(startsAt, months, frequency, plan, seats, customer, more);
    }

    public String started(String order) {
        var id = seller.post("/subscriptions", order).is(200).text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        return id;
    }

    /// So many seats from the first day on.
    void upgrade(String subscription, int quantity) {
        var path = "/subscriptions/%s/upgrade".formatted(subscription);
        seller.started(path, """
                        {"starts_at": "2025-01-01", "bricks": [{"brick_id": "%s", "quantity": %d}]}
                        """.formatted(seats, quantity));
    }

    /// Made anew on July 1st: one seat for a year, billed by the month.
    void recast(String subscription, String more) {
        seller.advanceTo("2025-07-01T08:00:00Z");
        seller.started("/subscriptions/%s/recast".formatted(subscription), """
                        {"starts_at": "2025-07-01", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                         "bricks": [{"brick_id": "%s", "quantity": 1}]%s}
                        """.formatted(plan, seats, more));
    }

    /// The invoices of a subscription in order of their bill dates.
    public List<JsonNode> invoices(String subscription) {
        var all = new ArrayList<JsonNode>();
        seller.get("/subscriptions/%s/invoices?limit=1000".formatted(subscription))
                .is(200)
                .json()
                .path("results")
                .forEach(all::add);
        return all;
    }

    public String invoice(String subscription, int place) {
        return invoices(subscription).get(place).path("invoice_id").asText();
    }

    /// A standalone invoice over so many dollars, issued at once.
    public String standalone(long dollars, String more) {
        return standalone(dollars + ".00", more);
    }

    String standalone(String price, String more) {
        return seller.post("/invoices", """
                        {"customer_id": "%s", "line_items": [{"description": "Training", "unit_price": "%s"}]%s}
                        """.formatted(customer, price, more))
                .is(200)
                .text("invoice_id");
    }

    public TestServer.Reply pay(String invoice, long cents) {
        return pay(invoice, cents, "");
    }

    TestServer.Reply pay(String invoice, long cents, String more) {
        return seller.post(
                "/invoices/%s/payments".formatted(invoice),
                "{\"payment_method\": \"WIRE\", \"paid_amount\": %d%s}".formatted(cents, more));
    }

    void grant(long cents) {
        seller.post(
                        "/customers/%s/credits".formatted(customer),
                        "{\"amount\": %d, \"reason\": \"Goodwill\"}".formatted(cents))
                .is(200);
    }

    public TestServer.Reply get(String invoice) {
        return seller.get("/invoices/" + invoice).is(200);
    }

    public String status(String invoice) {
        return get(invoice).text("status");
    }

    public long credit() {
        return credit(customer);
    }

    long credit(String whose) {
        long sum = 0;
        for (var one : seller.get("/customers/%s/credits".formatted(whose))
                .is(200)
                .json()
                .path("balances")) {
            sum += one.path("balance").asLong();
        }
        return sum;
    }

    public long balance(String account) {
        for (var one : seller.get("/journal/balances").is(200).json().path("balances")) {
            if (one.path("account").asText().equals(account))
                return one.path("balance").asLong();
        }
        return 0;
    }

    public List<String> events() {
        return seller.house()
                .database()
                .read(tx -> tx.query("SELECT event_type FROM event WHERE seller_id = :seller ORDER BY id")
                        .bind("seller", seller.id().value())
                        .mapTo(String.class)
                        .list());
    }
}
