package dev.brickwork.pricing.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.pricing.money.Ratio;
import dev.brickwork.support.Property;
import java.time.LocalDate;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
@Tag("full")
@Tag("soak")
final class AnchoredMonthsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # rule | anchor     | month | boundary
            T-03   | 2023-01-31 | 1     | 2023-02-28
            T-03   | 2023-01-31 | 2     | 2023-03-31
            T-03   | 2023-01-31 | 3     | 2023-04-30
            T-09   | 2024-02-29 | 12    | 2025-02-28
            T-09   | 2024-02-29 | 48    | 2028-02-29
            W-04   | 2025-01-31 | 14    | 2026-03-31
            R-07   | 2025-09-10 | 24    | 2027-09-10
            T-02   | 2025-07-23 | 12    | 2026-07-23
            """)
    void boundaries(String rule, LocalDate anchor, int month, LocalDate boundary) {
        assertThat(new AnchoredMonths(anchor).boundary(month)).as(rule).isEqualTo(boundary);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # rule | anchor     | from       | to         | months
            T-04   | 2018-01-01 | 2018-08-18 | 2019-01-01 | 4+14/31
            T-07   | 2025-04-11 | 2025-04-26 | 2025-05-11 | 15/30
            T-01   | 2023-02-01 | 2023-02-07 | 2023-03-01 | 22/28
            T-01   | 2023-02-01 | 2023-02-08 | 2023-03-01 | 21/28
            s 21   | 2025-01-31 | 2025-01-31 | 2025-06-15 | 4+1/2
            s 21   | 2025-01-31 | 2025-01-31 | 2025-09-10 | 7+1/3
            R-02   | 2025-01-01 | 2025-01-01 | 2025-07-17 | 6+16/31
            T-09   | 2024-02-01 | 2024-02-10 | 2024-02-11 | 1/29
            T-09   | 2025-02-01 | 2025-02-10 | 2025-02-11 | 1/28
            T-09   | 2024-02-29 | 2024-02-29 | 2025-02-28 | 12
            T-03   | 2025-01-31 | 2025-02-28 | 2025-03-31 | 1
            before | 2025-03-31 | 2025-02-28 | 2025-03-31 | 1
            before | 2025-03-31 | 2025-03-30 | 2025-03-31 | 1/31
            """)
    void lengths(String rule, LocalDate anchor, LocalDate from, LocalDate to, String months) {
        var sum = Ratio.ZERO;
        for (var part : months.split("\\+", -1)) {
            var fraction = part.split("/", -1);
            sum = sum.plus(
                    Ratio.of(Long.parseLong(fraction[0]), fraction.length > 1 ? Long.parseLong(fraction[1]) : 1));
        }
        assertThat(new AnchoredMonths(anchor).months(from, to)).as(rule).isEqualTo(sum);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # anchor   | from       | to         | text
            2025-01-01 | 2025-01-01 | 2026-01-01 | 12 months
            2018-01-01 | 2018-08-18 | 2019-01-01 | 4 months 14 days
            2025-01-31 | 2025-06-15 | 2026-03-31 | 9 months 15 days
            2025-01-01 | 2025-01-01 | 2025-01-02 | 1 day
            2025-01-01 | 2025-01-01 | 2025-02-01 | 1 month
            2025-01-01 | 2025-01-31 | 2025-03-01 | 1 month 1 day
            2025-01-01 | 2025-01-30 | 2025-02-01 | 2 days
            2025-01-01 | 2025-01-10 | 2025-01-20 | 10 days
            2025-01-01 | 2025-01-30 | 2025-02-03 | 4 days
            """)
    void durationsInWords(LocalDate anchor, LocalDate from, LocalDate to, String text) {
        assertThat(new AnchoredMonths(anchor).durationText(new Period(from, to)))
                .as("P-13")
                .isEqualTo(text);
    }

    /// Positions rise by the day, meet every boundary exactly, and lengths add up (T-04, V9).
    @Test
    void positionsAreExactAndAdditive() {
        Property.holds(Property.kernelCases(20_000, 200_000), random -> {
            var months = new AnchoredMonths(someDate(random));
            int month = random.nextInt(-24, 1300);
            assertThat(months.position(months.boundary(month))).isEqualTo(Ratio.of(month));
            var day = months.anchor().plusDays(random.nextInt(-700, 40_000));
            var next = day.plusDays(1 + random.nextInt(2) * random.nextInt(500));
            var last = next.plusDays(random.nextInt(500));
            assertThat(months.position(day)).isLessThan(months.position(next));
            assertThat(months.months(day, next).plus(months.months(next, last))).isEqualTo(months.months(day, last));
        });
    }

    private static LocalDate someDate(Random random) {
        var date = LocalDate.of(2020 + random.nextInt(9), 1 + random.nextInt(12), 1)
                .plusDays(random.nextInt(31));
        return random.nextBoolean() ? date : date.withDayOfMonth(date.lengthOfMonth());
    }
}
