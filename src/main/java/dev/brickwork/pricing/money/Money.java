package dev.brickwork.pricing.money;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;

/// An exact amount in the smallest unit of one currency. Negative amounts are credits.
public record Money(long minor, Currency currency) implements Comparable<Money> {
    /// The largest integer that every JSON client reads exactly: 2^53 - 1 (rule M-09).
    public static final long MINOR_MAX = 9_007_199_254_740_991L;

    public Money {
        requireNonNull(currency, "currency");
        checked(minor);
    }

    public static Money zero(Currency currency) {
        return new Money(0, currency);
    }

    /// The amount itself, when it is inside the limit of M-09.
    public static long checked(long minor) {
        if (minor > MINOR_MAX || minor < -MINOR_MAX) throw new AmountOutOfRange();
        return minor;
    }

    public Money plus(Money other) {
        return new Money(Math.addExact(minor, sameCurrency(other).minor), currency);
    }

    public boolean isZero() {
        return minor == 0;
    }

    public boolean isPositive() {
        return minor > 0;
    }

    public BigDecimal major() {
        return BigDecimal.valueOf(minor, currency.exponent());
    }

    /// Major units with the currency's decimals, a space and the code, as in `contract_value` (rule M-01).
    public String withCode() {
        return major().toPlainString() + " " + currency;
    }

    @Override
    public int compareTo(Money other) {
        return Long.compare(minor, sameCurrency(other).minor);
    }

    private Money sameCurrency(Money other) {
        if (other.currency == currency) return other;
        throw new IllegalArgumentException("cannot mix %s with %s".formatted(currency, other.currency));
    }
}
