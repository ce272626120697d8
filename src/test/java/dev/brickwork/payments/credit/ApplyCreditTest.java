package dev.brickwork.payments.credit;

import static dev.brickwork.support.HeldInvoices.locked;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How much of a customer's credit settles an invoice (rule I-11).
@Tag("fast")
final class ApplyCreditTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            # flags,        paid, processing, balance, wanted | applies, or why not
            issued,            0,          0,    4000, '',      4000
            issued,         7000,          0,    4000, '',      3000
            issued,         7000,          0,    4000, 3000,    3000
            issued,            0,          0,    4000, 1,       1
            issued,            0,          0,    4000, 4001,    at most 4000
            issued,         7000,          0,    4000, 3001,    at most 3000
            issued,            0,          0,       0, '',      the customer has no credit in this currency
            issued,        10000,          0,    4000, '',      nothing is open on this invoice
            issued,            0,          1,    4000, '',      a payment of this invoice is being processed
            '',                0,          0,    4000, '',      the invoice is not issued; credit is used at issue
            'issued void',     0,          0,    4000, '',      the invoice is void
            """)
    void applyingCredit(String flags, long paid, long processing, long balance, String wanted, String expected) {
        var asked = Optional.of(wanted).filter(it -> !it.isEmpty()).map(Long::valueOf);
        var said = switch (ApplyCredit.decide(locked(flags, paid, processing), balance, asked)) {
            case ApplyCredit.Verdict.Allowed(var amount) -> Long.toString(amount);
            case ApplyCredit.Verdict.TooMuch(var most) -> "at most " + most;
            case ApplyCredit.Verdict.Refused(var why) -> why;
        };
        assertThat(said).isEqualTo(expected);
    }
}
