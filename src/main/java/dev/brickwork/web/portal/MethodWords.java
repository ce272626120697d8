package dev.brickwork.web.portal;

import dev.brickwork.payments.processor.Method;
import dev.brickwork.web.portal.views.PageText;
import java.util.Locale;
import java.util.Optional;

/// A saved payment method in the words of its holder: enough to know it again, never a number.
final class MethodWords {
    private MethodWords() {}

    static String of(Method method, PageText say) {
        return switch (method.details()) {
            case Method.Details.Card card ->
                say.text("card_ending", "brand", brand(card.brand()), "digits", card.last4());
            case Method.Details.UsBankAccount account ->
                say.text("account_ending", "bank", account.bankName(), "digits", account.last4());
            case Method.Details.Link _ -> say.text("link_wallet");
        };
    }

    static Optional<String> more(Method method, PageText say) {
        return switch (method.details()) {
            case Method.Details.Card card ->
                Optional.of(say.text("expires", "month", "%02d/%d".formatted(card.expMonth(), card.expYear())));
            case Method.Details.UsBankAccount _ -> Optional.empty();
            case Method.Details.Link link -> Optional.of(link.email());
        };
    }

    static String icon(Method method) {
        return switch (method.details()) {
            case Method.Details.Card _ -> "card";
            case Method.Details.UsBankAccount _ -> "bank";
            case Method.Details.Link _ -> "card";
        };
    }

    private static String brand(String brand) {
        return switch (brand) {
            case "amex" -> "American Express";
            case "mastercard" -> "Mastercard";
            case "" -> "Card";
            default -> brand.substring(0, 1).toUpperCase(Locale.ROOT) + brand.substring(1);
        };
    }
}
