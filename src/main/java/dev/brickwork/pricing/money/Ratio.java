package dev.brickwork.pricing.money;

/// An exact fraction, reduced, with a positive denominator. Measures time in months: the parts of a month have
/// at most 31 days, so everything stays far inside `long`.
public record Ratio(long numerator, long denominator) implements Comparable<Ratio> {
    public static final Ratio ZERO = new Ratio(0, 1);
    public static final Ratio ONE = new Ratio(1, 1);

    public Ratio {
        if (denominator == 0) throw new ArithmeticException("a fraction of zero parts");
        if (denominator != 1) {
            long divisor = denominator < 0 ? -gcd(numerator, denominator) : gcd(numerator, denominator);
            numerator /= divisor;
            denominator /= divisor;
        }
    }

    public static Ratio of(long whole) {
        return new Ratio(whole, 1);
    }

    public static Ratio of(long numerator, long denominator) {
        return new Ratio(numerator, denominator);
    }

    public Ratio plus(Ratio other) {
        if (denominator == other.denominator) {
            return new Ratio(Math.addExact(numerator, other.numerator), denominator);
        }
        return new Ratio(
                Math.addExact(
                        Math.multiplyExact(numerator, other.denominator),
                        Math.multiplyExact(other.numerator, denominator)),
                Math.multiplyExact(denominator, other.denominator));
    }

    public Ratio minus(Ratio other) {
        return plus(new Ratio(-other.numerator, other.denominator));
    }

    public Ratio dividedBy(long whole) {
        return whole == 1 ? this : new Ratio(numerator, Math.multiplyExact(denominator, whole));
    }

    /// The smallest number of parts that this fraction and one with the other denominator can both be written in.
    public long commonDenominator(long other) {
        return Math.multiplyExact(denominator / gcd(denominator, other), other);
    }

    public Ratio min(Ratio other) {
        return compareTo(other) <= 0 ? this : other;
    }

    public Ratio max(Ratio other) {
        return compareTo(other) >= 0 ? this : other;
    }

    @Override
    public int compareTo(Ratio other) {
        if (denominator == other.denominator) return Long.compare(numerator, other.numerator);
        return Long.compare(
                Math.multiplyExact(numerator, other.denominator), Math.multiplyExact(other.numerator, denominator));
    }

    private static long gcd(long a, long b) {
        long x = Math.abs(a);
        long y = Math.abs(b);
        while (y != 0) {
            long rest = x % y;
            x = y;
            y = rest;
        }
        return x;
    }
}
