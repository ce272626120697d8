package dev.brickwork.invoicing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.invoicing.InvoiceStatus.Facts;
import dev.brickwork.invoicing.InvoiceStatus.SettledBy;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Rule I-02 as a table: the first match wins.
@Tag("fast")
final class InvoiceStatusTest {
    private static final LocalDate DUE = LocalDate.of(2025, 5, 31);

    @ParameterizedTest
    @CsvSource(textBlock = """
            # flags,              settled by,  paid, remaining, days to due, status
            'void issued muted',  ,               0,     10000,   1, VOIDED
            'muted issued',       ,               0,     10000,   1, MUTED
            muted,                ,               0,     10000,   1, MUTED
            paused,               ,               0,     10000,   1, PAUSED
            '',                   ,               0,     10000,   1, SCHEDULED
            '',                   ,            5000,      5000,   1, SCHEDULED
            'issued halted',      ,               0,     10000,  -9, PAUSED
            'issued halted',      PAYMENT,    10000,         0,  -9, PAID
            issued,               PAYMENT,    10000,         0,   1, PAID
            issued,               NOTHING_DUE,    0,         0,   1, PAID
            issued,               OFFSET,      6000,         0,   1, ADJUSTED
            issued,               CREDIT,         0,         0,   1, CREDITED
            'issued hopeless',    ,               0,     10000,  -9, UNPAID
            'issued hopeless',    PAYMENT,    10000,         0,  -9, PAID
            issued,               ,            4000,      6000,  -9, PARTIALLY_PAID
            issued,               ,               0,      6000,  -1, PAST_DUE
            issued,               ,               0,     10000,   0, DUE
            issued,               ,               0,     10000,   1, OUTSTANDING
            """)
    void theFirstMatchWins(
            String flags, SettledBy settledBy, long paid, long remaining, int daysToDue, InvoiceStatus expected) {
        var facts = new Facts(
                flags.contains("void"),
                flags.contains("muted"),
                flags.contains("issued"),
                flags.contains("paused"),
                flags.contains("halted"),
                flags.contains("hopeless"),
                Optional.ofNullable(settledBy),
                10_000,
                paid,
                remaining,
                DUE);
        assertThat(InvoiceStatus.of(facts, DUE.minusDays(daysToDue))).isEqualTo(expected);
    }
}
