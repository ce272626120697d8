package dev.brickwork.tax;

import dev.brickwork.pricing.money.Percent;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// A dated rate of one place and tax category. One of the built-in table has neither id nor time of making.
///
/// @param country as it was written, like the region; `place()` is what they mean
/// @param name what the invoice calls it
record TaxRate(
        Optional<UUID> id,
        String country,
        Optional<String> region,
        String category,
        Percent percent,
        String name,
        Validity validity,
        Instant createdAt) {
    /// The category of goods of which nothing else is said.
    static final String STANDARD = "standard";

    Place place() {
        return Place.of(country, region);
    }

    boolean isBuiltIn() {
        return id.isEmpty();
    }
}
