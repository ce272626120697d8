package dev.brickwork.metering;

import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.pricing.calendar.Period;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.pricing.calendar.Zone;
import dev.brickwork.pricing.contract.EarlyEnd;
import dev.brickwork.pricing.contract.UsageWindow;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.terms.BrickId;
import dev.brickwork.pricing.terms.BrickTerms;
import dev.brickwork.pricing.terms.BrickType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A window of a usage brick on the calendar of its subscription (rules G-01, K-04).
///
/// @param term the order that opened the term it lies in
/// @param follows the window before it ends where it begins, in the same term
/// @param endsBy the start of the next term, if there is one
/// @param isBilled false in a trial, whose usage costs nothing (rule Z-03)
public record MeterWindow(
        SubscriptionId subscription,
        OrderId term,
        UsageWindow window,
        Zone zone,
        ServiceClock clock,
        boolean follows,
        Optional<Instant> endsBy,
        boolean isBilled) {
    /// The windows of each usage brick that a term ever had, cut where the term was (rules R-08, T-07).
    ///
    /// @param terms of the subscription, in their order
    public static SequencedMap<BrickId, List<MeterWindow>> of(ContractTerm term, List<ContractTerm> terms) {
        var end = term.ended()
                .or(() -> term.isTrial() ? Optional.of(EarlyEnd.credited(term.serviceEnd())) : Optional.empty());
        var windows = term.contract().usageWindows(end);
        var endsBy = startAfter(term, terms);
        var all = new LinkedHashMap<BrickId, List<MeterWindow>>();
        for (var brick : bricks(term)) all.put(brick, of(term, windows.apply(brick), endsBy));
        return all;
    }

    private static List<MeterWindow> of(ContractTerm term, List<UsageWindow> windows, Optional<Instant> endsBy) {
        var of = term.subscription();
        var all = new ArrayList<MeterWindow>();
        for (int i = 0; i < windows.size(); i++) {
            boolean follows = i > 0 && isNext(windows.get(i - 1), windows.get(i));
            all.add(new MeterWindow(
                    of.id(), term.termId(), windows.get(i), of.zone(), term.clock(), follows, endsBy, !term.isTrial()));
        }
        return all;
    }

    private static Optional<Instant> startAfter(ContractTerm term, List<ContractTerm> terms) {
        return terms.subList(terms.indexOf(term) + 1, terms.size()).stream()
                .map(next -> next.clock().calendarEnd(next.terms().startsOn()))
                .min(LocalDate::compareTo)
                .map(term.subscription().zone()::startOf);
    }

    private static boolean isNext(UsageWindow one, UsageWindow other) {
        return one.period().end().equals(other.period().start());
    }

    private static Set<BrickId> bricks(ContractTerm term) {
        var contract = term.contract();
        var agreed = contract.base().phases().stream().flatMap(phase -> phase.bricks().stream());
        var added = contract.upgrades().stream()
                .flatMap(upgrade -> Stream.concat(
                        upgrade.bricks().stream(),
                        upgrade.bricksByPhase().values().stream().flatMap(List::stream)));
        return Stream.concat(agreed, added)
                .filter(brick -> brick.type() == BrickType.USAGE)
                .map(BrickTerms::id)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /// First moment. What was used on the day of a pause, before it was made, is not lost: where the pause begins with
    /// the window its days belong to the one before it, and to this one if there is none.
    public Instant from() {
        var start = window.period().start();
        return zone.startOf(follows ? clock.calendar(start) : clock.calendarEnd(start));
    }

    /// First moment after it.
    public Instant until() {
        return until(window.period().end());
    }

    /// The moment up to which usage is in the rating of a service date. The days of a pause that begins with the next
    /// term are those of that one.
    public Instant until(LocalDate ratedOn) {
        var until = zone.startOf(clock.calendar(ratedOn));
        return endsBy.filter(until::isAfter).orElse(until);
    }

    /// Whose usage must be known to rate it on a service date.
    public List<UsageSpan> ratedBy(LocalDate date) {
        return window.ratedBy(date).stream().map(this::span).toList();
    }

    public UsageSpan span() {
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

    public OffsetDateTime startsAt() {
        return WireDates.startsAt(calendar(), zone);
    }

    public OffsetDateTime endsAt() {
        return WireDates.endsAt(calendar(), zone);
    }
}
