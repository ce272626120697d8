package dev.brickwork.support;

import java.math.BigDecimal;
import java.math.BigInteger;

/// An exact number for calculations beside the product's own: never shortened, never rounded before [#rounded()].
public record Fraction(BigInteger top, BigInteger bottom) implements Comparable<Fraction> {
    public static final Fraction ZERO = of(0);

    public static Fraction of(long whole) {
        return of(BigInteger.valueOf(whole));
    }

    public static Fraction of(BigInteger whole) {
        return new Fraction(whole, BigInteger.ONE);
    }

    public static Fraction of(BigDecimal decimal) {
        return decimal.scale() <= 0
                ? of(decimal.toBigIntegerExact())
                : new Fraction(decimal.unscaledValue(), BigInteger.TEN.pow(decimal.scale()));
    }

    public Fraction plus(Fraction other) {
        return new Fraction(top.multiply(other.bottom).add(other.top.multiply(bottom)), bottom.multiply(other.bottom));
    }

    public Fraction minus(Fraction other) {
        return plus(new Fraction(other.top.negate(), other.bottom));
    }

    public Fraction times(Fraction other) {
        return new Fraction(top.multiply(other.top), bottom.multiply(other.bottom));
    }

    /// By a number above zero.
    public Fraction over(Fraction other) {
        return new Fraction(top.multiply(other.bottom), bottom.multiply(other.top));
    }

    public Fraction max(Fraction other) {
        return compareTo(other) >= 0 ? this : other;
    }

    public Fraction min(Fraction other) {
        return compareTo(other) <= 0 ? this : other;
    }

    public BigInteger floor() {
        var parts = top.divideAndRemainder(bottom);
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }

    public BigInteger ceiling() {
        return new Fraction(top.negate(), bottom).floor().negate();
    }

    /// Half up, ties away from zero (rule M-03).
    public BigInteger rounded() {
        var size = top.abs().shiftLeft(1).add(bottom).divide(bottom.shiftLeft(1));
        return top.signum() < 0 ? size.negate() : size;
    }

    @Override
    public int compareTo(Fraction other) {
        return top.multiply(other.bottom).compareTo(other.top.multiply(bottom));
    }
}
