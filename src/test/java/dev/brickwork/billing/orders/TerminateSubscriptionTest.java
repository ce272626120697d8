package dev.brickwork.billing.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.billing.orders.TerminateSubscription.Verdict;
import dev.brickwork.contracts.SubscriptionStatus;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// When a subscription may be terminated, and on which day (rules T-07, Z-02). The term is the year 2025; a
/// termination date is the first day without service.
@Tag("fast")
final class TerminateSubscriptionTest {
    /// `status | today | asked for | day, or why not`
    private static final String CASES = """
            ACTIVE   | 2025-07-01 |            | 2025-07-01
            ACTIVE   | 2025-07-01 | 2025-09-30 | 2025-09-30
            ACTIVE   | 2025-07-01 | 2025-03-01 | 2025-03-01
            ACTIVE   | 2025-07-01 | 2025-01-01 | 2025-01-01
            ACTIVE   | 2025-07-01 | 2026-01-01 | 2026-01-01
            ACTIVE   | 2025-07-01 | 2024-12-31 | Must not be before the start of the term, 2025-01-01.
            ACTIVE   | 2025-07-01 | 2026-01-02 | The term ends before, on 2025-12-31.
            PENDING  | 2024-12-15 |            | 2025-01-01
            PENDING  | 2024-12-15 | 2025-02-01 | 2025-02-01
            PAUSED   | 2025-07-01 |            | 2025-07-01
            INACTIVE | 2025-07-01 |            | The subscription is inactive already.
            """;

    @Test
    void everyRowOfTheTable() {
        for (var line : CASES.lines().toList()) {
            var cells = line.split("\\|", -1);
            var subscription = Samples.subscription(SubscriptionStatus.valueOf(cells[0].strip()));
            var asked = Optional.of(cells[2].strip())
                    .filter(text -> !text.isEmpty())
                    .map(LocalDate::parse);
            var verdict =
                    TerminateSubscription.decide(subscription, Samples.START, asked, LocalDate.parse(cells[1].strip()));
            var expected = cells[3].strip();
            assertThat(verdict)
                    .as(line)
                    .isEqualTo(
                            Character.isDigit(expected.charAt(0))
                                    ? new Verdict.Allowed(LocalDate.parse(expected))
                                    : new Verdict.Refused(expected));
        }
    }

    @Test
    void aTerminationThatStandsIsNotReplaced() {
        var ending = Samples.terminated(SubscriptionStatus.ACTIVE, LocalDate.of(2025, 9, 30));
        assertThat(TerminateSubscription.decide(ending, Samples.START, Optional.empty(), LocalDate.of(2025, 7, 1)))
                .isEqualTo(new Verdict.Refused("A termination on 2025-09-30 stands already; reinstate first."));
    }
}
