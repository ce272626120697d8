package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.calendar.Period;
import java.time.LocalDate;

/// The amounts that one line bills on one date for one stretch of service. Invoices, previews and estimates all
/// consist of charges.
public record Charge(LineKey line, LocalDate billOn, Period service, Amounts amounts) {}
