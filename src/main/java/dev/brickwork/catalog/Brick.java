package dev.brickwork.catalog;

import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickType;
import java.time.Instant;
import java.util.Optional;

/// A stable priced item. What it costs stands in plan versions.
public record Brick(
        BrickId id,
        String name,
        String code,
        BrickType type,
        Optional<String> unit,
        String taxCategory,
        Instant createdAt,
        long version) {
    public static final String TAX_CATEGORY_DEFAULT = "standard";
}
