package dev.brickwork.pricing.terms;

import dev.brickwork.pricing.money.Quantity;

/// The type of a brick, which decides when it bills.
public enum BrickType {
    /// Billed in advance for its time.
    SUBSCRIPTION,
    /// Billed in full with the first invoice of its order or phase, never prorated (rule P-12).
    ONE_TIME,
    /// Billed when completed.
    MILESTONE,
    /// A commitment in advance, overage in arrears.
    USAGE;

    /// The quantity of a brick that was sent without one (rule P-14).
    public Quantity quantityWhenAbsent(Quantity catalogue) {
        return switch (this) {
            case SUBSCRIPTION, ONE_TIME -> Quantity.ONE;
            case USAGE -> Quantity.ZERO;
            case MILESTONE -> catalogue;
        };
    }
}
