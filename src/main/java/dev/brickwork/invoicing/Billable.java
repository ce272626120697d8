package dev.brickwork.invoicing;

import dev.brickwork.pricing.calendar.Period;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;

/// One line of an invoice before tax.
///
/// @param source the charge or item behind it
/// @param dates local calendar dates
/// @param details JSON for readers of the version: tier rows, the usage window, what the figures follow from
public record Billable(
        Kind kind,
        Optional<UUID> source,
        Optional<UUID> orderLine,
        Optional<UUID> brick,
        String name,
        Optional<String> code,
        BigDecimal quantity,
        Period dates,
        long gross,
        long discount,
        String taxCategory,
        String details) {
    /// Kind of charge or credit that a line bills.
    public enum Kind {
        CHARGE,
        USAGE,
        MILESTONE,
        STANDALONE,
        CORRECTION,
        ADJUSTMENT_CREDIT,
        CARRIED_FORWARD
    }

    public long net() {
        return gross - discount;
    }
}
