package dev.brickwork.pricing.terms;

import dev.brickwork.pricing.money.AmountOutOfRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Collects the parts of an order whose price is out of range, while the rest is priced.
public final class PricingFaults {
    private final List<PricingFault> all = new ArrayList<>();

    public List<PricingFault> all() {
        return all;
    }

    public void guard(Supplier<String> path, Runnable pricing) {
        try {
            pricing.run();
        } catch (AmountOutOfRange tooLarge) {
            all.add(new PricingFault(path.get(), "the price is out of range"));
        }
    }
}
