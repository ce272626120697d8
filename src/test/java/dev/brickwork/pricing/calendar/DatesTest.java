package dev.brickwork.pricing.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Periods, wire dates, zones, grids and bill dates.
@Tag("fast")
final class DatesTest {
    private static final Zone LOS_ANGELES = Zone.parse("America/Los_Angeles").orElseThrow();
    private static final Zone NEW_YORK = Zone.parse("America/New_York").orElseThrow();

    private static LocalDate date(String text) {
        return LocalDate.parse(text);
    }

    private static Period period(String from, String to) {
        return new Period(date(from), date(to));
    }

    @Test
    void wireDatesAreInclusive() {
        var year = period("2025-07-23", "2026-07-23");
        assertThat(WireDates.lastDay(year)).as("T-02").isEqualTo("2026-07-22");
        assertThat(WireDates.period(date("2025-07-23"), date("2026-07-22"))).isEqualTo(year);
        assertThat(WireDates.startsAt(year, LOS_ANGELES)).hasToString("2025-07-23T00:00-07:00");
        assertThat(WireDates.endsAt(year, LOS_ANGELES)).as("N-05").hasToString("2026-07-22T23:59:59.999999-07:00");
        assertThat(WireDates.lastMoment(date("2025-01-31").plusDays(30), Zone.UTC))
                .as("S-06")
                .hasToString("2025-03-02T23:59:59.999999Z");
    }

    /// In Beirut, Cairo and others midnight comes twice in autumn; in Havana and the Azores the first hour does.
    @ParameterizedTest
    @CsvSource({
        "Asia/Beirut, 2024-10-26",
        "Asia/Beirut, 2024-03-30",
        "Africa/Cairo, 2025-10-30",
        "Africa/Cairo, 2025-04-24",
        "America/Sao_Paulo, 2018-02-17",
        "America/Havana, 2025-11-01",
        "America/Havana, 2025-11-02",
        "Pacific/Apia, 2011-12-29"
    })
    void aDayEndsWhereTheNextOneBegins(String name, LocalDate day) {
        var zone = Zone.parse(name).orElseThrow();
        assertThat(WireDates.lastMoment(day, zone).toInstant().plusNanos(1_000))
                .isEqualTo(zone.startOf(day.plusDays(1)));
    }

    @Test
    void zonesDecideTheDate() {
        assertThat(LOS_ANGELES.dateOf(Instant.parse("2023-02-08T00:00:00Z")))
                .as("T-01")
                .isEqualTo("2023-02-07");
        assertThat(LOS_ANGELES.issuableFrom(date("2025-03-09"), false))
                .as("T-08")
                .isEqualTo("2025-03-09T08:00:00Z");
        assertThat(LOS_ANGELES.issuableFrom(date("2025-03-09"), true))
                .as("T-08")
                .isEqualTo("2025-03-09T09:00:00Z");
        var springDay = period("2025-03-09", "2025-03-10");
        assertThat(LOS_ANGELES.startOf(springDay.start())).isEqualTo("2025-03-09T08:00:00Z");
        assertThat(LOS_ANGELES.startOf(springDay.end())).as("T-06, 23 hours").isEqualTo("2025-03-10T07:00:00Z");
        assertThat(springDay.days()).isEqualTo(1);
        assertThat(Zone.parse("Asia/Beirut").orElseThrow().startOf(date("2024-03-31")))
                .as("no midnight that day")
                .isEqualTo("2024-03-30T22:00:00Z");
        assertThat(Zone.parse("Mars/Olympus")).isEmpty();
        assertThat(Zone.parse("+02:00")).isEmpty();
    }

    @Test
    void usageInstantsFallIntoLocalMonths() {
        // T-06: nine entries in New York over three calendar months, one clock change inside.
        var months = new AnchoredMonths(date("2023-03-01"));
        var counts = new TreeMap<Integer, Integer>();
        for (var instant : List.of(
                "2023-03-01T05:00:00Z",
                "2023-03-12T06:59:59Z",
                "2023-04-01T03:59:59Z",
                "2023-04-01T04:00:00Z",
                "2023-04-10T12:00:00Z",
                "2023-04-30T23:59:59Z",
                "2023-05-01T03:59:59Z",
                "2023-05-01T04:00:00Z",
                "2023-05-20T00:00:00Z")) {
            var position = months.position(NEW_YORK.dateOf(Instant.parse(instant)));
            counts.merge((int) Math.floorDiv(position.numerator(), position.denominator()), 1, Integer::sum);
        }
        assertThat(counts.values()).containsExactly(3, 4, 2);
    }

    @Test
    void periodsAreHalfOpen() {
        var may = period("2025-05-01", "2025-06-01");
        assertThat(may.contains(date("2025-05-01"))).isTrue();
        assertThat(may.contains(date("2025-06-01"))).isFalse();
        assertThat(may.overlaps(period("2025-06-01", "2025-06-02"))).isFalse();
        assertThat(period("2025-06-01", "2025-06-02").overlaps(may)).isFalse();
        assertThat(may.overlaps(period("2025-05-31", "2025-06-02"))).isTrue();
        assertThat(may.before(date("2025-05-01"))).isEmpty();
        assertThat(may.before(date("2025-05-02"))).contains(Period.day(date("2025-05-01")));
        assertThat(may.before(date("2025-06-01"))).contains(may);
        assertThat(may.from(date("2025-06-01"))).isEmpty();
        assertThat(may.from(date("2025-05-31"))).contains(Period.day(date("2025-05-31")));
        assertThat(may.from(date("2025-05-01"))).contains(may);
        assertThat(may.intersection(period("2025-05-20", "2025-07-01"))).contains(period("2025-05-20", "2025-06-01"));
        assertThat(may.intersection(period("2025-04-20", "2025-05-02"))).contains(period("2025-05-01", "2025-05-02"));
        assertThat(may.intersection(period("2025-06-01", "2025-07-01"))).isEmpty();
        assertThat(may.union(Period.day(date("2025-04-01")))).isEqualTo(period("2025-04-01", "2025-06-01"));
        assertThat(Period.day(date("2025-07-01")).union(may)).isEqualTo(period("2025-05-01", "2025-07-02"));
        assertThatThrownBy(() -> period("2025-05-01", "2025-05-01")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # rule | start      | months | frequency     | starts
            S-01   | 2025-01-31 | 14     | QUARTERLY     | 2025-01-31 2025-04-30 2025-07-31 2025-10-31 2026-01-31
            S-02   | 2025-01-01 | 14     | ANNUALLY      | 2025-01-01 2026-01-01
            S-02   | 2025-01-01 | 14     | SEMI_ANNUALLY | 2025-01-01 2025-07-01 2026-01-01
            S-04   | 2025-01-01 | 3      | ANNUALLY      | 2025-01-01
            S-01   | 2025-01-31 | 3      | MONTHLY       | 2025-01-31 2025-02-28 2025-03-31
            S-01   | 2025-01-01 | 30     | ALL_UPFRONT   | 2025-01-01
            """)
    void grids(String rule, LocalDate start, int months, BillingFrequency frequency, String starts) {
        var grid = new MonthGrid(new AnchoredMonths(start), 0, frequency.periodMonths(months));
        var cells = grid.cells(start, months);
        assertThat(cells.stream().map(cell -> cell.period().start().toString()))
                .as(rule)
                .containsExactly(starts.split(" ", -1));
        assertThat(cells.getLast().period().end()).isEqualTo(start.plusMonths(months));
    }

    @Test
    void aGridCutInsideACellBeginsShort() {
        var grid = new MonthGrid(new AnchoredMonths(date("2025-01-01")), 1, 3);
        var cells = grid.cells(date("2025-04-16"), 9);
        assertThat(cells.stream().map(MonthGrid.Cell::period))
                .containsExactly(
                        period("2025-04-16", "2025-05-01"),
                        period("2025-05-01", "2025-08-01"),
                        period("2025-08-01", "2025-10-01"));
        assertThatThrownBy(() -> new MonthGrid(new AnchoredMonths(date("2025-01-01")), 0, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # S-05 closed | first charge        | period start | bill date
            2025-02-10    | CHECKOUT_DATE       | 2025-03-01   | 2025-02-10
            2025-02-10    | CONTRACT_START_DATE | 2025-03-01   | 2025-03-01
            2025-02-10    | CHECKOUT_DATE       | 2025-04-01   | 2025-04-01
            2025-04-10    | CHECKOUT_DATE       | 2025-03-01   | 2025-04-10
            2025-04-10    | CONTRACT_START_DATE | 2025-03-01   | 2025-04-10
            2025-04-10    | CONTRACT_START_DATE | 2025-04-01   | 2025-04-10
            2025-04-10    | CHECKOUT_DATE       | 2025-05-01   | 2025-05-01
            """)
    void billDates(LocalDate closed, FirstCharge first, LocalDate periodStart, LocalDate billOn) {
        assertThat(BillDates.closed(closed, first).billOn(periodStart, date("2025-03-01")))
                .isEqualTo(billOn);
        assertThat(BillDates.AT_PERIOD_START.billOn(periodStart, date("2025-03-01")))
                .isEqualTo(periodStart);
    }

    /// Charges that another system has billed keep their dates, though these lie before the closing.
    @Test
    void whatLiesBeforeAKeptDateKeepsItsOwn() {
        var kept = BillDates.closed(date("2025-04-10"), FirstCharge.CHECKOUT_DATE)
                .keptBefore(Optional.of(date("2025-04-01")));
        assertThat(kept.billOn(date("2025-03-01"), date("2025-03-01"))).isEqualTo("2025-03-01");
        assertThat(kept.billOn(date("2025-04-01"), date("2025-03-01"))).isEqualTo("2025-04-10");
    }
}
