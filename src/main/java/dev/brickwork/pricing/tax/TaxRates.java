package dev.brickwork.pricing.tax;

import java.util.List;

/// The taxes of a category, looked up before pricing for one seller, address and date (rules ). Must
/// be pure.
@FunctionalInterface
public interface TaxRates {
    /// No address, no registration: no tax (W-03).
    TaxRates NONE = _ -> List.of();

    List<TaxComponent> of(String taxCategory);

    /// Rates with one list of components for every category.
    static TaxRates always(List<TaxComponent> components) {
        var copy = List.copyOf(components);
        return _ -> copy;
    }
}
