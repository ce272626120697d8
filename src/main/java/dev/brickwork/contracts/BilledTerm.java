package dev.brickwork.contracts;

import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.calendar.Zone;
import java.time.LocalDate;
import java.util.Optional;

/// The term that is billed: the order that opened it, and its clock.
///
/// @param pausedFrom the service date on which a pause that stands begins or began: what bills on or after it
///     waits for the resume (K-03)
public record BilledTerm(
        SubscriptionId subscription, OrderId order, Zone zone, ServiceClock clock, Optional<LocalDate> pausedFrom) {
    public boolean isPausedOn(LocalDate date) {
        return pausedFrom.filter(from -> !date.isBefore(from)).isPresent();
    }
}
