package dev.brickwork.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.invoices.InvoiceStatus;
import java.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PayStateTest {
    /// Due on 1 January; day 121 after it is 2 May.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    VOIDED         | 0  | 2026-01-01 | VOID
                    VOIDED         | 0  | 2026-12-01 | VOID
                    MUTED          | 0  | 2026-01-01 | HIDDEN
                    SCHEDULED      | 0  | 2026-01-01 | HIDDEN
                    PAID           | 0  | 2026-01-01 | PAID
                    ADJUSTED       | 0  | 2026-12-01 | SETTLED
                    CREDITED       | 0  | 2026-01-01 | SETTLED
                    OUTSTANDING    | 0  | 2025-12-01 | OPEN
                    DUE            | 0  | 2026-01-01 | OPEN
                    PAST_DUE       | 0  | 2026-05-01 | OPEN
                    PAST_DUE       | 0  | 2026-05-02 | LATE
                    PARTIALLY_PAID | 0  | 2026-05-02 | LATE
                    UNPAID         | 0  | 2026-03-01 | OPEN
                    PAUSED         | 0  | 2026-03-01 | OPEN
                    PARTIALLY_PAID | 50 | 2026-03-01 | PROCESSING
                    PAST_DUE       | 50 | 2026-12-01 | PROCESSING
                    """)
    void thePageSaysWhatTheInvoiceIs(InvoiceStatus status, long processing, LocalDate today, PayState expected) {
        assertThat(PayState.of(status, processing, LocalDate.of(2026, 1, 1), today))
                .isEqualTo(expected);
    }
}
