package dev.brickwork.web.portal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests the lists of the portal over plain HTTP.
@Tag("verify")
final class PortalListTest {
    private static final TestServer HOUSE = TestServer.sharedWithFollowUp();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Pattern ROW = Pattern.compile("<tr><td><b>([^<]+)</b>.*?</tr>", Pattern.DOTALL);

    private static HttpResponse<String> get(String address) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static List<String> numbers(String page) {
        return ROW.matcher(page).results().map(row -> row.group(1)).toList();
    }

    private static String row(String page, String number) {
        return ROW.matcher(page)
                .results()
                .filter(row -> row.group(1).equals(number))
                .map(MatchResult::group)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void newestFirstAndTwentyToAPage() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var link = desk.portalLink(desk.started());
        var all = new ArrayList<>(numbers(get(link).body()));
        assertThat(all).as("of the contract").hasSize(1);
        for (int i = 1; i <= 19; i++) all.addFirst(desk.number(desk.invoice(String.valueOf(i))));
        var full = get(link).body();
        assertThat(numbers(full)).isEqualTo(all);
        assertThat(full).doesNotContain("?page=");

        for (int i = 20; i <= 21; i++) all.addFirst(desk.number(desk.invoice(String.valueOf(i))));
        var first = get(link).body();
        assertThat(numbers(first)).isEqualTo(all.subList(0, 20));
        assertThat(first).contains("?page=1\"").doesNotContain("?page=0");
        var second = get(link + "?page=1").body();
        assertThat(numbers(second)).isEqualTo(all.subList(20, 22));
        assertThat(second).contains("?page=0\"").doesNotContain("?page=2");
    }

    /// Another customer of the same seller: neither listed nor to be had by its id.
    @Test
    void anotherCompanysInvoiceIsNotThere() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var link = desk.portalLink(desk.started());
        var other =
                desk.seller.post("/customers", "{\"name\": \"Other\"}").is(200).text("customer_id");
        var theirs = desk.seller.post("/invoices", """
                        {"customer_id": "%s", "line_items": [{"description": "Work", "unit_price": "80"}]}
                        """.formatted(other)).is(200).text("invoice_id");
        var ours = desk.invoice("80");
        desk.printed(theirs);
        desk.printed(ours);
        assertThat(numbers(get(link).body())).contains(desk.number(ours)).doesNotContain(desk.number(theirs));
        assertThat(get("%s/invoices/%s/pdf".formatted(link, ours)).statusCode()).isEqualTo(200);
        assertThat(get("%s/invoices/%s/pdf".formatted(link, theirs)).statusCode())
                .isEqualTo(404);
        assertThat(get(link.replace("/portal/", "/sign/")).statusCode())
                .as("a link is for one kind of page")
                .isEqualTo(404);
    }

    /// The holder of a portal link sees nothing of the company that takes the subscription over.
    @Test
    void aPortalStaysWithItsCompany() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.started();
        var link = desk.portalLink(subscription);
        var order = desk.recast(subscription);
        var other =
                desk.seller.post("/customers", "{\"name\": \"Other\"}").is(200).text("customer_id");
        var recast = "/subscriptions/%s/recast/%s".formatted(subscription, order);
        desk.seller.patch(recast, "{\"customer_id\": \"%s\"}".formatted(other)).is(200);
        desk.seller.post(recast + "/start", "{}").is(200);
        var ours = desk.number(desk.firstInvoice(subscription));
        assertThat(numbers(get(link).body())).containsExactly(ours);
        assertThat(get(link).body()).contains("Acme Rockets Inc.").doesNotContain("Other");
        assertThat(get(desk.portalLink(subscription)).body()).contains("Other").doesNotContain(ours);
    }

    /// The invoices stay; a payment method would be new personal data of a customer whose data were erased.
    @Test
    void anErasedCompanyAddsNoMethod() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.started();
        var link = desk.portalLink(subscription);
        var before = get(link).body();
        assertThat(before).contains("Add a payment method");
        desk.seller
                .post("/subscriptions/%s/terminate".formatted(subscription), "{}")
                .is(200);
        desk.seller
                .delete("/customers/%s/personal-data".formatted(desk.customer))
                .is(200);
        assertThat(get(link).body())
                .contains(desk.number(desk.firstInvoice(subscription)))
                .doesNotContain("Add a payment method", "Acme");
        var form = before.substring(before.indexOf("/methods\""));
        var token = form.substring(form.indexOf("value=\"") + 7);
        var sent = HttpRequest.newBuilder(URI.create(link + "/methods"))
                .headers("Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin")
                .POST(HttpRequest.BodyPublishers.ofString("form=" + token.substring(0, token.indexOf('"'))));
        assertThat(CLIENT.send(sent.build(), HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(404);
    }

    /// An invoice that the payment page would refuse to take money for has no payment link here.
    @Test
    void nobodyIsAskedToPayWhileADebitIsUnderWay() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var link = desk.portalLink(desk.started());
        desk.seller
                .post(
                        "/customers/%s/payment-methods".formatted(desk.customer),
                        "{\"sandbox_payment_method_id\": \"pm_sandbox_us_bank_account\"}")
                .is(200);
        var owed = desk.invoice("80");
        assertThat(row(get(link).body(), desk.number(owed))).contains("/pay/");
        desk.seller
                .post("/invoices/%s/pay".formatted(owed), "{\"payment_method_id\": \"pm_sandbox_us_bank_account\"}")
                .is(200);
        assertThat(row(get(link).body(), desk.number(owed)))
                .contains("Payment under way")
                .doesNotContain("/pay/");
    }

    @Test
    void onlyWhatIsOwedCanBePaid() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var link = desk.portalLink(desk.started());
        var owed = desk.invoice("80");
        var part = desk.invoice("80");
        var gone = desk.invoice("80");
        desk.seller
                .post("/invoices/%s/payments".formatted(part), "{\"payment_method\": \"WIRE\", \"paid_amount\": 3000}")
                .is(200);
        desk.seller.post("/invoices/%s/void".formatted(gone), "{}").is(200);
        var page = get(link).body();
        assertThat(row(page, desk.number(owed))).contains("/pay/", "$80.00").doesNotContain("Amount due");
        assertThat(row(page, desk.number(part))).contains("/pay/", "Amount due $50.00");
        assertThat(row(page, desk.number(gone))).doesNotContain("/pay/", "Amount due");
    }
}
