package dev.brickwork.contracts;

import dev.brickwork.pricing.calendar.Pause;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/// A pause as it was asked for and as it went. All dates are calendar dates of the subscription.
///
/// @param scheduledResumeOn as it was set; first day with service again
/// @param resumedOn the day it really ended
public record PauseRecord(
        UUID id,
        LocalDate pausedOn,
        Optional<LocalDate> scheduledResumeOn,
        Optional<LocalDate> resumedOn,
        Optional<String> reason,
        boolean isCustomerNotified,
        Instant createdAt,
        Optional<Instant> resumedAt) {
    boolean isOpen() {
        return resumedOn.isEmpty();
    }

    /// As the service clock sees it: actual once resumed, scheduled before, open-ended otherwise (rule K-01).
    Pause pause() {
        return new Pause(pausedOn, resumedOn.or(() -> scheduledResumeOn));
    }

    public PauseRecord resumed(LocalDate on, Instant now) {
        return new PauseRecord(
                id,
                pausedOn,
                scheduledResumeOn,
                Optional.of(on),
                reason,
                isCustomerNotified,
                createdAt,
                Optional.of(now));
    }
}
