package dev.brickwork.web.portal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Chromium;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Signing in a real browser.
@ExtendWith(Chromium.class)
@Tag("full")
final class SignPageTest {
    private static final TestServer HOUSE = TestServer.sharedWithFollowUp();
    /// Reading, forgetting the box, being told, signing: the order is closed, and the signature is on the page, in
    /// the API and on the printed form.
    @Test
    void aTypedNameClosesTheOrder() {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.offer("");
        var link = desk.signLink(subscription);
        try (var page = Chromium.browser().page()) {
            page.go(link)
                    .sees("Northwind Analytics GmbH")
                    .sees("Acme Rockets Inc.")
                    .sees("$5,616.00");
            page.picture(Chromium.PICTURES.resolve("sign.png"));
            page.type("#name", "Wile E. Coyote").type("#role", "Head of Rockets");
            page.follow("form button[type=submit]").sees("Please tick the box to accept.");
            assertThat(page.isFocused("input[name=consent]")).isTrue();
            assertThat(page.value("#name")).isEqualTo("Wile E. Coyote");
            assertThat(desk.stage(subscription)).isEqualTo("BUILDING");

            page.click("input[name=consent]").follow("form button[type=submit]");
            page.sees("Thank you, the order is signed").sees("Wile E. Coyote").sees("Head of Rockets");
            page.picture(Chromium.PICTURES.resolve("signed.png"));
            assertThat(page.has("form")).isFalse();
            assertThat(page.problems()).noneMatch(problem -> problem.startsWith("security"));
            assertThat(printed(page.script("document.querySelector('a[href^=\"/files/\"]').href")
                            .asText()))
                    .contains("Wile E. Coyote", "Head of Rockets", "Northwind Analytics GmbH", "from ");
        }
        assertThat(desk.stage(subscription)).isEqualTo("CLOSED");
        desk.seller.get("/audit?limit=100&ordering=-created_at").is(200, "\"kind\":\"PERSON\",\"id\":\"sign\"");
        desk.seller
                .get("/subscriptions/%s/orders".formatted(subscription))
                .is(200, "\"signed_at\":\"", "\"transaction_method\":\"ORDER_FORM\"");
    }

    /// The words on the form, as they are printed.
    private static String printed(String address) {
        try (var in = URI.create(address).toURL().openStream();
                var pdf = Loader.loadPDF(in.readAllBytes())) {
            return new PDFTextStripper().getText(pdf);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// Of many who sign at the same moment one does, and the others see that it is done.
    @Test
    void anOrderIsSignedOnce() throws Exception {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.offer("");
        var link = desk.signLink(subscription);
        var client = HttpClient.newHttpClient();
        var requests = new ArrayList<HttpRequest>();
        for (int i = 0; i < 8; i++) {
            var page = client.send(
                            HttpRequest.newBuilder(URI.create(link)).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
            var form = page.replaceFirst("(?s).*name=\"form\" value=\"([^\"]+)\".*", "$1");
            var shown = page.replaceFirst("(?s).*name=\"shown\" value=\"([^\"]+)\".*", "$1");
            requests.add(HttpRequest.newBuilder(URI.create(link))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .header("Sec-Fetch-Site", "same-origin")
                    .POST(HttpRequest.BodyPublishers.ofString(
                            "consent=yes&name=Signer+%s&form=%s&shown=%s".formatted((char) ('A' + i), form, shown)))
                    .build());
        }
        var all = requests.stream()
                .map(request -> client.sendAsync(request, HttpResponse.BodyHandlers.ofString()))
                .toList();
        for (var one : all) {
            var answer = one.get();
            assertThat(answer.statusCode()).isEqualTo(303);
            assertThat(answer.headers().firstValue("Location"))
                    .contains(URI.create(link).getPath());
        }
        assertThat(desk.stage(subscription)).isEqualTo("CLOSED");
        assertThat(desk.bills(subscription)).hasSize(12);
    }

    /// The plan became dearer after the page was opened, which changes nothing of the order (rule Q-01) until its
    /// seller
    /// names the plan again: the buyer reads the new price before agreeing to it.
    @Test
    void nobodySignsWhatTheyHaveNotSeen() {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.offer("");
        try (var page = Chromium.browser().page()) {
            page.go(desk.signLink(subscription)).sees("$5,616.00");
            desk.reprice("49");
            page.go(desk.signLink(subscription)).sees("$5,616.00");
            desk.seller
                    .patch("/subscriptions/" + subscription, "{\"plan_id\": \"%s\"}".formatted(desk.plan))
                    .is(200);
            page.type("#name", "Wile E. Coyote").click("input[name=consent]").follow("form button[type=submit]");
            page.sees("The order has changed").sees("$7,056.00");
            assertThat(desk.stage(subscription)).isEqualTo("BUILDING");
            page.type("#name", "Wile E. Coyote").click("input[name=consent]").follow("form button[type=submit]");
            page.sees("Thank you, the order is signed");
        }
    }

    /// The signed form is printed at the signature, not from the state at the time of a later download.
    @Test
    void theSignedFormNamesWhoSigned() throws InterruptedException {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.offer("");
        try (var page = Chromium.browser().page()) {
            page.go(desk.signLink(subscription));
            page.type("#name", "Wile E. Coyote").click("input[name=consent]").follow("form button[type=submit]");
            page.sees("Thank you, the order is signed");
            desk.formPrinted(subscription);
            desk.seller
                    .patch("/customers/" + desk.customer, "{\"legal_name\": \"Roadrunner GmbH\"}")
                    .is(200);
            assertThat(printed(page.script("document.querySelector('a[href^=\"/files/\"]').href")
                            .asText()))
                    .contains("Wile E. Coyote", "Acme Rockets Inc.")
                    .doesNotContain("Roadrunner");
        }
    }

    /// Neither the tax nor the credit of a recast is part of the order: who has not read them has not agreed to them.
    @Test
    void nobodySignsAnotherTotalThanTheyHaveSeen() {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.started();
        desk.recast(subscription);
        try (var page = Chromium.browser().page()) {
            page.go(desk.signLink(subscription)).sees("$9,360.00");
            desk.payFirst(subscription);
            page.type("#name", "Wile E. Coyote").click("input[name=consent]").follow("form button[type=submit]");
            page.sees("The order has changed").sees("$8,892.00");
            desk.seller.post("/tax-registrations", "{\"country\": \"DE\"}").is(200);
            desk.seller
                    .patch("/customers/" + desk.customer, "{\"address\": {\"line_1\": \"Weg 1\", \"country\": \"DE\"}}")
                    .is(200);
            page.type("#name", "Wile E. Coyote").click("input[name=consent]").follow("form button[type=submit]");
            page.sees("The order has changed").sees("$10,670.40");
            page.type("#name", "Wile E. Coyote").click("input[name=consent]").follow("form button[type=submit]");
            page.sees("Thank you, the order is signed").sees("$10,670.40");
        }
    }

    /// A named signatory finds their name there; French customers read French; a phone needs no sideways scrolling;
    /// the keyboard is enough.
    @Test
    void aPhoneAndAKeyboardAreEnough() {
        var desk = new PortalFixture(HOUSE.seller(), "fr");
        var subscription = desk.offer("");
        var link = desk.seller
                .post(
                        "/subscriptions/%s/sign".formatted(subscription),
                        "{\"signatory_user_id\": \"%s\"}".formatted(desk.person))
                .is(200)
                .text("url");
        try (var page = Chromium.browser().page().phone().dark()) {
            page.go(link).sees("Signer le bon de commande");
            assertThat(page.value("#name")).isEqualTo("Wile Coyote");
            assertThat(page.overflows()).isFalse();
            page.picture(Chromium.PICTURES.resolve("sign-phone-dark.png"));
            page.tabTo("input[name=consent]").press("Space").tabTo("form button[type=submit]");
            assertThat(page.isFocusVisible()).isTrue();
            page.pressAndLoad("Enter").sees("Merci, la commande est signée");
            assertThat(page.overflows()).isFalse();
        }
        assertThat(desk.stage(subscription)).isEqualTo("CLOSED");
    }

    /// The signer reads the whole sentence, also with long words in the company's name.
    @Test
    void aLongNameIsNotCutOff() {
        var desk = new PortalFixture(HOUSE.seller(), "de");
        desk.seller
                .patch(
                        "/customers/" + desk.customer,
                        "{\"legal_name\": \"Gesellschaft für Hochgeschwindigkeitsdatenverarbeitungsanlagenbau mbH\"}")
                .is(200);
        try (var page = Chromium.browser().page().size(1100, 900)) {
            page.go(desk.signLink(desk.offer(""))).sees("Auftragsformular unterzeichnen");
            assertThat(page.overflows()).isFalse();
        }
    }

    @Test
    void aClosedAndAWithdrawnOrderSaySo() {
        var desk = PortalFixture.at(HOUSE);
        var subscription = desk.offer("");
        var link = desk.signLink(subscription);
        desk.seller
                .post("/subscriptions/%s/start".formatted(subscription), "{}")
                .is(200);
        try (var page = Chromium.browser().page()) {
            page.go(link).sees("This order is already confirmed");
            assertThat(page.has("form")).isFalse();
        }
        desk.seller.post("/subscriptions/%s/sign".formatted(subscription), "{}").is(400, "no open order");
    }
}
