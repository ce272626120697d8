package dev.brickwork.invoicing.usage;

import dev.brickwork.metering.UsageSpan;
import dev.brickwork.pricing.contract.Overage;
import java.time.LocalDate;
import java.util.List;

/// A window that is to be rated up to a date.
///
/// @param ratedOn service date
/// @param before what was billed, or will have been
/// @param billed by which invoices
public record UsageToRate(BilledWindow window, LocalDate ratedOn, Overage before, Billed billed) {
    public WindowKey key() {
        return WindowKey.of(window.meter());
    }

    public UsageToRate after(Overage other) {
        return new UsageToRate(window, ratedOn, other, billed);
    }

    public List<UsageSpan> spans() {
        return window.datesFor(ratedOn).stream()
                .flatMap(date -> window.meter().ratedBy(date).stream())
                .toList();
    }
}
