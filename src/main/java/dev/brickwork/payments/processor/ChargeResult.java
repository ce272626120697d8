package dev.brickwork.payments.processor;

import dev.brickwork.pricing.money.Money;

/// Result of charging a payment method.
public sealed interface ChargeResult {
    /// The money is taken. `amount` is what the processor took by its own book; the booking compares it with the
    /// intent.
    record Succeeded(String chargeId, Money amount) implements ChargeResult {}

    /// Accepted and on its way, as bank debits are for days; or the payer is still at the processor's form.
    record Processing(String chargeId) implements ChargeResult {}

    /// The holder has to prove who they are. Nothing was taken, and nothing will be by itself: the adapter has ended
    /// the charge, and the way on is the payment page.
    record RequiresAction(String message) implements ChargeResult {}

    /// Nothing was taken. A soft decline may go well another day, a hard one never will (rule J-01).
    record Declined(Decline kind, Reason reason, String message) implements ChargeResult {
        public Declined {
            message = shortened(message);
        }

        public Declined(Decline kind, String message) {
            this(kind, Reason.OTHER, message);
        }

        private static String shortened(String message) {
            return message.length() <= MESSAGE_LENGTH_MAX ? message : message.substring(0, MESSAGE_LENGTH_MAX);
        }
    }

    /// No answer, or one that says nothing: the money may or may not have been taken. Look it up before
    /// anything else.
    record Unknown(String why) implements ChargeResult {}

    enum Decline {
        SOFT,
        HARD
    }

    /// Why nothing was taken, as far as the payer can do something about it.
    enum Reason {
        FUNDS,
        EXPIRED,
        CARD_DETAILS,
        BANK_ACCOUNT,
        CONFIRMATION,
        /// The processor refuses the seller: it is no decline (rule J-01).
        ACCOUNT,
        /// It is less or more than the processor takes at all: no decline either.
        AMOUNT,
        OTHER;

        /// Whether the payer can do something about it.
        public boolean isForThePayer() {
            return this != ACCOUNT && this != AMOUNT;
        }

        public static Reason of(String name) {
            for (var reason : values()) if (reason.name().equals(name)) return reason;
            return OTHER;
        }
    }

    int MESSAGE_LENGTH_MAX = 500;
}
