package dev.brickwork.kernel.calendar;

import java.time.LocalDate;
import java.util.Optional;

/// From the start of a period to its bill date (rule S-05). While the order is open the two are the same; once
/// it is closed, nothing is billed before the closing date but a first invoice at checkout. Service dates, like
/// all of pricing.
public record BillDates(FirstCharge firstCharge, Optional<LocalDate> closedOn) {
    public static final BillDates AT_PERIOD_START = new BillDates(FirstCharge.CONTRACT_START_DATE, Optional.empty());

    public static BillDates closed(LocalDate closedOn, FirstCharge firstCharge) {
        return new BillDates(firstCharge, Optional.of(closedOn));
    }

    public LocalDate billOn(LocalDate periodStart, LocalDate orderStart) {
        if (closedOn.isEmpty()) return periodStart;
        var closed = closedOn.get();
        boolean first = !periodStart.isAfter(orderStart);
        if (first && firstCharge == FirstCharge.CHECKOUT_DATE) return closed;
        return closed.isAfter(periodStart) ? closed : periodStart;
    }
}
