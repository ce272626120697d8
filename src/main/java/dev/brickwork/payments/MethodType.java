package dev.brickwork.payments;

import java.util.Locale;
import java.util.Optional;

/// The kinds of payment method of API 2.7; on the wire in lower case.
public enum MethodType {
    CARD,
    US_BANK_ACCOUNT,
    LINK;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<MethodType> parse(String wire) {
        for (var type : values()) {
            if (type.wire().equals(wire)) return Optional.of(type);
        }
        return Optional.empty();
    }
}
