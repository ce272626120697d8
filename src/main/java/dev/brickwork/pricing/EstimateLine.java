package dev.brickwork.pricing;

import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Line;

/// A line with its tax. Its amounts cover the whole term and stand before credits (rule W-02).
///
/// @param dates of its term, for people: of the calendar, once the estimate is
public record EstimateLine(Line line, Amounts amounts, Period dates) {
    static EstimateLine of(Line line, Amounts amounts) {
        return new EstimateLine(line, amounts, line.term());
    }

    EstimateLine free(Period trial) {
        return of(line.free(trial), Amounts.ZERO);
    }

    EstimateLine on(ServiceClock clock) {
        return new EstimateLine(line, amounts, clock.calendar(line.term()));
    }
}
