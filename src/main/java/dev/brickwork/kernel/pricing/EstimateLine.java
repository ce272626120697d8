package dev.brickwork.kernel.pricing;

import dev.brickwork.kernel.calendar.Period;
import dev.brickwork.kernel.pricing.contract.Amounts;
import dev.brickwork.kernel.pricing.contract.Line;

/// A line with its tax. Its amounts cover the whole term and stand before credits (rule W-02).
public record EstimateLine(Line line, Amounts amounts) {
    EstimateLine free(Period trial) {
        return new EstimateLine(line.free(trial), Amounts.ZERO);
    }
}
