package dev.brickwork.web.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.Sha256;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.pages.PublicRequest;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/// Carries the key from page to page: in a cookie that scripts cannot read and that the browser forgets when it is
/// closed. Browsers send it along when a link of another site is followed (`SameSite=Lax`), so that a link in a mail
/// opens its page, but not with forms of other sites; those are told apart by their CSRF token too. There is no session
/// on our side, so a revoked key ends it at once.
final class Session {
    /// Whatever else is typed is no key, and must not get into a header.
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_]{1,200}");

    private static final String NAME = "brickwork_key";

    /// Browsers accept a `__Host-` cookie over TLS only, and send it to no other host.
    private static final String SECURE_NAME = "__Host-" + NAME;

    private static final String CSRF_PURPOSE = "console forms";

    private final boolean isSecure;

    private Session(boolean isSecure) {
        this.isSecure = isSecure;
    }

    /// A proxy that ends TLS says so in a header. A client that forges it makes only its own browser drop the
    /// cookie.
    static Session of(PublicRequest request, String baseUrl) {
        return new Session(baseUrl.startsWith("https:")
                || request.header("X-Forwarded-Proto")
                        .filter(it -> it.equalsIgnoreCase("https"))
                        .isPresent());
    }

    static boolean isKey(String text) {
        return KEY.matcher(text).matches();
    }

    Optional<String> key(PublicRequest request) {
        for (var pair : request.header("Cookie").orElse("").split(";", -1)) {
            var text = pair.strip();
            if (text.startsWith(name() + "=")) {
                return Optional.of(text.substring(name().length() + 1)).filter(Session::isKey);
            }
        }
        return Optional.empty();
    }

    /// The hidden field of every form that a signed-in browser sends. It is derived from the key, so that no other site
    /// can know it and nothing has to be kept.
    static String csrfToken(String key) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.keyed(key.getBytes(UTF_8), CSRF_PURPOSE));
    }

    static boolean isCsrfToken(String text, String key) {
        return MessageDigest.isEqual(text.getBytes(UTF_8), csrfToken(key).getBytes(UTF_8));
    }

    Answer begun(Answer answer, String key) {
        return cookie(answer, key, "");
    }

    Answer ended(Answer answer) {
        return cookie(answer, "", "; Max-Age=0");
    }

    private Answer cookie(Answer answer, String value, String more) {
        return answer.with(
                "Set-Cookie",
                "%s=%s; Path=/; HttpOnly; SameSite=Lax%s%s".formatted(name(), value, isSecure ? "; Secure" : "", more));
    }

    private String name() {
        return isSecure ? SECURE_NAME : NAME;
    }
}
