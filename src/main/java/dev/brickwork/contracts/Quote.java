package dev.brickwork.contracts;

import dev.brickwork.pricing.Estimate;
import dev.brickwork.pricing.terms.Coupon;
import dev.brickwork.pricing.terms.Terms;
import dev.brickwork.pricing.terms.Upgrade;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// An order priced: the terms as they would be frozen, and what they cost.
public sealed interface Quote {
    Estimate estimate();

    /// Closing uses them up.
    List<Coupon> coupons();

    Order.PlanVersion version();

    /// Part of the catalogue that the order keeps while it is open (rule Q-01).
    Pins pins();

    /// Opens a term.
    record Opening(
            Terms terms,
            Estimate estimate,
            Order.PlanVersion version,
            List<Coupon> coupons,
            Pins pins,
            Optional<Integer> trialDays)
            implements Quote {}

    /// Changes a running one.
    record Delta(Upgrade upgrade, Estimate estimate, Order.PlanVersion version, List<Coupon> coupons, Pins pins)
            implements Quote {}

    default LocalDate startsOn() {
        return estimate().term().start();
    }

    default LocalDate endsOn() {
        return estimate().term().end();
    }

    default String frozen() {
        return switch (this) {
            case Opening opening -> TermsJson.of(opening.terms());
            case Delta delta -> TermsJson.of(delta.upgrade());
        };
    }
}
