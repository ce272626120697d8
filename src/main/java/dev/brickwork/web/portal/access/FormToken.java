package dev.brickwork.web.portal.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.Ids;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/// The hidden field that lets a form be sent once. It is signed with the page's own secret token, so
/// showing a form writes nothing; only its use is written down.
public record FormToken(UUID id, Instant expiresAt) {
    static final int LENGTH_MAX = 200;
    static final Duration LIFE = Duration.ofHours(12);

    private static final Pattern FORM = Pattern.compile("([0-9a-f-]{36})\\.([0-9]{1,12})\\.([A-Za-z0-9_-]{43})");

    /// @param purpose what may be done with it, and with which version of it
    static String make(PageToken page, String purpose, Instant now) {
        var token = new FormToken(Ids.next(), now.plus(LIFE));
        return token.plain() + "." + token.signature(page, purpose);
    }

    /// Empty when it is none of ours, was made for something else, or is too old.
    static Optional<FormToken> read(String text, PageToken page, String purpose, Instant now) {
        var match = FORM.matcher(text);
        if (!match.matches()) return Optional.empty();
        var id = Ids.parse(match.group(1));
        if (id.isEmpty()) return Optional.empty();
        var token = new FormToken(id.get(), Instant.ofEpochSecond(Long.parseLong(match.group(2))));
        boolean isOurs = MessageDigest.isEqual(
                token.signature(page, purpose).getBytes(UTF_8), match.group(3).getBytes(UTF_8));
        return isOurs && now.isBefore(token.expiresAt) ? Optional.of(token) : Optional.empty();
    }

    private String plain() {
        return id + "." + expiresAt.getEpochSecond();
    }

    private String signature(PageToken page, String purpose) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(page.sign(plain() + "." + purpose));
    }
}
