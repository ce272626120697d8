package dev.brickwork.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.House;
import dev.brickwork.support.Page;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Everybody can use the pages: contrast, names of controls, headings, narrow windows.
@ExtendWith(Windows.class)
final class AccessibleTest {
    private static final House HOUSE = House.open();

    /// Texts whose contrast to what is behind them is below WCAG 2.2 AA: 4.5, or 3 for large ones.
    private static final String PALE = """
            (() => {
              const parse = c => { const m = c.match(/[\\d.]+/g).map(Number); return m.length > 3 ? m : [...m, 1]; };
              const light = c => { const f = c.slice(0, 3).map(v => { v /= 255;
                return v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4); });
                return 0.2126 * f[0] + 0.7152 * f[1] + 0.0722 * f[2]; };
              const behind = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor);
                if (c[3] === 1) return c; } return [255, 255, 255, 1]; };
              const pale = [];
              for (const e of document.querySelectorAll('body *')) {
                const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
                const box = e.getBoundingClientRect();
                if (!own || box.width < 2 || box.bottom < 0) continue;
                const s = getComputedStyle(e);
                const [a, b] = [light(parse(s.color)), light(behind(e))].sort((x, y) => y - x);
                const size = parseFloat(s.fontSize), isLarge = size >= 24 || (size >= 18.6 && s.fontWeight >= 700);
                const ratio = (a + 0.05) / (b + 0.05);
                if (ratio < (isLarge ? 3 : 4.5)) pale.push(e.textContent.trim().slice(0, 30) + ' ' + ratio.toFixed(2));
              }
              return pale.join('; ');
            })()""";

    /// Controls that a screen reader could not name.
    private static final String NAMELESS = """
            [...document.querySelectorAll('input:not([type=hidden]), button, a')].filter(e =>
              !(e.labels && e.labels.length) && !e.getAttribute('aria-label') && !e.textContent.trim())
              .map(e => e.outerHTML.slice(0, 80)).join('; ')""";

    private static final String HEADINGS = "document.querySelectorAll('h1').length";
    private static final String LANGUAGE = "document.documentElement.lang";

    private static void look(Page page, String language) {
        assertThat(page.script(PALE).asText()).as(page.address()).isEmpty();
        assertThat(page.script(NAMELESS).asText()).as(page.address()).isEmpty();
        assertThat(page.script(HEADINGS).asInt()).as(page.address()).isEqualTo(1);
        assertThat(page.script(LANGUAGE).asText()).isEqualTo(language);
        assertThat(page.overflows()).as(page.address()).isFalse();
    }

    /// The judge must be able to say no.
    @Test
    void paleAndNamelessThingsAreSeen() {
        var desk = Desk.at(HOUSE);
        try (var page = Windows.browser().page().go(desk.payLink(desk.invoice("10")))) {
            page.script("document.querySelector('h2').style.color = '#c0c0c0'");
            page.script("document.querySelector('button').textContent = ''");
            assertThat(page.script(PALE).asText()).contains("Pay this invoice");
            assertThat(page.script(NAMELESS).asText()).contains("<button");
        }
    }

    @Test
    void everyPageIsReadableInLightAndDarkAndOnTheSmallestPhone() {
        var desk = new Desk(HOUSE.seller(), "es");
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
            try (var page = Windows.browser().page().size(320, 700)) {
                if (dark) page.dark();
                for (var link : links) look(page.go(link), "es");
                look(page.go(HOUSE.address() + "/pay/unknown"), "en");
                page.go(links.getFirst()).follow("form[action$='/session'] button");
                look(page, "es");
            }
        }
    }
}
