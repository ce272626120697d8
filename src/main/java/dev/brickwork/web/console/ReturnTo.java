package dev.brickwork.web.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.http.pages.PublicRequest;
import java.net.URLEncoder;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The page that was wanted before the sign-in, as it travels through the sign-in form. Strangers can write anything
/// into
/// the address of that form, so only a page of the console is accepted: no host, no dots, no empty segment.
///
/// @param address path and query
record ReturnTo(String address) {
    static final String NAME = "to";

    private static final int LENGTH_MAX = 1_000;
    private static final Pattern PAGE = Pattern.compile(
            "/(?:console/(?!sign-(?:in|out)\\b)[A-Za-z0-9_-]++(?:/[A-Za-z0-9_-]++){0,3})?(?:\\?[A-Za-z0-9_.~%&=+*-]*+)?");
    private static final ReturnTo OVERVIEW = new ReturnTo("/");

    /// The page itself that was asked for.
    static ReturnTo of(PublicRequest request) {
        var query = request.query().entrySet().stream()
                .flatMap(it -> it.getValue().stream().map(value -> encoded(it.getKey()) + "=" + encoded(value)))
                .collect(Collectors.joining("&"));
        return parse(query.isEmpty() ? request.path() : request.path() + "?" + query);
    }

    /// From the address or the form of the sign-in page; the overview where it names no page of the console.
    static ReturnTo parse(String text) {
        return text.length() <= LENGTH_MAX && PAGE.matcher(text).matches() ? new ReturnTo(text) : OVERVIEW;
    }

    /// For the hidden field; empty for the overview, where the sign-in leads by itself.
    Optional<String> field() {
        return equals(OVERVIEW) ? Optional.empty() : Optional.of(address);
    }

    /// The sign-in page that leads here afterwards.
    String signIn(String signIn) {
        return equals(OVERVIEW) ? signIn : signIn + "?" + NAME + "=" + encoded(address);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }
}
