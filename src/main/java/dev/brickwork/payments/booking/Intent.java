package dev.brickwork.payments.booking;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.payments.methods.MethodStore;
import dev.brickwork.payments.processor.MethodType;
import dev.brickwork.platform.Ids;
import dev.brickwork.pricing.money.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// Money that we want to take, committed before the processor hears of it. Its id is the payment's, and the
/// processor's idempotency key.
///
/// @param account the processor's account, and `payer` its name for the company that is billed
/// @param wanted the method that was asked for; absent when the payer chose one at the processor's form
/// @param method the same, once the processor has said that it is the company's
/// @param isHeld whether the amount stands on the invoice as being processed
/// @param processorId the processor's name for the charge
public record Intent(
        UUID id,
        InvoiceId invoice,
        UUID company,
        Money amount,
        Cause cause,
        String account,
        String payer,
        Optional<String> wanted,
        Optional<String> method,
        Optional<MethodType> type,
        State state,
        boolean isHeld,
        Optional<String> processorId,
        Instant intendedAt,
        int looks) {
    private static final Duration RESUMED_AFTER = Duration.ofSeconds(30);
    private static final Duration FIRST_LOOK = Duration.ofMinutes(5);
    private static final Duration SECOND_LOOK = Duration.ofHours(1);
    private static final Duration LATER_LOOKS = Duration.ofDays(1);

    public enum Cause {
        /// A client called `POST /invoices/{id}/pay`.
        ASKED,
        AUTOMATIC,
        RETRY,
        /// The payer paid at the processor's form.
        PAGE;

        public boolean isAutomatic() {
            return this == AUTOMATIC || this == RETRY;
        }
    }

    public enum State {
        PROCESSING,
        SUCCEEDED,
        FAILED,
        /// Given up before the processor was asked for money.
        CANCELED
    }

    /// A new intent, which no process has acted on yet.
    ///
    /// @param wanted the method that was asked for
    public static Intent fresh(
            InvoiceId invoice,
            MethodStore.Owner owner,
            String payer,
            String wanted,
            Money amount,
            Cause cause,
            Instant now) {
        return new Intent(
                Ids.next(),
                invoice,
                owner.company(),
                amount,
                cause,
                owner.account(),
                payer,
                Optional.of(wanted),
                Optional.empty(),
                Optional.empty(),
                State.PROCESSING,
                true,
                Optional.empty(),
                now,
                0);
    }

    public boolean isProcessing() {
        return state == State.PROCESSING;
    }

    /// When another process takes over a charge or refund that has no answer by then, because its process probably
    /// crashed. If that one still runs, the processor gets both requests under one key, and acts once.
    public static Instant resumedAt(Instant begunAt) {
        return begunAt.plus(RESUMED_AFTER);
    }

    /// Whether the charge has no answer of the processor yet, so that a process that finds it resumes it.
    public boolean isCutOff(Instant now) {
        return isProcessing() && cause != Cause.PAGE && processorId.isEmpty() && looks == 0 && !isLate(intendedAt, now);
    }

    /// Whether look-ups have begun, after which the request must not be sent any more: a processor forgets the key
    /// of a request after a day, and would move the money once more.
    public static boolean isLate(Instant intendedAt, Instant now) {
        return !now.isBefore(nextLook(0, intendedAt));
    }

    public MethodStore.Owner owner() {
        return new MethodStore.Owner(company, account);
    }

    /// When to ask the processor what became of something: after five minutes, then an hour, then daily.
    public static Instant nextLook(int looks, Instant now) {
        return now.plus(
                switch (looks) {
                    case 0 -> FIRST_LOOK;
                    case 1 -> SECOND_LOOK;
                    default -> LATER_LOOKS;
                });
    }
}
