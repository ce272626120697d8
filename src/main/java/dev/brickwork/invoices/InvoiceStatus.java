package dev.brickwork.invoices;

import java.time.LocalDate;
import java.util.Optional;

/// How an invoice stands (API 3.1). One pure function tells it; a column holds its last value for lists only.
public enum InvoiceStatus {
    MUTED,
    SCHEDULED,
    OUTSTANDING,
    DUE,
    PAST_DUE,
    PAID,
    PARTIALLY_PAID,
    ADJUSTED,
    CREDITED,
    UNPAID,
    PAUSED,
    VOIDED;

    /// What brought the remaining amount to zero.
    public enum SettledBy {
        PAYMENT,
        OFFSET,
        CREDIT,
        NOTHING_DUE
    }

    /// All that the status depends on.
    ///
    /// @param isPaused not issued, because the subscription is paused
    /// @param paid payments only, not credits or offsets
    public record Facts(
            boolean isVoided,
            boolean isMuted,
            boolean isIssued,
            boolean isPaused,
            boolean isCollectionPaused,
            boolean isGivenUp,
            Optional<SettledBy> settledBy,
            long total,
            long paid,
            long remaining,
            LocalDate dueOn) {
        /// The same after money moved.
        Facts with(long nowPaid, long nowRemaining, Optional<SettledBy> by) {
            return new Facts(
                    isVoided,
                    isMuted,
                    isIssued,
                    isPaused,
                    isCollectionPaused,
                    isGivenUp && nowRemaining > 0,
                    by,
                    total,
                    nowPaid,
                    nowRemaining,
                    dueOn);
        }

        Facts dueOn(LocalDate other) {
            return new Facts(
                    isVoided,
                    isMuted,
                    isIssued,
                    isPaused,
                    isCollectionPaused,
                    isGivenUp,
                    settledBy,
                    total,
                    paid,
                    remaining,
                    other);
        }

        Facts collected(boolean isHalted, boolean isHopeless) {
            return new Facts(
                    isVoided,
                    isMuted,
                    isIssued,
                    isPaused,
                    isHalted,
                    isHopeless,
                    settledBy,
                    total,
                    paid,
                    remaining,
                    dueOn);
        }
    }

    /// Rule I-02: the first match wins. `today` is the local date of the invoice at the moment of asking.
    public static InvoiceStatus of(Facts facts, LocalDate today) {
        if (facts.isVoided) return VOIDED;
        if (facts.isMuted) return MUTED;
        if (!facts.isIssued) return facts.isPaused ? PAUSED : SCHEDULED;
        if (facts.remaining == 0) return settled(facts.settledBy);
        if (facts.isCollectionPaused) return PAUSED;
        if (facts.isGivenUp) return UNPAID;
        if (facts.paid > 0 && facts.paid < facts.total) return PARTIALLY_PAID;
        if (today.isAfter(facts.dueOn)) return PAST_DUE;
        return today.equals(facts.dueOn) ? DUE : OUTSTANDING;
    }

    private static InvoiceStatus settled(Optional<SettledBy> by) {
        return switch (by.orElse(SettledBy.NOTHING_DUE)) {
            case PAYMENT, NOTHING_DUE -> PAID;
            case OFFSET -> ADJUSTED;
            case CREDIT -> CREDITED;
        };
    }
}
