package dev.brickwork.pricing.money;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/// A percentage: 10 means 10 %. May be negative (a surcharge as a discount, rule D-06; a lowered price as an
/// uplift, N-02).
public record Percent(BigDecimal value) implements Comparable<Percent> {
    public static final Percent ZERO = new Percent(BigDecimal.ZERO);
    public static final Percent HUNDRED = new Percent(BigDecimal.valueOf(100));

    /// Optional minus, up to 14 integer digits, up to 6 decimals.
    private static final Pattern WRITTEN = Pattern.compile("-?\\d{1,14}(\\.\\d{1,6})?");

    public Percent {
        value = value.stripTrailingZeros();
    }

    public static Percent of(long value) {
        return new Percent(BigDecimal.valueOf(value));
    }

    public static Optional<Percent> parse(String text) {
        return WRITTEN.matcher(text).matches() ? Optional.of(new Percent(new BigDecimal(text))) : Optional.empty();
    }

    public Percent plus(Percent other) {
        return new Percent(value.add(other.value));
    }

    /// The exact part of an amount; the caller names the rounding point.
    public BigDecimal of(BigDecimal amount) {
        return amount.multiply(value).movePointLeft(2);
    }

    public boolean isZero() {
        return value.signum() == 0;
    }

    public boolean isNegative() {
        return value.signum() < 0;
    }

    @Override
    public int compareTo(Percent other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value.toPlainString();
    }
}
