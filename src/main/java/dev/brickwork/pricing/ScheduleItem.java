package dev.brickwork.pricing;

import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.contract.Amounts;
import dev.brickwork.pricing.contract.Charge;
import java.time.LocalDate;
import java.util.List;

/// Everything billed in advance on one date (rules S-07, S-09).
///
/// @param service from the first to the last day covered by any of the charges
public record ScheduleItem(LocalDate billOn, Period service, Amounts amounts, List<Charge> charges) {
    public ScheduleItem {
        charges = List.copyOf(charges);
    }

    static ScheduleItem of(LocalDate billOn, List<Charge> charges) {
        var service = charges.getFirst().service();
        var amounts = Amounts.ZERO;
        for (var charge : charges) {
            service = service.union(charge.service());
            amounts = amounts.plus(charge.amounts());
        }
        return new ScheduleItem(billOn, service, amounts, charges);
    }

    /// On calendar dates (rule K-02).
    ScheduleItem on(ServiceClock clock) {
        var moved = charges.stream()
                .map(charge -> new Charge(
                        charge.line(),
                        clock.calendar(charge.billOn()),
                        clock.calendar(charge.service()),
                        charge.amounts()))
                .toList();
        return new ScheduleItem(clock.calendar(billOn), clock.calendar(service), amounts, moved);
    }
}
