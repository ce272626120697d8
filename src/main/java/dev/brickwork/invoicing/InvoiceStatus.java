package dev.brickwork.invoicing;

import dev.brickwork.platform.database.Columns;
import dev.brickwork.pricing.calendar.Zone;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/// How an invoice stands. One pure function tells it; a column holds its last value for lists only.
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

    /// The reason why the remaining amount is zero.
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
        /// Of an invoice that nothing has happened to yet.
        public static Facts toCome(long total, LocalDate dueOn) {
            return new Facts(false, false, false, false, false, false, Optional.empty(), total, 0, total, dueOn);
        }

        /// Of an invoice that was just issued, before anything was paid.
        public static Facts issued(long total, LocalDate dueOn) {
            return new Facts(false, false, true, false, false, false, Optional.empty(), total, 0, total, dueOn);
        }

        /// From a row of the table `invoice`.
        public static Facts stored(ResultSet row) throws SQLException {
            return new Facts(
                    Columns.maybeInstant(row, "voided_at").isPresent(),
                    Columns.flag(row, "is_muted"),
                    Columns.maybeInstant(row, "issued_at").isPresent(),
                    Columns.flag(row, "is_paused"),
                    Columns.flag(row, "is_collection_paused"),
                    Columns.maybeInstant(row, "given_up_at").isPresent(),
                    Columns.maybeText(row, "settled_by").map(SettledBy::valueOf),
                    Columns.number(row, "grand_total"),
                    Columns.number(row, "paid"),
                    Columns.number(row, "remaining"),
                    Columns.date(row, "due_on"));
        }

        /// Returns the facts after money moved.
        public Facts with(long nowPaid, long nowRemaining, Optional<SettledBy> by) {
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

        public Facts dueOn(LocalDate other) {
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

        public Facts collected(boolean isHalted, boolean isHopeless) {
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

    /// The moment from which an open invoice is past due.
    public static Instant pastDueAt(LocalDate dueOn, Zone zone) {
        return zone.startOf(dueOn.plusDays(1));
    }

    private static InvoiceStatus settled(Optional<SettledBy> by) {
        return switch (by.orElse(SettledBy.NOTHING_DUE)) {
            case PAYMENT, NOTHING_DUE -> PAID;
            case OFFSET -> ADJUSTED;
            case CREDIT -> CREDITED;
        };
    }
}
