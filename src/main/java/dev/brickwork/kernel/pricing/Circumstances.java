package dev.brickwork.kernel.pricing;

import dev.brickwork.kernel.calendar.BillDates;
import java.util.Optional;

/// What pricing must be told besides the terms.
public record Circumstances(TaxRates taxes, BillDates bills, Optional<AdjustmentCredit> credit) {
    /// No tax, bill dates at period starts, no credit.
    public static final Circumstances PLAIN =
            new Circumstances(TaxRates.NONE, BillDates.AT_PERIOD_START, Optional.empty());

    public Circumstances taxedBy(TaxRates other) {
        return new Circumstances(other, bills, credit);
    }

    public Circumstances billedBy(BillDates other) {
        return new Circumstances(taxes, other, credit);
    }

    public Circumstances crediting(AdjustmentCredit other) {
        return new Circumstances(taxes, bills, Optional.of(other));
    }
}
