package dev.brickwork.web.portal;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Await;
import dev.brickwork.support.Shop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/// A seller with a plan and a customer, and the links that it hands out.
final class PortalFixture {
    final TestServer.Tenant seller;
    final String customer;
    final String person;
    private final LocalDate today;
    final String plan;
    final String seats;

    PortalFixture(TestServer.Tenant seller, String language) {
        this(seller, language, LocalDate.now(ZoneOffset.UTC));
    }

    /// @param today by the seller's clock
    PortalFixture(TestServer.Tenant seller, String language, LocalDate today) {
        this.seller = seller;
        this.today = today;
        var shop = new Shop(seller);
        seller.patch("/seller", "{\"name\": \"Northwind Analytics\"}").is(200);
        var entity = seller.get("/legal-entities").is(200).first("legal_entity_id");
        seller.patch("/legal-entities/" + entity, """
                {"legal_name": "Northwind Analytics GmbH",
                 "address": {"line_1": "Torstr. 1", "zip": "10119", "city": "Berlin", "country": "DE"},
                 "bank_account": {"iban": "DE75512108001245126199", "bic": "SOGEDEFF", "bank_name": "Spreebank",
                   "instructions": "Bank charges are shared."}}
                """).is(200);
        seats = shop.brick("Seats", "SUBSCRIPTION");
        plan = shop.plan("Team", Shop.priced(seats, Shop.monthly("39")));
        customer = seller.post("/customers", """
                {"name": "Acme Rockets", "legal_name": "Acme Rockets Inc.", "locale": "%s",
                 "address": {"line_1": "500 Desert Road", "zip": "89501", "city": "Reno", "region": "NV", "country": "US"}}
                """.formatted(language)).is(200).text("customer_id");
        person = seller.post(
                        "/customers/%s/persons".formatted(customer),
                        "{\"first_name\": \"Wile\", \"last_name\": \"Coyote\", \"email\": \"wile@acme.example\"}")
                .is(200)
                .text("person_id");
    }

    static PortalFixture on(TestServer house, String today) {
        return new PortalFixture(house.sellerAt(today + "T12:00:00Z"), "en", LocalDate.parse(today));
    }

    static Path folder() {
        try {
            return Files.createTempDirectory("pages");
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    static PortalFixture at(TestServer house) {
        return new PortalFixture(house.seller(), "en");
    }

    /// A subscription whose first order waits for its buyer.
    String offer(String more) {
        return seller.post("/subscriptions", """
                {"starts_at": "%s", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                 "bricks": [{"brick_id": "%s", "quantity": 12}], "customer_id": "%s"%s}
                """.formatted(today, plan, seats, customer, more))
                .is(200)
                .text("subscription_id");
    }

    String started() {
        return started("");
    }

    String started(String more) {
        var subscription = offer(more);
        seller.post("/subscriptions/%s/start".formatted(subscription), "{}").is(200);
        return subscription;
    }

    /// An open recast with more seats.
    String recast(String subscription) {
        return seller.post("/subscriptions/%s/recast".formatted(subscription), """
                {"starts_at": "%s", "contract_length": 12, "billing_frequency": "MONTHLY",
                 "bricks": [{"brick_id": "%s", "quantity": 20}]}
                """.formatted(today, seats))
                .is(200)
                .text("order_id");
    }

    /// The status of the invoices of a subscription, in order.
    List<String> bills(String subscription) {
        var all = new ArrayList<String>();
        for (var invoice : seller.get("/subscriptions/%s/invoices".formatted(subscription))
                .is(200)
                .json()
                .path("results")) all.add(invoice.path("status").asText());
        return all;
    }

    void payFirst(String subscription) {
        seller.post(
                        "/invoices/%s/payments".formatted(firstInvoice(subscription)),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 46800}")
                .is(200);
    }

    String firstInvoice(String subscription) {
        return seller.get("/subscriptions/%s/invoices".formatted(subscription))
                .is(200)
                .first("invoice_id");
    }

    /// Waits until its PDF is there.
    void printed(String invoice) {
        await("SELECT EXISTS (SELECT FROM invoice_pdf WHERE seller_id = :seller AND invoice_id = :id::uuid)", invoice);
    }

    /// Waits until the form of a closed order of the subscription is there.
    void formPrinted(String subscription) {
        await("""
                SELECT EXISTS (
                    SELECT FROM order_form form
                    JOIN orders ON orders.seller_id = form.seller_id AND orders.id = form.order_id
                    WHERE form.seller_id = :seller AND orders.subscription_id = :id::uuid AND form.made_of = 'CLOSED')
                """, subscription);
    }

    private void await(String question, String id) {
        Await.until(
                "this is printed: " + id,
                () -> seller.house()
                        .database()
                        .read(tx -> tx.query(question)
                                .bind("seller", seller.id().value())
                                .bind("id", id)
                                .mapTo(Boolean.class)
                                .one()));
    }

    /// An invoice of one line, issued now and mailed.
    String invoice(String price) {
        return seller.post("/invoices", """
                {"customer_id": "%s", "accounts_payable_emails": ["payables@acme.example"],
                 "line_items": [{"description": "Rocket maintenance", "quantity": 1, "unit_price": "%s"}]}
                """.formatted(customer, price)).is(200).text("invoice_id");
    }

    String payLink(String invoice) {
        return seller.get("/invoices/" + invoice).is(200).text("payment_url");
    }

    String number(String invoice) {
        return seller.get("/invoices/" + invoice).is(200).text("invoice_number");
    }

    String portalLink(String subscription) {
        return seller.get("/subscriptions/%s/billing-portal".formatted(subscription))
                .is(200)
                .text("url");
    }

    String signLink(String subscription) {
        return seller.post("/subscriptions/%s/sign".formatted(subscription), "{}")
                .is(200)
                .text("url");
    }

    String checkoutLink(String subscription) {
        return seller.get("/subscriptions/%s/checkout".formatted(subscription))
                .is(200)
                .text("url");
    }

    /// Publishes the plan anew at another price.
    void reprice(String price) {
        new Shop(seller).publish(plan, Shop.priced(seats, Shop.monthly(price)));
    }

    String stage(String subscription) {
        return seller.get("/subscriptions/" + subscription).is(200).text("stage");
    }
}
