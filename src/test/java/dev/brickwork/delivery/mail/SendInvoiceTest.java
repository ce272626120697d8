package dev.brickwork.delivery.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.delivery.mail.letters.InvoiceFacts;
import dev.brickwork.pricing.money.Currency;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Recipients of an invoice that is sent on request, and how often it may be.
@Tag("fast")
final class SendInvoiceTest {
    private static InvoiceFacts facts(String recipients, boolean isVoid) {
        return new InvoiceFacts(
                new UUID(0, 1),
                "A-1",
                1,
                "Seller",
                "seller@example.test",
                "Acme",
                Locale.ENGLISH,
                list(recipients),
                Currency.USD,
                LocalDate.of(2025, 5, 1),
                LocalDate.of(2025, 5, 31),
                100,
                100,
                isVoid,
                Optional.empty(),
                Optional.empty(),
                true,
                false,
                Optional.empty());
    }

    private static List<String> list(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # its recipients, is void, named, sent today | goes to, or why not
            a b,              false,   '',    0,           a b
            a b,              false,   c,     4,           c
            '',               false,   c,     0,           c
            '',               false,   '',    0,           no recipient
            a,                false,   '',    5,           too often
            a,                false,   c,     5,           too often
            a,                true,    c,     0,           voided
            """)
    void sending(String recipients, boolean isVoid, String named, int sentToday, String expected) {
        var wanted = Optional.of(list(named)).filter(it -> !it.isEmpty());
        var said = switch (SendInvoice.decide(facts(recipients, isVoid), wanted, sentToday)) {
            case SendInvoice.Verdict.Allowed(var to) -> String.join(" ", to);
            case SendInvoice.Verdict.Refused(var why) -> why;
            case SendInvoice.Verdict.TooOften() -> "too often";
        };
        assertThat(said).contains(expected);
    }
}
