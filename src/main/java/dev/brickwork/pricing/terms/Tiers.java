package dev.brickwork.pricing.terms;

import dev.brickwork.pricing.money.Percent;
import dev.brickwork.pricing.money.Quantity;
import java.util.ArrayList;
import java.util.List;

/// A price ladder: bounds rise strictly and only the last tier may be open. A ladder without an open tier
/// prices what lies beyond it at its last one (rule P-08); the catalogue refuses to publish such a ladder.
public record Tiers(List<Tier> steps) {
    public static final int STEPS_MAX = 100;

    public Tiers {
        steps = List.copyOf(steps);
        var faults = shapeFaults(steps, "tiers");
        if (!faults.isEmpty()) throw new IllegalArgumentException(faults.toString());
    }

    /// The faults that keep a list of tiers from being published, each with its path (`tiers[1].up_to`).
    public static List<PricingFault> faults(List<Tier> steps, String path) {
        var faults = new ArrayList<>(shapeFaults(steps, path));
        if (!steps.isEmpty() && steps.getLast().upTo().isPresent()) {
            faults.add(new PricingFault(
                    "%s[%d].up_to".formatted(path, steps.size() - 1), "the last tier must be open: null"));
        }
        return faults;
    }

    private static List<PricingFault> shapeFaults(List<Tier> steps, String path) {
        var faults = new ArrayList<PricingFault>();
        if (steps.isEmpty()) faults.add(new PricingFault(path, "at least one tier is required"));
        if (steps.size() > STEPS_MAX) faults.add(new PricingFault(path, "at most %d tiers".formatted(STEPS_MAX)));
        var below = Quantity.ZERO;
        for (int i = 0; i < steps.size(); i++) {
            var upTo = steps.get(i).upTo();
            var where = "%s[%d].up_to".formatted(path, i);
            if (upTo.isEmpty()) {
                if (i < steps.size() - 1) faults.add(new PricingFault(where, "only the last tier may be open"));
                continue;
            }
            if (upTo.get().compareTo(below) <= 0) faults.add(new PricingFault(where, "bounds must rise"));
            below = upTo.get();
        }
        return faults;
    }

    /// The tier that holds a quantity: `up_to(i-1) < q <= up_to(i)`; the first holds 0 (P-07).
    Tier holding(Quantity quantity) {
        for (var step : steps) {
            if (step.upTo().isEmpty() || quantity.compareTo(step.upTo().get()) <= 0) return step;
        }
        return steps.getLast();
    }

    Tiers uplifted(Percent uplift) {
        return new Tiers(steps.stream().map(step -> step.uplifted(uplift)).toList());
    }
}
