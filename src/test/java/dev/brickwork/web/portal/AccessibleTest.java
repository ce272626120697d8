package dev.brickwork.web.portal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Chromium;
import dev.brickwork.support.Legible;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Everybody can use the pages: contrast, names of controls, headings, narrow windows.
@ExtendWith(Chromium.class)
@Tag("full")
final class AccessibleTest {
    private static final TestServer HOUSE = TestServer.shared();

    /// The judge must be able to say no.
    @Test
    void paleAndNamelessThingsAreSeen() {
        var desk = PortalFixture.at(HOUSE);
        try (var page = Chromium.browser().page().go(desk.payLink(desk.invoice("10")))) {
            page.script("document.querySelector('h2').style.color = '#c0c0c0'");
            page.script("document.querySelector('button').textContent = ''");
            assertThat(page.script(Legible.PALE).asText()).contains("Pay this invoice");
            assertThat(page.script(Legible.NAMELESS).asText()).contains("<button");
        }
    }

    @Test
    void everyPageIsReadableInLightAndDarkAndOnTheSmallestPhone() {
        var desk = new PortalFixture(HOUSE.seller(), "es");
        var offer = desk.offer("");
        var running = desk.started();
        var paid = desk.invoice("10");
        desk.seller
                .post("/invoices/%s/payments".formatted(paid), "{\"payment_method\": \"WIRE\", \"paid_amount\": 1000}")
                .is(200);
        var links = new ArrayList<>(List.of(
                desk.payLink(desk.invoice("1234567.89")),
                desk.payLink(desk.invoice("10")) + "?code=wrong",
                desk.payLink(paid),
                desk.signLink(offer),
                desk.checkoutLink(offer),
                desk.portalLink(running)));
        for (var dark : List.of(false, true)) {
            try (var page = Chromium.browser().page().size(320, 700)) {
                if (dark) page.dark();
                for (var link : links) Legible.check(page.go(link), "es");
                Legible.check(page.go(HOUSE.address() + "/pay/unknown"), "en");
                page.go(links.getFirst()).follow("form[action$='/session'] button");
                Legible.check(page, "es");
            }
        }
    }
}
