package dev.brickwork.delivery.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.delivery.mail.letters.InvoiceFacts;
import dev.brickwork.delivery.mail.letters.InvoiceLetters;
import dev.brickwork.delivery.mail.letters.Letter;
import dev.brickwork.pricing.money.Currency;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The rows of a letter lead from the total to what is due.
@Tag("fast")
final class InvoiceLettersTest {
    @Test
    void whatIsSettledStandsBetweenTheTotalAndTheRest() {
        assertThat(rows(InvoiceLetters.invoice(facts(10_000, 7_000))))
                .containsSubsequence("Total $100.00", "Already settled $30.00", "Amount due $70.00");
        assertThat(rows(InvoiceLetters.invoice(facts(10_000, 10_000))))
                .containsSubsequence("Total $100.00", "Amount due $100.00")
                .noneMatch(row -> row.startsWith("Already"));
    }

    private static List<String> rows(Letter letter) {
        return letter.facts().stream()
                .map(fact -> fact.label() + " " + fact.value())
                .toList();
    }

    private static InvoiceFacts facts(long total, long remaining) {
        return new InvoiceFacts(
                new UUID(0, 7),
                "2026-000007",
                1,
                "Northwind",
                "billing@northwind.example",
                "Acme",
                Locale.US,
                List.of("ap@acme.example"),
                Currency.USD,
                LocalDate.of(2026, 3, 1),
                LocalDate.of(2026, 3, 31),
                total,
                remaining,
                false,
                Optional.empty(),
                Optional.empty(),
                true,
                false,
                Optional.empty());
    }
}
