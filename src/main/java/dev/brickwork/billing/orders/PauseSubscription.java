package dev.brickwork.billing.orders;

import dev.brickwork.billing.schedule.ScheduleInvoices;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.OrderStore;
import dev.brickwork.contracts.PauseRecord;
import dev.brickwork.contracts.PauseStore;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionStatus;
import dev.brickwork.contracts.SubscriptionStore;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.AuditContext;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiFunction;

/// Pauses, changes a pause, drops one and resumes: dates move, money never.
public final class PauseSubscription {
    /// A termination has cut what is billed by the pauses as they stood.
    private static final String TERMINATED = "The subscription is being terminated; reinstate it first.";

    private final SubscriptionStore subscriptions;
    private final PauseStore pauses;
    private final OrderStore orders;
    private final ContractTerms agreements;
    private final ScheduleInvoices bills;
    private final OrderEvents events;

    public PauseSubscription(OrderDependencies parts) {
        this.subscriptions = parts.subscriptions;
        this.pauses = parts.pauses;
        this.orders = parts.orders;
        this.agreements = parts.agreements;
        this.bills = parts.bills;
        this.events = parts.events;
    }

    /// A request to pause.
    record Input(LocalDate pausedOn, Optional<LocalDate> resumesOn, Optional<String> reason, boolean isNotified) {
        private PauseRecord pause(UUID id, Instant createdAt) {
            return new PauseRecord(
                    id, pausedOn, resumesOn, Optional.empty(), reason, isNotified, createdAt, Optional.empty());
        }
    }

    sealed interface Verdict {
        record Allowed() implements Verdict {}

        /// The reasons of a refusal, by field.
        record Refused(Map<String, String> why) implements Verdict {
            Refused(String field, String why) {
                this(Map.of(field, why));
            }
        }
    }

    static Verdict decide(Subscription subscription, Optional<PauseRecord> open, Input input, LocalDate today) {
        if (subscription.status() == SubscriptionStatus.PENDING) {
            return new Verdict.Refused("paused_at", "The subscription has not started yet.");
        }
        if (subscription.status() == SubscriptionStatus.INACTIVE) {
            return new Verdict.Refused("paused_at", "The subscription is inactive.");
        }
        if (subscription.termination().isPresent()) return new Verdict.Refused("paused_at", TERMINATED);
        if (open.isPresent()) {
            return new Verdict.Refused(
                    "paused_at",
                    "A pause from %s stands already; change it instead."
                            .formatted(open.get().pausedOn()));
        }
        var faults = new TreeMap<String, String>();
        if (input.pausedOn.isBefore(today)) faults.put("paused_at", "Must be today or later.");
        return range(subscription, input, faults);
    }

    static Verdict decideChange(PauseRecord open, Subscription subscription, Input input, LocalDate today) {
        if (subscription.termination().isPresent()) return new Verdict.Refused("scheduled_resume_at", TERMINATED);
        var faults = new TreeMap<String, String>();
        boolean isBegun = isBegun(open, subscription, today);
        if (isBegun && !input.pausedOn.equals(open.pausedOn())) {
            faults.put("paused_at", "The pause has begun; its first day cannot change.");
        }
        if (!isBegun && input.pausedOn.isBefore(today)) faults.put("paused_at", "Must be today or later.");
        if (input.resumesOn.filter(today::isAfter).isPresent()) {
            faults.put("scheduled_resume_at", "Must be today or later.");
        }
        return range(subscription, input, faults);
    }

    /// A request from before midnight may have waited for the lock while the sweep began the pause.
    private static boolean isBegun(PauseRecord open, Subscription subscription, LocalDate today) {
        return subscription.status() == SubscriptionStatus.PAUSED
                || !open.pausedOn().isAfter(today);
    }

    private static Verdict range(Subscription subscription, Input input, Map<String, String> faults) {
        if (!input.pausedOn.isBefore(subscription.endsOn())) faults.putIfAbsent("paused_at", "The term ends before.");
        if (input.resumesOn.filter(on -> !on.isAfter(input.pausedOn)).isPresent()) {
            faults.putIfAbsent("scheduled_resume_at", "Must be later than the first day of the pause.");
        }
        return faults.isEmpty() ? new Verdict.Allowed() : new Verdict.Refused(faults);
    }

    /// A pause with the subscription after it.
    record Done(PauseRecord pause, ContractTerm agreement) {}

    /// @param fields what was read; its faults are told together with those of the days
    Done pause(Tx tx, SubscriptionId id, Input input, Fields fields) {
        var now = agreements.lock(tx, id);
        var today = now.subscription().today(tx.now());
        require(decide(now.subscription(), now.openPause(), input, today), fields);
        if (orders.open(tx, id).isPresent()) {
            throw Refusal.badField("paused_at", "An order is open; close or delete it first.");
        }
        var pause = input.pause(Ids.next(), tx.now());
        AuditContext.because(tx, input.reason);
        pauses.insert(tx, id, pause);
        return began(tx, now, pause, today);
    }

    private Done began(Tx tx, ContractTerm now, PauseRecord pause, LocalDate today) {
        boolean isNow = !pause.pausedOn().isAfter(today);
        var status = isNow ? SubscriptionStatus.PAUSED : now.subscription().status();
        var after = moved(tx, now, with(now, pause), status, told(now, tx.caller()));
        if (isNow) tellPaused(tx, after, pause);
        return new Done(pause, after);
    }

    /// @param fields what `change` reads
    Done change(Tx tx, SubscriptionId id, Fields fields, BiFunction<Subscription, PauseRecord, Input> change) {
        var now = agreements.lock(tx, id);
        var open = open(now);
        var input = change.apply(now.subscription(), open);
        var today = now.subscription().today(tx.now());
        // Whatever it is to be, it lies in the term as that is without it.
        var without = now.with(now.subscription(), others(now, open));
        require(decideChange(open, now.subscription().endingOn(without.calendarEnd()), input, today), fields);
        var pause = input.pause(open.id(), open.createdAt());
        AuditContext.because(tx, input.reason);
        pauses.update(tx, id, pause);
        if (!isBegun(open, now.subscription(), today)) return began(tx, now, pause, today);
        if (input.resumesOn.filter(today::equals).isPresent())
            return resumeOnSchedule(tx, now.with(now.subscription(), with(now, pause)), today);
        return new Done(
                pause, moved(tx, now, with(now, pause), now.subscription().status(), told(now, tx.caller())));
    }

    /// Drops a pause that lies ahead: everything is again where it was without it.
    Done drop(Tx tx, SubscriptionId id) {
        var now = agreements.lock(tx, id);
        var open = open(now);
        if (now.subscription().termination().isPresent()) throw Refusal.badField("subscription_id", TERMINATED);
        if (isBegun(open, now.subscription(), now.subscription().today(tx.now())))
            throw Refusal.badField("subscription_id", "The pause has begun; resume the subscription.");
        pauses.delete(tx, open.id());
        var status = now.subscription().status();
        return new Done(open, moved(tx, now, others(now, open), status, told(now, tx.caller())));
    }

    private static PauseRecord open(ContractTerm now) {
        return now.openPause().orElseThrow(() -> Refusal.badRequest("no pause stands; ask for one first"));
    }

    /// Resumes today; days that were planned and not used come back off the end (rule K-01).
    Done resume(Tx tx, SubscriptionId id, boolean isNotified) {
        var now = agreements.lock(tx, id);
        var today = now.subscription().today(tx.now());
        var open = now.openPause().filter(pause -> !pause.pausedOn().isAfter(today));
        if (open.isEmpty() || now.subscription().status() == SubscriptionStatus.INACTIVE) {
            throw Refusal.badRequest(
                    "the subscription is not paused",
                    Map.of("subscription_id", List.of("The subscription is not paused.")));
        }
        if (now.subscription().termination().isPresent()) throw Refusal.badField("subscription_id", TERMINATED);
        var done = resume(tx, now, open.get(), today);
        if (isNotified) notice(tx, done.agreement, OrderEvents.Notice.What.RESUMED, done.pause);
        return done;
    }

    /// By the sweep, at 00:00 local of the scheduled date (rule K-05). Who was told of the pause is told of
    /// its end.
    Done resumeOnSchedule(Tx tx, ContractTerm now, LocalDate on) {
        var done = resume(tx, now, now.openPause().orElseThrow(), on);
        if (done.pause.isCustomerNotified()) {
            notice(tx, done.agreement, OrderEvents.Notice.What.RESUMED, done.pause);
        }
        return done;
    }

    private Done resume(Tx tx, ContractTerm now, PauseRecord open, LocalDate on) {
        var pause = open.resumed(on, tx.now());
        pauses.update(tx, now.subscription().id(), pause);
        // A phase that the pause held up begins today.
        var told = on.isAfter(open.pausedOn())
                ? now.subscription().zone().startOf(on.minusDays(1))
                : told(now, tx.caller());
        var after = moved(tx, now, with(now, pause), SubscriptionStatus.ACTIVE, told);
        tell(tx, "subscription.resumed", after, pause);
        return new Done(pause, after);
    }

    /// The first day of a pause that was planned ahead.
    ContractTerm begin(Tx tx, ContractTerm now) {
        var pause = now.openPause().orElseThrow();
        var after = moved(tx, now, now.pauses(), SubscriptionStatus.PAUSED, told(now, tx.caller()));
        tellPaused(tx, after, pause);
        return after;
    }

    private static Instant told(ContractTerm now, Caller caller) {
        return LifecycleEvents.told(now.subscription(), caller.now());
    }

    /// The clock has changed: the end, the invoices and the next moment follow it.
    private ContractTerm moved(
            Tx tx, ContractTerm now, List<PauseRecord> others, SubscriptionStatus status, Instant told) {
        var moved = now.with(now.subscription(), others);
        var subscription = now.subscription().with(status).endingOn(moved.calendarEnd());
        var after = moved.with(subscription, others);
        // All terms: a renewal may be agreed for later, and where a recast is, the term before it still runs.
        var terms = agreements.all(tx, subscription).stream().map(ContractTerm::billed);
        bills.move(tx, subscription.id(), terms.toList());
        var timed = subscription.dueAt(LifecycleEvents.next(agreements.course(tx, after), told));
        subscriptions.update(tx, timed);
        return after.with(timed, others);
    }

    private void tellPaused(Tx tx, ContractTerm after, PauseRecord pause) {
        tell(tx, "subscription.paused", after, pause);
        if (pause.isCustomerNotified()) notice(tx, after, OrderEvents.Notice.What.PAUSED, pause);
    }

    private void notice(Tx tx, ContractTerm after, OrderEvents.Notice.What what, PauseRecord pause) {
        boolean isPaused = what == OrderEvents.Notice.What.PAUSED;
        var on = isPaused ? pause.pausedOn() : pause.resumedOn().orElseThrow();
        var until = isPaused ? pause.scheduledResumeOn() : Optional.<LocalDate>empty();
        events.notice(tx, after.subscription(), new OrderEvents.Notice(what, on, until, List.of()));
    }

    private void tell(Tx tx, String type, ContractTerm after, PauseRecord pause) {
        events.subscription(
                tx,
                type,
                after.subscription(),
                out -> out.putObject("pause", it -> SubscriptionJson.pause(it, after.subscription(), pause)));
    }

    private static List<PauseRecord> with(ContractTerm now, PauseRecord pause) {
        var all = new ArrayList<>(others(now, pause));
        all.add(pause);
        return all;
    }

    private static List<PauseRecord> others(ContractTerm now, PauseRecord pause) {
        UUID id = pause.id();
        return now.pauses().stream().filter(each -> !each.id().equals(id)).toList();
    }

    private static void require(Verdict verdict, Fields fields) {
        if (verdict instanceof Verdict.Refused(var why)) fields.faultsWhereRead(why);
        fields.check();
    }
}
