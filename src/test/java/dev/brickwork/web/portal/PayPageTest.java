package dev.brickwork.web.portal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.delivery.mail.outgoing.Mailbox;
import dev.brickwork.support.Await;
import dev.brickwork.support.Chromium;
import dev.brickwork.support.Legible;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Paying in a real browser.
@ExtendWith(Chromium.class)
@Tag("full")
final class PayPageTest {
    private static final Mailbox MAIL = new Mailbox(PortalFixture.folder());

    @AutoClose
    private static final TestServer HOUSE = MAIL.house();

    private static final String PAY = "form[action$='/session'] button";
    private static final String SUBMIT = "form[action^='/sandbox/'] button[type=submit]";

    /// From the link to paid, with the built-in processor.
    @Test
    void anInvoiceIsPaid() {
        var desk = PortalFixture.at(HOUSE);
        var invoice = desk.invoice("1234.50");
        try (var page = Chromium.browser().page().size(1280, 900)) {
            page.go(desk.payLink(invoice))
                    .sees("$1,234.50")
                    .sees("Northwind Analytics GmbH")
                    .sees("Pay this invoice");
            page.picture(Chromium.PICTURES.resolve("pay.png"));
            page.follow(PAY).sees("Sandbox payment").sees("$1,234.50");
            page.picture(Chromium.PICTURES.resolve("sandbox.png"));
            page.follow(SUBMIT).sees("This invoice is paid");
            page.picture(Chromium.PICTURES.resolve("paid.png"));
            assertThat(page.problems()).noneMatch(problem -> problem.startsWith("security"));
        }
        desk.seller.get("/invoices/" + invoice).is(200, "\"status\":\"PAID\"", "\"remaining_amount\":0");
    }

    /// A decline takes nothing and keeps the form open; the second choice pays.
    @Test
    void aDeclineCanBeTriedAgain() {
        var desk = PortalFixture.at(HOUSE);
        var invoice = desk.invoice("80");
        try (var page = Chromium.browser().page()) {
            page.go(desk.payLink(invoice)).follow(PAY);
            page.click("input[value=pm_sandbox_soft_decline]").follow(SUBMIT).sees("Declined");
            desk.seller.get("/invoices/" + invoice).is(200, "\"remaining_amount\":8000");
            page.click("input[value=pm_sandbox_visa]").follow(SUBMIT).sees("This invoice is paid");
        }
        desk.seller.get("/invoices/" + invoice).is(200, "\"status\":\"PAID\"");
    }

    /// Turning round at the form leaves everything as it was, and the way open.
    @Test
    void whoTurnsRoundCanPayLater() {
        var desk = PortalFixture.at(HOUSE);
        var invoice = desk.invoice("80");
        try (var page = Chromium.browser().page()) {
            page.go(desk.payLink(invoice)).follow(PAY).follow("a[href$='/back']");
            page.sees("$80.00").sees("Otherwise you can pay now");
            page.follow(PAY).follow(SUBMIT).sees("This invoice is paid");
        }
    }

    @Test
    void aBankDebitIsOnItsWay() {
        var desk = PortalFixture.at(HOUSE);
        var invoice = desk.invoice("80");
        try (var page = Chromium.browser().page()) {
            page.go(desk.payLink(invoice)).follow(PAY);
            page.click("input[value=pm_sandbox_us_bank_account]").follow(SUBMIT);
            page.sees("Your payment is being processed").sees("$80.00").sees("Rocket maintenance");
            assertThat(page.has("form[action$='/session']")).isFalse();
        }
    }

    /// The page still tells how much was paid, and of which invoice; there is nothing more to pay.
    @Test
    void aPaidInvoiceIsStillShown() {
        var desk = PortalFixture.at(HOUSE);
        var paid = desk.invoice("80");
        pay(desk, paid, 3_000);
        pay(desk, paid, 5_000);
        try (var page = Chromium.browser().page().size(1280, 900)) {
            page.go(desk.payLink(paid)).sees("This invoice is paid");
            page.picture(Chromium.PICTURES.resolve("pay-paid.png"));
            assertThat(page.text())
                    .contains(desk.number(paid), "Rocket maintenance", "Total\n$80.00", "-$30.00", "-$50.00")
                    .contains("Amount due\n$0.00", "Paid on", "Bank account")
                    .doesNotContain("Pay this invoice", "Transfer", "Acme", "payables@acme.example");
            assertThat(page.has("form[action$='/session']")).isFalse();
            assertThat(page.has("form[action$='/code']")).isTrue();
            page.click("details summary");
            assertThat(page.text()).contains("DE75 5121 0800 1245 1261 99");
        }
    }

    @Test
    void aVoidedInvoiceIsShownAndAsksForNothing() {
        var desk = PortalFixture.at(HOUSE);
        var voided = desk.invoice("90");
        var link = desk.payLink(voided);
        desk.seller
                .post("/invoices/%s/void".formatted(voided), "{\"reason\": \"wrong customer\"}")
                .is(200);
        try (var page = Chromium.browser().page()) {
            page.go(link).sees("This invoice was cancelled").picture(Chromium.PICTURES.resolve("void.png"));
            assertThat(page.text())
                    .contains(desk.number(voided), "$90.00", "Rocket maintenance", "Void")
                    .doesNotContain("Amount due", "DE75", "Acme", "wrong customer");
            assertThat(page.has("form[action$='/session']")).isFalse();
        }
    }

    /// The page asks for the rest, beside the amount that was paid.
    @Test
    void aPartlyPaidInvoiceAsksForTheRest() {
        var desk = PortalFixture.at(HOUSE);
        var invoice = desk.invoice("80");
        pay(desk, invoice, 1_234);
        try (var page = Chromium.browser().page().phone()) {
            page.go(desk.payLink(invoice)).sees("Partly paid").sees("Pay $67.66");
            assertThat(page.text()).contains("Total\n$80.00", "-$12.34", "Amount due\n$67.66");
            assertThat(page.overflows()).isFalse();
        }
    }

    @Test
    void anInvoiceSettledByCreditSaysSo() {
        var desk = PortalFixture.at(HOUSE);
        desk.seller
                .post("/customers/%s/credits".formatted(desk.customer), "{\"amount\": 8000, \"reason\": \"sorry\"}")
                .is(200);
        var invoice = desk.invoice("80");
        try (var page = Chromium.browser().page()) {
            page.go(desk.payLink(invoice)).sees("This invoice is settled");
            assertThat(page.text())
                    .contains(desk.number(invoice), "Credit applied\n-$80.00", "Amount due\n$0.00")
                    .doesNotContain("Thank you", "sorry");
        }
    }

    /// A payer by bank transfer needs number, amount and account most when the invoice is very late.
    @Test
    void anOldDebtShowsEverythingAndCanBePaid() {
        var desk = new PortalFixture(HOUSE.sellerAt("2026-01-01T12:00:00Z"), "en");
        var invoice = desk.invoice("80");
        desk.seller.advanceTo("2026-07-01T12:00:00Z");
        try (var page = Chromium.browser().page().size(1280, 900)) {
            page.go(desk.payLink(invoice)).sees("Past due").click("details summary");
            page.picture(Chromium.PICTURES.resolve("pay-late.png"));
            assertThat(page.text())
                    .contains("$80.00", desk.number(invoice), "DE75 5121 0800 1245 1261 99", "Rocket maintenance");
            page.follow(PAY).sees("Sandbox payment").follow(SUBMIT).sees("This invoice is paid");
        }
    }

    /// Each line with its period and quantity, from the subtotal over the tax to the total, as on the PDF.
    @Test
    void theLinesOfAnInvoiceAddUpToIt() {
        var desk = PortalFixture.on(HOUSE, "2026-01-01");
        var subscription = desk.started("");
        for (int width : new int[] {320, 1280}) {
            try (var page = Chromium.browser().page().size(width, 900)) {
                page.go(desk.payLink(desk.firstInvoice(subscription))).sees("What this invoice is for");
                assertThat(page.text())
                        .containsSubsequence(
                                "Seats", "Jan 1, 2026 – Jan 31, 2026", "×\u00a012", "$468.00", "Total", "Amount due")
                        .doesNotContain("Acme", "Coyote", "Desert Road");
                assertThat(page.overflows()).isFalse();
                page.picture(Chromium.PICTURES.resolve("pay-lines-%d.png".formatted(width)));
            }
        }
    }

    private static void pay(PortalFixture desk, String invoice, int amount) {
        desk.seller
                .post(
                        "/invoices/%s/payments".formatted(invoice),
                        "{\"payment_method\": \"WIRE\", \"paid_amount\": %d}".formatted(amount))
                .is(200);
    }

    /// `paywall_force_autopay`: the page says what paying there means, and it happens.
    @Test
    void payingCanTurnAutoPayOn() {
        var desk = PortalFixture.on(HOUSE, "2026-01-01");
        var subscription = desk.started(", \"accepted_payment_methods_config\": {\"paywall_force_autopay\": true}");
        try (var page = Chromium.browser().page()) {
            page.go(desk.payLink(desk.firstInvoice(subscription)));
            page.sees("you allow Northwind Analytics to keep this payment method");
            page.follow(PAY).follow(SUBMIT).sees("This invoice is paid");
        }
        Await.until(
                "the method is saved",
                () -> desk.seller
                        .get("/customers/%s/payment-methods/default".formatted(desk.customer))
                        .body()
                        .contains("pm_sandbox_visa"));
        desk.seller.advanceTo("2026-03-15T12:00:00Z");
        assertThat(desk.bills(subscription)).startsWith("PAID", "PAID", "OUTSTANDING"); // charged when due
    }

    /// The page works without a mouse, and the focus is always visible.
    @Test
    void theKeyboardIsEnough() {
        var desk = PortalFixture.at(HOUSE);
        var invoice = desk.invoice("80");
        try (var page = Chromium.browser().page()) {
            page.go(desk.payLink(invoice)).press("Tab");
            assertThat(page.isFocused("a.skip")).isTrue();
            page.tabTo(PAY);
            assertThat(page.isFocusVisible()).isTrue();
            page.pressAndLoad("Enter").sees("Sandbox payment");
            page.tabTo("input[name=method]");
            assertThat(page.isFocusVisible()).isTrue();
            page.press("ArrowDown").press("ArrowDown");
            assertThat(page.script("document.activeElement.value").asText()).isEqualTo("pm_sandbox_soft_decline");
            page.tabTo(SUBMIT).pressAndLoad("Enter").sees("Declined");
            page.tabTo("input[name=method]").tabTo(SUBMIT).pressAndLoad("Enter").sees("This invoice is paid");
        }
    }

    /// An amount that breaks in two reads as another one, and a long name must not push the due date away.
    @Test
    void largeAmountsAndLongNamesFit() {
        var desk = PortalFixture.at(HOUSE);
        var entity = desk.seller
                .get("/legal-entities")
                .is(200)
                .json()
                .path("results")
                .path(0);
        desk.seller
                .patch(
                        "/legal-entities/" + entity.path("legal_entity_id").asText(),
                        "{\"legal_name\": \"Hochgeschwindigkeitsdatenverarbeitungsanlagenbaugesellschaft mbH\"}")
                .is(200);
        desk.seller
                .patch("/seller", "{\"name\": \"Hochgeschwindigkeitsdatenverarbeitungsanlagenbau\"}")
                .is(200);
        var link = desk.payLink(desk.invoice("99999999999.99"));
        for (int width : new int[] {320, 390, 1280}) {
            try (var page = Chromium.browser().page().size(width, 900)) {
                page.go(link).sees("$99,999,999,999.99");
                assertThat(page.overflows()).as(width + " wide").isFalse();
                assertThat(page.script(
                                        "(() => { const e = document.querySelector('.figure');"
                                                + " return e.offsetHeight < 1.5 * parseFloat(getComputedStyle(e).lineHeight); })()")
                                .asBoolean())
                        .as(width + " wide")
                        .isTrue();
            }
        }
    }

    /// Paper has no buttons to press and nothing to unfold.
    @Test
    void aPrintedPageTellsWhereToPay() {
        var desk = PortalFixture.at(HOUSE);
        try (var page = Chromium.browser().page().size(794, 1123).printed()) {
            var invoice = desk.invoice("10");
            page.go(desk.payLink(invoice)).sees("$10.00");
            assertThat(page.text())
                    .contains("DE75 5121 0800 1245 1261 99", "SOGEDEFF", "Torstr. 1", desk.number(invoice))
                    .doesNotContain("secure form", "Send the code");
            assertThat(page.script(Legible.PALE).asText()).isEmpty();
        }
    }

    @Test
    void aPhoneShowsEverythingWithoutScrollingSideways() {
        var desk = new PortalFixture(HOUSE.seller(), "de");
        var invoice = desk.invoice("1234.50");
        try (var page = Chromium.browser().page().phone().dark()) {
            page.go(desk.payLink(invoice)).sees("Diese Rechnung bezahlen").sees("1.234,50");
            assertThat(page.overflows()).isFalse();
            page.picture(Chromium.PICTURES.resolve("pay-phone-dark.png"));
            page.follow(PAY).sees("Sandbox-Zahlung");
            assertThat(page.overflows()).isFalse();
            page.follow(SUBMIT).sees("Diese Rechnung ist bezahlt");
            assertThat(page.overflows()).isFalse();
        }
    }

    /// The invoice itself comes after a code that its recipients got by mail.
    @Test
    void theFileNeedsTheMailedCode() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var invoice = desk.invoice("80");
        var folder = java.nio.file.Files.createTempDirectory("downloads");
        try (var page = Chromium.browser().page().downloadsTo(folder)) {
            page.go(desk.payLink(invoice)).click("#pdf summary").follow("form[action$='/code'] button");
            page.sees("The code is on its way");
            page.type("#code", "00000000").follow("form[action$='/pdf'] button").sees("This code is not right");
            page.type("#code", mailedCode(desk.number(invoice)));
            var pdf = page.download(folder, () -> page.click("form[action$='/pdf'] button"));
            assertThat(new String(pdf, 0, 5, java.nio.charset.StandardCharsets.US_ASCII))
                    .isEqualTo("%PDF-");
        }
    }

    private static String mailedCode(String number) {
        var letter = MAIL.wait(
                        1, got -> got.subject().contains(number) && got.plain().matches("(?s).*\\d{4} \\d{4}.*"))
                .getLast()
                .plain();
        return letter.replaceFirst("(?s).*?(\\d{4} \\d{4}).*", "$1");
    }

    /// A foreign page that frames the payment page shows nothing.
    @Test
    void thePageRefusesToBeFramed() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var link = desk.payLink(desk.invoice("80"));
        var file = java.nio.file.Files.createTempFile("frame", ".html");
        java.nio.file.Files.writeString(file, "<iframe id=it src='%s'></iframe>".formatted(link));
        try (var page = Chromium.browser().page()) {
            page.go(Path.of(file.toString()).toUri().toString());
            assertThat(page.problems()).anyMatch(problem -> problem.contains("frame"));
            assertThat(page.script("document.getElementById('it').contentDocument === null")
                            .asBoolean())
                    .isTrue();
        }
    }
}
