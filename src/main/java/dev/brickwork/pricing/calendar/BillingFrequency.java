package dev.brickwork.pricing.calendar;

/// How often a term bills (rule S-01); also names commitment windows (G-01).
public enum BillingFrequency {
    MONTHLY(1),
    QUARTERLY(3),
    SEMI_ANNUALLY(6),
    ANNUALLY(12),
    ALL_UPFRONT(0);

    private final int months;

    BillingFrequency(int months) {
        this.months = months;
    }

    /// The length of one period; ALL_UPFRONT has the whole term as its only one.
    public int periodMonths(int termMonths) {
        return this == ALL_UPFRONT ? termMonths : months;
    }
}
