package dev.brickwork.delivery.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.delivery.mail.outgoing.MailRoute;
import dev.brickwork.delivery.mail.outgoing.MailStore;
import dev.brickwork.delivery.mail.outgoing.MailView;
import dev.brickwork.delivery.mail.outgoing.Postman;
import dev.brickwork.payments.PaymentsFixture;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.http.Metrics;
import dev.brickwork.platform.outbox.Task;
import dev.brickwork.support.PayPages;
import dev.brickwork.support.TestPostgres;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The mail that follows the printed paper.
@Tag("verify")
final class SendInvoiceMailTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final String NOW = "2025-05-01T08:00:00Z";

    /// Its words are of the newest version, so the paper that goes along is that one too.
    @Test
    void anInvoiceThatWasRegeneratedBeforeItWasMailedIsMailedAsItIsNow() {
        var till = PaymentsFixture.at(HOUSE, NOW);
        var customer = till.customer("Acme");
        till.seller()
                .post("/customers/%s/persons".formatted(customer), "{\"email\": \"ap@acme.example\"}")
                .is(200);
        var invoice = till.invoice(customer, 10_000);
        till.seller().post("/invoices/%s/regenerate".formatted(invoice), "{}").is(200, "\"version\":2");

        mailing().handle(printed(till, invoice));

        var told = HOUSE.database()
                .read(tx -> tx.query("""
                SELECT invoice_version, letter ->> 'subject' AS subject
                FROM mail
                WHERE seller_id = :seller AND invoice_id = :invoice::uuid
                """)
                        .bind("seller", till.seller().id().value())
                        .bind("invoice", invoice)
                        .map((row, _) -> Columns.text(row, "subject") + ": " + Columns.count(row, "invoice_version"))
                        .one());
        assertThat(told).startsWith("Invoice 2025-000001-2 from").endsWith(": 2");
    }

    private static SendInvoiceMail mailing() {
        var view = new MailView("billing@example.com", PayPages.of(HOUSE.database()));
        MailRoute nowhere = () -> {
            throw new AssertionError("nothing is carried");
        };
        return new SendInvoiceMail(
                HOUSE.database(),
                view,
                new Postman(
                        HOUSE.database(),
                        new MailStore(TestPostgres.tokens(HOUSE.database())),
                        view,
                        nowhere,
                        InstantSource.system(),
                        new Metrics()));
    }

    private static Task printed(PaymentsFixture till, String invoice) {
        return new Task(
                till.seller().id(),
                Ids.next(),
                Ids.next(),
                "invoice.printed",
                UUID.fromString(invoice),
                Optional.empty(),
                Instant.parse(NOW),
                "{\"version\": 1, \"why\": \"ISSUED\"}",
                1,
                1);
    }
}
