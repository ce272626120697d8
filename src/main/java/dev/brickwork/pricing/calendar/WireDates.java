package dev.brickwork.pricing.calendar;

import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;

/// The one conversion between half-open periods and the inclusive dates of the wire (rule T-02).
public final class WireDates {
    /// The last moment of a covered day as the wire writes it: microseconds, not nanoseconds.
    private static final LocalTime LAST_MOMENT = LocalTime.of(23, 59, 59, 999_999_000);

    private WireDates() {}

    /// `ends_at` of a period that ends before `end`.
    public static LocalDate lastDay(LocalDate end) {
        return end.minusDays(1);
    }

    public static LocalDate lastDay(Period period) {
        return lastDay(period.end());
    }

    /// The period that the wire writes as first and last covered day.
    public static Period period(LocalDate startsAt, LocalDate endsAt) {
        return new Period(startsAt, endsAt.plusDays(1));
    }

    /// `starts_at` as a datetime: local 00:00:00 (the first moment of the day where a clock change skips
    /// midnight).
    public static OffsetDateTime startsAt(Period period, Zone zone) {
        return period.start().atStartOfDay(zone.id()).toOffsetDateTime();
    }

    /// `ends_at` as a datetime: 23:59:59.999999 local of the last covered day.
    public static OffsetDateTime endsAt(Period period, Zone zone) {
        return lastMoment(lastDay(period), zone);
    }

    /// The end of a day, as due dates and the end of a subscription have it (rules S-06, N-05). Where a clock change
    /// repeats the last hour, the second time.
    public static OffsetDateTime lastMoment(LocalDate day, Zone zone) {
        return day.atTime(LAST_MOMENT)
                .atZone(zone.id())
                .withLaterOffsetAtOverlap()
                .toOffsetDateTime();
    }
}
