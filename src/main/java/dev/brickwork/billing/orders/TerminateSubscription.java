package dev.brickwork.billing.orders;

import dev.brickwork.billing.estimate.EndTerms;
import dev.brickwork.billing.schedule.ScheduleInvoices;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.InactiveReason;
import dev.brickwork.contracts.OrderStage;
import dev.brickwork.contracts.OrderStore;
import dev.brickwork.contracts.PauseStore;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionStatus;
import dev.brickwork.contracts.SubscriptionStore;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.SettlementCause;
import dev.brickwork.platform.database.AuditContext;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.pricing.calendar.WireDates;
import dev.brickwork.pricing.contract.EarlyEnd;
import dev.brickwork.sellers.Sellers;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// Ends a subscription before its time, and lets it end on its day (rules Z-02, N-05).
public final class TerminateSubscription {
    private final SubscriptionStore subscriptions;
    private final OrderStore orders;
    private final PauseStore pauses;
    private final ContractTerms agreements;
    private final Payers payers;
    private final Sellers sellers;
    private final ScheduleInvoices bills;
    private final EndTerms ending;
    private final OrderEvents events;

    public TerminateSubscription(OrderDependencies parts) {
        this.subscriptions = parts.subscriptions;
        this.orders = parts.orders;
        this.pauses = parts.pauses;
        this.agreements = parts.agreements;
        this.payers = parts.payers;
        this.sellers = parts.sellers;
        this.bills = parts.bills;
        this.ending = parts.endings;
        this.events = parts.events;
    }

    sealed interface Verdict {
        record Allowed(LocalDate on) implements Verdict {}

        record Refused(String why) implements Verdict {}
    }

    static Verdict decide(Subscription subscription, LocalDate firstDay, Optional<LocalDate> asked, LocalDate today) {
        if (subscription.status() == SubscriptionStatus.INACTIVE)
            return new Verdict.Refused("The subscription is inactive already.");
        if (subscription.termination().isPresent()) {
            return new Verdict.Refused("A termination on %s stands already; reinstate first."
                    .formatted(subscription.termination().get().on()));
        }
        var on = asked.orElse(today.isBefore(firstDay) ? firstDay : today);
        if (on.isBefore(firstDay))
            return new Verdict.Refused("Must not be before the start of the term, %s.".formatted(firstDay));
        if (on.isAfter(subscription.endsOn())) {
            return new Verdict.Refused(
                    "The term ends before, on %s.".formatted(WireDates.lastDay(subscription.endsOn())));
        }
        return new Verdict.Allowed(on);
    }

    /// A request to terminate.
    ///
    /// @param on the first day without service; absent means today
    /// @param emails who is told of it
    record Input(Optional<LocalDate> on, Optional<String> notes, boolean isUnusedCredited, List<String> emails) {}

    /// @param fields what was read; its faults are told together with those of the day
    Subscription run(Tx tx, SubscriptionId id, Input input, Fields fields) {
        var now = agreements.lock(tx, id);
        AuditContext.because(tx, input.notes);
        var today = now.subscription().today(tx.now());
        var firstDay = now.calendarStart();
        var on = switch (decide(now.subscription(), firstDay, input.on, today)) {
            case Verdict.Refused(var why) -> {
                fields.fault("termination_date", why);
                yield today;
            }
            case Verdict.Allowed(var date) -> date;
        };
        fields.check();
        dropOpenOrder(tx, id);
        var base = orders.find(tx, id, now.termId()).orElseThrow();
        var termination = new Subscription.Termination(on, input.notes, input.isUnusedCredited);
        var marked = now.with(now.subscription().in(base.stage()).with(Optional.of(termination)), now.pauses());
        if (!input.emails.isEmpty()) {
            events.notice(
                    tx,
                    marked.subscription(),
                    new OrderEvents.Notice(
                            OrderEvents.Notice.What.TERMINATED, WireDates.lastDay(on), Optional.empty(), input.emails));
        }
        if (base.stage() == OrderStage.CLOSED_LOST) return end(tx, marked, InactiveReason.TERMINATED, on);
        boolean isNow = !on.isAfter(today);
        var ended = isNow ? endPause(tx, marked, on) : marked;
        cut(tx, ended, on, input.isUnusedCredited);
        events.order(tx, "order.terminated", base);
        if (isNow) return takeEffect(tx, ended);
        var told = LifecycleEvents.told(now.subscription(), tx.now());
        var timed = marked.subscription().dueAt(LifecycleEvents.next(agreements.course(tx, marked), told));
        subscriptions.update(tx, timed);
        return timed;
    }

    /// A change that was not agreed in time is lost.
    private void dropOpenOrder(Tx tx, SubscriptionId id) {
        orders.open(tx, id).ifPresent(open -> {
            var lost = open.in(OrderStage.CLOSED_LOST, tx.now());
            orders.update(tx, lost);
            events.dropped(tx, lost);
        });
    }

    /// Nothing is billed for service from the day on; a term agreed for later is not begun.
    private void cut(Tx tx, ContractTerm now, LocalDate on, boolean isUnusedCredited) {
        var payer = payers.of(tx, now.subscription(), sellers.get(tx, tx.seller()));
        var from = now.clock().service(on);
        var today = now.clock().service(now.subscription().today(tx.now()));
        var end = isUnusedCredited ? EarlyEnd.credited(from) : EarlyEnd.uncredited(from, today);
        ending.cut(tx, ending.endings(tx, now, end), payer);
    }

    /// On its day: the unused part becomes credit when that was asked for, and the subscription is over.
    Subscription takeEffect(Tx tx, ContractTerm now) {
        var termination = now.subscription().termination().orElseThrow();
        if (termination.isUnusedCredited()) {
            var end = EarlyEnd.credited(now.clock().service(termination.on()));
            ending.settle(
                    tx, ending.endings(tx, now, end), now.termId(), _ -> SettlementCause.TERMINATION, Optional.empty());
        }
        return end(tx, now, InactiveReason.TERMINATED, termination.on());
    }

    /// The term is over and nothing follows. What an open pause has put off will never take place (rule K-01).
    Subscription over(Tx tx, ContractTerm now, LocalDate on) {
        if (!now.isPausedOn(on)) return end(tx, now, InactiveReason.END_NO_RENEWAL, on);
        var ended = endPause(tx, now, on);
        cut(tx, ended, on, false);
        return end(tx, ended, InactiveReason.END_NO_RENEWAL, on);
    }

    /// The one place where a subscription becomes inactive.
    private Subscription end(Tx tx, ContractTerm now, InactiveReason reason, LocalDate on) {
        var before = now.subscription();
        if (before.status() == SubscriptionStatus.INACTIVE)
            throw new IllegalStateException("inactive twice: " + before.id());
        endPause(tx, now, on);
        var at = reason == InactiveReason.TERMINATED
                ? before.zone().startOf(on)
                : WireDates.lastMoment(WireDates.lastDay(on), before.zone()).toInstant();
        var after = before.with(SubscriptionStatus.INACTIVE, Optional.of(new Subscription.Ended(at, reason)))
                .dueAt(Optional.empty());
        subscriptions.update(tx, after);
        var base = orders.find(tx, before.id(), now.termId()).orElseThrow();
        if (base.stage() == OrderStage.CLOSED) events.order(tx, "order.end", base);
        events.inactive(tx, after, base);
        return after;
    }

    /// A pause ends with its subscription. What was used and done before it waits no longer and is billed.
    private ContractTerm endPause(Tx tx, ContractTerm now, LocalDate on) {
        var open = now.openPause();
        if (open.isEmpty()) return now;
        var subscription = now.subscription();
        if (open.get().pausedOn().isAfter(on)) pauses.delete(tx, open.get().id());
        else pauses.update(tx, subscription.id(), open.get().resumed(on, tx.now()));
        var terms = agreements.all(tx, subscription).stream().map(ContractTerm::billed);
        bills.move(tx, subscription.id(), terms.toList());
        return agreements.of(tx, subscription);
    }
}
