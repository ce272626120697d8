package dev.brickwork.ids;

import java.util.UUID;

/// Names a company that buys, pays or resells.
public record CustomerId(UUID value) {}
