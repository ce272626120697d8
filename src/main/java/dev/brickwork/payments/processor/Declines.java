package dev.brickwork.payments.processor;

import dev.brickwork.payments.processor.ChargeResult.Decline;
import dev.brickwork.payments.processor.ChargeResult.Reason;
import java.util.Optional;
import java.util.Set;

/// Which declines are for good (rule J-01), and what the payer is told of them. What is not listed is soft: one retry
/// too many costs little, one too few costs the payment.
final class Declines {
    private static final Set<String> HARD = Set.of(
            "account_closed",
            "bank_account_unusable",
            "card_not_supported",
            "currency_not_supported",
            "debit_not_authorized",
            "expired_card",
            "fraudulent",
            "highest_risk_level",
            "incorrect_number",
            "invalid_account",
            "invalid_expiry_month",
            "invalid_expiry_year",
            "invalid_number",
            "lost_card",
            "merchant_blacklist",
            "no_account",
            "payment_method_unactivated",
            "pickup_card",
            "restricted_card",
            "revocation_of_all_authorizations",
            "revocation_of_authorization",
            "service_not_allowed",
            "stolen_card",
            "stop_payment_order",
            "transaction_not_allowed");

    private Declines() {}

    /// `advice` is the network's own word, which beats our table.
    static Decline kind(String code, Optional<String> advice) {
        if (advice.equals(Optional.of("do_not_try_again"))) return Decline.HARD;
        return HARD.contains(code) ? Decline.HARD : Decline.SOFT;
    }

    /// The reason that a payer is told. A lost, stolen or blocked card gives none: the reader may not be its
    /// holder.
    static Reason reason(String code) {
        return switch (code) {
            case "insufficient_funds" -> Reason.FUNDS;
            case "expired_card" -> Reason.EXPIRED;
            case "incorrect_cvc",
                    "incorrect_number",
                    "invalid_cvc",
                    "invalid_expiry_month",
                    "invalid_expiry_year",
                    "invalid_number" -> Reason.CARD_DETAILS;
            case "account_closed",
                    "bank_account_unusable",
                    "debit_not_authorized",
                    "no_account",
                    "revocation_of_all_authorizations",
                    "revocation_of_authorization" -> Reason.BANK_ACCOUNT;
            default -> Reason.OTHER;
        };
    }
}
