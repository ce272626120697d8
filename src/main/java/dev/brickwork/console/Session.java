package dev.brickwork.console;

import dev.brickwork.plumbing.http.Answer;
import dev.brickwork.plumbing.http.pages.PublicRequest;
import java.util.Optional;
import java.util.regex.Pattern;

/// Carries the key from page to page: in a cookie that scripts cannot read and other sites cannot send, and that the
/// browser forgets when it is closed. There is no session on our side, so a revoked key ends it at once.
final class Session {
    /// Whatever else is typed is no key, and must not get into a header.
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_]{1,200}");

    private static final String NAME = "brickwork_key";

    /// Browsers take this name over TLS only, and from nobody but this very host.
    private static final String SECURE_NAME = "__Host-" + NAME;

    private final boolean isSecure;

    private Session(boolean isSecure) {
        this.isSecure = isSecure;
    }

    /// A proxy that ends TLS says so in a header. Whoever lies in it only makes his own browser drop the cookie.
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

    Answer begun(Answer answer, String key) {
        return cookie(answer, key, "");
    }

    Answer ended(Answer answer) {
        return cookie(answer, "", "; Max-Age=0");
    }

    private Answer cookie(Answer answer, String value, String more) {
        return answer.with(
                "Set-Cookie",
                "%s=%s; Path=/; HttpOnly; SameSite=Strict%s%s"
                        .formatted(name(), value, isSecure ? "; Secure" : "", more));
    }

    private String name() {
        return isSecure ? SECURE_NAME : NAME;
    }
}
