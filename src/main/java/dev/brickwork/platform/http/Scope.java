package dev.brickwork.platform.http;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// A permission of a key. Every route names exactly one; a key without it is answered 403.
public enum Scope {
    READ("read"),
    WRITE("write"),
    INVOICES_VOID("invoices:void"),
    PAYMENTS("payments"),
    USAGE_WRITE("usage:write"),
    CATALOG("catalog"),
    KEYS("keys"),
    OPERATOR("operator");

    private final String wire;

    Scope(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }

    public static Optional<Scope> parse(String text) {
        for (var scope : values()) if (scope.wire.equals(text)) return Optional.of(scope);
        return Optional.empty();
    }

    /// The scopes of a key that is made without a list of them: everything of its seller.
    public static Set<Scope> allOfSeller() {
        return EnumSet.complementOf(EnumSet.of(OPERATOR));
    }
}
