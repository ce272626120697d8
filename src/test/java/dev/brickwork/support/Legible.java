package dev.brickwork.support;

import static org.assertj.core.api.Assertions.assertThat;

/// Whether everybody can use a page: contrast, names of controls, one heading, its language, no sideways scrolling.
public final class Legible {
    /// Texts whose contrast to what is behind them is below WCAG 2.2 AA: 4.5, or 3 for large ones.
    public static final String PALE = """
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
    public static final String NAMELESS = """
            [...document.querySelectorAll('input:not([type=hidden]), select, button, a')].filter(e =>
              !(e.labels && e.labels.length) && !e.getAttribute('aria-label') && !e.textContent.trim())
              .map(e => e.outerHTML.slice(0, 80)).join('; ')""";

    private static final String HEADINGS = "document.querySelectorAll('h1').length";
    private static final String LANGUAGE = "document.documentElement.lang";

    private Legible() {}

    public static void check(Page page, String language) {
        assertThat(page.script(PALE).asText()).as(page.address()).isEmpty();
        assertThat(page.script(NAMELESS).asText()).as(page.address()).isEmpty();
        assertThat(page.script(HEADINGS).asInt()).as(page.address()).isEqualTo(1);
        assertThat(page.script(LANGUAGE).asText()).isEqualTo(language);
        assertThat(page.overflows()).as(page.address()).isFalse();
    }
}
