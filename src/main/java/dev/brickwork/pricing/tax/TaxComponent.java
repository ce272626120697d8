package dev.brickwork.pricing.tax;

import dev.brickwork.pricing.money.Percent;

/// One tax on a category. Reverse charge has rate 0 and still shows its base (rule X-05); a compound component
/// is also due on the taxes before it.
public record TaxComponent(String name, Percent rate, boolean isReverseCharge, boolean isCompound) {
    public static TaxComponent of(String name, Percent rate) {
        return new TaxComponent(name, rate, false, false);
    }
}
