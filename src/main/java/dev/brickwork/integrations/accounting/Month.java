package dev.brickwork.integrations.accounting;

import dev.brickwork.pricing.calendar.Zone;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Optional;

/// A month of the books, in the seller's zone: from its first moment up to the first of the next.
record Month(YearMonth month, Instant from, Instant to) {
    private static final int YEAR_MIN = 2000;
    private static final int YEAR_MAX = 2199;

    /// Empty for what is no month, or lies too far away.
    static Optional<Month> parse(String text, Zone zone) {
        try {
            var month = YearMonth.parse(text);
            if (month.getYear() < YEAR_MIN || month.getYear() > YEAR_MAX) return Optional.empty();
            var next = month.plusMonths(1);
            return Optional.of(new Month(month, zone.startOf(month.atDay(1)), zone.startOf(next.atDay(1))));
        } catch (DateTimeException noMonth) {
            return Optional.empty();
        }
    }

    LocalDate firstDay() {
        return month.atDay(1);
    }

    @Override
    public String toString() {
        return month.toString();
    }
}
