package dev.brickwork.platform.http.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.app.TestServer;
import dev.brickwork.support.Chromium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The reference in a real browser.
@ExtendWith(Chromium.class)
@Tag("full")
final class ReferencePageTest {
    private static final String FILTER = ".operation-filter-input";

    /// Its library knows light pages only: on a dark screen what was typed would be white on white.
    @Test
    void whatIsTypedCanBeReadOnADarkScreen() {
        try (var house = TestServer.ownWithFollowUp();
                var page = Chromium.browser().page().size(1280, 900).dark()) {
            page.go(house.address() + "/docs").sees("Void an invoice");
            assertThat(page.script(
                                    "(s => s.color + ' on ' + s.backgroundColor)(getComputedStyle(document.querySelector('"
                                            + FILTER + "')))")
                            .asText())
                    .isEqualTo("rgb(0, 0, 0) on rgb(255, 255, 255)");
        }
    }

    @Test
    void somebodyFindsAnOperationByWordsAndTriesIt() {
        try (var house = TestServer.ownWithFollowUp();
                var page = Chromium.browser().page().size(1280, 900)) {
            var seller = house.seller();
            page.go(house.address() + "/docs").sees("Void an invoice").sees("Create an endpoint");
            page.type(FILTER, "VOID invoice").sees("Void an invoice");
            assertThat(page.shows("Record a payment")).isFalse();
            page.picture(Chromium.PICTURES.resolve("reference.png"));

            page.go(house.address() + "/docs").sees("Read the seller");
            page.click(".btn.authorize").sees("Available authorizations");
            page.type(".auth-container input", seller.key());
            page.click(".auth-btn-wrapper .authorize").sees("Logout").click(".auth-btn-wrapper .btn-done");
            page.type(FILTER, "read seller").click("#operations-Settings-getSeller .opblock-summary-control");
            page.sees("Execute")
                    .click(".btn.execute")
                    .sees("\"seller_id\": \"" + seller.id().value());
            assertThat(page.problems()).isEmpty();
        }
    }
}
