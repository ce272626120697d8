package dev.brickwork.usage;

import dev.brickwork.kernel.calendar.Period;
import dev.brickwork.kernel.calendar.ServiceClock;
import dev.brickwork.kernel.calendar.WireDates;
import dev.brickwork.kernel.calendar.Zone;
import dev.brickwork.kernel.money.Quantity;
import dev.brickwork.kernel.pricing.BrickId;
import dev.brickwork.kernel.pricing.BrickType;
import dev.brickwork.kernel.pricing.EarlyEnd;
import dev.brickwork.kernel.pricing.UsageWindow;
import dev.brickwork.subscriptions.Agreement;
import dev.brickwork.subscriptions.OrderId;
import dev.brickwork.subscriptions.SubscriptionId;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A window of a usage brick on the calendar of its subscription (rules G-01, K-04).
///
/// @param term the order that opened the term it lies in
/// @param isBilled false in a trial, whose usage costs nothing (rule Z-03)
public record MeterWindow(
        SubscriptionId subscription,
        OrderId term,
        UsageWindow window,
        Zone zone,
        ServiceClock clock,
        boolean isBilled) {
    /// The windows of a brick in one term, cut where the term was (rules R-08, T-07).
    public static List<MeterWindow> of(Agreement term, BrickId brick) {
        var end = term.ended()
                .or(() -> term.isTrial() ? Optional.of(EarlyEnd.credited(term.serviceEnd())) : Optional.empty());
        var of = term.subscription();
        return term.contract().usageWindows(brick, end).stream()
                .map(window ->
                        new MeterWindow(of.id(), term.termId(), window, of.zone(), term.clock(), !term.isTrial()))
                .toList();
    }

    /// Every usage brick that the term ever had.
    public static Set<BrickId> bricks(Agreement term) {
        var found = new LinkedHashSet<BrickId>();
        var contract = term.contract();
        contract.base()
                .phases()
                .forEach(phase -> phase.bricks().forEach(brick -> {
                    if (brick.type() == BrickType.USAGE) found.add(brick.id());
                }));
        for (var upgrade : contract.upgrades()) {
            upgrade.bricks().forEach(brick -> {
                if (brick.type() == BrickType.USAGE) found.add(brick.id());
            });
            upgrade.bricksByPhase()
                    .values()
                    .forEach(bricks -> bricks.forEach(brick -> {
                        if (brick.type() == BrickType.USAGE) found.add(brick.id());
                    }));
        }
        return found;
    }

    /// First moment.
    public Instant from() {
        return zone.startOf(clock.calendar(window.period().start()));
    }

    /// First moment after it. Days of a pause that begins where the window ends belong to it, so that nothing
    /// is lost.
    public Instant until() {
        return until(window.period().end());
    }

    /// The moment up to which usage is in the rating of a service date.
    public Instant until(LocalDate ratedOn) {
        return zone.startOf(clock.calendar(ratedOn));
    }

    /// Whose usage must be known to rate it on a service date.
    public List<UsageSpan> ratedBy(LocalDate date) {
        return window.ratedBy(date).stream().map(this::span).toList();
    }

    UsageSpan span() {
        return span(window.period().end());
    }

    /// All of it that is in the rating of a service date.
    public UsageSpan span(LocalDate ratedOn) {
        return new UsageSpan(subscription, window.terms().id(), from(), until(ratedOn));
    }

    public boolean holds(Instant moment) {
        return !moment.isBefore(from()) && moment.isBefore(until());
    }

    /// The covered calendar days, paused ones inside included.
    public Period calendar() {
        return clock.calendar(window.period());
    }

    /// Units that cost nothing more: committed and included.
    public Quantity allowance() {
        return window.committed().plus(window.included());
    }

    OffsetDateTime startsAt() {
        return WireDates.startsAt(calendar(), zone);
    }

    OffsetDateTime endsAt() {
        return WireDates.endsAt(calendar(), zone);
    }
}
