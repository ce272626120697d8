package dev.brickwork.payments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.invoices.Held;
import dev.brickwork.invoices.InvoiceId;
import dev.brickwork.invoices.InvoiceStatus;
import dev.brickwork.kernel.calendar.Zone;
import dev.brickwork.kernel.money.Currency;
import dev.brickwork.kernel.money.Money;
import dev.brickwork.payments.booking.Intent;
import dev.brickwork.payments.booking.Payment;
import dev.brickwork.payments.booking.PaymentId;
import dev.brickwork.payments.booking.RecordPayment;
import dev.brickwork.payments.charges.SettleCharge;
import dev.brickwork.payments.charges.TakeMoney;
import dev.brickwork.payments.credit.ApplyCredit;
import dev.brickwork.payments.processor.ChargeResult;
import dev.brickwork.payments.refunds.AdoptRefunds;
import dev.brickwork.payments.refunds.Refund;
import dev.brickwork.payments.refunds.RefundStore;
import dev.brickwork.payments.refunds.Refunding;
import dev.brickwork.plumbing.http.Fields;
import dev.brickwork.plumbing.json.JsonReader;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Who may pay, charge, credit and refund what, and what the word of a processor means (rules I-03 to I-05, I-11,
/// I-13, I-14). The invoice comes to 100.00.
final class PaymentDecisionsTest {
    private static final Instant NOW = Instant.parse("2025-05-01T08:00:00Z");
    private static final InvoiceId INVOICE = new InvoiceId(new UUID(0, 1));

    private static Held held(String flags, long paid, long processing) {
        long total = 10_000;
        var facts = new InvoiceStatus.Facts(
                flags.contains("void"),
                false,
                flags.contains("issued"),
                false,
                false,
                false,
                Optional.empty(),
                total,
                paid,
                total - paid,
                LocalDate.of(2025, 5, 31));
        return new Held(
                INVOICE,
                Optional.empty(),
                new UUID(0, 2),
                new UUID(0, 2),
                Currency.USD,
                Zone.UTC,
                Optional.empty(),
                1,
                Optional.empty(),
                facts,
                new Held.Amounts(total, paid, processing, 0, 0, total - paid, 0, 0, 0, total),
                Optional.empty(),
                Optional.empty(),
                LocalDate.of(2025, 5, 31));
    }

    private static <T> Optional<T> maybe(String text, Function<String, T> reader) {
        return text.isEmpty() ? Optional.empty() : Optional.of(reader.apply(text));
    }

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
        var said = switch (TakeMoney.decide(held(flags, paid, processing))) {
            case TakeMoney.Verdict.Allowed(var amount) -> {
                assertThat(amount.currency()).isEqualTo(Currency.USD);
                yield Long.toString(amount.minor());
            }
            case TakeMoney.Verdict.Refused(var why) -> why;
        };
        assertThat(said).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # flags,        paid, processing, balance, wanted | applies, or why not
            issued,            0,          0,    4000, '',      4000
            issued,         7000,          0,    4000, '',      3000
            issued,         7000,          0,    4000, 3000,    3000
            issued,            0,          0,    4000, 1,       1
            issued,            0,          0,    4000, 4001,    at most 4000 can be applied
            issued,         7000,          0,    4000, 3001,    at most 3000 can be applied
            issued,            0,          0,       0, '',      the customer has no credit in this currency
            issued,        10000,          0,    4000, '',      nothing is open on this invoice
            issued,            0,          1,    4000, '',      a payment of this invoice is being processed
            '',                0,          0,    4000, '',      the invoice is not issued; credit is used at issue
            'issued void',     0,          0,    4000, '',      the invoice is void
            """)
    void applyingCredit(String flags, long paid, long processing, long balance, String wanted, String expected) {
        var said = switch (ApplyCredit.decide(held(flags, paid, processing), balance, maybe(wanted, Long::valueOf))) {
            case ApplyCredit.Verdict.Allowed(var amount) -> Long.toString(amount);
            case ApplyCredit.Verdict.Refused(var why) -> why;
        };
        assertThat(said).isEqualTo(expected);
    }

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
        var wish = new RecordPayment.Wish(
                RecordPayment.ManualMethod.WIRE, 1, maybe(paidAt, Instant::parse), Optional.empty(), Optional.empty());
        var said = switch (RecordPayment.decide(held(flags, 0, 0), wish, NOW)) {
            case RecordPayment.Verdict.Allowed(var at) -> at.toString();
            case RecordPayment.Verdict.Refused(var why) -> why;
        };
        assertThat(said).isEqualTo(expected);
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

    private static Payment payment(Payment.State state, long paid, long applied) {
        return new Payment(
                new PaymentId(new UUID(0, 3)),
                INVOICE,
                Currency.USD,
                Optional.empty(),
                Optional.empty(),
                state,
                "WIRE",
                paid,
                paid,
                applied,
                NOW,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # state,   paid, applied, back, of it from the invoice, free, wanted, way | amount and from the invoice
            SUCCEEDED, 1000,    1000,    0,    0, 1000, '',   ORIGINAL_PAYMENT_METHOD, 1000 1000
            SUCCEEDED, 1000,    1000,  400,  400,  600, '',   ORIGINAL_PAYMENT_METHOD, 600 600
            SUCCEEDED, 1000,    1000,  400,  400,  600, 600,  ORIGINAL_PAYMENT_METHOD, 600 600
            # What came on top became credit and goes back last.
            SUCCEEDED, 1500,    1000,    0,    0, 1000, '',   ORIGINAL_PAYMENT_METHOD, 1500 1000
            SUCCEEDED, 1500,    1000,    0,    0, 1000, 800,  ORIGINAL_PAYMENT_METHOD, 800 800
            SUCCEEDED, 1500,    1000,  800,  800,  200, 300,  ORIGINAL_PAYMENT_METHOD, 300 200
            # What another refund takes from the invoice is not taken twice.
            SUCCEEDED, 1000,    1000,    0,    0,  300, '',   ORIGINAL_PAYMENT_METHOD, 1000 300
            SUCCEEDED, 1000,    1000,    0,    0, 1000, 1000, ACCOUNT_CREDIT,          1000 1000
            SUCCEEDED, 1500,    1000,    0,    0, 1000, 1000, ACCOUNT_CREDIT,          1000 1000
            SUCCEEDED, 1500,    1000,    0,    0, 1000, 1001, ACCOUNT_CREDIT,          amount: At most 1000 can become
            SUCCEEDED, 1000,    1000,  400,  400,  600, 601,  ORIGINAL_PAYMENT_METHOD, amount: At most 600 is left
            SUCCEEDED, 1000,    1000, 1000, 1000,    0, '',   ORIGINAL_PAYMENT_METHOD, the payment was refunded already
            FAILED,       0,       0,    0,    0, 1000, '',   ORIGINAL_PAYMENT_METHOD, only a payment that succeeded
            PROCESSING,   0,       0,    0,    0, 1000, '',   ORIGINAL_PAYMENT_METHOD, only a payment that succeeded
            """)
    void refunding(
            Payment.State state,
            long paid,
            long applied,
            long back,
            long fromInvoice,
            long free,
            String wanted,
            Refund.Way way,
            String expected) {
        var wish = new Refunding.Wish(maybe(wanted, Long::valueOf), way, Optional.empty());
        var returned = new RefundStore.Returned(back, fromInvoice);
        var said = switch (Refunding.decide(payment(state, paid, applied), returned, free, wish)) {
            case Refunding.Verdict.Allowed(var amount, var ofInvoice) -> amount + " " + ofInvoice;
            case Refunding.Verdict.Refused(var field, var why) ->
                field.map(name -> name + ": " + why).orElse(why);
        };
        assertThat(said).startsWith(expected);
    }

    /// The money is gone, whoever bears it.
    @ParameterizedTest
    @CsvSource(textBlock = """
            # amount, applied, from the invoice before, free, balance | invoice, credit, seller
            1000,        1000,    0, 1000,    0, 1000,    0,    0
            1500,        1000,    0, 1000,  500, 1000,  500,    0
            1500,        1000,    0, 1000,  200, 1000,  200,  300
            1000,        1000,  400,  600,    0,  600,    0,  400
            1000,        1000,    0,  300,  100,  300,  100,  600
            1000,        1000, 1000,  500,    0,    0,    0, 1000
            1000,        1000,    0, -200,  300,    0,  300,  700
            """)
    void goneWithoutUs(
            long amount, long applied, long before, long free, long balance, long invoice, long credit, long seller) {
        var borne = AdoptRefunds.Borne.of(
                amount,
                payment(Payment.State.SUCCEEDED, applied, applied),
                new RefundStore.Returned(before, before),
                free,
                balance);
        assertThat(borne).isEqualTo(new AdoptRefunds.Borne(invoice, credit, seller));
    }

    private static Intent intent(Intent.State state, Intent.Cause cause, boolean isConfirmed) {
        return new Intent(
                new UUID(0, 4),
                INVOICE,
                new UUID(0, 2),
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
            PROCESSING, PAGE,      false,        soft,            fail SOFT_DECLINE
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
