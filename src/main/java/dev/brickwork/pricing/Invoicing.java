package dev.brickwork.pricing;

import dev.brickwork.pricing.contract.Charge;
import dev.brickwork.pricing.contract.Contract;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Which charges share an invoice: an invoice is taxed as a whole, so the tax of an order depends on what
/// else stands there. What an order bills on the day it closes is issued at once, on an invoice of its own; what
/// comes later shares the invoice of its date with the orders before (rules S-05, S-07, U-11).
///
/// @param starts of the orders, in their order
/// @param circumstances with the closings of the orders; none: every date has one invoice
record Invoicing(List<LocalDate> starts, PricingContext circumstances) {
    /// @param order that has it for itself; 0 when it is shared
    /// @param side the first order that is billed to the same by the same
    record Invoice(LocalDate date, int order, int side) implements Comparable<Invoice> {
        private static final Comparator<Invoice> ORDER = Comparator.comparing(Invoice::date)
                .thenComparingInt(Invoice::order)
                .thenComparingInt(Invoice::side);

        @Override
        public int compareTo(Invoice other) {
            return ORDER.compare(this, other);
        }
    }

    static Invoicing of(Contract contract, PricingContext circumstances) {
        var starts = new ArrayList<LocalDate>();
        for (int i = 0; i < circumstances.closings().size(); i++) starts.add(contract.start(i));
        return new Invoicing(starts, circumstances);
    }

    Invoice of(Charge charge) {
        int order = charge.line().order();
        int side = circumstances.side(order);
        if (circumstances.closings().isEmpty()) return new Invoice(charge.billOn(), 0, side);
        var closing = circumstances.closings().get(order);
        var date = closing.billOn(charge.billOn(), starts.get(order));
        boolean isAtOnce = closing.closedOn().filter(date::equals).isPresent();
        return new Invoice(date, isAtOnce ? order : 0, side);
    }
}
