package dev.brickwork.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.House;
import dev.brickwork.support.Shop;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Customers hear of pauses, resumptions and terminations when somebody asked for that, in their language.
final class NoticesScenarioTest {
    @TempDir
    private static Path folder;

    private static Mailbox mailbox;
    private static House house;

    @BeforeAll
    static void open() {
        mailbox = new Mailbox(folder);
        house = mailbox.house();
    }

    private static String started(House.Tenant seller, String locale, String email) {
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
    void aTerminationIsToldToTheNamedAddresses() {
        var seller = house.sellerAt("2025-01-01T08:00:00Z");
        var id = started(seller, "fr", "ada@dupont.example");
        seller.post("/subscriptions/%s/terminate".formatted(id), """
                {"termination_date": "2025-07-01", "notification_emails": ["legal@dupont.example"]}
                """).is(200);
        var told = mailbox.wait(1, "prend fin le 30 juin 2025").getFirst();
        assertThat(told.to()).isEqualTo("legal@dupont.example");
    }
}
