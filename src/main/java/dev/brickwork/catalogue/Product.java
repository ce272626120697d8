package dev.brickwork.catalogue;

import java.time.Instant;

/// A name that groups plans.
record Product(ProductId id, String name, boolean isActive, Instant createdAt, long version) {}
