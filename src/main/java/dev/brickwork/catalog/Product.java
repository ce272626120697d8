package dev.brickwork.catalog;

import dev.brickwork.ids.ProductId;
import java.time.Instant;

/// A name that groups plans.
public record Product(ProductId id, String name, boolean isActive, Instant createdAt, long version) {}
