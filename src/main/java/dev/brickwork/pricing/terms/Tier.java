package dev.brickwork.pricing.terms;

import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.UnitPrice;
import java.util.Optional;

/// One step of a price ladder: `up_to` is inclusive, absent on the open last tier (rule P-02).
public record Tier(Optional<Quantity> upTo, UnitPrice unitPrice, UnitPrice flatPrice) {
    Tier uplifted(Percent uplift) {
        return new Tier(upTo, unitPrice.uplifted(uplift), flatPrice.uplifted(uplift));
    }
}
