package dev.brickwork.web.portal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Links that are shown at every reading, of payment pages and order forms: a reader of the database opens none.
@Tag("verify")
final class LinksAtRestTest {
    @AutoClose
    private static final TestServer HOUSE =
            TestServer.ownWithFollowUp(Map.of("BRICKWORK_SMTP_URL", "smtp://localhost:1")); // Mails wait.

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static String token(String link) {
        return link.substring(link.lastIndexOf('/') + 1);
    }

    private static int status(String link) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(URI.create(link)).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /// The tables in which a text stands, as it is or in bytes.
    private static List<String> tablesWith(String text) {
        var hex = HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
        return HOUSE.database().read(tx -> {
            var found = new ArrayList<String>();
            var tables = tx.query("""
                    SELECT c.oid::regclass::text
                    FROM pg_class c
                    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
                    """).mapTo(String.class).list();
            for (var table : tables) {
                var rows = tx.query(
                                "SELECT count(*) FROM %s t WHERE position(:text IN t::text) + position(:hex IN t::text) > 0"
                                        .formatted(table))
                        .bind("text", text)
                        .bind("hex", hex)
                        .mapTo(Long.class)
                        .one();
                if (rows > 0) found.add(table);
            }
            return found;
        });
    }

    private static long count(String question, TestServer.Tenant seller) {
        return HOUSE.database()
                .read(tx -> tx.query(question)
                        .bind("seller", seller.id().value())
                        .mapTo(Long.class)
                        .one());
    }

    private static String stored(String invoice) {
        return HOUSE.database()
                .read(tx -> tx.query("SELECT payment_token FROM invoice WHERE id = :id::uuid")
                        .bind("id", invoice)
                        .mapTo(String.class)
                        .one());
    }

    @Test
    void noTableHoldsTheTokenOfALink() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var seller = desk.seller;
        var body = """
                {"customer_id": "%s", "accounts_payable_emails": ["payables@acme.example"],
                 "line_items": [{"description": "Rocket maintenance", "quantity": 1, "unit_price": "80"}]}
                """.formatted(desk.customer);
        var made =
                seller.send("POST", "/invoices", body, "Idempotency-Key", "one").is(200);
        var invoice = made.text("invoice_id");
        var link = made.text("payment_url");
        var order = desk.offer("");
        var form =
                seller.get("/subscriptions/%s/orders".formatted(order)).is(200).first("pdf_url");
        desk.printed(invoice);
        var waiting = "SELECT count(*) FROM mail WHERE seller_id = :seller AND letter::text LIKE '%/pay/~%'";
        Await.until("the mail with the link is written", () -> count(waiting, seller) > 0);
        seller.patch("/invoices/" + invoice, "{\"memo\": \"Thank you\"}").is(200, link);

        assertThat(tablesWith(token(link))).isEmpty();
        assertThat(tablesWith(token(form))).isEmpty();

        assertThat(seller.send("POST", "/invoices", body, "Idempotency-Key", "one")
                        .is(200)
                        .body())
                .isEqualTo(made.body());
        seller.get("/invoices?limit=1000").is(200, link);
        Await.until(
                "the event is in the feed",
                () -> seller.get("/events?event_type=invoice.start").body().contains(link));
        assertThat(status(link)).isEqualTo(200);
        assertThat(status(form)).isEqualTo(200);
        seller.get("/audit?object_id=" + invoice).is(200);
    }

    @Test
    void aRotatedLinkIsHiddenToo() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var invoice = desk.invoice("80");
        var old = desk.payLink(invoice);
        var fresh = desk.seller
                .post("/invoices/%s/rotate-payment-url".formatted(invoice), "{}")
                .is(200)
                .text("url");
        assertThat(fresh).isNotEqualTo(old).isEqualTo(desk.payLink(invoice));
        assertThat(tablesWith(token(fresh))).isEmpty();
        assertThat(status(fresh)).isEqualTo(200);
        assertThat(status(old)).isEqualTo(404);
    }

    /// A stored token opens nothing, neither in an address nor in a text that a seller sends and reads again.
    @Test
    void whatIsStoredIsOfNoUse() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var invoice = desk.invoice("80");
        var link = desk.payLink(invoice);
        var stolen = link.replace(token(link), stored(invoice));
        assertThat(status(stolen)).isEqualTo(404);

        var thief = HOUSE.seller();
        var wish = "{\"name\": \"T\", \"metadata\": {\"a\": \"%s\", \"b\": \"%s\"}}".formatted(stolen, link);
        var made =
                thief.send("POST", "/customers", wish, "Idempotency-Key", "one").is(200, stolen, link);
        assertThat(thief.send("POST", "/customers", wish, "Idempotency-Key", "one")
                        .body())
                .isEqualTo(made.body());
    }
}
