package dev.brickwork.delivery.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.delivery.mail.outgoing.Mailbox;
import dev.brickwork.payments.PaymentsFixture;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Recipients and files of mails where a seller has several customers: none gets another's papers.
@Tag("verify")
final class EnvelopeScenarioTest {
    private static final String NOW = "2025-05-01T08:00:00Z";

    @TempDir
    private static Path folder;

    private static Mailbox mailbox;

    @AutoClose
    private static TestServer house;

    @BeforeAll
    static void open() {
        mailbox = new Mailbox(folder);
        house = mailbox.house();
    }

    private static String address(String name) {
        return "%s-%s@example.com".formatted(name, UUID.randomUUID());
    }

    private static String customer(PaymentsFixture till, String name, String... emails) {
        var customer = till.customer(name);
        var persons = "/customers/%s/persons".formatted(customer);
        till.seller().post(persons, "{\"first_name\": \"Nameless\"}").is(200);
        for (var email : emails) {
            till.seller().post(persons, "{\"email\": \"%s\"}".formatted(email)).is(200);
        }
        return customer;
    }

    private static void attach(PaymentsFixture till, String invoice, String name) {
        var body = """
                --x\r
                Content-Disposition: form-data; name="file"; filename="%s"\r
                \r
                %%PDF-1.7\r
                --x--\r
                """.formatted(name);
        till.seller()
                .send(
                        "POST",
                        "/invoices/%s/attachments".formatted(invoice),
                        body,
                        "Content-Type",
                        "multipart/form-data; boundary=x")
                .is(200);
    }

    /// A slash of its number would be a folder.
    @Test
    void theFileOfAnInvoiceHasANameThatCanBeSaved() {
        var till = PaymentsFixture.at(house, NOW);
        till.seller().patch("/seller", "{\"invoice_number_prefix\": \"AB/7-\"}").is(200);
        var payer = address("saved");
        till.invoice(customer(till, "Acme", payer), 100);
        assertThat(mailbox.wait(1, mail -> mail.to().equals(payer)).getFirst().files())
                .containsExactly("AB_7-2025-000001.pdf");
    }

    /// A customer who is charged automatically is not asked to pay; one without a payment method is.
    @Test
    void nobodyPaysWhatIsCharged() {
        var till = PaymentsFixture.at(house, NOW);
        var charged = address("charged");
        var asked = address("asked");
        var more = ", \"accounts_payable_emails\": [\"%s\"], \"transaction_method\": \"%s\"";
        var auto = till.subscription(
                till.paying("Auto", "pm_sandbox_visa"), "2025-04-20", more.formatted(charged, "ORDER_FORM"));
        till.subscription(till.customer("Methodless"), "2025-05-01", more.formatted(asked, "STRIPE"));
        assertThat(mailbox.wait(1, mail -> mail.to().equals(asked)).getFirst().plain())
                .contains("Please pay $100.00 by", "/pay/");
        assertThat(mailbox.wait(1, mail -> mail.to().equals(charged)).getFirst().plain())
                .contains("Please pay $100.00 by", "/pay/");

        till.seller()
                .put("/subscriptions/%s/auto-pay".formatted(auto), "{\"auto_pay_invoices\": true}")
                .is(200);
        till.seller().advanceTo("2025-05-20T10:00:00Z");
        assertThat(mailbox.wait(
                                2,
                                mail -> mail.to().equals(charged)
                                        && mail.subject().contains(" from "))
                        .getLast()
                        .plain())
                .contains("You need not do anything: $100.00 will be charged to your payment method.")
                .doesNotContain("Please pay", "/pay/");
    }

    /// Why a charge failed is said in the customer's language where they can do something about it, and never in
    /// the processor's words.
    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
            soft_decline,    de, Grund: Das Konto ist nicht ausreichend gedeckt.
            expired_card,    fr, Motif\u00a0: La carte a expiré.
            requires_action, es, Motivo: Debe confirmar usted mismo este pago.
            soft_decline,    en, Reason: The account does not hold enough money.
            hard_decline,    de, Bitte prüfen Sie Ihr Zahlungsmittel
            """)
    void whoCannotBeChargedReadsWhy(String method, String locale, String sentence) {
        var till = PaymentsFixture.at(house, NOW);
        var customer = till.paying("Auto", "pm_sandbox_" + method);
        till.seller()
                .patch("/customers/" + customer, "{\"locale\": \"%s\"}".formatted(locale))
                .is(200);
        var payer = address(method + "-" + locale);
        till.subscription(
                customer,
                NOW.substring(0, 10),
                ", \"accounts_payable_emails\": [\"%s\"], \"transaction_method\": \"STRIPE\"".formatted(payer));
        till.seller().advanceTo("2025-05-03T10:00:00Z");
        var told = mailbox.wait(
                        1, mail -> mail.to().equals(payer) && mail.plain().contains(sentence))
                .getFirst();
        assertThat(told.plain()).doesNotContain("Your card", "The holder");
        if (method.equals("hard_decline")) assertThat(told.plain()).doesNotContain("Grund");
    }

    /// Without an accounts-payable address it goes to the first person of the billed company who has an email.
    @Test
    void anInvoiceGoesToTheBilledCompany() {
        var till = PaymentsFixture.at(house, NOW);
        customer(till, "Stranger", address("stranger"));
        var first = address("first");
        var buyer = customer(till, "Buyer", first, address("second"));
        till.invoice(buyer, 100);
        var got = mailbox.wait(1, mail -> mail.to().contains(first)).getFirst();
        assertThat(got.to()).isEqualTo(first);

        var payer = address("payer");
        var partner = customer(till, "Partner", payer);
        till.seller().patch("/customers/" + partner, "{\"is_partner\": true}").is(200);
        till.seller().post("/invoices", """
                        {"customer_id": "%s", "billed_company_id": "%s", "line_items": [
                           {"description": "Work", "quantity": 1, "unit_price": "1.00"}]}
                        """.formatted(buyer, partner)).is(200);
        got = mailbox.wait(1, mail -> mail.to().contains(payer)).getFirst();
        assertThat(got.to()).isEqualTo(payer);
    }

    /// Its own files and those of its subscription, without what was taken away.
    @Test
    void nobodyGetsTheFilesOfAnother() {
        var till = PaymentsFixture.at(house, NOW);
        var address = address("buyer");
        var invoice = till.invoice(customer(till, "Buyer", address), 100);
        var stranger = till.invoice(customer(till, "Stranger", address("stranger")), 100);
        mailbox.wait(1, mail -> mail.to().contains(address));
        attach(till, stranger, "strange.pdf");
        attach(till, invoice, "gone.pdf");
        attach(till, invoice, "own.pdf");
        var gone = till.read(invoice).path("attachments").path(0);
        assertThat(gone.path("name").asText()).isEqualTo("gone.pdf");
        till.seller()
                .delete("/invoices/%s/attachments/%s"
                        .formatted(invoice, gone.path("attachment_id").asText()))
                .is(200);
        till.seller().post("/invoices/%s/send".formatted(invoice), "{}").is(200);
        var again = mailbox.wait(2, mail -> mail.to().contains(address)).getLast();
        assertThat(again.files()).hasSize(2).endsWith("own.pdf");
    }

    /// Recipients of mails to others are still known after one customer's data were erased.
    @Test
    void erasingOneForgetsNoOther() {
        var till = PaymentsFixture.at(house, NOW);
        var other = address("other");
        var erased = customer(till, "Erased", address("erased"));
        var theirs = till.invoice(erased, 100);
        var others = till.invoice(customer(till, "Other", other), 100);
        mailbox.wait(1, mail -> mail.to().contains(other));
        till.seller().delete("/customers/%s/personal-data".formatted(erased)).is(200);
        assertThat(recipients(till, theirs)).isEmpty();
        assertThat(recipients(till, others)).containsExactly(other);
    }

    private static List<String> recipients(PaymentsFixture till, String invoice) {
        return house.database()
                .read(tx -> tx.query("""
                                SELECT unnest(recipients)
                                FROM mail
                                WHERE seller_id = :seller AND invoice_id = :invoice::uuid
                                """)
                        .bind("seller", till.seller().id().value())
                        .bind("invoice", invoice)
                        .mapTo(String.class)
                        .list());
    }
}
