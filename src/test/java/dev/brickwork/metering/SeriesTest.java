package dev.brickwork.metering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.platform.Refusal;
import dev.brickwork.pricing.calendar.Zone;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Where the buckets of a chart begin and end.
@Tag("fast")
final class SeriesTest {
    private static final Zone BERLIN = new Zone(ZoneId.of("Europe/Berlin"));

    /// Berlin is an hour ahead of UTC, two from 02:00 on 30 March, a Sunday.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            HOUR  | 2025-03-29T23:30 | 2025-03-30T01:00 | 29T23 30T00 30T01
            HOUR  | 2025-03-30T00:30 | 2025-03-30T01:30 | 30T00 30T01 30T02
            DAY   | 2025-03-29T12:00 | 2025-03-30T22:00 | 28T23 29T23 30T22
            DAY   | 2025-03-30T12:00 | 2025-03-30T12:00 | 29T23 30T22
            DAY   | 2025-03-29T23:00 | 2025-03-29T23:00 | 29T23 30T22
            WEEK  | 2025-03-30T12:00 | 2025-03-31T12:00 | 23T23 30T22 06T22
            MONTH | 2025-03-30T12:00 | 2025-03-31T21:59 | 28T23 31T22
            """)
    void bucketsFollowTheClockOnTheWall(Series series, String from, String until, String expected) {
        assertThat(series.bounds(Instant.parse(from + ":00Z"), Instant.parse(until + ":00Z"), BERLIN).stream()
                        .map(bound -> bound.toString().substring(8, 13))
                        .collect(Collectors.joining(" ")))
                .isEqualTo(expected);
    }

    @Test
    void thereIsALimit() {
        var from = Instant.parse("2025-01-01T00:00:00Z");
        assertThat(Series.HOUR.bounds(from, from.plus(Duration.ofHours(10_000)), Zone.UTC))
                .hasSize(10_001);
        assertThatThrownBy(() -> Series.HOUR.bounds(from, from.plus(Duration.ofHours(10_001)), Zone.UTC))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("buckets");
    }
}
