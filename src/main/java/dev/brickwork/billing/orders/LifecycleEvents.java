package dev.brickwork.billing.orders;

import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionStatus;
import dev.brickwork.contracts.TermTimeline;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Computes what comes due in a subscription, and when. Pure: a function of what was agreed.
final class LifecycleEvents {
    private LifecycleEvents() {}

    /// The kinds of events that come due.
    enum What {
        /// The first term begins.
        START,
        /// A termination takes effect. Before what it prevents.
        TERMINATE,
        RESUME,
        /// The term is over: it renews, the next one begins, or the subscription ends. A pause from that day on is one
        /// of the next term: where it came first, nothing would renew.
        END,
        PAUSE,
        /// A new phase begins, after the service that it is for, or an upgrade to another plan, or a recast.
        PHASE
    }

    /// @param term whose moment it is
    record Moment(What what, LocalDate on, Instant at, ContractTerm term) {}

    /// Everything that lies ahead, in order of time; at one moment in the order of [What].
    static List<Moment> ahead(TermTimeline course) {
        var agreement = course.now();
        var subscription = agreement.subscription();
        var moments = new ArrayList<Moment>();
        if (agreement.base().isOpen() || subscription.status() == SubscriptionStatus.INACTIVE) return moments;
        subscription.termination().ifPresent(termination -> add(moments, What.TERMINATE, termination.on(), agreement));
        if (subscription.status() == SubscriptionStatus.PENDING) {
            add(moments, What.START, subscription.startsOn(), agreement);
        }
        agreement.openPause().ifPresent(pause -> {
            if (subscription.status() == SubscriptionStatus.PAUSED) {
                pause.scheduledResumeOn().ifPresent(on -> add(moments, What.RESUME, on, agreement));
            } else {
                add(moments, What.PAUSE, pause.pausedOn(), agreement);
            }
        });
        addPhases(moments, agreement, LocalDate.MAX);
        var replaced = agreement.calendarStart();
        for (var term : course.before().reversed()) {
            addPhases(moments, term, replaced);
            if (term.calendarStart().isBefore(replaced)) replaced = term.calendarStart();
        }
        var end = course.following().map(ContractTerm::calendarStart).orElseGet(agreement::calendarEnd);
        add(moments, What.END, end, agreement);
        moments.sort(Comparator.comparing(Moment::at).thenComparing(Moment::what));
        return moments;
    }

    /// Up to the day on which something else begins.
    private static void addPhases(List<Moment> moments, ContractTerm agreement, LocalDate until) {
        var terms = agreement.terms();
        var changes = new TreeSet<LocalDate>();
        for (var phase : terms.phases().subList(1, terms.phases().size()))
            changes.add(terms.term(phase).start());
        for (var upgrade : agreement.contract().upgrades())
            if (upgrade.plan().isPresent()) changes.add(upgrade.startsOn());
        if (agreement.base().type() == OrderType.RECAST)
            changes.add(agreement.base().startsOn());
        for (var change : changes) {
            var on = agreement.clock().calendar(change);
            // An open pause holds up later phases for an unknown time.
            if (on.isBefore(until) && !agreement.clock().isPausedOn(on)) add(moments, What.PHASE, on, agreement);
        }
    }

    /// When to look again: the first thing that still has to happen.
    ///
    /// @param told up to when phases that began have been told
    static Optional<Instant> next(TermTimeline course, Instant told) {
        return ahead(course).stream()
                .filter(moment -> moment.what() != What.PHASE || moment.at().isAfter(told))
                .map(Moment::at)
                .findFirst();
    }

    /// Up to when phases that began have been told: the sweep may be about to look at a moment that has passed.
    static Instant told(Subscription subscription, Instant now) {
        var overdue = subscription.dueAt().filter(at -> !at.isAfter(now));
        return overdue.map(LifecycleEvents::before).orElse(now);
    }

    static Instant before(Instant moment) {
        return moment.minusNanos(1);
    }

    private static void add(List<Moment> moments, What what, LocalDate on, ContractTerm term) {
        moments.add(new Moment(what, on, term.subscription().zone().startOf(on), term));
    }
}
