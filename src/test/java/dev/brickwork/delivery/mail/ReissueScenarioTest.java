package dev.brickwork.delivery.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.delivery.mail.outgoing.FlakySmtpServer;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A regenerated invoice that is to be mailed, and a mail server that does not play along.
@Tag("verify")
final class ReissueScenarioTest {
    private static final FlakySmtpServer SERVER = new FlakySmtpServer();

    @AutoClose
    private static final TestServer HOUSE = open();

    private static TestServer open() {
        SERVER.start();
        return TestServer.ownWithFollowUp(Map.of("BRICKWORK_SMTP_URL", "smtp://localhost:" + SERVER.port()));
    }

    private static String regenerate(TestServer.Tenant seller, String recipient) {
        var customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var invoice = seller.post("/invoices", """
                {"customer_id": "%s", "accounts_payable_emails": ["%s"],
                 "line_items": [{"description": "Work", "unit_price": "10.00"}]}
                """.formatted(customer, recipient))
                .is(200)
                .text("invoice_id");
        return "/invoices/%s/regenerate".formatted(invoice);
    }

    private static TestServer.Reply ask(TestServer.Tenant seller, String path) {
        return seller.send("POST", path, "{\"send_invoice\": true}", "Idempotency-Key", "once");
    }

    /// Nothing that a later try could change: the answer is remembered like any other no, and the version stands.
    @Test
    void aMailThatIsRefusedForGoodIsAnAnswer() {
        SERVER.refuse("gone@acme.example");
        var seller = HOUSE.seller();
        var path = regenerate(seller, "gone@acme.example");
        var first = ask(seller, path).is(400, "the invoice is regenerated, but its mail was refused");
        var second = ask(seller, path).is(400);
        assertThat(second.header("Idempotent-Replayed")).contains("true");
        assertThat(second.body()).isEqualTo(first.body());
        seller.get(path.replace("/regenerate", "")).is(200, "\"version\":2");
    }

    /// The other recipient has got it, and no recipient is left to try.
    @Test
    void aMailThatOneOfTwoGotIsSent() {
        SERVER.refuse("left@acme.example");
        var seller = HOUSE.seller();
        var path = regenerate(seller, "left@acme.example\", \"ap@acme.example");
        ask(seller, path).is(200, "\"version\":2");
    }
}
