package dev.brickwork.customers;

import java.util.UUID;

/// Names somebody at a customer.
public record PersonId(UUID value) {}
