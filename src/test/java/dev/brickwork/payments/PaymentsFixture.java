package dev.brickwork.payments;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.app.TestServer.Reply;
import dev.brickwork.app.TestServer.Tenant;
import dev.brickwork.payments.processor.SandboxScript;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.support.Shop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Short words for tests that take money: customers with methods of the sandbox, invoices, and what became of them.
public record PaymentsFixture(Tenant seller) {
    public static PaymentsFixture at(TestServer house, String now) {
        return new PaymentsFixture(house.sellerAt(now));
    }

    public String customer(String name) {
        return seller.post("/customers", "{\"name\": \"%s\"}".formatted(name))
                .is(200)
                .text("customer_id");
    }

    /// A customer whose default is this method.
    public String paying(String name, String method) {
        var customer = customer(name);
        give(customer, method);
        choose(customer, method);
        return customer;
    }

    public void give(String customer, String method) {
        seller.post(
                        "/customers/%s/payment-methods".formatted(customer),
                        "{\"sandbox_payment_method_id\": \"%s\"}".formatted(method))
                .is(200);
    }

    public Reply choose(String customer, String method) {
        return seller.put(
                        "/customers/%s/payment-methods/default".formatted(customer),
                        "{\"payment_method_id\": \"%s\"}".formatted(method))
                .is(200);
    }

    /// An issued invoice of so many cents.
    public String invoice(String customer, int cents) {
        return invoice(customer, customer, cents);
    }

    String invoice(String customer, String billed, int cents) {
        return seller.post("/invoices", """
                {"customer_id": "%s", "billed_company_id": "%s", "line_items": [
                   {"description": "Work", "quantity": 1, "unit_price": "%d.%02d"}]}
                """.formatted(customer, billed, cents / 100, cents % 100))
                .is(200)
                .text("invoice_id");
    }

    public Reply pay(String invoice) {
        return pay(invoice, "{}");
    }

    public Reply pay(String invoice, String body) {
        return seller.post("/invoices/%s/pay".formatted(invoice), body);
    }

    public Reply refund(String payment, String body) {
        return seller.post("/payments/%s/refund".formatted(payment), body);
    }

    public JsonNode read(String invoice) {
        return seller.get("/invoices/" + invoice).is(200).json();
    }

    public String status(String invoice) {
        return read(invoice).path("status").asText();
    }

    public long remaining(String invoice) {
        return read(invoice).path("remaining_amount").asLong();
    }

    /// `kind outcome` of each step.
    public List<String> log(String invoice) {
        var all = new ArrayList<String>();
        for (var entry : seller.get("/invoices/%s/collection".formatted(invoice))
                .is(200)
                .json()
                .path("results")) {
            all.add(entry.path("kind").asText() + " " + entry.path("outcome").asText());
        }
        return all;
    }

    /// Whether nothing waits to be done after what happened.
    public boolean isFollowedUp() {
        return seller.house()
                .database()
                .read(tx -> tx.query("SELECT NOT EXISTS (SELECT FROM outbox_task WHERE seller_id = :seller)")
                        .bind("seller", seller.id().value())
                        .mapTo(Boolean.class)
                        .one());
    }

    /// The types of the public events about an invoice, in their order.
    public List<String> events(String invoice) {
        return seller.house()
                .database()
                .read(tx -> tx.query("""
                SELECT event_type
                FROM event
                WHERE seller_id = :seller AND object_id = :invoice AND is_public
                ORDER BY staged_at, id
                """)
                        .bind("seller", seller.id().value())
                        .bind("invoice", UUID.fromString(invoice))
                        .map((row, _) -> Columns.text(row, "event_type"))
                        .list());
    }

    /// The kinds of notices that were sent to the payer of an invoice, in order.
    public List<String> notices(String invoice) {
        return seller.house()
                .database()
                .read(tx -> tx.query("""
                SELECT data::jsonb ->> 'what' AS what
                FROM event
                WHERE seller_id = :seller AND object_id = :invoice AND event_type = 'payment.notice'
                ORDER BY staged_at, id
                """)
                        .bind("seller", seller.id().value())
                        .bind("invoice", UUID.fromString(invoice))
                        .map((row, _) -> Columns.text(row, "what"))
                        .list());
    }

    /// The sum that the sandbox took for this seller, less refunds.
    public long takenBySandbox() {
        return seller.house()
                .database()
                .read(tx -> tx
                        .query("""
                SELECT method_id, amount - refunded AS taken, is_present
                FROM sandbox_charge
                WHERE seller_id = :seller
                """)
                        .bind("seller", seller.id().value())
                        .map((row, _) -> {
                            var script = SandboxScript.of(Columns.text(row, "method_id"))
                                    .orElseThrow();
                            boolean isRefused = script.refusal(Columns.flag(row, "is_present"))
                                    .isPresent();
                            return isRefused ? 0 : Columns.number(row, "taken");
                        })
                        .list()
                        .stream()
                        .mapToLong(taken -> taken)
                        .sum());
    }

    /// The balance of cash in our own journal.
    public long cash() {
        return balance("CASH");
    }

    public long balance(String account) {
        for (var balance : seller.get("/journal/balances").is(200).json().path("balances")) {
            if (balance.path("account").asText().equals(account))
                return balance.path("balance").asLong();
        }
        return 0;
    }

    /// Everything that must always be true, of all sellers of this house.
    public List<String> broken() {
        return seller.house()
                .database()
                .inspect(tx -> seller.house().wiring().invariants().run(tx, List.of("I1 ", "I5", "I6", "I16", "F8")));
    }

    public Optional<String> payment(String invoice) {
        var payments = read(invoice).path("payments");
        return payments.isEmpty()
                ? Optional.empty()
                : Optional.of(payments.path(0).path("payment_id").asText());
    }

    /// The id of a started subscription of one seat at 100.00 a month, billed monthly; `more` are further fields.
    public String subscription(String customer, String startsAt, String more) {
        var shop = new Shop(seller);
        var seats = shop.brick("seats-" + UUID.randomUUID(), "SUBSCRIPTION");
        var plan = shop.plan("Plan " + seats, Shop.priced(seats, Shop.monthly("100")));
        var subscription = seller.post("/subscriptions", """
                {"starts_at": "%s", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 1}], "customer_id": "%s", "payment_terms": 10%s}
                """.formatted(startsAt, plan, seats, customer, more))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
        return subscription;
    }

    /// The ids of the invoices of a subscription in the order of their bill dates.
    public List<String> invoices(String subscription) {
        var all = new ArrayList<String>();
        seller.get("/subscriptions/%s/invoices?limit=1000".formatted(subscription))
                .is(200)
                .json()
                .path("results")
                .forEach(invoice -> all.add(invoice.path("invoice_id").asText()));
        return all;
    }
}
