package dev.brickwork.metering;

import dev.brickwork.pricing.calendar.Zone;
import java.time.Instant;
import java.time.zone.ZoneRules;

/// The hours of a zone as instants: what running totals are kept by. An hour begins where the local clock shows a
/// full hour, or where a clock change begins a new count, so it never lies on both sides of a local midnight,
/// whatever the offset of the zone (T-06). Remembers the stretch between two clock changes, because a batch asks
/// for the same days over and over; not for several threads.
public final class LocalHours {
    private static final long HOUR_SECONDS = 3600;

    private final ZoneRules rules;
    private long from = Long.MAX_VALUE;
    private long until = Long.MIN_VALUE;
    private long offset;

    public LocalHours(Zone zone) {
        this.rules = zone.id().getRules();
    }

    /// The first moment of the hour that a moment lies in.
    public Instant of(Instant moment) {
        long seconds = moment.getEpochSecond();
        if (seconds < from || seconds >= until) learn(moment);
        return Instant.ofEpochSecond(Math.max(from, seconds - Math.floorMod(seconds + offset, HOUR_SECONDS)));
    }

    private void learn(Instant moment) {
        var next = rules.nextTransition(moment);
        // The one before, the moment itself included.
        var last = rules.previousTransition(moment.plusNanos(1));
        from = last == null ? Long.MIN_VALUE : last.getInstant().getEpochSecond();
        until = next == null ? Long.MAX_VALUE : next.getInstant().getEpochSecond();
        offset = rules.getOffset(moment).getTotalSeconds();
    }
}
