package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.UnitPrice;
import java.math.BigDecimal;

/// A row of `tiers_breakdown` (rule P-13), for display only: the line is rounded from the exact sum and never
/// from rows.
///
/// @param quantity negative in an upgrade that takes units out of a tier
/// @param isFee a flat fee of its tier, which is no unit that is bought
/// @param subTotal major units with two decimals, or fewer where the currency has fewer (rule C-02), over the whole
///     term of the line
public record TierRow(
        Quantity quantity,
        UnitPrice unitPrice,
        boolean isFee,
        BigDecimal subTotal,
        String durationText,
        Currency currency) {
    /// The unit price as a row shows it.
    public String price() {
        return unitPrice.shown(currency);
    }
}
