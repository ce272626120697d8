package dev.brickwork.metering;

import dev.brickwork.platform.Refusal;
import dev.brickwork.pricing.calendar.Zone;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The buckets of a time series in a zone: contiguous, and as long as the local clock makes them (T-06).
public enum Series {
    HOUR,
    DAY,
    WEEK,
    MONTH;

    static final int BUCKET_COUNT_MAX = 10_000;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The bounds of the buckets that hold `[from, until)`: the first one at or before `from`, the last one at or
    /// after `until`.
    public List<Instant> bounds(Instant from, Instant until, Zone zone) {
        var bounds = new ArrayList<Instant>();
        var hours = new LocalHours(zone);
        var at = this == HOUR ? hours.of(from) : zone.startOf(first(zone.dateOf(from)));
        bounds.add(at);
        while (bounds.size() < 2 || at.isBefore(until)) {
            if (bounds.size() > BUCKET_COUNT_MAX) {
                throw Refusal.badField("to", "At most %d buckets: narrow the range.".formatted(BUCKET_COUNT_MAX));
            }
            at = next(at, zone, hours);
            bounds.add(at);
        }
        return bounds;
    }

    private LocalDate first(LocalDate date) {
        return switch (this) {
            case HOUR, DAY -> date;
            case WEEK -> date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case MONTH -> date.withDayOfMonth(1);
        };
    }

    private Instant next(Instant at, Zone zone, LocalHours hours) {
        var date = zone.dateOf(at);
        return switch (this) {
            case HOUR -> nextHour(at, hours);
            case DAY -> zone.startOf(date.plusDays(1));
            case WEEK -> zone.startOf(date.plusWeeks(1));
            case MONTH -> zone.startOf(date.plusMonths(1));
        };
    }

    /// An hour that a clock change cuts short ends where the next one begins.
    private static Instant nextHour(Instant at, LocalHours hours) {
        for (int minutes = 15; minutes <= 60; minutes += 15) {
            var later = at.plusSeconds(minutes * 60L);
            if (!hours.of(later).equals(at)) return hours.of(later);
        }
        throw new IllegalStateException("an hour without an end at " + at);
    }
}
