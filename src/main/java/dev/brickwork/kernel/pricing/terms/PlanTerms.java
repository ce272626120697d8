package dev.brickwork.kernel.pricing.terms;

import dev.brickwork.kernel.money.Percent;
import java.util.Optional;
import java.util.UUID;

/// The plan of an order or phase. Its own price, where it has one, is a line with empty brick fields and
/// quantity 1 (P-10); a price without a period bills once.
public record PlanTerms(UUID planId, String name, String taxCategory, Optional<BrickPrice> price) {
    /// What a renewal makes of it (N-02). A price that bills once has been billed.
    public PlanTerms renewed(Percent uplift) {
        var renewed = price.filter(it -> it.period().isPresent()).map(it -> it.uplifted(uplift));
        return new PlanTerms(planId, name, taxCategory, renewed);
    }
}
