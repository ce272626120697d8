package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests the order form under its link, as the buyer gets it: always a PDF, whatever the order holds.
@Tag("verify")
final class OrderFormScenarioTest {
    private static final TestServer HOUSE = TestServer.shared();
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void theLinkOfAnOrderIsItsFormAsItStands() throws IOException, InterruptedException {
        var shop = Shop.at(HOUSE, "2025-01-31T09:00:00Z");
        var id = shop.create(shop.sectionTwentyOne());
        var link = link(shop, id);
        var form = fetch("GET", link);
        assertThat(form.statusCode()).isEqualTo(200);
        assertThat(form.headers().firstValue("Content-Type")).contains("application/pdf");
        assertThat(form.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(form.headers().firstValue("X-Robots-Tag")).contains("noindex");
        assertThat(text(form)).contains("Acme", "Seats", "Onboarding", "4,089.85", "Signature");

        // The same link shows the order as it is after a change, and after its start.
        shop.seller
                .patch(
                        "/subscriptions/" + id,
                        "{\"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 20}]}".formatted(shop.seats))
                .is(200);
        assertThat(text(fetch("GET", link))).contains("Seats").doesNotContain("Onboarding");
        shop.start(id);
        assertThat(link(shop, id)).isEqualTo(link);
        assertThat(fetch("GET", link).statusCode()).isEqualTo(200);
    }

    /// Taxes and parties move without the order: while it is open, its form follows them, and is printed once as long
    /// as it says the same. Once it is closed the form stays as it is, until its customer's personal data are
    /// erased.
    @Test
    void theFormOfAnOpenOrderFollowsTheTaxesAndTheParties() throws IOException, InterruptedException {
        var shop = Shop.at(HOUSE, "2025-01-31T09:00:00Z");
        var id = shop.create(shop.order("2025-01-31", 12, "MONTHLY", 5, ""));
        var link = link(shop, id);
        assertThat(text(fetch("GET", link))).contains("Acme", "No tax");
        shop.seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
        var customer = "/customers/" + shop.customer;
        shop.seller
                .patch(customer, "{\"legal_name\": \"Roadrunner GmbH\", \"address\": {\"country\": \"DE\"}}")
                .is(200);
        var moved = fetch("GET", link).body();
        assertThat(text(fetch("GET", link))).contains("Roadrunner GmbH", "VAT").doesNotContain("No tax");
        assertThat(fetch("GET", link).body()).isEqualTo(moved);

        shop.start(id);
        var closed = fetch("GET", link).body();
        shop.seller
                .patch(customer, "{\"legal_name\": \"Coyote Inc.\", \"address\": {\"country\": \"US\"}}")
                .is(200);
        shop.seller.post("/subscriptions/%s/terminate".formatted(id), "{}").is(200);
        assertThat(fetch("GET", link).body()).isEqualTo(closed);

        shop.seller.delete(customer + "/personal-data").is(200);
        assertThat(text(fetch("GET", link))).contains("Erased customer").doesNotContain("Roadrunner", "Coyote");
    }

    /// Also while it is open, and the first one's form stays what it was.
    @Test
    void theFormOfAnOrderThatMovesTheContractIsForWhoTakesItOver() throws IOException, InterruptedException {
        var shop = Shop.at(HOUSE, "2025-01-31T09:00:00Z");
        var id = shop.started(shop.order("2025-01-31", 12, "MONTHLY", 5, """
                , "accounts_payable_emails": ["payables@former.example"], "purchase_order": {"code": "PO-7"}"""));
        var first = link(shop, id);
        var heir = shop.customer("Heir", "");
        var order = shop.seller
                .post("/subscriptions/%s/upgrade".formatted(id), """
                        {"starts_at": "2025-01-31", "bricks": [{"brick_id": "%s", "quantity": 9}], "customer_id": "%s"}
                        """.formatted(shop.seats, heir))
                .is(200);
        var link = URI.create(order.text("pdf_url")).getPath();
        assertThat(text(fetch("GET", link))).contains("Heir").doesNotContain("Acme", "former.example", "PO-7");

        shop.seller
                .post("/subscriptions/%s/upgrade/%s/start".formatted(id, order.text("order_id")), "{}")
                .is(200);
        assertThat(text(fetch("GET", link))).contains("Heir").doesNotContain("Acme", "former.example", "PO-7");
        assertThat(text(fetch("GET", first)))
                .contains("Acme", "former.example", "PO-7")
                .doesNotContain("Heir");
    }

    /// The order names no customer, and goes on with the customer of the term that it follows.
    @Test
    void aTermAfterTheNextIsForWhoHasTheNext() throws IOException, InterruptedException {
        var shop = Shop.at(HOUSE, "2025-01-31T09:00:00Z");
        var id = shop.started(shop.order("2025-01-31", 12, "MONTHLY", 5, ""));
        var renewal = """
                {"contract_length": 12, "billing_frequency": "MONTHLY", "bricks": [{"brick_id": "%s", "quantity": 1}]%s}
                """;
        var path = "/subscriptions/%s/renewal".formatted(id);
        shop.seller.started(
                path, renewal.formatted(shop.seats, ", \"customer_id\": \"%s\"".formatted(shop.customer("Heir", ""))));
        var order = shop.seller.post(path, renewal.formatted(shop.seats, "")).is(200);
        assertThat(text(fetch("GET", URI.create(order.text("pdf_url")).getPath())))
                .contains("Heir")
                .doesNotContain("Acme");
    }

    /// Without a minimum an order that takes something back is agreed by form like any other (rule W-05).
    @Test
    void fewerSeatsAreAgreedByFormToo() {
        var shop = Shop.at(HOUSE, "2025-01-31T09:00:00Z");
        var id = shop.started(shop.order("2025-01-31", 12, "MONTHLY", 5, ", \"transaction_method\": \"ORDER_FORM\""));
        shop.seller.started(
                "/subscriptions/%s/upgrade".formatted(id),
                "{\"starts_at\": \"2025-01-31\", \"bricks\": [{\"brick_id\": \"%s\", \"quantity\": 3}]}"
                        .formatted(shop.seats));
    }

    /// A document, not a piece of one.
    @Test
    void theSellersOwnHtmlIsADocument() {
        var shop = Shop.at(HOUSE, "2025-01-31T09:00:00Z");
        for (var html : List.of("terms", "<p>terms</p>", "<html>terms</html>", "<body>terms</body>", "html body")) {
            shop.seller
                    .post(
                            "/subscriptions",
                            shop.order(
                                    "2025-01-31",
                                    12,
                                    "MONTHLY",
                                    5,
                                    ", \"custom_order_form_html\": \"%s\"".formatted(html)))
                    .is(400, "custom_order_form_html", "with html and body elements");
        }
        var page = "<!DOCTYPE html><HTML lang='en'><head></head><Body class='x'>terms</Body></HTML>";
        shop.create(shop.order("2025-01-31", 12, "MONTHLY", 5, ", \"custom_order_form_html\": \"%s\"".formatted(page)));
    }

    /// The seller's own words, with our summary behind them.
    @Test
    void theSellersOwnHtmlIsPrintedAndNeverServed() throws IOException, InterruptedException {
        var shop = Shop.at(HOUSE, "2025-01-31T09:00:00Z");
        var html = "<html><body><h1>Our own terms</h1><script>alert(1)</script><p>total: 0</p></body></html>";
        var id = shop.create(
                shop.order("2025-01-31", 12, "MONTHLY", 5, ", \"custom_order_form_html\": \"%s\"".formatted(html)));
        var form = fetch("GET", link(shop, id));
        assertThat(form.headers().firstValue("Content-Type")).contains("application/pdf");
        assertThat(text(form)).contains("Our own terms", "1,500.00").doesNotContain("alert");
    }

    @Test
    void whoDoesNotKnowTheLinkFindsNothing() throws IOException, InterruptedException {
        var shop = Shop.at(HOUSE, "2025-01-31T09:00:00Z");
        var link = link(shop, shop.create(shop.order("2025-01-31", 12, "MONTHLY", 5, "")));
        var wrong = link.substring(0, link.length() - 1) + (link.endsWith("A") ? "B" : "A");
        var unknown = fetch("GET", wrong);
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(fetch("GET", "/files/short").statusCode()).isEqualTo(404);
        assertThat(fetch("GET", "/files/..%2F..%2Fetc%2Fpasswd").statusCode()).isEqualTo(404);
        assertThat(fetch("POST", link).statusCode()).isEqualTo(404);
        assertThat(fetch("DELETE", link).statusCode()).isEqualTo(404);
    }

    /// The path of the link: tests listen on another port than the links name.
    private static String link(Shop shop, String id) {
        var url = shop.seller
                .get("/subscriptions/%s/orders".formatted(id))
                .is(200)
                .first("pdf_url");
        return URI.create(url).getPath();
    }

    private static HttpResponse<byte[]> fetch(String method, String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(HOUSE.address() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private static String text(HttpResponse<byte[]> answer) throws IOException {
        try (var document = Loader.loadPDF(answer.body())) {
            return new PDFTextStripper().getText(document);
        }
    }
}
