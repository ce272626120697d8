package dev.brickwork.pricing.calendar;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;

/// The fixed zone of a subscription (rule T-01). Instants become local dates here and only local dates enter
/// money, so a day of 23 or 25 hours is one day (T-06).
public record Zone(ZoneId id) {
    public static final Zone UTC = new Zone(ZoneId.of("UTC"));

    private static final Set<String> NAMES = Set.copyOf(ZoneId.getAvailableZoneIds()); // Asking copies 600 names.

    /// Usage invoices wait one hour, so that the last minutes can arrive (T-08).
    private static final LocalTime USAGE_ARRIVES_UNTIL = LocalTime.of(1, 0);

    /// A name of the tz database; offsets such as `+02:00` know no daylight saving and are refused.
    public static Optional<Zone> parse(String name) {
        return NAMES.contains(name) ? Optional.of(new Zone(ZoneId.of(name))) : Optional.empty();
    }

    public LocalDate dateOf(Instant instant) {
        return instant.atZone(id).toLocalDate();
    }

    /// Local 00:00, or the first moment of a day whose midnight a clock change skips.
    public Instant startOf(LocalDate date) {
        return date.atStartOfDay(id).toInstant();
    }

    /// The first moment at which an invoice dated `date` may be issued (T-08).
    public Instant issuableFrom(LocalDate date, boolean holdsUsage) {
        return holdsUsage ? date.atTime(USAGE_ARRIVES_UNTIL).atZone(id).toInstant() : startOf(date);
    }
}
