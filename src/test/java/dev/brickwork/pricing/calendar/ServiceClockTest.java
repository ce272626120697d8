package dev.brickwork.pricing.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.brickwork.support.Property;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fast")
@Tag("full")
@Tag("soak")
final class ServiceClockTest {
    private static LocalDate date(String text) {
        return LocalDate.parse(text);
    }

    private static ServiceClock paused(String from, String until) {
        return new ServiceClock(List.of(new Pause(date(from), Optional.of(date(until)))));
    }

    @Test
    void theEndMovesByThePausedDays() {
        var year = new Period(date("2025-01-01"), date("2026-01-01"));
        var scheduled = paused("2025-04-11", "2025-05-11");
        assertThat(WireDates.lastDay(scheduled.calendar(year))).as("K-01").isEqualTo("2026-01-30");
        var early = paused("2025-04-11", "2025-04-21");
        assertThat(WireDates.lastDay(early.calendar(year))).as("K-01").isEqualTo("2026-01-10");
        assertThat(early.pauses().getFirst().days()).as("K-05").isEqualTo(10);
        assertThat(paused("2025-04-11", "2025-04-11").calendar(year))
                .as("K-05, same day")
                .isEqualTo(year);
        assertThat(ServiceClock.UNPAUSED.calendar(year)).isEqualTo(year);
    }

    @Test
    void billDatesMoveWithTheClock() {
        var clock = paused("2025-04-11", "2025-05-11");
        assertThat(clock.calendar(date("2025-05-01"))).as("K-02").isEqualTo("2025-05-31");
        assertThat(clock.calendar(date("2025-06-01"))).as("K-02").isEqualTo("2025-07-01");
        assertThat(clock.calendar(date("2025-04-10"))).isEqualTo("2025-04-10");
        assertThat(clock.calendar(date("2025-04-11")))
                .as("the day that was paused")
                .isEqualTo("2025-05-11");
        assertThat(clock.calendarEnd(date("2025-04-11")))
                .as("ends before the pause")
                .isEqualTo("2025-04-11");
        assertThat(clock.calendarEnd(date("2025-05-01"))).as("K-04").isEqualTo("2025-05-31");
    }

    @Test
    void pausesOfOneDayComeInAnyOrder() {
        var brief = new Pause(date("2025-04-11"), Optional.of(date("2025-04-11")));
        var lasting = new Pause(date("2025-04-11"), Optional.empty());
        assertThat(new ServiceClock(List.of(lasting, brief)))
                .as("resumed and paused again on one day, written within the same instant")
                .isEqualTo(new ServiceClock(List.of(brief, lasting)));
    }

    @Test
    void theClockStandsStillInThePause() {
        var clock = paused("2025-04-11", "2025-04-21");
        assertThat(clock.service(date("2025-04-11"))).isEqualTo("2025-04-11");
        assertThat(clock.service(date("2025-04-15"))).isEqualTo("2025-04-11");
        assertThat(clock.service(date("2025-04-21"))).isEqualTo("2025-04-11");
        assertThat(clock.service(date("2025-04-22"))).isEqualTo("2025-04-12");
        assertThat(clock.isPausedOn(date("2025-04-10"))).isFalse();
        assertThat(clock.isPausedOn(date("2025-04-11"))).isTrue();
        assertThat(clock.isPausedOn(date("2025-04-20"))).isTrue();
        assertThat(clock.isPausedOn(date("2025-04-21"))).isFalse();
    }

    @Test
    void anOpenEndedPauseHoldsTheClockAndMovesNothingYet() {
        var clock = new ServiceClock(List.of(new Pause(date("2025-04-11"), Optional.empty())));
        assertThat(clock.service(date("2025-08-01"))).isEqualTo("2025-04-11");
        assertThat(clock.calendar(date("2025-05-01"))).isEqualTo("2025-05-01");
        assertThat(clock.isPausedOn(date("2030-01-01"))).isTrue();
    }

    /// Dates that were agreed with thirty days of a pause in them, which had ten (rule K-05).
    @Test
    void daysThatWereForeseenAreInTheDates() {
        var april = new Pause(date("2025-04-01"), Optional.of(date("2025-04-11")));
        var clock = new ServiceClock(List.of(april), 30);
        assertThat(clock.calendar(date("2025-07-01"))).isEqualTo("2025-06-11");
        assertThat(clock.service(date("2025-06-11"))).isEqualTo("2025-07-01");
        assertThat(new ServiceClock(List.of(), 30).calendar(Period.day(date("2025-07-01"))))
                .isEqualTo(Period.day(date("2025-06-01")));
    }

    @Test
    void aPauseWithoutAnEndIsNotKnown() {
        var march = new Pause(date("2025-03-01"), Optional.of(date("2025-03-11")));
        var open = new Pause(date("2025-04-11"), Optional.empty());
        var known = new ServiceClock(List.of(march, open), 5).known();
        assertThat(known).isEqualTo(new ServiceClock(List.of(march), 5));
    }

    @Test
    void pausesDoNotOverlap() {
        var april = new Pause(date("2025-04-11"), Optional.of(date("2025-04-21")));
        var touching = new Pause(date("2025-04-21"), Optional.of(date("2025-04-22")));
        var inside = new Pause(date("2025-04-20"), Optional.of(date("2025-04-22")));
        var open = new Pause(date("2025-01-01"), Optional.empty());
        assertThat(new ServiceClock(List.of(touching, april)).calendar(date("2025-04-12")))
                .isEqualTo("2025-04-23");
        assertThatThrownBy(() -> new ServiceClock(List.of(april, inside))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ServiceClock(List.of(april, open))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Pause(date("2025-04-11"), Optional.of(date("2025-04-10"))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /// Every service day takes place on exactly one calendar day, in order, and never inside a pause.
    @Test
    void serviceAndCalendarAreInverse() {
        Property.holds(Property.kernelCases(10_000, 100_000), random -> {
            var pauses = new ArrayList<Pause>();
            var date = date("2025-01-01").plusDays(random.nextInt(40));
            for (int i = random.nextInt(5); i > 0; i--) {
                var resumes = date.plusDays(random.nextInt(3) == 0 ? 0 : random.nextInt(40));
                pauses.add(new Pause(date, Optional.of(resumes)));
                date = resumes.plusDays(random.nextInt(3) == 0 ? 0 : random.nextInt(40));
            }
            var clock = new ServiceClock(pauses);
            var service = date("2025-01-01").plusDays(random.nextInt(250));
            var calendar = clock.calendar(service);
            assertThat(clock.service(calendar)).isEqualTo(service);
            assertThat(clock.isPausedOn(calendar)).isFalse();
            assertThat(clock.calendar(service.plusDays(1))).isAfter(calendar);
            assertThat(clock.calendarEnd(service.plusDays(1))).isEqualTo(calendar.plusDays(1));
        });
    }
}
