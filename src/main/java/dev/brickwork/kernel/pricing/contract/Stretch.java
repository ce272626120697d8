package dev.brickwork.kernel.pricing.contract;

import dev.brickwork.kernel.calendar.Period;
import dev.brickwork.kernel.pricing.terms.BrickTerms;

/// A usage brick as it stood for some time; service dates.
public record Stretch(BrickTerms terms, Period period) {}
