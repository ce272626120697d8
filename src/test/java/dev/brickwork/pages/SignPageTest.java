package dev.brickwork.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.House;
import dev.brickwork.support.Browser;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Signing in a real browser.
final class SignPageTest {
    private static final House HOUSE = House.open();
    private static final Path PICTURES = Path.of("target/pictures");
    private static Browser browser;

    @BeforeAll
    static void open() {
        Assumptions.assumeTrue(Browser.installed().isPresent(), "no Chromium here: the pages were not looked at");
        browser = Browser.open();
    }

    @AfterAll
    static void close() {
        if (browser != null) browser.close();
    }

    /// Reading, forgetting the box, being told, signing: the order is closed, and the signature is on the page, in the
    /// API and on the printed form.
    @Test
    void aTypedNameClosesTheOrder() {
        var desk = Desk.at(HOUSE);
        var subscription = desk.offer("");
        var link = desk.signLink(subscription);
        try (var page = browser.page()) {
            page.go(link).sees("Northwind Analytics GmbH").sees("Acme Rockets Inc.").sees("$5,616.00");
            page.picture(PICTURES.resolve("sign.png"));
            page.type("#name", "Wile E. Coyote").type("#role", "Head of Rockets");
            page.follow("form button[type=submit]").sees("Please tick the box to accept.");
            assertThat(page.value("#name")).isEqualTo("Wile E. Coyote");
            assertThat(desk.stage(subscription)).isEqualTo("BUILDING");

            page.click("input[name=consent]").follow("form button[type=submit]");
            page.sees("Thank you, the order is signed").sees("Wile E. Coyote").sees("Head of Rockets");
            page.picture(PICTURES.resolve("signed.png"));
            assertThat(page.has("form")).isFalse();
            assertThat(page.problems()).noneMatch(problem -> problem.startsWith("security"));
        }
        assertThat(desk.stage(subscription)).isEqualTo("CLOSED");
        desk.seller
                .get("/subscriptions/%s/orders".formatted(subscription))
                .is(200, "\"signed_at\":\"", "\"transaction_method\":\"ORDER_FORM\"");
    }
}
