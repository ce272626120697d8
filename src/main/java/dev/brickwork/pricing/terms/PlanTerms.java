package dev.brickwork.pricing.terms;

import dev.brickwork.pricing.money.Percent;
import java.util.Optional;
import java.util.UUID;

/// The plan of an order or phase. Its own price, where it has one, recurs: a line with empty brick fields and quantity
/// 1 (P-10).
public record PlanTerms(UUID planId, String name, String taxCategory, Optional<BrickPrice> price) {
    public PlanTerms {
        if (price.filter(it -> it.period().isEmpty()).isPresent()) {
            throw new IllegalArgumentException("the price of a plan is for a time");
        }
    }

    /// The plan after a renewal, with its own price uplifted (N-02).
    public PlanTerms renewed(Percent uplift) {
        return new PlanTerms(planId, name, taxCategory, price.map(it -> it.uplifted(uplift)));
    }
}
