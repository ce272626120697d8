package dev.brickwork.pricing;

import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.terms.BrickPrice;
import dev.brickwork.pricing.terms.PricePeriod;
import dev.brickwork.pricing.terms.PricingModel;
import java.util.Optional;

/// Prices of a model and nothing more.
public final class Prices {
    private Prices() {}

    public static BrickPrice monthly(PricingModel model) {
        return recurring(model, PricePeriod.MONTH);
    }

    public static BrickPrice recurring(PricingModel model, PricePeriod period) {
        return new BrickPrice(
                model, Optional.of(period), Quantity.ZERO, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /// For one-time and milestone bricks, and for usage without more.
    public static BrickPrice once(PricingModel model) {
        return new BrickPrice(
                model, Optional.empty(), Quantity.ZERO, Optional.empty(), Optional.empty(), Optional.empty());
    }
}
