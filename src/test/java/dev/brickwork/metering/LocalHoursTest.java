package dev.brickwork.metering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.billing.usage.EntryReader;
import dev.brickwork.billing.usage.EntryTime;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.support.Property;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Hours as totals are kept by them, over all zones and their clock changes.
@Tag("fast")
@Tag("full")
@Tag("soak")
final class LocalHoursTest {
    private static final List<String> ZONES = new ArrayList<>(ZoneId.getAvailableZoneIds());
    private static final long FROM = Instant.parse("2000-01-01T00:00:00Z").getEpochSecond();
    private static final long SPAN = 150L * 365 * 86_400;

    private static Instant someMoment(Random random, Zone zone) {
        var moment =
                Instant.ofEpochSecond(FROM + (long) (random.nextDouble() * SPAN), random.nextInt(1_000_000) * 1000L);
        var change = zone.id().getRules().nextTransition(moment);
        if (change == null || random.nextInt(4) == 0) return moment;
        return change.getInstant().plusSeconds(random.nextInt(9000) - 4500).plusNanos(random.nextInt(2) * 1000L);
    }

    /// An hour holds its moments, is at most an hour long, and lies in one local day with them.
    @Test
    void anHourNeverStraddlesADay() {
        Property.holds(Property.cases(20_000, 1_000_000), random -> {
            var zone = new Zone(ZoneId.of(ZONES.get(random.nextInt(ZONES.size()))));
            var hours = new LocalHours(zone);
            for (int i = 0; i < 5; i++) {
                var moment = someMoment(random, zone);
                var hour = hours.of(moment);
                assertThat(hour).isBeforeOrEqualTo(moment).isAfter(moment.minusSeconds(3600));
                assertThat(hours.of(hour)).isEqualTo(hour);
                assertThat(zone.dateOf(hour)).isEqualTo(zone.dateOf(moment));
                var day = zone.startOf(zone.dateOf(moment));
                assertThat(hour).isAfterOrEqualTo(day);
            }
        });
    }

    /// Buckets of a series follow one another and agree with the hours.
    @Test
    void bucketsHaveNoGaps() {
        Property.holds(Property.cases(500, 20_000), random -> {
            var zone = new Zone(ZoneId.of(ZONES.get(random.nextInt(ZONES.size()))));
            var hours = new LocalHours(zone);
            var from = someMoment(random, zone);
            var until = from.plusSeconds(1 + random.nextInt(5 * 86_400));
            for (var size : Series.values()) {
                var bounds = size.bounds(from, until, zone);
                assertThat(bounds.getFirst()).isBeforeOrEqualTo(from);
                assertThat(bounds.getLast()).isAfterOrEqualTo(until);
                for (int i = 1; i < bounds.size(); i++)
                    assertThat(bounds.get(i)).isAfter(bounds.get(i - 1));
                for (var bound : bounds) assertThat(hours.of(bound)).isEqualTo(bound);
            }
        });
    }

    @Test
    void timesAreReadLikeTheLibraryReadsThem() {
        Property.holds(Property.cases(20_000, 500_000), random -> {
            var moment =
                    Instant.ofEpochSecond(FROM + (long) (random.nextDouble() * SPAN), random.nextInt(1_000_000_000));
            var text = random.nextBoolean()
                    ? moment.toString()
                    : moment.truncatedTo(java.time.temporal.ChronoUnit.SECONDS).toString();
            assertThat(EntryTime.parse(text)).contains(Instant.parse(text));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2025-02-29T00:00:00Z",
                "2025-00-01T00:00:00Z",
                "2025-13-01T00:00:00Z",
                "2025-01-00T00:00:00Z",
                "2025-01-01T24:00:00Z",
                "2025-01-01T00:60:00Z",
                "2025-01-01T00:00:60Z",
                "1999-12-31T23:59:59Z",
                "2200-01-01T00:00:00Z",
                "2200-01-01T00:00:00+00:00",
                "2025/01-01T00:00:00Z",
                "2025-01/01T00:00:00Z",
                "2025-01-01 00:00:00Z",
                "2025-01-01T00.00:00Z",
                "2025-01-01T00:00.00Z",
                "2025-01-01T00:00:0:Z",
                "2025-01-01T00:00:0/Z",
                "2025-01-01T00:00:00,5Z",
                "2025-01-01T00:00:00",
                "2025-01-01T00:00:00z0",
                "2025-01-01T00:00:00.1234567890Z",
                "٢٠٢٥-01-01T00:00:00Z"
            })
    void noTimeIsReadFrom(String text) {
        assertThat(EntryTime.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2024-02-29T00:00:00Z",
                "2000-01-01T00:00:00Z",
                "2199-12-31T23:59:59.999999999Z",
                "2025-12-28T23:59:59.5Z",
                "2025-01-01T00:00:00.000000001Z"
            })
    void theEdgesAreRead(String text) {
        assertThat(EntryTime.parse(text)).contains(Instant.parse(text));
    }

    @Test
    void numbersKeepTheirRange() {
        assertThat(EntryReader.isInRange(new BigDecimal("99999999999999.999999999999")))
                .isTrue();
        assertThat(EntryReader.isInRange(new BigDecimal("-99999999999999"))).isTrue();
        assertThat(EntryReader.isInRange(new BigDecimal("100000000000000"))).isFalse();
        assertThat(EntryReader.isInRange(new BigDecimal("1E+14"))).isFalse();
        assertThat(EntryReader.isInRange(new BigDecimal("1E-12"))).isTrue();
        assertThat(EntryReader.isInRange(new BigDecimal("1E-13"))).isFalse();
        assertThat(EntryReader.isInRange(new BigDecimal("1.0000000000000000"))).isTrue();
        assertThat(EntryReader.isInRange(new BigDecimal("0E-40"))).isTrue();
    }
}
