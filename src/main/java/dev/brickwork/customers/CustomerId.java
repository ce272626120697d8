package dev.brickwork.customers;

import java.util.UUID;

/// Names a company that buys, pays or resells.
public record CustomerId(UUID value) {}
