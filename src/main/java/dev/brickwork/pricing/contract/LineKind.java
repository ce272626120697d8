package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.terms.BrickTerms;

/// The purpose of a line, which decides when it bills and whether time can leave some of it unused.
public enum LineKind {
    PLAN,
    SUBSCRIPTION,
    /// The price of a usage brick in advance: its commitment, or the first fee of pay as you go (rules G-02, P-07).
    COMMITMENT,
    ONE_TIME,
    MILESTONE;

    static LineKind of(BrickTerms brick) {
        return switch (brick.type()) {
            case SUBSCRIPTION -> SUBSCRIPTION;
            case USAGE -> COMMITMENT;
            case ONE_TIME -> ONE_TIME;
            case MILESTONE -> MILESTONE;
        };
    }

    /// Whether the line earns its value day by day. One-time and milestone lines have no unused value;
    /// overage is no line of an order. A commitment has: when its window is cut, its units and its price are
    /// cut together (G-07, R-08).
    public boolean isEarnedOverTime() {
        return this == PLAN || this == SUBSCRIPTION || this == COMMITMENT;
    }
}
