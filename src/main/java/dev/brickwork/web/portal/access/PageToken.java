package dev.brickwork.web.portal.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.brickwork.platform.Sha256;
import dev.brickwork.platform.Tokens;
import java.util.Optional;
import java.util.regex.Pattern;

/// The secret part of a link: 256 random bits, no id. It is all that a visitor needs to see the page.
public record PageToken(String text) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{43}");

    public static PageToken fresh() {
        return new PageToken(Tokens.fresh());
    }

    public static Optional<PageToken> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new PageToken(text)) : Optional.empty();
    }

    /// The hash that is stored and looked up, so that neither the table nor the time of a look-up reveals a link.
    public byte[] hash() {
        return Sha256.of(text);
    }

    /// A signature that only this link can make.
    public byte[] sign(String text) {
        return Sha256.keyed(this.text.getBytes(UTF_8), text);
    }

    /// A link is a secret: it is not printed by mistake.
    @Override
    public String toString() {
        return "***";
    }
}
