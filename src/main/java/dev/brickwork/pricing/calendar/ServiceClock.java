package dev.brickwork.pricing.calendar;

import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;

/// The clock that stands still while a subscription is paused (rule K-02). Money is measured on service dates,
/// so pausing moves dates and never amounts.
///
/// @param foreseen days of these pauses that lay ahead when the dates were agreed: they are in them already
public record ServiceClock(List<Pause> pauses, long foreseen) {
    /// Of two that begin on one day, the one that was resumed on that day came first.
    private static final Comparator<Pause> IN_TIME = Comparator.comparing(Pause::pausedOn)
            .thenComparing(pause -> pause.resumesOn().orElse(LocalDate.MAX));

    public static final ServiceClock UNPAUSED = new ServiceClock(List.of());

    public ServiceClock(List<Pause> pauses) {
        this(pauses, 0);
    }

    public ServiceClock {
        pauses = pauses.stream().sorted(IN_TIME).toList();
        for (int i = 1; i < pauses.size(); i++) {
            var before = pauses.get(i - 1).resumesOn();
            if (before.isEmpty() || before.get().isAfter(pauses.get(i).pausedOn())) {
                throw new IllegalArgumentException(
                        "pauses overlap at " + pauses.get(i).pausedOn());
            }
        }
    }

    /// A calendar date less the paused days before it. Every day of a pause has the service date of its first
    /// day.
    public LocalDate service(LocalDate calendar) {
        long paused = 0;
        for (var pause : pauses) {
            if (!pause.pausedOn().isBefore(calendar)) break;
            var until =
                    pause.resumesOn().filter(date -> date.isBefore(calendar)).orElse(calendar);
            paused += until.toEpochDay() - pause.pausedOn().toEpochDay();
        }
        return calendar.minusDays(paused - foreseen);
    }

    /// The calendar day on which a service day takes place: the resume day where the clock stood still.
    public LocalDate calendar(LocalDate service) {
        var date = service.minusDays(foreseen);
        for (var pause : pauses) {
            if (date.isBefore(pause.pausedOn())) break;
            date = date.plusDays(pause.days());
        }
        return date;
    }

    /// The calendar date after the last service day before `end`, so that a period that ends where a pause
    /// begins ends before the pause.
    public LocalDate calendarEnd(LocalDate end) {
        return calendar(end.minusDays(1)).plusDays(1);
    }

    public Period calendar(Period service) {
        return pauses.isEmpty() && foreseen == 0
                ? service
                : new Period(calendar(service.start()), calendarEnd(service.end()));
    }

    /// This clock without pauses that have no end yet: their days are unknown, and they move later dates only once
    /// they are over (K-01).
    public ServiceClock known() {
        return new ServiceClock(
                pauses.stream().filter(pause -> pause.resumesOn().isPresent()).toList(), foreseen);
    }

    public boolean isPausedOn(LocalDate calendar) {
        return pauses.stream().anyMatch(pause -> pause.covers(calendar));
    }
}
