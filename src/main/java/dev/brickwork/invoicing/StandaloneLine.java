package dev.brickwork.invoicing;

import java.time.LocalDate;
import java.util.Optional;

/// A line of a subscription that is billed on an invoice of its own, beside the schedule.
///
/// @param issueOn a day to come leaves it SCHEDULED until then
/// @param dueOn absent means the payment terms from the day of issue
/// @param isMuted another system has billed it: it is kept, but never issued
public record StandaloneLine(
        Billable line, LocalDate issueOn, Optional<LocalDate> dueOn, int paymentTermsDays, boolean isMuted) {}
