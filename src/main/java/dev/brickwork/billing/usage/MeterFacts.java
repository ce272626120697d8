package dev.brickwork.billing.usage;

import dev.brickwork.metering.MeterWindow;
import dev.brickwork.metering.Verdict.Fault;
import dev.brickwork.pricing.calendar.Pause;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.money.Money;
import dev.brickwork.pricing.money.Quantity;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// The facts that decide whether a subscription takes an entry (rule G-09), and in which window it falls. Valid as
/// long as the subscription's row keeps its version, and therefore cached with it.
///
/// @param isStarted false while the first order is open
/// @param isErased whether the customer to bill was erased
/// @param endsAt far away while the subscription renews by itself: the next term is only agreed when it begins
/// @param windows of each usage brick, in order of time
/// @param stretches when each usage brick gives service
/// @param priced how many units of each usage brick surely have a price; of more, the window is asked
public record MeterFacts(
        long version,
        UUID customer,
        Zone zone,
        boolean isStarted,
        boolean isErased,
        Instant startsAt,
        Instant endsAt,
        List<Pause> pauses,
        Map<UUID, List<MeterWindow>> windows,
        Map<UUID, List<Stretch>> stretches,
        Map<UUID, BigDecimal> priced) {
    /// Clocks differ: an entry may be this much ahead of ours.
    static final Duration AHEAD_MAX = Duration.ofMinutes(5);

    /// `[from, until)`.
    record Stretch(Instant from, Instant until) {
        boolean holds(Instant moment) {
            return !moment.isBefore(from) && moment.isBefore(until);
        }
    }

    /// Why an entry of this brick, time and value is refused; none when it counts. Of what could not be read nothing is
    /// said.
    public List<Fault> faults(Optional<UUID> brick, Optional<Instant> time, Optional<BigDecimal> value, Instant now) {
        if (!isStarted) return List.of(new Fault("subscription_id", "The subscription has not been started."));
        if (isErased) return List.of(new Fault("subscription_id", "The data of its customer were erased."));
        var mine = brick.map(stretches::get);
        var foreign = brick.isPresent() && mine.isEmpty()
                ? Optional.of(new Fault("brick_id", "The subscription has no such usage brick."))
                : Optional.<Fault>empty();
        var untimely = time.flatMap(moment -> fault(moment, mine, now));
        var unpriced = foreign.isEmpty() && untimely.isEmpty() && brick.isPresent() && time.isPresent()
                ? value.flatMap(units -> unpriced(brick.get(), time.get(), units))
                : Optional.<Fault>empty();
        if (foreign.isEmpty() && untimely.isEmpty() && unpriced.isEmpty()) return List.of();
        return Stream.of(foreign, untimely, unpriced).flatMap(Optional::stream).toList();
    }

    /// Usage that no invoice could state is refused when it comes, not when it is to be billed (rule M-09).
    private Optional<Fault> unpriced(UUID brick, Instant time, BigDecimal value) {
        var sure = priced.get(brick);
        if (sure == null || value.compareTo(sure) <= 0) return Optional.empty();
        return window(brick, time)
                .filter(MeterWindow::isBilled)
                .filter(window -> !window.window().prices(new Quantity(value)))
                .map(_ -> new Fault(
                        "value",
                        "Comes to an amount beyond %d minor units, which cannot be billed."
                                .formatted(Money.MINOR_MAX)));
    }

    private Optional<Fault> fault(Instant time, Optional<List<Stretch>> mine, Instant now) {
        if (time.isAfter(now.plus(AHEAD_MAX))) return wrong("Must not lie in the future.");
        if (time.isBefore(startsAt)) return wrong("Lies before the start of the subscription.");
        if (!time.isBefore(endsAt)) return wrong("Lies after the end of the subscription.");
        if (!pauses.isEmpty() && isPaused(time)) return wrong("The subscription was paused at that time.");
        if (mine.isEmpty()) return Optional.empty();
        for (var stretch : mine.get()) if (stretch.holds(time)) return Optional.empty();
        return wrong("The brick was not on the subscription at that time.");
    }

    Optional<MeterWindow> window(UUID brick, Instant moment) {
        for (var window : windows.getOrDefault(brick, List.of())) if (window.holds(moment)) return Optional.of(window);
        return Optional.empty();
    }

    private boolean isPaused(Instant time) {
        var date = zone.dateOf(time);
        for (var pause : pauses) if (pause.covers(date)) return true;
        return false;
    }

    private static Optional<Fault> wrong(String why) {
        return Optional.of(new Fault("time", why));
    }
}
