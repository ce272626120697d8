package dev.brickwork.payments.refunds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.ids.PaymentId;
import dev.brickwork.payments.booking.Payment;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.support.HeldInvoices;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How much of a payment may go back, and who bears what went back without us (rule I-13).
@Tag("fast")
final class RefundDecisionsTest {
    private static final Instant NOW = Instant.parse("2025-05-01T08:00:00Z");

    private static Payment payment(Payment.State state, long paid, long applied) {
        return new Payment(
                new PaymentId(new UUID(0, 3)),
                HeldInvoices.ID,
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
            # What other payments brought stays, too.
            SUCCEEDED, 1500,    1000,  800,  800, 5000, 300,  ORIGINAL_PAYMENT_METHOD, 300 200
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
        var asked = Optional.of(wanted).filter(it -> !it.isEmpty()).map(Long::valueOf);
        var input = new Refunding.Input(asked, way, Optional.empty());
        var returned = new RefundStore.Returned(back, fromInvoice);
        var said = switch (Refunding.decide(payment(state, paid, applied), returned, free, input)) {
            case Refunding.Verdict.Allowed(var amount, var ofInvoice) -> amount + " " + ofInvoice;
            case Refunding.Verdict.Refused(var field, var why) ->
                field.map(name -> name + ": " + why).orElse(why);
        };
        assertThat(said).startsWith(expected);
    }

    /// A refund that was made without us is borne by the invoice, then by credit, then by the seller.
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
}
