package dev.brickwork.catalog;

import dev.brickwork.pricing.calendar.BillingFrequency;
import java.util.List;
import java.util.Optional;

/// The billing frequencies and plan version that a plan offers to a new order.
///
/// @param frequencies as the plan allows them now, which may differ from the day its version was published
/// @param version the latest one; none when nothing was published yet
public record Offer(List<BillingFrequency> frequencies, Optional<PlanVersion> version) {
    public Offer {
        frequencies = List.copyOf(frequencies);
    }
}
