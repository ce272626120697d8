package dev.brickwork.payments;

import dev.brickwork.payments.Method.Details;
import java.util.Locale;
import java.util.Optional;

/// What a sandbox method does when it is charged, told by its id: `pm_sandbox_visa` pays, `pm_sandbox_soft_decline`
/// does
/// not, and so on. An id may go on after a second underscore (`pm_sandbox_visa__2`), so that one customer can hold
/// several.
enum SandboxScript {
    VISA("Pays at once."),
    MASTERCARD("Pays at once."),
    US_BANK_ACCOUNT("A bank debit: processing at first, then paid."),
    LINK("Pays at once, from a Link wallet."),
    SOFT_DECLINE("Declined for lack of funds; may go well another day."),
    HARD_DECLINE("Declined for good: the card is reported stolen."),
    EXPIRED_CARD("Declined for good: the card has expired."),
    REQUIRES_ACTION("The holder must confirm; pays only on the payment page."),
    PROCESSING_THEN_SUCCESS("Processing at first, then paid."),
    PROCESSING_THEN_FAILURE("Processing at first, then declined."),
    TIMEOUT_CHARGED("No answer, but the money is taken; the message comes a minute later."),
    TIMEOUT_NOT_CHARGED("No answer, and nothing is taken."),
    DUPLICATE_CALLBACKS("Pays at once; the message comes ten times."),
    REORDERED_CALLBACKS("Processing, then paid; the messages come in the wrong order."),
    LOST_CALLBACK("Processing, then paid; no message ever comes."),
    LATE_CALLBACK("Processing, then paid; the message comes two days late."),
    FORGED_CALLBACK("Declined; a forged message says that it was paid."),
    REFUND_FAILS("Pays at once; refunds are refused."),
    REFUND_TIMEOUT("Pays at once; refunds go through, but nobody hears of it.");

    static final String PREFIX = "pm_sandbox_";
    private static final String VARIANT = "__";

    private final String words;

    SandboxScript(String words) {
        this.words = words;
    }

    /// For the sandbox form and the documentation.
    String words() {
        return words;
    }

    String methodId() {
        return PREFIX + name().toLowerCase(Locale.ROOT);
    }

    static Optional<SandboxScript> of(String methodId) {
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
            case MASTERCARD -> new Details.Card("mastercard", "4444", 12, 2099);
            case EXPIRED_CARD -> new Details.Card("visa", "0069", 1, 2020);
            default -> new Details.Card("visa", "4242", 12, 2099);
        };
    }

    boolean isSlow() {
        return switch (this) {
            case US_BANK_ACCOUNT,
                    PROCESSING_THEN_SUCCESS,
                    PROCESSING_THEN_FAILURE,
                    REORDERED_CALLBACKS,
                    LOST_CALLBACK,
                    LATE_CALLBACK -> true;
            default -> false;
        };
    }

    /// The decline in which this ends, if it does. `isPresent` is whether the holder is at the form and can
    /// confirm.
    Optional<ChargeResult> refusal(String chargeId, boolean isPresent) {
        return switch (this) {
            case SOFT_DECLINE, PROCESSING_THEN_FAILURE, FORGED_CALLBACK ->
                declined(ChargeResult.Decline.SOFT, "insufficient_funds", "Your card has insufficient funds.");
            case HARD_DECLINE -> declined(ChargeResult.Decline.HARD, "stolen_card", "Your card was declined.");
            case EXPIRED_CARD -> declined(ChargeResult.Decline.HARD, "expired_card", "Your card has expired.");
            case REQUIRES_ACTION ->
                isPresent
                        ? Optional.empty()
                        : Optional.of(
                                new ChargeResult.RequiresAction(chargeId, "The holder must confirm this payment."));
            default -> Optional.empty();
        };
    }

    private static Optional<ChargeResult> declined(ChargeResult.Decline kind, String code, String message) {
        return Optional.of(new ChargeResult.Declined(kind, code, message));
    }
}
