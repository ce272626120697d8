package dev.brickwork.pricing.money;

import java.util.Optional;

/// The currencies. The number of decimals is a table entry (rule C-02), so one more currency is one
/// more line.
public enum Currency {
    USD(2),
    EUR(2),
    GBP(2),
    AUD(2),
    CAD(2);

    private final int exponent;

    Currency(int exponent) {
        this.exponent = exponent;
    }

    /// Decimals between the major and the minor unit.
    public int exponent() {
        return exponent;
    }

    public static Optional<Currency> parse(String code) {
        for (var currency : values()) {
            if (currency.name().equals(code)) return Optional.of(currency);
        }
        return Optional.empty();
    }
}
