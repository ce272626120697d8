package dev.brickwork.payments.processor;

import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Money;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Amounts as Stripe counts them, whose smallest unit is not always that of ISO 4217 (rule C-02). Pure.
///
/// Stripe takes Icelandic krónur and Uganda shillings with two decimals that are zero, ariary without decimals, and
/// amounts of three decimals only with a zero at the end.
final class StripeAmount {
    private static final Map<String, Integer> OWN_DECIMALS = Map.of("ISK", 2, "UGX", 2, "MGA", 0);
    private static final int ROUNDED_DECIMALS = 3;

    private StripeAmount() {}

    /// The largest number of decimals that may be other than zero: below it Stripe takes nothing.
    private static int decimalsTaken(Currency currency) {
        int decimals = decimals(currency);
        return Math.min(currency.exponent(), decimals == ROUNDED_DECIMALS ? decimals - 1 : decimals);
    }

    private static int decimals(Currency currency) {
        return OWN_DECIMALS.getOrDefault(currency.code(), currency.exponent());
    }

    /// Why Stripe takes no such amount; empty where it does.
    static Optional<String> refusal(Money amount) {
        int decimals = decimalsTaken(amount.currency());
        if (amount.major().stripTrailingZeros().scale() <= decimals) return Optional.empty();
        var step = BigDecimal.ONE
                .movePointLeft(decimals)
                .setScale(amount.currency().exponent());
        return Optional.of("Stripe takes %s only in steps of %s, and %s is none; have it paid in another way."
                .formatted(amount.currency(), step.toPlainString(), amount.withCode()));
    }

    /// In Stripe's smallest unit. Only of an amount that it takes.
    static long of(Money amount) {
        return amount.major().movePointRight(decimals(amount.currency())).longValueExact();
    }

    /// Stripe's code of a currency: small letters.
    static String code(Currency currency) {
        return currency.code().toLowerCase(Locale.ROOT);
    }

    /// An amount that Stripe names; empty where its currency or its decimals are none of ours.
    static Optional<Money> read(long amount, String code) {
        return Currency.parse(code.toUpperCase(Locale.ROOT)).flatMap(currency -> read(amount, currency));
    }

    private static Optional<Money> read(long amount, Currency currency) {
        var minor = BigDecimal.valueOf(amount, decimals(currency)).movePointRight(currency.exponent());
        return minor.stripTrailingZeros().scale() <= 0
                ? Optional.of(new Money(minor.longValueExact(), currency))
                : Optional.empty();
    }
}
