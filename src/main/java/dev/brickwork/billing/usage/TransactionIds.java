package dev.brickwork.billing.usage;

import dev.brickwork.metering.UsageEntry;
import java.util.Optional;

/// Validates transaction ids: any text of the caller that can be stored and typed again.
final class TransactionIds {
    private TransactionIds() {}

    static Optional<String> fault(String text) {
        if (text.isBlank()) return Optional.of("Must not be blank.");
        int length = text.length();
        if (length > UsageEntry.TRANSACTION_ID_LENGTH_MAX
                && text.codePointCount(0, length) > UsageEntry.TRANSACTION_ID_LENGTH_MAX) {
            return Optional.of("At most %d characters.".formatted(UsageEntry.TRANSACTION_ID_LENGTH_MAX));
        }
        return isClean(text) ? Optional.empty() : Optional.of("Must not hold NUL or broken characters.");
    }

    /// NUL cannot be stored, and a lone surrogate is no character.
    static boolean isClean(String text) {
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) return false;
            at += Character.charCount(c);
        }
        return true;
    }
}
