package dev.brickwork.ids;

import java.util.UUID;

/// Identifies a person at a customer.
public record PersonId(UUID value) {}
