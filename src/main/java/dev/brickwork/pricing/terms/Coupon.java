package dev.brickwork.pricing.terms;

import dev.brickwork.pricing.money.Percent;

/// A percentage off what is net of brick discounts, for service in the first months of the subscription (rule
/// D-08).
public record Coupon(String code, Percent rate, int months) {
    /// A coupon for so many months never ends.
    public static final int MONTHS_FOR_EVER = 999;

    public Coupon {
        if (months < 1) throw new IllegalArgumentException("a coupon for %d months".formatted(months));
        if (rate.isNegative() || rate.compareTo(Percent.HUNDRED) > 0) {
            throw new IllegalArgumentException("a coupon of %s %%".formatted(rate));
        }
    }

    public boolean isForEver() {
        return months >= MONTHS_FOR_EVER;
    }
}
