package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.terms.BrickId;
import java.util.Optional;

/// Names a line inside a contract: order 0 is the one that opened the term, 1 and up are its upgrades in order
/// of closing; no brick means the price of the plan itself.
///
/// @param isLeaving of the line by which something leaves with its old window or tax category, where the same order
///     brings it back with another one
public record LineKey(int order, int phasePosition, Optional<BrickId> brick, boolean isLeaving) {
    public LineKey(int order, int phasePosition, Optional<BrickId> brick) {
        this(order, phasePosition, brick, false);
    }

    /// Whether the other key names the same brick in the same phase, whatever the order.
    public boolean isSameBrick(LineKey other) {
        return phasePosition == other.phasePosition && brick.equals(other.brick);
    }

    LineKey leaving() {
        return new LineKey(order, phasePosition, brick, true);
    }
}
