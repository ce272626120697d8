package dev.brickwork.pricing;

import dev.brickwork.pricing.calendar.BillDates;
import dev.brickwork.pricing.tax.TaxRates;
import java.util.List;
import java.util.Optional;

/// The inputs of pricing besides the terms: taxes, credit and dates of closing.
///
/// @param taxes of each order of the contract, in their order, or one for all of them. Equal entries mean
///     the same billing parties: other parties are billed on invoices of their own (rule S-07)
/// @param closings when the orders of the contract were closed or would be, in their order, which decides what
///     shares an invoice and is taxed together; empty: each date by itself
public record PricingContext(List<TaxRates> taxes, Optional<AdjustmentCredit> credit, List<BillDates> closings) {
    /// No tax, no credit.
    public static final PricingContext PLAIN = new PricingContext(List.of(TaxRates.NONE), Optional.empty(), List.of());

    public PricingContext {
        taxes = List.copyOf(taxes);
        closings = List.copyOf(closings);
    }

    public PricingContext taxedBy(TaxRates other) {
        return taxedBy(List.of(other));
    }

    public PricingContext taxedBy(List<TaxRates> others) {
        return new PricingContext(others, credit, closings);
    }

    public PricingContext crediting(AdjustmentCredit other) {
        return new PricingContext(taxes, Optional.of(other), closings);
    }

    public PricingContext closed(List<BillDates> others) {
        return new PricingContext(taxes, credit, others);
    }

    boolean isUntaxed() {
        return taxes.stream().allMatch(TaxRates.NONE::equals);
    }

    /// The first order with the same two sides.
    int side(int order) {
        return taxes.size() == 1 ? 0 : taxes.indexOf(taxes.get(order));
    }
}
