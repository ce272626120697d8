package dev.brickwork.payments.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Amounts at Stripe and here (rule C-02).
@Tag("fast")
final class StripeAmountTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            # currency, here,  at Stripe
            USD,        1234,  1234
            CHF,        5,     5
            HUF,        1045,  1045
            JPY,        500,   500
            KRW,        1,     1
            XOF,        655957, 655957
            ISK,        5,     500
            UGX,        37000, 3700000
            KWD,        5120,  5120
            BHD,        10,    10
            LYD,        1000,  1000
            MGA,        500,   5
            ISK,        9007199254740991, 900719925474099100
            """)
    void anAmountIsSentAndReadAsStripeCountsIt(Currency currency, long minor, long atStripe) {
        var amount = new Money(minor, currency);
        assertThat(StripeAmount.refusal(amount)).isEmpty();
        assertThat(StripeAmount.of(amount)).isEqualTo(atStripe);
        assertThat(StripeAmount.read(atStripe, StripeAmount.code(currency))).contains(amount);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            KWD, 5124, 5.124 KWD,  0.010
            TND, 1,    0.001 TND,  0.010
            OMR, 5125, 5.125 OMR,  0.010
            MGA, 501,  5.01 MGA,   1.00
            MGA, 550,  5.50 MGA,   1.00
            """)
    void whatStripeHasNoDecimalsForIsRefused(Currency currency, long minor, String amount, String step) {
        assertThat(StripeAmount.refusal(new Money(minor, currency)))
                .contains("Stripe takes %s only in steps of %s, and %s is none; have it paid in another way."
                        .formatted(currency, step, amount));
    }

    @Test
    void everyCurrencyHasAnAmountThatGoesThereAndBack() {
        for (var currency : Currency.all()) {
            var amount = new Money(1_000_000, currency);
            assertThat(StripeAmount.refusal(amount)).isEmpty();
            assertThat(StripeAmount.read(StripeAmount.of(amount), StripeAmount.code(currency)))
                    .contains(amount);
        }
    }

    @Test
    void whatCannotBeReadIsNoAmount() {
        assertThat(StripeAmount.read(550, "isk")).as("half a króna").isEmpty();
        assertThat(StripeAmount.read(500, "xau")).isEmpty();
        assertThat(StripeAmount.read(5, "mga")).contains(new Money(500, Currency.of("MGA")));
    }
}
