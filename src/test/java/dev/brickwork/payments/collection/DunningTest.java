package dev.brickwork.payments.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
final class DunningTest {
    private static final Instant FAILED = Instant.parse("2025-05-01T08:00:00Z");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | SOFT_DECLINE    | true  | 2025-05-04
            2 | SOFT_DECLINE    | true  | 2025-05-08
            3 | SOFT_DECLINE    | true  | 2025-05-15
            4 | SOFT_DECLINE    | true  | given up
            5 | SOFT_DECLINE    | true  | given up
            1 | REQUIRES_ACTION | true  | 2025-05-04
            1 | HARD_DECLINE    | true  | given up
            2 | HARD_DECLINE    | false | given up
            1 | SOFT_DECLINE    | false | waits
            3 | REQUIRES_ACTION | false | waits
            4 | SOFT_DECLINE    | false | given up
            """)
    void aFailureIsFollowedBy(int failures, Outcome outcome, boolean isRetrying, String expected) {
        var next = Dunning.after(failures, outcome, isRetrying, FAILED);
        assertThat(
                        switch (next) {
                            case Dunning.Next.Retry(var at) -> at.toString().substring(0, 10);
                            case Dunning.Next.GiveUp _ -> "given up";
                            case Dunning.Next.Wait _ -> "waits";
                        })
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 2025-05-04", "1, 2025-05-04", "2, 2025-05-08", "3, 2025-05-15", "4, ''"})
    void aChargeOfSomebodyPutsTheNextOneOff(int failures, String expected) {
        assertThat(Dunning.postponed(failures, FAILED)
                        .map(at -> at.toString().substring(0, 10))
                        .orElse(""))
                .isEqualTo(expected);
    }

    /// The example of rule J-01: failures on 1, 4, 11 and 25 May.
    @org.junit.jupiter.api.Test
    void theSeriesOfTheRule() {
        var at = FAILED;
        var days = new StringBuilder();
        for (int failures = 1; ; failures++) {
            days.append(at.toString(), 8, 10).append(' ');
            if (!(Dunning.after(failures, Outcome.SOFT_DECLINE, true, at) instanceof Dunning.Next.Retry(var next)))
                break;
            at = next;
        }
        assertThat(days).hasToString("01 04 11 25 ");
    }
}
