package dev.brickwork.pricing.tax;

/// What one tax component comes to.
public record TaxAmount(TaxComponent component, long taxable, long amount) {
    TaxAmount plus(TaxAmount other) {
        return new TaxAmount(component, taxable + other.taxable, amount + other.amount);
    }
}
