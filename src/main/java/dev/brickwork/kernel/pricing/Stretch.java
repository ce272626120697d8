package dev.brickwork.kernel.pricing;

import dev.brickwork.kernel.calendar.Period;

/// A usage brick as it stood for some time; service dates.
public record Stretch(BrickTerms terms, Period period) {}
