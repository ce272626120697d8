package dev.brickwork.pricing.money;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// Every place where a fraction becomes a number of minor units: the points R1 to R5 of rule M-04, all half up
/// with ties away from zero (M-03). Totals are sums of what leaves here and are never rounded again.
public final class Rounding {
    private static final BigDecimal MINOR_MAX = BigDecimal.valueOf(Money.MINOR_MAX);

    private Rounding() {}

    /// R1: the gross total of a line over its term.
    public static long grossTotal(BigDecimal minorPerPricePeriod, Ratio pricePeriods) {
        return halfUp(minorPerPricePeriod, pricePeriods);
    }

    /// R2: the discount total of a line (its rates together, once), and the coupon total of an order.
    public static long discountTotal(long amount, Percent rate) {
        return rate.isZero() ? 0 : halfUp(rate.of(BigDecimal.valueOf(amount)));
    }

    /// R3: a usage line per window and billing date.
    public static long usage(BigDecimal minor) {
        return halfUp(minor);
    }

    /// R4: tax per invoice and tax component.
    public static long tax(long taxable, Percent rate) {
        return rate.isZero() ? 0 : halfUp(rate.of(BigDecimal.valueOf(taxable)));
    }

    /// R5: an uplifted unit price, to six decimals of the major unit.
    public static BigDecimal upliftedPrice(BigDecimal major, Percent uplift) {
        return Percent.HUNDRED.plus(uplift).of(major).setScale(UnitPrice.DECIMALS_MAX, RoundingMode.HALF_UP);
    }

    /// `total x part / whole`, half up: the step of the cumulative functions (M-05, R-03). A
    /// product that fits into 64 bits stays there, because a schedule asks this for every line and period.
    public static long share(long total, Ratio part, Ratio whole) {
        return share(
                total,
                Math.multiplyExact(part.numerator(), whole.denominator()),
                Math.multiplyExact(part.denominator(), whole.numerator()));
    }

    /// `total x part / whole`, half up, for whole numbers; `whole` is not zero.
    public static long share(long total, long part, long whole) {
        if (part == whole) return total;
        if (part == 0) return 0;
        long product = total * part;
        if (Math.multiplyHigh(total, part) != product >> 63 || product == Long.MIN_VALUE) {
            return halfUp(
                    new BigDecimal(BigInteger.valueOf(total).multiply(BigInteger.valueOf(part))), Ratio.of(1, whole));
        }
        long quotient = product / whole;
        long rest = Math.abs(product % whole);
        if (rest < Math.abs(whole) - rest) return quotient;
        return (product < 0) == (whole < 0) ? quotient + 1 : quotient - 1;
    }

    static long halfUp(BigDecimal exact) {
        var rounded = exact.setScale(0, RoundingMode.HALF_UP);
        if (rounded.abs().compareTo(MINOR_MAX) > 0) throw new AmountOutOfRange();
        return rounded.longValueExact();
    }

    private static long halfUp(BigDecimal exact, Ratio factor) {
        var product = factor.numerator() == 1 ? exact : exact.multiply(BigDecimal.valueOf(factor.numerator()));
        if (factor.denominator() == 1) return halfUp(product);
        return halfUp(product.divide(BigDecimal.valueOf(factor.denominator()), 0, RoundingMode.HALF_UP));
    }
}
