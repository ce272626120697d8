package dev.brickwork.payments.booking;

import static dev.brickwork.support.HeldInvoices.locked;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Warning;
import dev.brickwork.platform.json.JsonReader;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which payments made outside an invoice takes, and from when they count (rules I-03 to I-05).
@Tag("fast")
final class RecordPaymentTest {
    private static final Instant NOW = Instant.parse("2025-05-01T08:00:00Z");

    @ParameterizedTest
    @CsvSource(textBlock = """
            # flags,        paid at              | counts from, or why not
            issued,         '',                    2025-05-01T08:00:00Z
            '',             '',                    2025-05-01T08:00:00Z
            issued,         2020-01-01T00:00:00Z,  2020-01-01T00:00:00Z
            issued,         2025-05-02T08:00:00Z,  2025-05-02T08:00:00Z
            'issued void',  '',                    the invoice is void; it takes no payment
            """)
    void recording(String flags, String paidAt, String expected) {
        var input = new RecordPayment.Input(
                RecordPayment.ManualMethod.WIRE,
                1,
                Optional.of(paidAt).filter(it -> !it.isEmpty()).map(Instant::parse),
                Optional.empty(),
                Optional.empty());
        var said = switch (RecordPayment.decide(locked(flags, 0, 0), input, NOW)) {
            case RecordPayment.Verdict.Allowed(var at) -> at.toString();
            case RecordPayment.Verdict.Refused(var why) -> why;
        };
        assertThat(said).isEqualTo(expected);
    }

    /// A payment of more than ten times what is open is taken, and told.
    @ParameterizedTest
    @CsvSource(textBlock = """
            # paid | open | warned
            1000,  100,  false
            1001,  100,  true
            1,     0,    true
            100,   100,  false
            9007199254740991, 900719925474100, false
            """)
    void muchMoreThanIsOpen(long paid, long open, boolean isWarned) {
        assertThat(RecordPayment.warnings(locked("issued", 10_000 - open, 0), paid))
                .extracting(Warning::code)
                .isEqualTo(isWarned ? List.of("payment_far_above_open") : List.of());
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            2025-05-02T08:00:00Z,  true
            2025-05-02T08:00:01Z,  false
            """)
    void moneyComesAtMostADayAhead(String paidAt, boolean isTaken) {
        var fields = Fields.of(JsonReader.stored("{\"paid_at\": \"%s\"}".formatted(paidAt)));
        RecordPayment.paidAt(fields, NOW);
        assertThat(fields.hasFaults()).isNotEqualTo(isTaken);
    }
}
