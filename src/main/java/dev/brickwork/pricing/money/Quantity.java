package dev.brickwork.pricing.money;

import java.math.BigDecimal;

/// How many units. Negative in the delta of a reduction and in corrections of usage.
public record Quantity(BigDecimal value) implements Comparable<Quantity> {
    /// Quantities lie strictly between plus and minus this.
    public static final BigDecimal LIMIT = new BigDecimal("100000000000000");

    public static final Quantity ZERO = new Quantity(BigDecimal.ZERO);
    public static final Quantity ONE = new Quantity(BigDecimal.ONE);

    public Quantity {
        value = value.stripTrailingZeros();
    }

    public static Quantity of(long value) {
        return value == 0 ? ZERO : value == 1 ? ONE : new Quantity(BigDecimal.valueOf(value));
    }

    public static Quantity of(String value) {
        return new Quantity(new BigDecimal(value));
    }

    public Quantity plus(Quantity other) {
        return new Quantity(value.add(other.value));
    }

    public Quantity minus(Quantity other) {
        return new Quantity(value.subtract(other.value));
    }

    public Quantity negated() {
        return new Quantity(value.negate());
    }

    public Quantity min(Quantity other) {
        return compareTo(other) <= 0 ? this : other;
    }

    /// This, or nothing when it is below zero.
    public Quantity orZero() {
        return value.signum() < 0 ? ZERO : this;
    }

    public boolean isZero() {
        return value.signum() == 0;
    }

    public boolean isNegative() {
        return value.signum() < 0;
    }

    public boolean isPositive() {
        return value.signum() > 0;
    }

    public boolean isWhole() {
        return value.scale() <= 0;
    }

    public boolean isInsideLimit() {
        return value.abs().compareTo(LIMIT) < 0;
    }

    @Override
    public int compareTo(Quantity other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value.toPlainString();
    }
}
