package dev.brickwork.delivery.documents.rendering;

import dev.brickwork.platform.Picture;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.owasp.html.CssSchema;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.HtmlSanitizer;
import org.owasp.html.HtmlStreamEventReceiver;
import org.owasp.html.HtmlStreamRenderer;

/// Cleans a seller's own order form (`custom_order_form_html`) by an allow-list: when it is stored and
/// again when it is rendered. What comes out is well-formed, names no address but links to
/// click, and has pictures only inside itself.
public final class SafeHtml {
    public static final int SIZE_BYTES_MAX = 256 * 1024;
    public static final int DEPTH_MAX = 100;
    public static final int PICTURES_MAX = 20;

    public sealed interface Verdict {
        record Clean(String html) implements Verdict {}

        record Refused(String why) implements Verdict {}
    }

    private static final Set<String> WITHOUT_END = Set.of("br", "hr", "img", "col");
    private static final Pattern SMALL_NUMBER = Pattern.compile("[1-9][0-9]?");
    private static final Pattern LENGTH = Pattern.compile("[1-9][0-9]{0,3}(px|%)?");
    private static final Pattern LINK = Pattern.compile("(?i)(https://|mailto:)[^\\s]{1,2000}");
    private static final Pattern PICTURE = Pattern.compile("(?is)data:image/(png|jpeg|jpg);base64,(.*)");

    /// Neither `position` nor anything that could lie over our footer, no fonts, and no property that takes an
    /// address.
    private static final CssSchema STYLES = CssSchema.union(
            CssSchema.withProperties(List.of(
                    "color",
                    "background-color",
                    "font-size",
                    "font-style",
                    "font-weight",
                    "line-height",
                    "letter-spacing",
                    "text-align",
                    "text-decoration",
                    "text-indent",
                    "text-transform",
                    "vertical-align",
                    "white-space",
                    "width",
                    "height",
                    "max-width",
                    "margin",
                    "margin-top",
                    "margin-right",
                    "margin-bottom",
                    "margin-left",
                    "padding",
                    "padding-top",
                    "padding-right",
                    "padding-bottom",
                    "padding-left",
                    "border",
                    "border-top",
                    "border-right",
                    "border-bottom",
                    "border-left",
                    "border-color",
                    "border-style",
                    "border-width",
                    "border-collapse",
                    "list-style-type")),
            CssSchema.withProperties(Map.of(
                    "page-break-before", words("always", "avoid", "auto"),
                    "page-break-after", words("always", "avoid", "auto"),
                    "page-break-inside", words("avoid", "auto"))));

    private SafeHtml() {}

    public static Verdict clean(String html) {
        if (html.getBytes(StandardCharsets.UTF_8).length > SIZE_BYTES_MAX)
            return new Verdict.Refused("the document is larger than %d KiB".formatted(SIZE_BYTES_MAX / 1024));
        var pictures = new AtomicInteger();
        var out = new StringBuilder();
        var depth = new Depth(HtmlStreamRenderer.create(out, _ -> {}));
        HtmlSanitizer.sanitize(html, policy(pictures).build(depth));
        if (depth.deepest > DEPTH_MAX)
            return new Verdict.Refused("elements are nested deeper than %d".formatted(DEPTH_MAX));
        if (pictures.get() > PICTURES_MAX)
            return new Verdict.Refused("there are more than %d pictures".formatted(PICTURES_MAX));
        return new Verdict.Clean(out.toString());
    }

    private static HtmlPolicyBuilder policy(AtomicInteger pictures) {
        return new HtmlPolicyBuilder()
                .allowElements(
                        "p",
                        "div",
                        "span",
                        "br",
                        "hr",
                        "h1",
                        "h2",
                        "h3",
                        "h4",
                        "h5",
                        "h6",
                        "b",
                        "strong",
                        "i",
                        "em",
                        "u",
                        "s",
                        "small",
                        "sub",
                        "sup",
                        "blockquote",
                        "pre",
                        "code",
                        "ul",
                        "ol",
                        "li",
                        "dl",
                        "dt",
                        "dd",
                        "table",
                        "caption",
                        "thead",
                        "tbody",
                        "tfoot",
                        "tr",
                        "th",
                        "td",
                        "colgroup",
                        "col",
                        "img",
                        "a")
                .allowWithoutAttributes("span")
                .allowStyling(STYLES)
                .allowUrlProtocols("https", "mailto", "data")
                .allowAttributes("href")
                .matching(LINK)
                .onElements("a")
                .allowAttributes("src")
                .matching((String _, String _, String value) -> picture(value, pictures))
                .onElements("img")
                .allowAttributes("alt")
                .onElements("img")
                .allowAttributes("width", "height")
                .matching(LENGTH)
                .onElements("img", "table", "td", "th", "col")
                .allowAttributes("colspan", "rowspan", "span")
                .matching(SMALL_NUMBER)
                .onElements("td", "th", "col", "colgroup")
                .allowAttributes("align")
                .matching(true, "left", "right", "center", "justify")
                .globally()
                .allowAttributes("dir")
                .matching(true, "ltr", "rtl")
                .globally();
    }

    /// The picture as we write it ourselves, or null, which drops the attribute.
    private static @Nullable String picture(String value, AtomicInteger pictures) {
        var match = PICTURE.matcher(value.strip());
        if (!match.matches()) return null;
        var found = decoded(match.group(2)).flatMap(Picture::of);
        if (found.isEmpty()) return null;
        pictures.incrementAndGet();
        return found.get().dataUrl();
    }

    private static Optional<byte[]> decoded(String base64) {
        try {
            return Optional.of(Base64.getMimeDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static CssSchema.Property words(String... words) {
        return new CssSchema.Property(0, Set.of(words), Map.of());
    }

    /// Passes everything on and measures how deep it goes.
    private static final class Depth implements HtmlStreamEventReceiver {
        private final HtmlStreamEventReceiver next;
        private int depth;
        private int deepest;

        Depth(HtmlStreamEventReceiver next) {
            this.next = next;
        }

        @Override
        public void openDocument() {
            next.openDocument();
        }

        @Override
        public void closeDocument() {
            next.closeDocument();
        }

        @Override
        public void openTag(String name, List<String> attributes) {
            if (!WITHOUT_END.contains(name)) deepest = Math.max(deepest, ++depth);
            next.openTag(name, attributes);
        }

        @Override
        public void closeTag(String name) {
            if (!WITHOUT_END.contains(name)) depth--;
            next.closeTag(name);
        }

        @Override
        public void text(String text) {
            next.text(text);
        }
    }
}
