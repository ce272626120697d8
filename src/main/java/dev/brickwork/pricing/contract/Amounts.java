package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.money.Money;

/// The money of a line, charge, invoice date, phase or estimate in the order in which it is computed, in minor units of
/// the estimate's currency. Every part may be negative in an upgrade.
///
/// @param gross before discounts and tax: `sub_total`
/// @param discount of the bricks
/// @param coupon the coupon's share
/// @param credit adjustment credit applied (rule R-04)
public record Amounts(long gross, long discount, long coupon, long tax, long credit) {
    public static final Amounts ZERO = new Amounts(0, 0, 0, 0, 0);

    public Amounts {
        Money.checked(gross);
        Money.checked(discount);
        Money.checked(coupon);
        Money.checked(tax);
        Money.checked(credit);
        Money.checked(discount + coupon);
        Money.checked(gross - discount - coupon);
        Money.checked(gross - discount - coupon + tax - credit); // parts in range may add up beyond it (M-09)
    }

    static Amounts of(long gross, long discount, long coupon) {
        return new Amounts(gross, discount, coupon, 0, 0);
    }

    /// After discounts, before tax.
    public long net() {
        return gross - discount - coupon;
    }

    /// Discount of bricks and coupon together: `grand_total_details` of lines and periods.
    public long discountTotal() {
        return discount + coupon;
    }

    /// `grand_total`: after tax and adjustment credit.
    public long total() {
        return net() + tax - credit;
    }

    public Amounts plus(Amounts other) {
        return new Amounts(
                gross + other.gross,
                discount + other.discount,
                coupon + other.coupon,
                tax + other.tax,
                credit + other.credit);
    }

    public Amounts withTax(long other) {
        return new Amounts(gross, discount, coupon, other, credit);
    }

    public Amounts withCredit(long other) {
        return new Amounts(gross, discount, coupon, tax, other);
    }
}
