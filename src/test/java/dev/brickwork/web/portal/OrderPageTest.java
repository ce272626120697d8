package dev.brickwork.web.portal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Shop;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests the pages of an offered order over plain HTTP.
@Tag("verify")
final class OrderPageTest {
    private static final TestServer HOUSE = TestServer.sharedWithFollowUp();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Pattern HIDDEN = Pattern.compile("name=\"(form|shown|method)\" value=\"([^\"]+)\"");

    private static <T> HttpResponse<T> get(String address, BodyHandler<T> handler) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(URI.create(address)).build(), handler);
    }

    private static String page(String link) throws Exception {
        return get(link, HttpResponse.BodyHandlers.ofString()).body();
    }

    /// Signs with what stands on a page, and says where the answer leads.
    private static String sign(String link, String page) throws Exception {
        var fields = new StringBuilder("name=Wile+Coyote&consent=yes");
        var hidden = HIDDEN.matcher(page);
        while (hidden.find())
            fields.append("&%s=%s".formatted(hidden.group(1), hidden.group(2).replace(":", "%3A")));
        var request = HttpRequest.newBuilder(URI.create(link))
                .headers("Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin")
                .POST(HttpRequest.BodyPublishers.ofString(fields.toString()));
        var answer = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return answer.headers().firstValue("Location").orElseThrow();
    }

    private static String pdf(String url) throws Exception {
        try (var file =
                Loader.loadPDF(get(url, HttpResponse.BodyHandlers.ofByteArray()).body())) {
            return new PDFTextStripper().getText(file);
        }
    }

    /// A negative rate makes the order dearer (rule D-06).
    @Test
    void aSurchargeIsNotCalledADiscount() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var offer = desk.seller
                .post("/subscriptions", """
                        {"starts_at": "%s", "contract_length": 12, "billing_frequency": "MONTHLY", "plan_id": "%s",
                         "bricks": [{"brick_id": "%s", "quantity": 12, "discount": [{"rate": "-10"}]}], "customer_id": "%s"}
                        """.formatted(
                                LocalDate.now(ZoneOffset.UTC), desk.plan, desk.seats, desk.customer))
                .is(200)
                .text("subscription_id");
        assertThat(page(desk.signLink(offer))).contains("Surcharge $561.60").doesNotContain("Discount");
    }

    /// A recast and an upgrade to another plan are agreed under its name, and keep it when another one follows.
    @Test
    void aFormNamesThePlanThatIsAgreed() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.started();
        var large = plan(desk, "Large");
        var huge = plan(desk, "Huge");
        var recast = change(
                desk, subscription, "recast", large, ", \"contract_length\": 12, \"billing_frequency\": \"MONTHLY\"");
        var link = desk.signLink(subscription);
        assertThat(page(link)).contains("<dd>Large</dd>").doesNotContain("Team");
        assertThat(pdf(recast)).contains("Large").doesNotContain("Team");
        assertThat(sign(link, page(link))).doesNotContain("?");

        var upgrade = change(desk, subscription, "upgrade", huge, "");
        var second = desk.signLink(subscription);
        assertThat(page(second)).contains("<dd>Huge</dd>").doesNotContain("Large");
        assertThat(pdf(upgrade)).contains("Huge").doesNotContain("Large");
        assertThat(sign(second, page(second))).doesNotContain("?");
        assertThat(page(link)).contains("<dd>Large</dd>").doesNotContain("Huge");
    }

    /// Who has signed is forgotten with the others of the company; that it was signed stays.
    @Test
    void anErasedSignerIsNamedNoMore() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.offer("");
        var link = desk.signLink(subscription);
        assertThat(sign(link, page(link))).doesNotContain("?");
        desk.formPrinted(subscription);
        assertThat(page(link)).contains("Wile Coyote");
        desk.seller
                .post("/subscriptions/%s/terminate".formatted(subscription), "{}")
                .is(200);
        desk.seller
                .delete("/customers/%s/personal-data".formatted(desk.customer))
                .is(200);
        var form = desk.seller
                .get("/subscriptions/%s/orders".formatted(subscription))
                .is(200)
                .first("pdf_url");
        assertThat(page(link))
                .contains("the order is signed", "Erased customer")
                .doesNotContain("Coyote", "127.0.0.1");
        assertThat(pdf(form)).contains("Erased customer").doesNotContain("Coyote", "127.0.0.1");
    }

    private static String plan(PortalFixture desk, String name) {
        return new Shop(desk.seller).plan(name, Shop.priced(desk.seats, Shop.monthly("50")));
    }

    /// The address of its form.
    private static String change(PortalFixture desk, String subscription, String kind, String plan, String more) {
        var current = desk.seller.get("/subscriptions/" + subscription).is(200).json();
        return desk.seller
                .post("/subscriptions/%s/%s".formatted(subscription, kind), """
                        {"starts_at": "%s", "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 20}]%s}
                        """.formatted(
                        current.path("starts_at").asText(),
                        plan,
                        current.path("line_items").path(0).path("brick_id").asText(),
                        more))
                .is(200)
                .text("pdf_url");
    }

    /// Each phase has its time, its plan and its payment terms.
    @Test
    void phasesAreToldApart() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var large = plan(desk, "Large");
        var start = LocalDate.now(ZoneOffset.UTC).plusMonths(1).withDayOfMonth(1);
        var subscription = desk.seller
                .post("/subscriptions", """
                        {"starts_at": "%s", "contract_length": 12, "billing_frequency": "QUARTERLY", "plan_id": "%s",
                         "bricks": [], "customer_id": "%s", "phases": [
                           {"phase_position": 1, "starts_at": "%s", "contract_length": 6, "payment_terms": 10,
                            "bricks": [{"brick_id": "%s", "quantity": 2}]},
                           {"phase_position": 2, "starts_at": "%s", "contract_length": 6, "payment_terms": 45,
                            "plan_id": "%s", "bricks": [{"brick_id": "%s", "quantity": 4}]}]}
                        """.formatted(
                        start, desk.plan, desk.customer, start, desk.seats, start.plusMonths(6), large, desk.seats))
                .is(200)
                .text("subscription_id");
        var page = page(desk.checkoutLink(subscription));
        var day = DateTimeFormatter.ofPattern("MMM d, yyyy", Locale.ENGLISH);
        assertThat(page)
                .contains("<dd>Team, Large</dd>", "<dd>10 days / 45 days</dd>")
                .contains(
                        start.format(day) + " – "
                                + start.plusMonths(6).minusDays(1).format(day),
                        start.plusMonths(6).format(day) + " – "
                                + start.plusYears(1).minusDays(1).format(day));
        var form = desk.seller
                .get("/subscriptions/%s/orders".formatted(subscription))
                .is(200)
                .json();
        assertThat(pdf(form.path("results").path(0).path("pdf_url").asText()))
                .contains("Net 10 days / Net 45", "Team, Large");
    }

    /// A credit without a name of the seller's gets one in the reader's language; a name that the seller set stays.
    @Test
    void aCreditIsNamedInTheReadersLanguage() throws Exception {
        var desk = new PortalFixture(HOUSE.seller(), "de");
        var subscription = desk.started();
        desk.payFirst(subscription);
        var order = desk.recast(subscription);
        assertThat(page(desk.signLink(subscription))).contains("Anrechnung").doesNotContain("Adjustment credit");
        desk.seller
                .patch(
                        "/subscriptions/%s/recast/%s".formatted(subscription, order),
                        "{\"adjustment_credit_label\": \"For the rest of May\"}")
                .is(200);
        assertThat(page(desk.signLink(subscription))).contains("For the rest of May");
    }

    /// A coupon that others have used up is named as the reason, and the refused form changes no payment method.
    @Test
    void whatIsNotAgreedChangesNothing() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        desk.seller
                .post(
                        "/discount-coupons",
                        "{\"code\": \"ONCE\", \"discount_rate\": \"10\", \"duration_months\": 12, \"max_redemptions\": 1}")
                .is(200);
        var methods = "/customers/%s/payment-methods".formatted(desk.customer);
        for (var method : new String[] {"pm_sandbox_us_bank_account", "pm_sandbox_visa"}) {
            desk.seller
                    .post(methods, "{\"sandbox_payment_method_id\": \"%s\"}".formatted(method))
                    .is(200);
        }
        desk.seller
                .put(methods + "/default", "{\"payment_method_id\": \"pm_sandbox_visa\"}")
                .is(200);
        var subscription = desk.offer(", \"discount_coupons\": [\"ONCE\"]");
        var link = desk.checkoutLink(subscription);
        var before = page(link + "?way=bank");
        desk.started(", \"discount_coupons\": [\"ONCE\"]");
        assertThat(confirm(link, before)).endsWith("?coupon");
        assertThat(page(link + "?coupon")).contains("The coupon of this order cannot be used any more");

        desk.seller
                .patch("/subscriptions/" + subscription, "{\"discount_coupons\": []}")
                .is(200);
        assertThat(confirm(link, before)).endsWith("?changed");
        desk.seller.get(methods + "/default").is(200, "pm_sandbox_visa");

        assertThat(confirm(link, page(link + "?way=bank"))).doesNotContain("?");
        desk.seller.get(methods + "/default").is(200, "pm_sandbox_us_bank_account");
    }

    private static String confirm(String link, String page) throws Exception {
        var form = page.substring(page.indexOf("/confirm\""));
        return sign(link + "/confirm", form.substring(0, form.indexOf("</form>")));
    }

    /// Neither a link for what is not taken, nor a form behind a link of before.
    @Test
    void whereFormsAreOffNobodySigns() throws Exception {
        for (var off : new String[] {"\"checkout_order_form\": false", "\"minimum_order_form_tcv\": 99999999"}) {
            var desk = PortalFixture.at(HOUSE);
            var subscription = desk.offer("");
            var link = desk.signLink(subscription);
            var before = page(link);
            desk.seller
                    .patch("/seller", "{\"accepted_payment_methods_config\": {%s}}".formatted(off))
                    .is(200);

            desk.seller
                    .post("/subscriptions/%s/sign".formatted(subscription), "{}")
                    .is(400, "agreed by form");
            assertThat(page(link)).contains("cannot be agreed to at the moment").doesNotContain("<form");
            sign(link, before);
            assertThat(desk.stage(subscription)).isEqualTo("BUILDING");
        }
    }
}
