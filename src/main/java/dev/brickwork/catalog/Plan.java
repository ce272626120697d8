package dev.brickwork.catalog;

import dev.brickwork.ids.PlanId;
import dev.brickwork.ids.PlanVersionId;
import dev.brickwork.ids.ProductId;
import dev.brickwork.pricing.calendar.BillingFrequency;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A plan as it is now: its name, its draft, and where its latest version is.
///
/// @param version counts changes of this row (ETag); not the number of a published version
public record Plan(
        PlanId id,
        String name,
        Optional<ProductId> product,
        boolean isPrivate,
        List<BillingFrequency> frequencies,
        Optional<Draft> draft,
        Optional<Instant> draftUpdatedAt,
        Optional<Latest> latest,
        Instant createdAt,
        long version) {
    public Plan {
        frequencies = List.copyOf(frequencies);
    }

    /// The newest published version; merged ones do not count.
    public record Latest(int number, PlanVersionId id) {}
}
