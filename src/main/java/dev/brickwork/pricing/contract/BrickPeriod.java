package dev.brickwork.pricing.contract;

import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.terms.BrickTerms;

/// A usage brick as it stood for some time; service dates.
public record BrickPeriod(BrickTerms terms, Period period) {}
