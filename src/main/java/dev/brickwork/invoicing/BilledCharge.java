package dev.brickwork.invoicing;

import dev.brickwork.pricing.calendar.Period;
import java.util.UUID;

/// A charge that stands on an invoice, or a reduction that was settled against it, which is negative.
public record BilledCharge(UUID line, Period service, long net, long tax) {}
