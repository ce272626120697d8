package dev.brickwork.web.portal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.invoicing.InvoiceStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("fast")
final class PayStateTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    VOIDED         | 0  | VOID
                    MUTED          | 0  | HIDDEN
                    SCHEDULED      | 0  | HIDDEN
                    PAID           | 0  | PAID
                    ADJUSTED       | 0  | SETTLED
                    CREDITED       | 0  | SETTLED
                    OUTSTANDING    | 0  | OPEN
                    DUE            | 0  | OPEN
                    PAST_DUE       | 0  | OPEN
                    PARTIALLY_PAID | 0  | OPEN
                    UNPAID         | 0  | OPEN
                    PAUSED         | 0  | OPEN
                    PARTIALLY_PAID | 50 | PROCESSING
                    PAST_DUE       | 50 | PROCESSING
                    """)
    void thePageSaysWhatTheInvoiceIs(InvoiceStatus status, long processing, PayState expected) {
        assertThat(PayState.of(status, processing)).isEqualTo(expected);
    }
}
