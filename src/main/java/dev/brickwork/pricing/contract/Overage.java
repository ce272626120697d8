package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.money.Quantity;

/// Usage beyond the allowance and its price after rates; fixed discounts apply to the commitment only (rule
/// D-10). Negative as the difference to an earlier rating, when entries were corrected (G-06).
public record Overage(Quantity units, long gross, long discount) {
    public static final Overage NONE = new Overage(Quantity.ZERO, 0, 0);

    public long net() {
        return gross - discount;
    }

    public Overage plus(Overage other) {
        return new Overage(units.plus(other.units), gross + other.gross, discount + other.discount);
    }

    public Overage minus(Overage other) {
        return new Overage(units.minus(other.units), gross - other.gross, discount - other.discount);
    }
}
