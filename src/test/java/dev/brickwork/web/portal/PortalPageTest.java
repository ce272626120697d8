package dev.brickwork.web.portal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Chromium;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The billing portal in a real browser.
@ExtendWith(Chromium.class)
@Tag("full")
final class PortalPageTest {
    private static final TestServer HOUSE = TestServer.sharedWithFollowUp();

    /// Invoices with their files, and a way to pay.
    @Test
    void invoicesAreListedDownloadedAndPaid() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.started();
        var invoice = desk.invoice("80");
        desk.printed(invoice);
        var folder = Files.createTempDirectory("downloads");
        try (var page = Chromium.browser().page().size(1280, 900).downloadsTo(folder)) {
            page.go(desk.portalLink(subscription)).sees("Acme Rockets Inc.").sees(desk.number(invoice));
            page.picture(Chromium.PICTURES.resolve("portal.png"));
            var pdf = page.download(folder, () -> page.click("a[href*='%s']".formatted(invoice)));
            assertThat(new String(pdf, 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
            page.follow("a[href='%s']".formatted(desk.payLink(invoice).replaceFirst("^https?://[^/]+", "")));
            page.sees("Pay this invoice");
        }
    }

    @Test
    void whatIsLeftOfAPartlyPaidInvoiceIsShown() {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.started();
        var invoice = desk.invoice("80");
        desk.seller
                .post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": 1234}")
                .is(200);
        try (var page = Chromium.browser().page().phone()) {
            page.go(desk.portalLink(subscription)).sees("$80.00").sees("Amount due $67.66");
            assertThat(page.overflows()).isFalse();
        }
    }

    /// Without a default nothing is charged by itself, so the first method becomes it. A second one leaves it, and a
    /// payer
    /// who turns round at the form changes nothing.
    @Test
    void theFirstMethodBecomesTheDefault() {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.started();
        var standard = "/customers/%s/payment-methods/default".formatted(desk.customer);
        try (var page = Chromium.browser().page()) {
            page.go(desk.portalLink(subscription)).tabTo("form[action$='/methods'] button");
            page.pressAndLoad("Enter").follow("a[href*='/portal/']").sees("No payment method is saved.");
            desk.seller.get(standard).is(404);
            add(page, "pm_sandbox_visa");
            page.sees("Visa ending in 4242").sees("Default");
            desk.seller.get(standard).is(200, "\"pm_sandbox_visa\"");
            add(page, "pm_sandbox_us_bank_account");
            page.sees("Sandbox Bank account ending in 6789");
        }
        desk.seller.get(standard).is(200, "\"pm_sandbox_visa\"");
    }

    /// In each currency that has something; of another customer nothing.
    @Test
    void theCreditBalanceIsShown() {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.started();
        try (var page = Chromium.browser().page().phone()) {
            var link = desk.portalLink(subscription);
            page.go(link);
            assertThat(page.text()).doesNotContain("Credit balance");
            for (var grant : List.of("\"amount\": 2550", "\"amount\": 700, \"currency\": \"EUR\"")) {
                desk.seller
                        .post(
                                "/customers/%s/credits".formatted(desk.customer),
                                "{%s, \"reason\": \"sorry\"}".formatted(grant))
                        .is(200);
            }
            page.go(link).sees("Credit balance").sees("$25.50").sees("€7.00");
            assertThat(page.text()).doesNotContain("sorry");
            assertThat(page.overflows()).isFalse();
            page.picture(Chromium.PICTURES.resolve("portal-credit.png"));
        }
    }

    /// Added at the processor's form, made the default, removed: with the keyboard.
    @Test
    void methodsAreAddedChosenAndRemoved() {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.started();
        try (var page = Chromium.browser().page().phone()) {
            page.go(desk.portalLink(subscription)).sees("No payment method is saved.");
            assertThat(page.overflows()).isFalse();
            add(page, "pm_sandbox_visa");
            page.sees("Visa ending in 4242");
            add(page, "pm_sandbox_us_bank_account");
            page.sees("Sandbox Bank account ending in 6789");
            assertThat(page.overflows()).isFalse();
            page.tabTo("button[aria-label='Make Sandbox Bank account ending in 6789 the default']")
                    .pressAndLoad("Enter");
            page.sees("The default payment method was changed.");
            page.tabTo("button[aria-label='Make Visa ending in 4242 the default']")
                    .pressAndLoad("Enter");
            page.sees("The default payment method was changed.");
            page.picture(Chromium.PICTURES.resolve("portal-phone.png"));
            page.tabTo("button[aria-label='Remove Sandbox Bank account ending in 6789']")
                    .pressAndLoad("Enter");
            page.sees("The payment method was removed.");
            assertThat(page.text()).doesNotContain("6789");
            assertThat(page.problems()).noneMatch(problem -> problem.startsWith("security"));
        }
        desk.seller
                .get("/customers/%s/payment-methods".formatted(desk.customer))
                .is(200, "\"pm_sandbox_visa\"", "\"is_default\":true");
    }

    private static void add(dev.brickwork.support.Page page, String method) {
        page.tabTo("form[action$='/methods'] button").pressAndLoad("Enter").sees("Add a sandbox method");
        page.click("input[value=%s]".formatted(method)).follow("form button[type=submit]");
    }

    /// A form opened by the seller returns the visitor to the seller's own site: the browser follows the redirect.
    @Test
    void theFormLeadsBackToTheSellersSite() {
        var desk = PortalFixture.at(HOUSE);
        var site = HOUSE.address().replace("localhost", "127.0.0.1") + "/health/live"; // Another origin.
        var form = desk.seller
                .post(
                        "/customers/%s/payment-methods".formatted(desk.customer),
                        "{\"return_url\": \"%s\"}".formatted(site))
                .is(200)
                .text("url");
        try (var page = Chromium.browser().page()) {
            page.go(form).follow("form button[type=submit]").sees("\"status\":\"up\"");
        }
    }

    /// The portal is the payer's: a partner sees what it is billed, and nothing of others; another's link shows
    /// nothing.
    @Test
    void aPortalShowsOneCompany() {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.started();
        var foreign = PortalFixture.at(HOUSE);
        var invoice = foreign.invoice("80");
        try (var page = Chromium.browser().page()) {
            var link = desk.portalLink(subscription);
            page.go(link);
            assertThat(page.has("a[href*='%s']".formatted(invoice))).isFalse();
            page.go(link + "/invoices/%s/pdf".formatted(invoice)).sees("This link does not work");
        }
    }
}
