package dev.brickwork.platform;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/// A seller is a tenant: everything belongs to exactly one.
public record SellerId(UUID value) {
    /// Stands in for the operator, who owns no business data but whose calls are remembered and audited too.
    public static final SellerId OPERATOR = new SellerId(new UUID(0, 0));

    public SellerId {
        requireNonNull(value, "value");
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
