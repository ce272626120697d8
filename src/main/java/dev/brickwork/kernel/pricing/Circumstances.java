package dev.brickwork.kernel.pricing;

import dev.brickwork.kernel.calendar.BillDates;
import dev.brickwork.kernel.pricing.tax.TaxRates;
import java.util.List;
import java.util.Optional;

/// What pricing must be told besides the terms.
///
/// @param closings when the orders of the contract were closed or would be, in their order, which decides what
///     shares an invoice and is taxed together; empty: each date by itself
public record Circumstances(TaxRates taxes, Optional<AdjustmentCredit> credit, List<BillDates> closings) {
    /// No tax, no credit.
    public static final Circumstances PLAIN = new Circumstances(TaxRates.NONE, Optional.empty(), List.of());

    public Circumstances {
        closings = List.copyOf(closings);
    }

    public Circumstances taxedBy(TaxRates other) {
        return new Circumstances(other, credit, closings);
    }

    public Circumstances crediting(AdjustmentCredit other) {
        return new Circumstances(taxes, Optional.of(other), closings);
    }

    public Circumstances closed(List<BillDates> others) {
        return new Circumstances(taxes, credit, others);
    }
}
