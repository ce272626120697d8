package dev.brickwork.pricing;

import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.terms.PhaseTerms;
import java.util.List;

/// The share of one phase in an estimate (rules F-02 to F-04). The phases add up to the estimate, credit
/// included.
public record EstimatePhase(
        PhaseTerms terms, Period term, Amounts amounts, List<EstimateLine> lines, List<ScheduleItem> schedule) {
    public EstimatePhase {
        lines = List.copyOf(lines);
        schedule = List.copyOf(schedule);
    }
}
