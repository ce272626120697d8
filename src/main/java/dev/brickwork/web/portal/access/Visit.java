package dev.brickwork.web.portal.access;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.pages.PublicRequest;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A request to a hosted page.
///
/// @param baseUrl the public address of this service, without a slash at its end
/// @param action what follows the token in the address, empty for the page itself
/// @param now the real time
public record Visit(
        PublicRequest request, String baseUrl, String section, PageToken token, String action, Instant now) {
    /// The address of the page, without anything behind it.
    public String path() {
        return "/" + section + "/" + token.text();
    }

    /// The absolute address of the page, to return to from another site.
    ///
    /// @param behind text to append, such as a query
    public URI url(String behind) {
        return URI.create(baseUrl + path() + behind);
    }

    public boolean is(String method, String wanted) {
        return request.method().equals(method) && action.equals(wanted);
    }

    public boolean isGet() {
        return is("GET", "") || is("HEAD", "");
    }

    /// A word behind the question mark: what the page before wants to say.
    public boolean says(String word) {
        return request.query().containsKey(word);
    }

    public String query(String name) {
        return request.query().getOrDefault(name, List.of("")).getFirst();
    }

    public Fields form() {
        return request.form();
    }

    /// Who acts when a visitor does something: a person on that page, at the seller's time.
    public Caller caller(SellerId seller, Optional<Instant> testClock) {
        return new Caller(seller, "person:" + section, request.requestId(), testClock.orElse(now));
    }

    /// The hidden field of a form on this page.
    public String formToken(String purpose) {
        return FormToken.make(token, purpose, now);
    }

    /// The hidden field as it came back; empty when it is none of ours or too old. Its use is still to be noted.
    public Optional<FormToken> usedForm(String purpose) {
        return usedForm(form(), purpose);
    }

    public Optional<FormToken> usedForm(Fields fields, String purpose) {
        return FormToken.read(typed(fields, "form", FormToken.LENGTH_MAX), token, purpose, now);
    }

    /// To the page itself, with a word for it to say.
    public Answer back(String word) {
        return Html.seeOther(word.isEmpty() ? path() : path() + "?" + word);
    }

    /// A field of a form as it was typed; absent and empty are the same to a browser.
    public static String typed(Fields form, String name, int max) {
        return form.text(name, max).map(String::strip).orElse("");
    }
}
