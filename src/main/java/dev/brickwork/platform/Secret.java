package dev.brickwork.platform;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/// A text that must never be shown: an API key of a processor, a signing secret, a token. It prints as `***`
/// wherever it ends up by mistake; only [#reveal] gives it out, so that "find usages" lists every
/// place that sees it.
public final class Secret {
    private final String text;

    private Secret(String text) {
        this.text = text;
    }

    public static Secret of(String text) {
        return new Secret(text);
    }

    public String reveal() {
        return text;
    }

    /// Takes the same time wherever the texts differ.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Secret secret
                && MessageDigest.isEqual(text.getBytes(UTF_8), secret.text.getBytes(UTF_8));
    }

    /// Equal for all secrets, because a hash in a log would be a hint.
    @Override
    public int hashCode() {
        return 0;
    }

    @Override
    public String toString() {
        return "***";
    }
}
