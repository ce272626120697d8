package dev.brickwork.customers;

import java.util.UUID;

/// Identifies a person at a customer.
public record PersonId(UUID value) {}
