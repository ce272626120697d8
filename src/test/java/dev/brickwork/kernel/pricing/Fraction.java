package dev.brickwork.kernel.pricing;

import java.math.BigDecimal;
import java.math.BigInteger;

/// An exact number for [ReferenceCalculator]: never shortened, never rounded before [#rounded()].
record Fraction(BigInteger top, BigInteger bottom) implements Comparable<Fraction> {
    static final Fraction ZERO = of(0);

    static Fraction of(long whole) {
        return of(BigInteger.valueOf(whole));
    }

    static Fraction of(BigInteger whole) {
        return new Fraction(whole, BigInteger.ONE);
    }

    static Fraction of(BigDecimal decimal) {
        return decimal.scale() <= 0
                ? of(decimal.toBigIntegerExact())
                : new Fraction(decimal.unscaledValue(), BigInteger.TEN.pow(decimal.scale()));
    }

    Fraction plus(Fraction other) {
        return new Fraction(top.multiply(other.bottom).add(other.top.multiply(bottom)), bottom.multiply(other.bottom));
    }

    Fraction minus(Fraction other) {
        return plus(new Fraction(other.top.negate(), other.bottom));
    }

    Fraction times(Fraction other) {
        return new Fraction(top.multiply(other.top), bottom.multiply(other.bottom));
    }

    /// By a number above zero.
    Fraction over(Fraction other) {
        return new Fraction(top.multiply(other.bottom), bottom.multiply(other.top));
    }

    Fraction max(Fraction other) {
        return compareTo(other) >= 0 ? this : other;
    }

    Fraction min(Fraction other) {
        return compareTo(other) <= 0 ? this : other;
    }

    BigInteger floor() {
        var parts = top.divideAndRemainder(bottom);
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }

    BigInteger ceiling() {
        return new Fraction(top.negate(), bottom).floor().negate();
    }

    /// Half up, ties away from zero (rule M-03).
    BigInteger rounded() {
        var size = top.abs().shiftLeft(1).add(bottom).divide(bottom.shiftLeft(1));
        return top.signum() < 0 ? size.negate() : size;
    }

    @Override
    public int compareTo(Fraction other) {
        return top.multiply(other.bottom).compareTo(other.top.multiply(bottom));
    }
}
