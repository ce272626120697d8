package dev.brickwork.pricing.tax;

/// The total of one tax component: the amount that it taxes, and the tax on it.
public record TaxAmount(TaxComponent component, long taxable, long amount) {
    TaxAmount plus(TaxAmount other) {
        return new TaxAmount(component, taxable + other.taxable, amount + other.amount);
    }
}
