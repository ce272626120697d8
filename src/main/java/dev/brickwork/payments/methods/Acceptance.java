package dev.brickwork.payments.methods;

import dev.brickwork.payments.processor.MethodType;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.sellers.PaymentMethodsConfig;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// Which saved methods an invoice accepts, by its currency and by what its seller or subscription agreed.
public record Acceptance(Currency currency, PaymentMethodsConfig accepted) {
    /// Why a method is not accepted, for machines and for people.
    public record Restriction(String reason, String message) {}

    public Optional<Restriction> restriction(MethodType type) {
        return switch (type) {
            case CARD, LINK ->
                accepted.paywallCreditCard()
                        ? Optional.empty()
                        : Optional.of(new Restriction("NOT_ACCEPTED", "Cards are not accepted for this invoice."));
            case US_BANK_ACCOUNT -> bankDebit();
        };
    }

    private Optional<Restriction> bankDebit() {
        if (!accepted.paywallAch()) {
            return Optional.of(new Restriction("NOT_ACCEPTED", "Bank debits are not accepted for this invoice."));
        }
        if (currency != Currency.USD) {
            return Optional.of(new Restriction(
                    "CURRENCY", "US bank debits are in USD; this invoice is in %s.".formatted(currency)));
        }
        return Optional.empty();
    }

    /// The method types that a form may offer.
    public Set<MethodType> types() {
        var types = EnumSet.noneOf(MethodType.class);
        for (var type : MethodType.values()) if (restriction(type).isEmpty()) types.add(type);
        return types;
    }
}
