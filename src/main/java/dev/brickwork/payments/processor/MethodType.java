package dev.brickwork.payments.processor;

import java.util.Locale;

/// The kinds of payment method; on the wire in lower case.
public enum MethodType {
    CARD,
    US_BANK_ACCOUNT,
    LINK;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
