package dev.brickwork.platform.egress;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The `Retry-After` header of 429 and 503 answers: seconds or an HTTP date (RFC 9110), honoured up to a day.
public final class RetryAfter {
    public static final Duration WAIT_MAX = Duration.ofHours(24);

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,10}");
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.ROOT);

    private RetryAfter() {}

    /// Empty when the header says nothing we understand; a moment in the past means no wait.
    public static Optional<Duration> parse(String header, Instant now) {
        var text = header.strip();
        if (SECONDS.matcher(text).matches()) return Optional.of(within(Duration.ofSeconds(Long.parseLong(text))));
        try {
            return Optional.of(within(Duration.between(now, HTTP_DATE.parse(text, Instant::from))));
        } catch (DateTimeException odd) {
            return Optional.empty();
        }
    }

    private static Duration within(Duration wait) {
        if (wait.isNegative()) return Duration.ZERO;
        return wait.compareTo(WAIT_MAX) > 0 ? WAIT_MAX : wait;
    }
}
