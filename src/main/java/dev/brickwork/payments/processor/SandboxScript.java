package dev.brickwork.payments.processor;

import dev.brickwork.payments.processor.ChargeResult.Decline;
import dev.brickwork.payments.processor.ChargeResult.Reason;
import dev.brickwork.payments.processor.Method.Details;
import java.util.Locale;
import java.util.Optional;

/// Scripted outcome of charging a sandbox method, chosen by its id: `pm_sandbox_visa` pays,
/// `pm_sandbox_soft_decline` does not, and so on. Each differs from the others in the course of a payment, in the type
/// of the method or in what the payer is told. An id may go on after a second underscore (`pm_sandbox_visa__2`), so
/// that one customer can hold several.
public enum SandboxScript {
    VISA,
    US_BANK_ACCOUNT,
    LINK,
    SOFT_DECLINE,
    HARD_DECLINE,
    EXPIRED_CARD,
    REQUIRES_ACTION,
    PROCESSING_THEN_FAILURE,
    TIMEOUT_CHARGED,
    TIMEOUT_NOT_CHARGED,
    DUPLICATE_CALLBACKS,
    REORDERED_CALLBACKS,
    LOST_CALLBACK,
    LATE_CALLBACK,
    FORGED_CALLBACK,
    REFUND_FAILS,
    REFUND_TIMEOUT;

    static final String PREFIX = "pm_sandbox_";
    private static final String VARIANT = "__";

    public String methodId() {
        return PREFIX + name().toLowerCase(Locale.ROOT);
    }

    public static Optional<SandboxScript> of(String methodId) {
        int variant = methodId.indexOf(VARIANT);
        var plain = variant < 0 ? methodId : methodId.substring(0, variant);
        for (var script : values()) {
            if (script.methodId().equals(plain)) return Optional.of(script);
        }
        return Optional.empty();
    }

    Details details() {
        return switch (this) {
            case US_BANK_ACCOUNT -> new Details.UsBankAccount("Sandbox Bank", "checking", "6789", "110000000");
            case LINK -> new Details.Link("payer@sandbox.example");
            case EXPIRED_CARD -> new Details.Card("visa", "0069", 1, 2020);
            default -> new Details.Card("visa", "4242", 12, 2099);
        };
    }

    boolean isSlow() {
        return switch (this) {
            case US_BANK_ACCOUNT, PROCESSING_THEN_FAILURE, REORDERED_CALLBACKS, LOST_CALLBACK, LATE_CALLBACK -> true;
            default -> false;
        };
    }

    /// The decline in which this ends, if it does. `isPresent` is whether the holder is at the form and can confirm.
    public Optional<ChargeResult> refusal(boolean isPresent) {
        return switch (this) {
            case SOFT_DECLINE, PROCESSING_THEN_FAILURE, FORGED_CALLBACK ->
                declined(Decline.SOFT, Reason.FUNDS, "Your card has insufficient funds.");
            case HARD_DECLINE -> declined(Decline.HARD, Reason.OTHER, "Your card was declined.");
            case EXPIRED_CARD -> declined(Decline.HARD, Reason.EXPIRED, "Your card has expired.");
            case REQUIRES_ACTION ->
                isPresent
                        ? Optional.empty()
                        : Optional.of(new ChargeResult.RequiresAction("The holder must confirm this payment."));
            default -> Optional.empty();
        };
    }

    private static Optional<ChargeResult> declined(Decline kind, Reason reason, String message) {
        return Optional.of(new ChargeResult.Declined(kind, reason, message));
    }
}
