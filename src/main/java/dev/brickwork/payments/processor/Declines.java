package dev.brickwork.payments.processor;

import dev.brickwork.payments.processor.ChargeResult.Decline;
import java.util.Optional;
import java.util.Set;

/// Which declines are for good (rule J-01). What is not listed is soft: one retry too many costs little, one too few
/// costs the payment.
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
}
