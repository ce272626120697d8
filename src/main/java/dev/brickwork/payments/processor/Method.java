package dev.brickwork.payments.processor;

import java.util.regex.Pattern;

/// A saved way to pay, as the processor knows it. Whether it is the default, and why an invoice may not
/// accept it, is our knowledge and stands beside it.
public record Method(String id, Details details) {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_]{1,255}");

    public Method {
        if (!isId(id)) throw new IllegalArgumentException("not the id of a payment method");
    }

    public sealed interface Details {
        record Card(String brand, String last4, int expMonth, int expYear) implements Details {}

        /// Routing numbers are shown where a method is read and nowhere else: never logged, never in an event.
        record UsBankAccount(String bankName, String bankType, String last4, String routingNumber) implements Details {
            @Override
            public String toString() {
                return "UsBankAccount[last4=" + last4 + "]";
            }
        }

        record Link(String email) implements Details {
            @Override
            public String toString() {
                return "Link[***]";
            }
        }
    }

    public MethodType type() {
        return switch (details) {
            case Details.Card _ -> MethodType.CARD;
            case Details.UsBankAccount _ -> MethodType.US_BANK_ACCOUNT;
            case Details.Link _ -> MethodType.LINK;
        };
    }

    /// Ids come from callers of the API and end up in addresses of the processor's, so nothing odd may pass.
    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }
}
