package dev.brickwork.pricing.calendar;

import java.time.LocalDate;
import java.util.Optional;

/// A stretch of days, `[start, end)`. Never empty.
public record Period(LocalDate start, LocalDate end) {
    public Period {
        if (!start.isBefore(end))
            throw new IllegalArgumentException("empty period from %s to %s".formatted(start, end));
    }

    /// A single day, as one-time and milestone lines have (rule I-10).
    public static Period day(LocalDate date) {
        return new Period(date, date.plusDays(1));
    }

    public long days() {
        return end.toEpochDay() - start.toEpochDay();
    }

    public boolean contains(LocalDate date) {
        return !date.isBefore(start) && date.isBefore(end);
    }

    public boolean overlaps(Period other) {
        return start.isBefore(other.end) && other.start.isBefore(end);
    }

    public Optional<Period> intersection(Period other) {
        var from = start.isAfter(other.start) ? start : other.start;
        var to = end.isBefore(other.end) ? end : other.end;
        return from.isBefore(to) ? Optional.of(new Period(from, to)) : Optional.empty();
    }

    /// The part before a date, if any.
    public Optional<Period> before(LocalDate date) {
        if (!date.isAfter(start)) return Optional.empty();
        return Optional.of(date.isBefore(end) ? new Period(start, date) : this);
    }

    /// The part on and after a date, if any.
    public Optional<Period> from(LocalDate date) {
        if (!date.isBefore(end)) return Optional.empty();
        return Optional.of(date.isAfter(start) ? new Period(date, end) : this);
    }

    /// The smallest period that covers both.
    public Period union(Period other) {
        return new Period(start.isBefore(other.start) ? start : other.start, end.isAfter(other.end) ? end : other.end);
    }
}
