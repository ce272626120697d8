package dev.brickwork.pricing.terms;

import java.util.Optional;

/// The stretch a recurring price is for (rule T-05).
public enum PricePeriod {
    MONTH(1),
    YEAR(12);

    private final int months;

    PricePeriod(int months) {
        this.months = months;
    }

    public int months() {
        return months;
    }

    public static Optional<PricePeriod> ofMonths(int months) {
        return months == 1 ? Optional.of(MONTH) : months == 12 ? Optional.of(YEAR) : Optional.empty();
    }
}
