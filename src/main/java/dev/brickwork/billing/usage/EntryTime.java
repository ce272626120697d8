package dev.brickwork.billing.usage;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Optional;

/// Reads the time of an entry: ISO 8601 with a zone designator. The common form is read digit by digit, because a
/// batch holds ten thousand of them.
public final class EntryTime {
    static final String FAULT = "Must be a timestamp with a time zone, such as 2026-01-31T09:00:00Z, between 2000-01-01"
            + " and 2199-12-31.";

    private static final int SECONDS_END = "2026-01-31T09:00:00".length();
    private static final int FRACTION_DIGITS_MAX = 9;
    private static final int YEAR_MIN = 2000;
    private static final int YEAR_MAX = 2199;

    private EntryTime() {}

    public static Optional<Instant> parse(String text) {
        var quick = utc(text);
        if (quick.isPresent()) return quick;
        try {
            var moment = OffsetDateTime.parse(text);
            return moment.getYear() < YEAR_MIN || moment.getYear() > YEAR_MAX
                    ? Optional.empty()
                    : Optional.of(moment.toInstant());
        } catch (DateTimeException noMoment) {
            return Optional.empty();
        }
    }

    /// `YYYY-MM-DDThh:mm:ss[.fraction]Z`; anything else is left to the JDK.
    private static Optional<Instant> utc(String text) {
        int length = text.length();
        if (length <= SECONDS_END || text.charAt(length - 1) != 'Z') return Optional.empty();
        if (text.charAt(4) != '-' || text.charAt(7) != '-' || text.charAt(10) != 'T') return Optional.empty();
        if (text.charAt(13) != ':' || text.charAt(16) != ':') return Optional.empty();
        int year = number(text, 0, 4);
        int month = number(text, 5, 7);
        int day = number(text, 8, 10);
        int hour = number(text, 11, 13);
        int minute = number(text, 14, 16);
        int second = number(text, 17, 19);
        boolean isUsual = year >= YEAR_MIN
                && year <= YEAR_MAX
                && month >= 1
                && month <= 12
                && day >= 1
                && day <= 28 // Longer months are left to the JDK, which knows them.
                && hour >= 0
                && hour <= 23
                && minute >= 0
                && minute <= 59
                && second >= 0
                && second <= 59;
        if (!isUsual) return Optional.empty();
        int nanos = fraction(text, length);
        if (nanos < 0) return Optional.empty();
        long days = LocalDate.of(year, month, day).toEpochDay();
        return Optional.of(Instant.ofEpochSecond(days * 86_400 + hour * 3600L + minute * 60L + second, nanos));
    }

    private static int fraction(String text, int length) {
        if (length == SECONDS_END + 1) return 0;
        int digits = length - SECONDS_END - 2;
        if (text.charAt(SECONDS_END) != '.' || digits < 1 || digits > FRACTION_DIGITS_MAX) return -1;
        int value = number(text, SECONDS_END + 1, length - 1);
        for (int i = digits; value > 0 && i < FRACTION_DIGITS_MAX; i++) value *= 10;
        return value;
    }

    /// Minus one for what is no number.
    private static int number(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) return -1;
            value = value * 10 + digit;
        }
        return value;
    }
}
