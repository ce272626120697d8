package dev.brickwork.pricing.money;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// A catalogue price in major units with up to six decimals (rule M-02). Never negative and never rounded.
public record UnitPrice(BigDecimal major) implements Comparable<UnitPrice> {
    public static final int DECIMALS_MAX = 6;
    public static final UnitPrice ZERO = new UnitPrice(BigDecimal.ZERO);

    private static final int SHOWN_DECIMALS_MIN = 2;

    public UnitPrice {
        major = major.stripTrailingZeros();
        if (major.signum() < 0) throw new IllegalArgumentException("a price is not negative: " + major);
        if (major.scale() > DECIMALS_MAX) throw new IllegalArgumentException("more than six decimals: " + major);
    }

    public static UnitPrice of(String major) {
        return new UnitPrice(new BigDecimal(major));
    }

    /// Exact, in minor units.
    public BigDecimal times(Quantity quantity, Currency currency) {
        return major.multiply(quantity.value()).movePointRight(currency.exponent());
    }

    public UnitPrice uplifted(Percent uplift) {
        return new UnitPrice(Rounding.upliftedPrice(major, uplift));
    }

    public boolean isZero() {
        return major.signum() == 0;
    }

    /// As in a tier row: unrounded, with at least two decimals.
    public String shown() {
        return (major.scale() < SHOWN_DECIMALS_MIN
                        ? major.setScale(SHOWN_DECIMALS_MIN, RoundingMode.UNNECESSARY)
                        : major)
                .toPlainString();
    }

    @Override
    public int compareTo(UnitPrice other) {
        return major.compareTo(other.major);
    }
}
