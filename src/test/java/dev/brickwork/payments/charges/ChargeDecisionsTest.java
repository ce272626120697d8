package dev.brickwork.payments.charges;

import static dev.brickwork.support.HeldInvoices.locked;
import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.payments.booking.Intent;
import dev.brickwork.payments.processor.ChargeResult;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.support.HeldInvoices;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Decisions about charges: what is charged for an invoice, and what follows from a processor's answer (rule I-14).
@Tag("fast")
final class ChargeDecisionsTest {
    private static final Instant NOW = Instant.parse("2025-05-01T08:00:00Z");

    @ParameterizedTest
    @CsvSource(textBlock = """
            # flags,        paid, processing | charges, or why not
            issued,            0,          0, 10000
            issued,         9999,          0, 1
            issued,        10000,          0, nothing is open on this invoice
            issued,            0,          1, a payment of this invoice is being processed
            '',                0,          0, the invoice is not issued
            'issued void',     0,          0, the invoice is void
            """)
    void charging(String flags, long paid, long processing, String expected) {
        var said = switch (ChargeSavedMethod.decide(locked(flags, paid, processing))) {
            case ChargeSavedMethod.Verdict.Allowed(var amount) -> {
                assertThat(amount.currency()).isEqualTo(Currency.USD);
                yield Long.toString(amount.minor());
            }
            case ChargeSavedMethod.Verdict.Refused(var why) -> why;
        };
        assertThat(said).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # flags,        paid, processing | what follows
            issued,            0,          0, SKIP
            issued,         4000,          0, AGAIN
            issued,        10000,          0, SKIP
            issued,            0,      10000, POSTPONE
            'issued void',     0,          0, SKIP
            """)
    void refusedBeforeTheProcessorWasAsked(String flags, long paid, long processing, AutoCharge.After expected) {
        var intent = intent(Intent.State.PROCESSING, Intent.Cause.AUTOMATIC, false);
        assertThat(AutoCharge.decide(locked(flags, paid, processing), intent)).isEqualTo(expected);
    }

    private static Intent intent(Intent.State state, Intent.Cause cause, boolean isConfirmed) {
        return new Intent(
                new UUID(0, 4),
                HeldInvoices.ID,
                HeldInvoices.CUSTOMER,
                new Money(10_000, Currency.USD),
                cause,
                "account",
                "payer",
                Optional.of("method"),
                isConfirmed ? Optional.of("method") : Optional.empty(),
                Optional.empty(),
                state,
                true,
                Optional.empty(),
                NOW,
                0);
    }

    private static ChargeResult result(String word) {
        return switch (word) {
            case "taken" -> new ChargeResult.Succeeded("ch", new Money(10_000, Currency.USD));
            case "euros" -> new ChargeResult.Succeeded("ch", new Money(10_000, Currency.EUR));
            case "processing" -> new ChargeResult.Processing("ch");
            case "unknown" -> new ChargeResult.Unknown("silence");
            case "action" -> new ChargeResult.RequiresAction("prove it");
            case "soft" -> new ChargeResult.Declined(ChargeResult.Decline.SOFT, "try again");
            case "hard" -> new ChargeResult.Declined(ChargeResult.Decline.HARD, "never");
            default -> throw new IllegalArgumentException(word);
        };
    }

    /// Success is the last word, and money that was taken is booked even when it had been given up.
    @ParameterizedTest
    @CsvSource(textBlock = """
            # state,    cause,     is confirmed, processor says | what follows
            PROCESSING, ASKED,     true,         taken,           book
            FAILED,     ASKED,     true,         taken,           book
            CANCELED,   AUTOMATIC, false,        taken,           book
            SUCCEEDED,  ASKED,     true,         taken,           ignore
            SUCCEEDED,  ASKED,     true,         hard,            ignore
            PROCESSING, ASKED,     true,         euros,           keep in doubt
            PROCESSING, ASKED,     true,         processing,      keep
            FAILED,     ASKED,     true,         processing,      keep
            PROCESSING, ASKED,     true,         unknown,         keep in doubt
            FAILED,     ASKED,     true,         unknown,         ignore
            PROCESSING, ASKED,     true,         soft,            fail SOFT_DECLINE
            PROCESSING, RETRY,     true,         hard,            fail HARD_DECLINE
            PROCESSING, ASKED,     true,         action,          fail REQUIRES_ACTION
            FAILED,     ASKED,     true,         soft,            ignore
            # Before the method was confirmed nothing was asked of the processor, but at its own form.
            PROCESSING, ASKED,     false,        soft,            cancel
            PROCESSING, ASKED,     false,        unknown,         cancel
            CANCELED,   ASKED,     false,        unknown,         ignore
            PROCESSING, PAGE,      false,        soft,            fail SOFT_DECLINE
            PROCESSING, PAGE,      false,        unknown,         keep in doubt
            """)
    void settling(Intent.State state, Intent.Cause cause, boolean isConfirmed, String says, String expected) {
        var said = switch (SettleCharge.decide(intent(state, cause, isConfirmed), result(says))) {
            case SettleCharge.Verdict.Book _ -> "book";
            case SettleCharge.Verdict.Fail fail -> "fail " + fail.outcome();
            case SettleCharge.Verdict.Keep keep -> keep.doubt().isPresent() ? "keep in doubt" : "keep";
            case SettleCharge.Verdict.Cancel() -> "cancel";
            case SettleCharge.Verdict.Ignore() -> "ignore";
        };
        assertThat(said).isEqualTo(expected);
    }
}
