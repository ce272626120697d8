package dev.brickwork.web.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Chromium;
import dev.brickwork.support.Legible;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The console in a real browser.
@ExtendWith(Chromium.class)
@Tag("full")
final class ConsolePageTest {
    private static final TestServer HOUSE = TestServer.sharedWithFollowUp();

    /// From the key to an explained amount, by keyboard and mouse; then time passes, and out again.
    @Test
    void somebodySignsInLooksAroundAndSignsOut() {
        var office = ConsoleFixture.at(HOUSE);
        try (var page = Chromium.browser().page().size(1280, 900)) {
            page.go(HOUSE.address() + "/").sees("Sign in to the console");
            page.tabTo("#key").type("wrong").pressAndLoad("Enter").sees("This key does not work.");
            page.type("#key", office.seller().key()).follow("form button").sees("Outstanding");
            page.picture(Chromium.PICTURES.resolve("console.png"));
            page.follow("nav a[href='/console/invoices']").sees(office.number());
            page.follow("a[href$='%s']".formatted(office.ids().get("invoices"))).sees("History");
            page.follow("a[href$='/explain']").sees("Settlement");
            page.follow("nav a[href='/console/clock']")
                    .follow(".advance button")
                    .sees("Jul 12, 2025");
            page.follow(".leave button").sees("Sign in to the console");
            page.go(HOUSE.address() + "/console/invoices").sees("Sign in to the console");
            assertThat(page.problems()).noneMatch(problem -> problem.startsWith("security"));
        }
    }

    /// Nothing is pushed out of a list, or cut off by the edge of a card.
    @Test
    void longNamesAndHugeSumsFit() {
        var seller = HOUSE.seller();
        var name = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamte".repeat(2);
        var customer = seller.post("/customers", "{\"name\": \"%s\"}".formatted(name))
                .is(200)
                .text("customer_id");
        seller.post("/invoices", """
                {"customer_id": "%s", "line_items": [{"description": "Sea", "unit_price": "90071992547409.91"}]}
                """.formatted(customer)).is(200);
        for (var width : List.of(1280, 320)) {
            try (var page = Chromium.browser().page().size(width, 900)) {
                page.go(HOUSE.address() + "/");
                page.type("#key", seller.key()).follow("form button").sees("$90,071,992,547,409.91");
                assertThat(page.overflows()).isFalse();
                page.go(HOUSE.address() + "/console/invoices").sees("$90,071,992,547,409.91");
                assertThat(page.script("(e => e.scrollWidth - e.clientWidth)(document.querySelector('.wide-table'))")
                                .asInt())
                        .isZero();
            }
        }
    }

    @Test
    void everyPageIsReadableInLightAndDarkAndOnTheSmallestPhone() {
        var office = ConsoleFixture.at(HOUSE);
        for (var isDark : new boolean[] {false, true}) {
            try (var page = Chromium.browser().page().size(320, 700)) {
                if (isDark) page.dark();
                Legible.check(page.go(HOUSE.address() + "/console/sign-in"), "en");
                page.type("#key", office.seller().key()).follow("form button");
                for (var address : office.pages()) Legible.check(page.go(HOUSE.address() + address), "en");
            }
        }
    }
}
