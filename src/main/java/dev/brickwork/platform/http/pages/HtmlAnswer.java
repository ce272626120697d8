package dev.brickwork.platform.http.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.http.Answer;
import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.Map;
import java.util.function.Consumer;

/// Turns templates into answers for people. Every page leaves through here, so that every one has the headers of API
/// extended 9: no script at all, no frame, no cache, no index.
public final class HtmlAnswer {
    private static final String TYPE = "text/html; charset=utf-8";

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy", policy("'self'"),
            "Referrer-Policy", "no-referrer",
            "Cache-Control", "no-store",
            "X-Robots-Tag", "noindex, nofollow",
            "X-Frame-Options", "DENY",
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");

    private HtmlAnswer() {}

    /// The Content-Security-Policy of a page: what a browser may load and send.
    ///
    /// @param formTargets where forms may lead; browsers also check where a form's answer redirects to
    public static String policy(String formTargets) {
        return String.join(
                "; ",
                "default-src 'none'",
                "style-src 'self'",
                "img-src 'self' data:",
                "form-action " + formTargets,
                "base-uri 'none'",
                "frame-ancestors 'none'");
    }

    public static Answer page(int status, Consumer<HtmlTemplateOutput> template) {
        var text = new StringOutput();
        template.accept(new OwaspHtmlTemplateOutput(text));
        return new Answer(status, TYPE, text.toString().getBytes(UTF_8), HEADERS);
    }

    /// After a form the browser gets a page of its own, so that going back or reloading sends nothing again.
    public static Answer seeOther(String location) {
        return new Answer(303, TYPE, new byte[0], HEADERS).with("Location", location);
    }

    public static Answer file(String type, String name, byte[] bytes) {
        return new Answer(200, type, bytes, HEADERS)
                .with("Content-Disposition", "attachment; filename=\"%s\"".formatted(name));
    }
}
