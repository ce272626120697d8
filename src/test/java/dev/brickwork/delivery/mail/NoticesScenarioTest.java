package dev.brickwork.delivery.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.delivery.mail.outgoing.Mailbox;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.payments.processor.SandboxProcessor;
import dev.brickwork.payments.processor.SandboxScript;
import dev.brickwork.payments.processor.SandboxStore;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Secret;
import dev.brickwork.support.Shop;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Customers are told of pauses, resumptions and terminations where that was requested, in their language.
@Tag("verify")
final class NoticesScenarioTest {
    @TempDir
    private static Path folder;

    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";

    private static Mailbox mailbox;

    @AutoClose
    private static TestServer house;

    @BeforeAll
    static void open() {
        mailbox = new Mailbox(folder);
        house = mailbox.house();
    }

    private static String started(TestServer.Tenant seller, String locale, String email) {
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var plan = shop.plan("Hafen", Shop.priced(seats, Shop.monthly("25")));
        var customer = seller.post("/customers", "{\"name\": \"Müller\", \"locale\": \"%s\"}".formatted(locale))
                .is(200)
                .text("customer_id");
        var person = seller.post(
                        "/customers/%s/persons".formatted(customer),
                        "{\"first_name\": \"Ada\", \"email\": \"%s\"}".formatted(email))
                .is(200)
                .text("person_id");
        var id = seller.post("/subscriptions", """
                        {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY",
                         "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 3}], "customer_id": "%s",
                         "point_of_contact_id": "%s"}
                        """.formatted(plan, seats, customer, person))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        return id;
    }

    @Test
    void aPauseAndItsEndAreToldToWhoeverShouldKnow() {
        var seller = house.sellerAt("2025-01-01T08:00:00Z");
        var id = started(seller, "de-DE", "ada@mueller.example");
        seller.advanceTo("2025-04-11T08:00:00Z");
        seller.post("/subscriptions/%s/pause".formatted(id), """
                {"paused_at": "2025-04-11", "scheduled_resume_at": "2025-05-11", "should_notify_customer": true}
                """).is(200);
        var paused = mailbox.wait(1, "Hafen pausiert").getFirst();
        assertThat(paused.to()).isEqualTo("ada@mueller.example");
        assertThat(paused.plain()).contains("ab dem 11. April 2025", "Es läuft am 11. Mai 2025 weiter.");
        assertThat(paused.html()).contains("11. April 2025");
        seller.advanceTo("2025-06-01T08:00:00Z");
        assertThat(mailbox.wait(1, "Hafen läuft weiter").getFirst().plain()).contains("30. Januar 2026");
    }

    @Test
    void whoWasNotToldOfAPauseIsNotToldOfItsEnd() {
        var seller = house.sellerAt("2025-01-01T08:00:00Z");
        var id = started(seller, "en", "ada@silent.example");
        seller.post("/subscriptions/%s/pause".formatted(id), """
                {"paused_at": "2025-04-11", "scheduled_resume_at": "2025-05-11"}
                """).is(200);
        seller.advanceTo("2025-06-01T08:00:00Z");
        seller.get("/subscriptions/" + id).is(200, "\"status\":\"ACTIVE\"");
        var told = house.database()
                .read(tx -> tx.query("""
                        SELECT event_type FROM event WHERE seller_id = :seller AND event_type = 'subscription.notice'
                        """)
                        .bind("seller", seller.id().value())
                        .mapTo(String.class)
                        .list());
        assertThat(told).isEmpty();
    }

    /// The logo travels inside the mail; erasing the customer blanks every place that knew the address.
    @Test
    void anErasedCustomersAddressIsNowhereAndTheMailIsRemembered() {
        var seller = house.sellerAt("2025-01-01T08:00:00Z");
        seller.patch("/seller", "{\"logo\": \"data:image/png;base64,%s\"}".formatted(PIXEL))
                .is(200);
        var customer =
                seller.post("/customers", "{\"name\": \"Brief\"}").is(200).text("customer_id");
        seller.post("/invoices", """
                {"customer_id": "%s", "accounts_payable_emails": ["grace@brief.example"],
                 "line_items": [{"description": "Training", "unit_price": "10.00"}]}
                """.formatted(customer)).is(200);
        var got = mailbox.wait(1, mail -> mail.to().contains("grace@brief.example"))
                .getFirst();
        assertThat(got.html()).contains("src=\"cid:logo\"");
        assertThat(places(seller)).isEqualTo("SENT 1 1 0");
        seller.delete("/customers/%s/personal-data".formatted(customer)).is(200);
        assertThat(places(seller)).isEqualTo("SENT 0 0 0");
    }

    /// The mail's state, and how often the address stands in mails, on invoices and in the audit.
    private static String places(TestServer.Tenant seller) {
        return house.database()
                .read(tx -> tx.query("""
                        SELECT concat_ws(' ',
                            (SELECT state FROM mail WHERE seller_id = :seller),
                            (SELECT count(*) FROM mail m WHERE seller_id = :seller AND m::text LIKE '%grace@%'),
                            (SELECT count(*) FROM invoice i WHERE seller_id = :seller AND i::text LIKE '%grace@%'),
                            (SELECT count(*) FROM audit a WHERE seller_id = :seller AND a::text LIKE '%grace@%'))
                        """)
                        .bind("seller", seller.id().value())
                        .mapTo(String.class)
                        .one());
    }

    /// Orders are kept for good, but for the addresses in them; the audit never had these.
    @Test
    void anErasedCustomersAddressIsInNoOrder() {
        var seller = house.sellerAt("2025-01-01T08:00:00Z");
        var id = started(seller, "en", "ada@order.example");
        var path = "/subscriptions/" + id;
        var order = seller.get(path + "/orders").is(200).json().path("results").path(0);
        seller.patch(path, "{\"accounts_payable_emails\": [\"grace@order.example\"]}")
                .is(200);
        var seats = seller.get(path + "/bricks").is(200).first("brick_id");
        for (int quantity = 4; quantity < 6; quantity++) {
            var upgrade = seller.post(path + "/upgrade", """
                            {"starts_at": "2025-01-01", "bricks": [{"brick_id": "%s", "quantity": %d}]}
                            """.formatted(seats, quantity))
                    .is(200)
                    .text("order_id");
            seller.patch(path + "/upgrade/" + upgrade, "{\"accounts_payable_emails\": [\"grace@order.example\"]}")
                    .is(200);
            if (quantity == 4)
                seller.post(path + "/upgrade/%s/start".formatted(upgrade), "{}").is(200);
        }
        assertThat(inOrders(seller)).isEqualTo("2 0");
        seller.post(path + "/terminate", "{}").is(200);
        var customer = seller.get(path)
                .is(200)
                .json()
                .path("customer")
                .path("customer_id")
                .asText();
        seller.delete("/customers/%s/personal-data".formatted(customer)).is(200);
        assertThat(inOrders(seller)).isEqualTo("0 0");
        seller.get(path + "/orders").is(200, order.path("order_id").asText());
    }

    /// How often the address stands in orders, and in what the audit says of anything.
    private static String inOrders(TestServer.Tenant seller) {
        return house.database()
                .read(tx -> tx.query("""
                        SELECT concat_ws(' ',
                            (SELECT count(*) FROM orders o WHERE seller_id = :seller AND o::text LIKE '%grace@%'),
                            (SELECT count(*) FROM audit a WHERE seller_id = :seller AND a::text LIKE '%grace@%'))
                        """)
                        .bind("seller", seller.id().value())
                        .mapTo(String.class)
                        .one());
    }

    /// Nor where it was named beside a threshold, and no more where a warning or a notice went.
    @Test
    void anErasedCustomersAddressIsInNoNotice() {
        var seller = house.sellerAt("2025-01-15T12:00:00Z");
        var shop = new Shop(seller);
        var minutes = shop.brick("Minutes", "USAGE");
        var usage = meter(seller, shop.plan("Meter", Shop.priced(minutes, Shop.flat("0.04"))), minutes, "en");
        seller.put(usage + "/thresholds", """
                {"precommitment": [], "units": [10], "money": [], "notification_emails": ["grace@meter.example"]}
                """).is(200);
        var path = usage.substring(0, usage.indexOf("/bricks"));
        used(seller, usage, minutes, "a", "20", "2025-01-15T11:00:00Z");
        seller.post(path + "/terminate", "{\"notification_emails\": [\"grace@meter.example\"]}")
                .is(200);
        mailbox.wait(2, mail -> mail.to().contains("grace@meter.example"));
        seller.advanceTo("2025-03-01T08:00:00Z");
        var customer = seller.get(path)
                .is(200)
                .json()
                .path("customer")
                .path("customer_id")
                .asText();
        assertThat(inNotices(seller)).isEqualTo("2 1 0");
        seller.delete("/customers/%s/personal-data".formatted(customer)).is(200);
        assertThat(inNotices(seller)).isEqualTo("0 0 0");
        seller.get(usage + "/thresholds").is(200, "\"units\":[10]", "\"notification_emails\":[]");
        seller.put(usage + "/thresholds", """
                {"precommitment": [], "units": [10], "money": [], "notification_emails": ["grace@meter.example"]}
                """).is(400, "erased");
    }

    /// How often the address stands in mails, beside thresholds and in the audit.
    private static String inNotices(TestServer.Tenant seller) {
        return house.database()
                .read(tx -> tx.query("""
                        SELECT concat_ws(' ',
                            (SELECT count(*) FROM mail m WHERE seller_id = :seller AND m::text LIKE '%grace@%'),
                            (SELECT count(*) FROM usage_threshold t WHERE seller_id = :seller AND t::text LIKE '%grace@%'),
                            (SELECT count(*) FROM audit a WHERE seller_id = :seller AND a::text LIKE '%grace@%'))
                        """)
                        .bind("seller", seller.id().value())
                        .mapTo(String.class)
                        .one());
    }

    @Test
    void aTerminationIsToldToTheNamedAddresses() {
        var seller = house.sellerAt("2025-01-01T08:00:00Z");
        var id = started(seller, "fr", "ada@dupont.example");
        seller.post("/subscriptions/%s/terminate".formatted(id), """
                {"termination_date": "2025-07-01", "notification_emails": ["legal@dupont.example"]}
                """).is(200);
        var told = mailbox.wait(1, "prend fin le 30 juin 2025").getFirst();
        assertThat(told.to()).isEqualTo("legal@dupont.example");
    }

    /// Each threshold sends one mail in each window, in the customer's language, to the addresses named with it.
    @Test
    void aThresholdIsToldOncePerWindowInEveryLanguage() {
        var seller = house.sellerAt("2025-01-15T12:00:00Z");
        var shop = new Shop(seller);
        var calls = shop.brick("Calls", "USAGE");
        var plan = shop.plan("Meter", Shop.priced(calls, """
                {"currency": "USD", "model": "FLAT", "unit_price": "0.04", "overage_unit_price": "0.06",
                 "pre_commitment_schedule": "MONTHLY"}"""));
        for (var locale : List.of("en-US", "de-DE", "fr-FR", "es-ES")) {
            var usage = meter(seller, plan, calls, locale);
            seller.put(usage + "/thresholds", """
                    {"precommitment": [80], "units": [1500], "money": [3000],
                     "notification_emails": ["ops@%s.example", "cfo@%1$s.example"]}""".formatted(locale)).is(200);
            used(seller, usage, calls, locale + "-1", "812.5", "2025-01-10T00:00:00Z");
            used(seller, usage, calls, locale + "-2", "700", "2025-01-11T00:00:00Z");
            used(seller, usage, calls, locale + "-3", "1", "2025-01-12T00:00:00Z");
        }
        var got = mailbox.wait(12, mail -> mail.subject().startsWith("Calls"));
        assertThat(got.stream().map(mail -> mail.subject().replaceAll("\\p{Zs}", " ")))
                .containsExactlyInAnyOrder(
                        "Calls: 80% of the commitment used",
                        "Calls: 1,500 units used",
                        "Calls: overage has reached $30.00",
                        "Calls: 80 % der Zusage verbraucht",
                        "Calls: 1.500 Einheiten verbraucht",
                        "Calls: Mehrverbrauch hat 30,00 $ erreicht",
                        "Calls : 80 % de l’engagement consommés",
                        "Calls : 1 500 unités consommées",
                        "Calls : le dépassement atteint 30,00 $US",
                        "Calls: consumido el 80 % del compromiso",
                        "Calls: 1.500 unidades consumidas",
                        "Calls: el exceso alcanza 30,00 US$");
        var english = mailbox.wait(1, "80% of the commitment").getFirst();
        assertThat(english.to()).contains("ops@en-US.example", "cfo@en-US.example");
        assertThat(english.plain()).contains("81.25%", "812.5", "1,000", "January 1, 2025 – January 31, 2025");
        assertThat(mailbox.wait(1, "overage").getFirst().plain()).contains("$30.75");
        var french = mailbox.wait(1, "engagement").getFirst();
        assertThat(french.subject()).startsWith("Calls\u00a0: ");
        assertThat(french.plain()).contains("\u00a0: ").doesNotContainPattern("(?U)\\w ?: ");
    }

    private static String meter(TestServer.Tenant seller, String plan, String brick, String locale) {
        var customer = seller.post("/customers", "{\"name\": \"%s\", \"locale\": \"%1$s\"}".formatted(locale))
                .is(200)
                .text("customer_id");
        var id = seller.post("/subscriptions", """
                        {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY",
                         "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 1000}], "customer_id": "%s"}
                        """.formatted(plan, brick, customer))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        return "/subscriptions/%s/bricks/%s/usage".formatted(id, brick);
    }

    private static void used(
            TestServer.Tenant seller, String usage, String brick, String id, String value, String time) {
        seller.post("/usage", """
                {"transaction_id": "%s", "subscription_id": "%s", "brick_id": "%s", "value": %s, "time": "%s"}
                """.formatted(id, usage.split("/", -1)[2], brick, value, time))
                .is(201);
    }

    /// Who paid by a debit that came after the void is thanked, and asked for nothing more.
    @Test
    void aReceiptForAVoidInvoiceAsksForNothing() {
        var now = "2025-01-01T08:00:00Z";
        var seller = house.sellerAt(now);
        var customer = seller.post("/customers", "{\"name\": \"Late\"}").is(200).text("customer_id");
        seller.post("/customers/%s/persons".formatted(customer), "{\"email\": \"ada@late.example\"}")
                .is(200);
        var invoice = seller.post("/invoices", """
                {"customer_id": "%s", "line_items": [{"description": "Work", "unit_price": "100"}]}
                """.formatted(customer)).is(200).text("invoice_id");
        var payments = house.wiring().payments();
        var caller = new Caller(seller.id(), "page", "test", Instant.parse(now));
        var id = new InvoiceId(UUID.fromString(invoice));
        var form = payments.payersSide().formFor(caller, id, URI.create("https://example.com/pay"), Optional.empty());
        new SandboxProcessor(
                        new SandboxStore(house.database(), seller.id()),
                        caller::now,
                        Secret.of("x"),
                        URI.create("http://localhost/sandbox/"))
                .submit(form.getPath().substring("/sandbox/".length()), SandboxScript.LOST_CALLBACK);
        seller.post("/invoices/%s/void".formatted(invoice), "{}").is(200);
        payments.payersSide().lookAtForm(caller, id); // It is on its way.
        seller.advanceTo("2025-01-03T08:00:00Z");
        seller.get("/customers/%s/credits".formatted(customer)).is(200, "\"balance\":10000");
        var receipt = mailbox.wait(1, "Receipt for invoice").getFirst();
        assertThat(receipt.plain())
                .contains("$100.00 were more than was due and are kept as credit")
                .doesNotContain("still open", "It is settled", "Already settled", "/pay/");
    }
}
