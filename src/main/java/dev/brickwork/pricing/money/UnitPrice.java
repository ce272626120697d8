package dev.brickwork.pricing.money;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// A catalogue price in major units with up to six decimals (rule M-02). Never negative and never rounded.
public record UnitPrice(BigDecimal major) implements Comparable<UnitPrice> {
    public static final int DECIMALS_MAX = 6;
    public static final UnitPrice ZERO = new UnitPrice(BigDecimal.ZERO);

    private static final int PERCENT_DECIMALS_MIN = 2;

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

    /// As in a tier row: unrounded, with at least the decimals of the currency (rule C-02).
    public String shown(Currency currency) {
        return shown(currency.exponent());
    }

    /// The percentage that stands for a price where usage is money (rule G-11), with at least two decimals.
    public String shownAsPercent() {
        return shown(PERCENT_DECIMALS_MIN);
    }

    private String shown(int decimalsMin) {
        return major.setScale(Math.max(major.scale(), decimalsMin), RoundingMode.UNNECESSARY)
                .toPlainString();
    }

    @Override
    public int compareTo(UnitPrice other) {
        return major.compareTo(other.major);
    }
}
