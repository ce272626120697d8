package dev.brickwork.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.plumbing.http.Answer;
import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.Map;
import java.util.function.Consumer;

/// Turns templates into answers. Every answer of these pages leaves through here, so that every one has the headers
/// of API extended 9.
final class Html {
    private static final String TYPE = "text/html; charset=utf-8";

    /// No script at all, and forms that lead only to ourselves or on to the processor's hosted form: browsers check
    /// where a form's answer redirects to.
    private static final String POLICY = String.join(
            "; ",
            "default-src 'none'",
            "style-src 'self'",
            "img-src 'self' data:",
            "form-action 'self' https://checkout.stripe.com",
            "base-uri 'none'",
            "frame-ancestors 'none'");

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy", POLICY,
            "Referrer-Policy", "no-referrer",
            "Cache-Control", "no-store",
            "X-Robots-Tag", "noindex, nofollow",
            "X-Frame-Options", "DENY",
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");

    private Html() {}

    static Answer page(int status, Consumer<HtmlTemplateOutput> template) {
        var text = new StringOutput();
        template.accept(new OwaspHtmlTemplateOutput(text));
        return new Answer(status, TYPE, text.toString().getBytes(UTF_8), HEADERS);
    }

    /// After a form the browser gets a page of its own, so that going back or reloading sends nothing again.
    static Answer seeOther(String location) {
        return new Answer(303, TYPE, new byte[0], HEADERS).with("Location", location);
    }

    static Answer file(String type, String name, byte[] bytes) {
        return new Answer(200, type, bytes, HEADERS)
                .with("Content-Disposition", "attachment; filename=\"%s\"".formatted(name));
    }
}
