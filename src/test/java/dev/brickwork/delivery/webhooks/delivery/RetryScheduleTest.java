package dev.brickwork.delivery.webhooks.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.support.Property;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
@Tag("full")
@Tag("soak")
class RetryScheduleTest {
    private static final Instant FIRST = Instant.parse("2025-01-01T00:00:00Z");

    @Test
    void standardWithoutJitter() {
        assertThat(attempts(RetrySchedule.STANDARD))
                .containsExactly(
                        "PT5S",
                        "PT1M5S",
                        "PT6M5S",
                        "PT36M5S",
                        "PT2H36M5S",
                        "PT7H36M5S",
                        "PT17H36M5S",
                        "PT27H36M5S",
                        "PT37H36M5S",
                        "PT47H36M5S",
                        "PT57H36M5S",
                        "PT67H36M5S",
                        "PT75H");
    }

    @Test
    void inactiveSubscriptionsAreToldHourlyForThirtyDays() {
        var attempts = attempts(RetrySchedule.of("subscription.inactive"));
        assertThat(attempts.subList(0, 6))
                .containsExactly("PT5S", "PT1M5S", "PT6M5S", "PT36M5S", "PT1H36M5S", "PT2H36M5S");
        assertThat(attempts).hasSize(4 + 720).last().isEqualTo("PT720H");
        assertThat(RetrySchedule.of("invoice.voided")).isEqualTo(RetrySchedule.STANDARD);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # failures, elapsed,  retryAfter, jitter, next after the first attempt
            1,          PT0S,     ,           0,      PT5S
            1,          PT0S,     ,           200,    PT6S
            1,          PT0S,     ,           -200,   PT4S
            2,          PT5S,     ,           -200,   PT53S
            3,          PT1M5S,   ,           200,    PT7M5S
            7,          PT7H,     ,           200,    PT19H
            8,          PT17H,    ,           -200,   PT25H
            1,          PT0S,     PT2S,       0,      PT5S
            1,          PT0S,     PT1H,       0,      PT1H
            1,          PT0S,     PT1H,       -200,   PT1H
            7,          PT7H,     PT24H,      0,      PT31H
            12,         PT74H,    PT24H,      0,      PT98H
            12,         PT74H,    ,           0,      PT75H
            13,         PT75H,    ,           0,      none
            13,         PT75H,    PT1H,       0,      none
            13,         PT98H,    PT1H,       0,      none
            """)
    void table(int failures, Duration elapsed, Duration retryAfter, int jitter, String expected) {
        var next = RetrySchedule.STANDARD.next(
                failures, FIRST, FIRST.plus(elapsed), Optional.ofNullable(retryAfter), jitter);
        assertThat(next.map(at -> Duration.between(FIRST, at).toString()).orElse("none"))
                .isEqualTo(expected);
    }

    /// Whatever the jitter: every wait is forward, nothing is tried after the span, and the last try is at its very
    /// end.
    @Test
    void jitterKeepsTheSpan() {
        Property.holds(Property.cases(1_000, 100_000), random -> {
            var schedule = random.nextBoolean() ? RetrySchedule.STANDARD : RetrySchedule.PERSISTENT;
            var now = FIRST;
            for (int failures = 1; ; failures++) {
                var next = schedule.next(failures, FIRST, now, Optional.empty(), RetrySchedule.jitter(random));
                if (next.isEmpty()) break;
                assertThat(next.get()).isAfter(now).isBeforeOrEqualTo(FIRST.plus(schedule.span()));
                now = next.get();
            }
            assertThat(now).isEqualTo(FIRST.plus(schedule.span()));
        });
    }

    @Test
    void jitterIsAFifthEachWay() {
        var seen = new Random(7)
                .ints(10_000)
                .map(i -> RetrySchedule.jitter(new Random(i)))
                .summaryStatistics();
        assertThat(seen.getMin()).isEqualTo(-200);
        assertThat(seen.getMax()).isEqualTo(200);
    }

    private static List<String> attempts(RetrySchedule schedule) {
        var attempts = new ArrayList<String>();
        var now = FIRST;
        for (int failures = 1; ; failures++) {
            var next = schedule.next(failures, FIRST, now, Optional.empty(), 0);
            if (next.isEmpty()) return attempts;
            now = next.get();
            attempts.add(Duration.between(FIRST, now).toString());
        }
    }
}
