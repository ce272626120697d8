package dev.brickwork.pricing.calendar;

import java.time.LocalDate;
import java.util.Optional;

/// From the start of a period to its bill date (rule S-05). While the order is open the two are the same; once
/// it is closed, nothing is billed before the closing date but a first invoice at checkout. Service dates, like
/// all of pricing.
///
/// @param keptBefore what another system has billed, before this date, keeps its own
public record BillDates(FirstCharge firstCharge, Optional<LocalDate> closedOn, Optional<LocalDate> keptBefore) {
    public static final BillDates AT_PERIOD_START =
            new BillDates(FirstCharge.CONTRACT_START_DATE, Optional.empty(), Optional.empty());

    public static BillDates closed(LocalDate closedOn, FirstCharge firstCharge) {
        return new BillDates(firstCharge, Optional.of(closedOn), Optional.empty());
    }

    public BillDates keptBefore(Optional<LocalDate> date) {
        return new BillDates(firstCharge, closedOn, date);
    }

    public LocalDate billOn(LocalDate periodStart, LocalDate orderStart) {
        if (closedOn.isEmpty() || keptBefore.filter(periodStart::isBefore).isPresent()) return periodStart;
        var closed = closedOn.get();
        boolean first = !periodStart.isAfter(orderStart);
        if (first && firstCharge == FirstCharge.CHECKOUT_DATE) return closed;
        return closed.isAfter(periodStart) ? closed : periodStart;
    }
}
