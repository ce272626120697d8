package dev.brickwork.tax;

import dev.brickwork.ids.LegalEntityId;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/// A place where the seller must collect tax.
///
/// @param entity the legal entity that is registered; absent means all of them
/// @param endedOn the day on which the registration was removed; it counts only before it
record TaxRegistration(
        UUID id,
        String country,
        Optional<String> region,
        Optional<String> taxId,
        Optional<LegalEntityId> entity,
        Validity validity,
        Optional<LocalDate> endedOn,
        Instant createdAt) {
    boolean holds(LegalEntityId of, LocalDate on) {
        return validity.holdsOn(on)
                && endedOn.filter(end -> !on.isBefore(end)).isEmpty()
                && entity.filter(one -> !one.equals(of)).isEmpty();
    }

    /// A registration without a region is one for the whole country.
    boolean covers(Place place) {
        var here = place();
        return here.country().equals(place.country())
                && (here.region().isEmpty() || here.region().equals(place.region()));
    }

    Place place() {
        return Place.of(country, region);
    }
}
