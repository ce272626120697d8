package dev.brickwork.catalogue.stored;

import dev.brickwork.catalogue.ProductId;
import java.time.Instant;

/// A name that groups plans.
public record Product(ProductId id, String name, boolean isActive, Instant createdAt, long version) {}
