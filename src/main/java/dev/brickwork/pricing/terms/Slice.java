package dev.brickwork.pricing.terms;

import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.UnitPrice;
import java.math.BigDecimal;

/// The part of one tier, package or fee in the price of one price period: `minor` is exact, in minor units.
public record Slice(Quantity quantity, UnitPrice price, boolean isFee, BigDecimal minor) {
    public static Slice units(Quantity quantity, UnitPrice price, Currency currency) {
        return new Slice(quantity, price, false, price.times(quantity, currency));
    }

    static Slice fee(UnitPrice price, Currency currency) {
        return new Slice(Quantity.ONE, price, true, price.times(Quantity.ONE, currency));
    }
}
