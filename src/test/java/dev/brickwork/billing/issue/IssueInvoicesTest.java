package dev.brickwork.billing.issue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How many invoices share a commit.
@Tag("fast")
final class IssueInvoicesTest {
    @ParameterizedTest
    @CsvSource({"10, 100, 40", "40, 500, 100", "100, 10, 100", "100, 1000, 100", "100, 3000, 25", "1, 9000, 1"})
    void whatTakesLongIsCommittedInSmallBatches(int count, long millis, int next) {
        assertThat(IssueInvoices.nextCount(count, Duration.ofMillis(millis))).isEqualTo(next);
    }
}
