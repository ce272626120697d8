package dev.brickwork.pricing.calendar;

import java.time.LocalDate;
import java.util.Optional;

/// A stretch without service (rules K). `pausedOn` is the first day without, `resumesOn` the first day with
/// it again (rule K-05): actual once resumed, scheduled before, absent while open-ended.
public record Pause(LocalDate pausedOn, Optional<LocalDate> resumesOn) {
    public Pause {
        if (resumesOn.isPresent() && resumesOn.get().isBefore(pausedOn)) {
            throw new IllegalArgumentException(
                    "resumes on %s before it pauses on %s".formatted(resumesOn.get(), pausedOn));
        }
    }

    /// Days by which later dates move; an open-ended pause moves them only at its resume (K-01).
    public long days() {
        return resumesOn.map(date -> date.toEpochDay() - pausedOn.toEpochDay()).orElse(0L);
    }

    public boolean covers(LocalDate date) {
        return !date.isBefore(pausedOn) && resumesOn.map(date::isBefore).orElse(true);
    }
}
