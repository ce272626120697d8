package dev.brickwork.billing.invoices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.HeldInvoice;
import dev.brickwork.support.Shop;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// PDFs on an invoice and on a whole subscription: one order, PDF only, links that cannot be made up.
@Tag("verify")
final class AttachmentsScenarioTest {
    @AutoClose
    private static final TestServer HOUSE = TestServer.ownWithFollowUp();

    private final TestServer.Tenant seller = HOUSE.sellerAt("2025-01-01T08:00:00Z");
    private final List<String> invoices = invoices();

    private List<String> invoices() {
        var shop = new Shop(seller);
        var seats = shop.brick("seats", "SUBSCRIPTION");
        var plan = shop.plan("Plan", Shop.priced(seats, Shop.monthly("25")));
        var customer = seller.post("/customers", "{\"name\": \"Acme\"}").is(200).text("customer_id");
        var id = seller.post("/subscriptions", """
                        {"starts_at": "2025-01-01", "contract_length": 2, "billing_frequency": "MONTHLY",
                         "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 3}], "customer_id": "%s"}
                        """.formatted(plan, seats, customer))
                .is(200)
                .text("subscription_id");
        seller.post("/subscriptions/%s/start".formatted(id), "{}").is(200);
        var ids = new ArrayList<String>();
        seller.get("/subscriptions/%s/invoices".formatted(id))
                .json()
                .path("results")
                .forEach(each -> ids.add(each.path("invoice_id").asText()));
        return ids;
    }

    private TestServer.Reply attach(String invoice, String fileName, String content, String... fields) {
        var body = new StringBuilder();
        for (int i = 0; i + 1 < fields.length; i += 2) {
            body.append("--x\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
                    .formatted(fields[i], fields[i + 1]));
        }
        body.append(
                "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\nContent-Type: application/pdf\r\n\r\n%s\r\n--x--\r\n"
                        .formatted(fileName, content));
        return seller.send(
                "POST",
                "/invoices/%s/attachments".formatted(invoice),
                body.toString(),
                "Content-Type",
                "multipart/form-data; boundary=x");
    }

    @Test
    void attachmentsOfInvoiceAndSubscriptionHaveOneOrder() {
        attach(invoices.get(0), "one.pdf", "%PDF-1.7 one").is(200, "\"position\":1", "\"target\":\"invoice\"");
        attach(invoices.get(0), "two.pdf", "%PDF-1.7 two", "target", "subscription")
                .is(200, "\"position\":2", "\"target\":\"subscription\"");
        attach(invoices.get(0), "C:\\papers\\first.pdf", "%PDF-1.7 first", "position", "1")
                .is(200, "\"position\":1", "\"name\":\"first.pdf\"");
        attach(invoices.get(1), "own.pdf", "%PDF-1.7 own").is(200, "\"position\":2");
        assertThat(names(invoices.get(0))).containsExactly("first.pdf", "one.pdf", "two.pdf");
        assertThat(names(invoices.get(1))).containsExactly("two.pdf", "own.pdf");
    }

    /// An attachment of the subscription goes with all its invoices, those of the renewal too.
    @Test
    void theEstimateOfARenewalShowsWhatHangsOnTheSubscription() {
        attach(invoices.get(0), "own.pdf", "%PDF-1.7 own").is(200);
        attach(invoices.get(0), "terms.pdf", "%PDF-1.7 terms", "target", "subscription")
                .is(200);
        for (var invoice : invoices) {
            seller.post(
                            "/invoices/%s/payments".formatted(invoice),
                            "{\"payment_method\": \"WIRE\", \"paid_amount\": 7500}")
                    .is(200);
        }
        var id = seller.get("/invoices/" + invoices.get(0)).text("subscription_id");
        var next = seller.get("/subscriptions/%s/invoices/next".formatted(id))
                .is(200, "\"is_renewal_estimate\":true")
                .json();
        assertThat(next.path("attachments").findValuesAsText("name")).containsExactly("terms.pdf");
        assertThat(next.path("attachments").path(0).path("target").asText()).isEqualTo("subscription");
    }

    /// An invoice with an attachment is not deleted with the rest of its schedule: it stays as a void.
    @Test
    void aScheduledInvoiceWithAnAttachmentMayBeDropped() {
        attach(invoices.get(1), "own.pdf", "%PDF-1.7 own").is(200);
        var id = seller.get("/invoices/" + invoices.get(1)).text("subscription_id");
        seller.post("/subscriptions/%s/terminate".formatted(id), "{}").is(200);
        seller.get("/invoices/" + invoices.get(1)).is(200, "\"status\":\"VOIDED\"", "\"name\":\"own.pdf\"");
    }

    private List<String> names(String invoice) {
        var names = new ArrayList<String>();
        seller.get("/invoices/" + invoice)
                .is(200)
                .json()
                .path("attachments")
                .forEach(each -> names.add(each.path("name").asText()));
        return names;
    }

    /// A file may look like a PDF and like a page with scripts at once; by its name it is opened as what it was taken
    /// for.
    @Test
    void aNameEndsAsWhatItIs() {
        var invoice = invoices.get(0);
        attach(invoice, "sheet.PDF", "%PDF-1.7").is(200, "\"name\":\"sheet.PDF\"");
        attach(invoice, "sheet.html", "%PDF-1.7<script>").is(200, "\"name\":\"sheet.html.pdf\"");
        attach(invoice, "a.pdf", "%PDF-1.7", "name", "Hours").is(200, "\"name\":\"Hours.pdf\"");
        attach(invoice, "a.pdf", "%PDF-1.7", "name", "\u202efdp.exe").is(200, "\"name\":\"_fdp.exe.pdf\"");
        attach(invoice, "a.pdf", "%PDF-1.7", "name", "x".repeat(255)).is(200, "\"" + "x".repeat(251) + ".pdf\"");
    }

    @Test
    void onlyPdfsOfModestSizeAreTaken() {
        var invoice = invoices.get(0);
        attach(invoice, "a.html", "<html>").is(400, "Must be a PDF");
        attach(invoice, "big.pdf", "%PDF-" + "x".repeat(5 * 1024 * 1024)).is(400, "5 MiB");
        attach(invoice, "a.pdf", "%PDF-1.7", "target", "customer").is(400, "target");
        seller.send(
                        "POST",
                        "/invoices/%s/attachments".formatted(invoice),
                        "--x--\r\n",
                        "Content-Type",
                        "multipart/form-data; boundary=x")
                .is(400, "\"file\"");
        for (int i = 0; i < 20; i++) attach(invoice, "a.pdf", "%PDF-1.7").is(200);
        attach(invoice, "a.pdf", "%PDF-1.7").is(400, "at most 20");
    }

    /// So that the mail that carries them still gets through.
    @Test
    void allOfThemTogetherAreOfModestSizeToo() {
        var large = "%PDF-" + "x".repeat(5 * 1024 * 1024 - 5);
        for (int i = 0; i < 3; i++) attach(invoices.get(0), "a.pdf", large).is(200);
        attach(invoices.get(0), "a.pdf", "%PDF-1.7").is(400, "15 MiB together");
        attach(invoices.get(1), "a.pdf", "%PDF-1.7", "target", "subscription").is(400, "15 MiB together");
        attach(invoices.get(1), "a.pdf", "%PDF-1.7").is(200);
    }

    /// By way of two of its invoices at once, a subscription gets no more than one after the other.
    @Test
    void twoUploadsTogetherDoNotExceedTheMost() {
        for (int i = 0; i < 19; i++)
            attach(invoices.get(0), "a.pdf", "%PDF-1.7", "target", "subscription")
                    .is(200);
        var replies = HOUSE.database().inTransaction(tx -> {
            tx.handle()
                    .execute(
                            "SELECT FROM subscription WHERE id = (SELECT subscription_id FROM invoice WHERE id = ?::uuid) FOR UPDATE",
                            invoices.get(0));
            return invoices.stream()
                    .map(invoice -> HeldInvoice.waiting(
                            HOUSE, () -> attach(invoice, "a.pdf", "%PDF-1.7", "target", "subscription")))
                    .toList();
        });
        assertThat(replies.stream().map(reply -> reply.join().status())).containsExactlyInAnyOrder(200, 400);
        assertThat(names(invoices.get(1))).hasSize(20);
    }

    @Test
    void anAttachmentIsRemovedThroughItsOwnInvoice() {
        var own = attach(invoices.get(0), "own.pdf", "%PDF-1.7").is(200).text("attachment_id");
        seller.delete("/invoices/%s/attachments/%s".formatted(invoices.get(1), own))
                .is(404, "attachment");
        assertThat(names(invoices.get(0))).containsExactly("own.pdf");
    }

    @Test
    void aFileIsSavedUnderItsOwnName() throws Exception {
        var made = attach(invoices.get(0), "Prüfung *1*.pdf", "%PDF-1.7").is(200);
        assertThat(fetch(made.text("url")).headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"Pr_fung _1_.pdf\"; filename*=UTF-8''Pr%C3%BCfung%20%2A1%2A.pdf");
    }

    @Test
    void aLinkOpensItsFileUntilItIsRemovedAndCannotBeMadeUp() throws Exception {
        var made = attach(invoices.get(0), "sheet.pdf", "%PDF-1.7 sheet").is(200);
        var url = made.text("url");
        var found = fetch(url);
        assertThat(found.body()).isEqualTo("%PDF-1.7 sheet");
        assertThat(found.headers().firstValue("Content-Disposition")).hasValue("attachment; filename=\"sheet.pdf\"");
        assertThat(found.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        for (int i = url.indexOf("/files/") + 7; i < url.length(); i++) {
            assertThat(fetch(url.substring(0, i) + nearest(url.charAt(i)) + url.substring(i + 1))
                            .statusCode())
                    .isEqualTo(404);
        }
        var signature = url.substring(url.lastIndexOf('.'));
        assertThat(fetch("/files/A" + signature).statusCode())
                .as("no whole byte")
                .isEqualTo(404);
        var path = "/invoices/%s/attachments/%s".formatted(invoices.get(0), made.text("attachment_id"));
        seller.delete(path).is(200);
        seller.delete(path).is(404);
        assertThat(fetch(url).statusCode()).isEqualTo(404);
    }

    /// The Base64 character that differs in the last bit, which at the end of a part may be one that decoding
    /// ignores.
    private static char nearest(char one) {
        var alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        return one == '.' ? '-' : alphabet.charAt(alphabet.indexOf(one) ^ 1);
    }

    /// The links name the public address of the service; the test meets it where it listens.
    private static HttpResponse<String> fetch(String url) throws IOException, InterruptedException {
        var path = url.substring(url.indexOf("/files/"));
        try (var client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(HOUSE.address() + path)).build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }
}
