package dev.brickwork.delivery.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.brickwork.app.TestServer;
import dev.brickwork.delivery.mail.outgoing.Mailbox;
import dev.brickwork.support.Shop;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An upgrade moves a contract from one customer to another. Neither gets the mail of the other, nor shows the other's
/// purchase order.
@Tag("verify")
final class MovedScenarioTest {
    @TempDir
    private static Path folder;

    private static final AtomicInteger COUNT = new AtomicInteger();

    private static Mailbox mailbox;

    @AutoClose
    private static TestServer house;

    @BeforeAll
    static void open() {
        mailbox = new Mailbox(folder);
        house = mailbox.house();
    }

    private final String domain = "%d.example".formatted(COUNT.incrementAndGet());
    private final String ofFormer = agreed("former", "PO-7");
    private final TestServer.Tenant seller = seller();
    private final Shop shop = new Shop(seller);
    private final String seats = shop.brick("seats", "SUBSCRIPTION");
    private final String plan = shop.plan("Hafen", Shop.priced(seats, Shop.monthly("25")));
    private final String former = customer("Former", "ada");
    private final String heir = customer("Heir", "grace");

    private static TestServer.Tenant seller() {
        return house.sellerAt("2025-01-01T08:00:00Z");
    }

    private String customer(String name, String person) {
        var id = seller.post("/customers", "{\"name\": \"%s\"}".formatted(name))
                .is(200)
                .text("customer_id");
        seller.post(
                        "/customers/%s/persons".formatted(id),
                        "{\"first_name\": \"%s\", \"email\": \"%s@%s\"}".formatted(person, person, domain))
                .is(200);
        return id;
    }

    private String agreed(String name, String purchaseOrder) {
        return ", \"accounts_payable_emails\": [\"%s@%s\"], \"purchase_order\": {\"code\": \"%s\"}"
                .formatted(name, domain, purchaseOrder);
    }

    private String path(String more) {
        var id = seller.post("/subscriptions", """
                        {"starts_at": "2025-01-01", "contract_length": 12, "billing_frequency": "MONTHLY",
                         "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 3}], "customer_id": "%s"%s}
                        """.formatted(plan, seats, former, more))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        return "/subscriptions/" + id;
    }

    private void move(String path, String more) {
        var order = seller.post(path + "/upgrade", """
                        {"starts_at": "2025-01-01", "bricks": [{"brick_id": "%s", "quantity": 4}],
                         "customer_id": "%s"%s}
                        """.formatted(seats, heir, more))
                .is(200)
                .text("order_id");
        seller.post("%s/upgrade/%s/start".formatted(path, order), "{}").is(200);
    }

    private JsonNode invoice(String path, String customer) {
        return StreamSupport.stream(
                        seller.get(path + "/invoices")
                                .is(200)
                                .json()
                                .path("results")
                                .spliterator(),
                        false)
                .filter(invoice -> invoice.path("customer_id").asText().equals(customer)
                        && !invoice.path("invoice_number").isNull())
                .findFirst()
                .orElseThrow();
    }

    private List<String> recipients(String path, String customer) {
        var number = invoice(path, customer).path("invoice_number").asText();
        return mailbox
                .wait(1, mail -> mail.subject().contains(number) && mail.to().endsWith(domain))
                .stream()
                .map(Mailbox.Got::to)
                .distinct()
                .toList();
    }

    @Test
    void whatIsBilledToTheHeirIsMailedToTheHeir() {
        var path = path(ofFormer);
        move(path, "");

        assertThat(recipients(path, former)).containsExactly("former@" + domain);
        assertThat(recipients(path, heir)).containsExactly("grace@" + domain);
        seller.get(path).is(200, "\"accounts_payable_emails\":[]", "\"purchase_order\":null");
        assertThat(invoice(path, heir).path("purchase_order").isNull()).isTrue();
    }

    @Test
    void whatIsBilledToTheFormerCustomerStillGoesThere() {
        var path = path(ofFormer);
        move(path, agreed("heir", "H-1"));
        var owed = invoice(path, former);
        seller.post("/invoices/%s/regenerate".formatted(owed.path("invoice_id").asText()), "{\"send_invoice\": true}")
                .is(200);
        seller.advanceTo("2025-02-01T08:00:00Z");

        var again = invoice(path, former);
        assertThat(again.path("purchase_order").path("code").asText()).isEqualTo("PO-7");
        assertThat(recipients(path, former)).containsExactly("former@" + domain);
        assertThat(invoice(path, heir).path("purchase_order").path("code").asText())
                .isEqualTo("H-1");
        assertThat(recipients(path, heir)).containsExactly("heir@" + domain);
    }

    @Test
    void aFormerCustomerWithoutAddressesIsReachedByItsOwnPeople() {
        var path = path("");
        move(path, agreed("heir", "H-1"));
        seller.advanceTo("2025-02-01T08:00:00Z");

        assertThat(invoice(path, former).path("purchase_order").isNull()).isTrue();
        assertThat(recipients(path, former)).containsExactly("ada@" + domain);
    }

    /// A termination drops what was to come, and brings it back when it is taken back.
    @Test
    void whatComesBackToTheFormerCustomerGoesWhereItWent() {
        var path = path(ofFormer);
        move(path, agreed("heir", "H-1"));
        seller.post(path + "/terminate", "{\"termination_date\": \"2025-01-10\"}")
                .is(200);
        seller.post(path + "/reinstate", "{}").is(200);
        seller.advanceTo("2025-02-01T08:00:00Z");

        for (var each : List.of("former", "heir")) {
            var numbers = StreamSupport.stream(
                            seller.get(path + "/invoices")
                                    .is(200)
                                    .json()
                                    .path("results")
                                    .spliterator(),
                            false)
                    .filter(invoice -> invoice.path("customer_id").asText().equals(each.equals("heir") ? heir : former)
                            && !invoice.path("invoice_number").isNull())
                    .map(invoice -> invoice.path("invoice_number").asText())
                    .toList();
            assertThat(numbers).hasSize(2);
            for (var number : numbers) {
                assertThat(mailbox.wait(
                                1,
                                mail -> mail.subject().contains(number)
                                        && mail.to().endsWith(domain)))
                        .extracting(Mailbox.Got::to)
                        .containsOnly(each + "@" + domain);
            }
        }
    }

    @Test
    void erasingTheFormerCustomerErasesItsAddresses() {
        var path = path(ofFormer);
        move(path, agreed("heir", "H-1"));
        seller.post(path + "/terminate", "{}").is(200);
        seller.delete("/customers/%s/personal-data".formatted(former)).is(200);

        assertThat(places("former")).isEqualTo("0 0 0");
        assertThat(places("heir")).isEqualTo("1 1 0");
    }

    /// In how many subscriptions, orders and invoices it stands.
    private String places(String name) {
        return house.database()
                .read(tx -> tx.query("""
                        SELECT concat_ws(' ',
                            (SELECT count(*) FROM subscription s WHERE seller_id = :seller AND s::text LIKE :text),
                            (SELECT count(*) FROM orders o WHERE seller_id = :seller AND o::text LIKE :text),
                            (SELECT count(*) FROM invoice i WHERE seller_id = :seller AND i::text LIKE :text))
                        """)
                        .bind("seller", seller.id().value())
                        .bind("text", "%%%s@%s%%".formatted(name, domain))
                        .mapTo(String.class)
                        .one());
    }
}
