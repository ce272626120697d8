package dev.brickwork.customers;

import dev.brickwork.ids.CustomerId;
import dev.brickwork.platform.http.Metadata;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.sellers.Address;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/// A company that buys, pays or resells.
///
/// @param timeZone the zone of subscriptions to come; absent means the seller's
/// @param locale the language of invoices, mails and pages
/// @param isPartner whether it may be billed for other customers
/// @param erasedAt when its personal data were erased; it takes no new business afterwards
public record Customer(
        CustomerId id,
        String name,
        Optional<String> legalName,
        Optional<String> externalId,
        Optional<Address> address,
        Optional<String> taxId,
        Optional<Zone> timeZone,
        Locale locale,
        boolean isPartner,
        Metadata metadata,
        Optional<Instant> erasedAt,
        Instant createdAt,
        long version) {
    static final Locale LOCALE_DEFAULT = Locale.ENGLISH;

    /// A new customer of which nothing is known yet.
    static Customer blank(CustomerId id, Instant now) {
        return new Customer(
                id,
                "",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                LOCALE_DEFAULT,
                false,
                Metadata.NONE,
                Optional.empty(),
                now,
                1);
    }

    /// A copy without personal data. Zone, language and role stay: they identify no person, and past invoices are
    /// read in them.
    Customer erased(Instant now) {
        return new Customer(
                id,
                "Erased customer " + id.value(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                timeZone,
                locale,
                isPartner,
                Metadata.NONE,
                Optional.of(now),
                createdAt,
                version);
    }

    /// As contracts and invoices name it.
    public String formalName() {
        return legalName.orElse(name);
    }

    public boolean isErased() {
        return erasedAt.isPresent();
    }
}
