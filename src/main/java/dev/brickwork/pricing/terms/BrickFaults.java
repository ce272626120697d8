package dev.brickwork.pricing.terms;

import java.util.HashSet;
import java.util.List;

/// The checks of rule P-14 and P-11 that need nothing but the bricks themselves.
public final class BrickFaults {
    private BrickFaults() {}

    public static void collect(List<BrickTerms> bricks, String path, List<PricingFault> faults) {
        if (bricks.size() > Terms.BRICKS_PER_PHASE_MAX) {
            faults.add(new PricingFault(path, "must not be more than %d".formatted(Terms.BRICKS_PER_PHASE_MAX)));
        }
        var seen = new HashSet<BrickId>();
        for (int i = 0; i < bricks.size(); i++) {
            var brick = bricks.get(i);
            if (!seen.add(brick.id())) fault(faults, path, i, "brick_id", "the brick is listed twice");
            if (brick.quantity().isNegative() || !brick.quantity().isWhole()) {
                fault(faults, path, i, "quantity", "must be a whole number, not negative");
            }
            if (!brick.quantity().isInsideLimit()) fault(faults, path, i, "quantity", "is too large");
            if (brick.isUnlimited() && brick.price().unlimited().isEmpty()) {
                fault(faults, path, i, "is_unlimited", "the brick has no unlimited price");
            }
        }
    }

    private static void fault(List<PricingFault> faults, String path, int index, String field, String message) {
        faults.add(new PricingFault("%s[%d].%s".formatted(path, index, field), message));
    }
}
