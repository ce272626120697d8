package dev.brickwork.billing.invoices;

import static dev.brickwork.support.HeldInvoices.locked;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.http.Change;
import dev.brickwork.platform.http.Metadata;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Changes that are allowed or refused in each state of an invoice (rules I-07, I-08).
@Tag("fast")
final class InvoiceDecisionsTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            # flags,         paid, processing, credited, adjustment, given | returned and taken back, or why
            issued,             0,          0,        0,          0,     0, 0 0
            '',                 0,          0,        0,          0,     0, 0 0
            issued,             0,          0,     3000,          0,     0, 3000 0
            issued,             0,          0,     3000,       2000,     0, 5000 0
            issued,             0,          0,     3000,          0,  1000, 2000 0
            issued,             0,          0,     1000,          0,  3000, 0 2000
            '',                 0,          0,        0,       2000,     0, 2000 0
            'issued void',      0,          0,        0,          0,     0, already void
            issued,             1,          0,        0,          0,     0, refund them first
            '',              5000,          0,        0,          0,     0, refund them first
            issued,             0,      10000,        0,          0,     0, being processed
            """)
    void voiding(
            String flags, long paid, long processing, long credited, long adjustment, long given, String expected) {
        var verdict = VoidInvoice.decide(locked(flags, paid, processing, credited, adjustment), given);
        switch (verdict) {
            case VoidInvoice.Verdict.Allowed(var returned, var takenBack) ->
                assertThat(returned + " " + takenBack).isEqualTo(expected);
            case VoidInvoice.Verdict.Refused(var why) -> assertThat(why).contains(expected);
        }
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # flags,       paid, due on,     paused | allowed, or why not
            '',               0, 2025-05-01, '',      allowed
            '',               0, 2025-04-30, '',      {due_at=Must not be before the day of issue.}
            '',           10000, 2025-06-01, '',      allowed
            issued,           0, 2025-05-01, '',      allowed
            issued,        9999, 2025-06-01, true,    allowed
            issued,       10000, 2025-06-01, '',      {due_at=The invoice is settled.}
            issued,       10000, '',         true,    allowed
            'issued void',    0, 2025-06-01, '',      {due_at=The invoice is void.}
            'issued void',    0, '',         false,   {collection_paused=The invoice is void.}
            'issued void',    0, 2025-06-01, true,    '{due_at=The invoice is void., collection_paused=The invoice is void.}'
            'issued void',    0, '',         '',      allowed
            """)
    void changing(String flags, long paid, String dueOn, String isPaused, String expected) {
        var input = new ChangeInvoice.Input(
                Metadata.NONE,
                new Change.Keep<>(),
                new Change.Keep<>(),
                Optional.of(dueOn).filter(it -> !it.isEmpty()).map(LocalDate::parse),
                Optional.of(isPaused).filter(it -> !it.isEmpty()).map(Boolean::valueOf));
        var said = switch (ChangeInvoice.decide(locked(flags, paid, 0), LocalDate.of(2025, 5, 1), input)) {
            case ChangeInvoice.Verdict.Allowed() -> "allowed";
            case ChangeInvoice.Verdict.Refused(var faults) -> faults.toString();
        };
        assertThat(said).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            issued,        ''
            '',            is not issued
            'issued void', is void
            void,          is not issued
            """)
    void rotatingThePaymentLink(String flags, String expected) {
        assertThat(RotatePaymentLink.decide(locked(flags, 0, 0)).orElse("")).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            issued,         0, false, false, allowed
            'issued void',  0, false, true,  voided
            '',             0, false, false, never generated
            issued,     10000, false, false, a payment is being processed
            issued,         0, true,  false, a refund is being processed
            issued,         0, false, true,  data were erased
            """)
    void regenerating(String flags, long processing, boolean isBeingRefunded, boolean isErased, String expected) {
        switch (RegenerateInvoice.decide(locked(flags, 0, processing), isBeingRefunded, isErased)) {
            case RegenerateInvoice.Verdict.Allowed() -> assertThat(expected).isEqualTo("allowed");
            case RegenerateInvoice.Verdict.Refused(var why) -> assertThat(why).contains(expected);
        }
    }
}
