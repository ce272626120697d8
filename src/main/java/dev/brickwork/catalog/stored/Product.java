package dev.brickwork.catalog.stored;

import dev.brickwork.ids.ProductId;
import java.time.Instant;

/// A name that groups plans.
public record Product(ProductId id, String name, boolean isActive, Instant createdAt, long version) {}
