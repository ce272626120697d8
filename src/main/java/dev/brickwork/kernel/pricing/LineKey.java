package dev.brickwork.kernel.pricing;

import java.util.Optional;

/// Names a line inside a contract: order 0 is the one that opened the term, 1 and up are its upgrades in order
/// of closing; no brick means the price of the plan itself.
public record LineKey(int order, int phasePosition, Optional<BrickId> brick) {}
