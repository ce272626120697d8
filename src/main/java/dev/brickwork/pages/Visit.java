package dev.brickwork.pages;

import dev.brickwork.plumbing.http.Fields;
import dev.brickwork.plumbing.http.PublicRequest;
import java.time.Instant;
import java.util.List;

/// Somebody at a page.
///
/// @param action what follows the token in the address, empty for the page itself
/// @param now the real time
record Visit(PublicRequest request, String section, PageToken token, String action, Instant now) {
    /// The address of the page, without anything behind it.
    String path() {
        return "/" + section + "/" + token.text();
    }

    boolean is(String method, String wanted) {
        return request.method().equals(method) && action.equals(wanted);
    }

    boolean isGet() {
        return is("GET", "") || is("HEAD", "");
    }

    /// A word behind the question mark: what the page before wants to say.
    boolean says(String word) {
        return request.query().containsKey(word);
    }

    String query(String name) {
        return request.query().getOrDefault(name, List.of("")).getFirst();
    }

    Fields form() {
        return request.form();
    }

    /// A field of a form as it was typed; absent and empty are the same to a browser.
    static String typed(Fields form, String name, int max) {
        return form.text(name, max).map(String::strip).orElse("");
    }
}
