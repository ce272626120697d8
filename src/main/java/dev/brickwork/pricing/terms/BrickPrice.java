package dev.brickwork.pricing.terms;

import dev.brickwork.pricing.calendar.BillingFrequency;
import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.UnitPrice;
import java.util.Optional;

/// The price of a brick (or of a plan itself, rule P-10) in the order's currency.
///
/// @param period what the model's amount is for; one-time, milestone and usage prices have none (T-05)
/// @param included units that are free before the model sees any (P-09)
/// @param unlimited the flat price per period of a brick without a limit (P-11)
/// @param overage the price of a unit beyond the commitment; absent means marginal on the model (G-03)
/// @param commitment the window of a usage commitment; absent means monthly (G-01)
public record BrickPrice(
        PricingModel model,
        Optional<PricePeriod> period,
        Quantity included,
        Optional<UnitPrice> unlimited,
        Optional<UnitPrice> overage,
        Optional<BillingFrequency> commitment) {
    private static final int WINDOW_MONTHS_DEFAULT = 1;

    public BrickPrice {
        if (included.isNegative()) throw new IllegalArgumentException("included units below zero: " + included);
    }

    /// The price of each unit beyond the commitment, where all of them cost the same (G-03).
    public Optional<UnitPrice> eachBeyond() {
        return overage.or(() -> model instanceof PricingModel.Flat(var price) ? Optional.of(price) : Optional.empty());
    }

    /// The length of a commitment window in a term of so many months.
    public int windowMonths(int termMonths) {
        return commitment.map(window -> window.periodMonths(termMonths)).orElse(WINDOW_MONTHS_DEFAULT);
    }

    /// Every price raised by the uplift of a renewal (N-02); bounds, sizes and included units stay.
    public BrickPrice uplifted(Percent uplift) {
        if (uplift.isZero()) return this;
        return new BrickPrice(
                model.uplifted(uplift),
                period,
                included,
                unlimited.map(price -> price.uplifted(uplift)),
                overage.map(price -> price.uplifted(uplift)),
                commitment);
    }
}
