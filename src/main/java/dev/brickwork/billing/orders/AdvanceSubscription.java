package dev.brickwork.billing.orders;

import dev.brickwork.billing.estimate.PriceOrder;
import dev.brickwork.billing.schedule.ScheduleInvoices;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.MilestoneStore;
import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.OrderStage;
import dev.brickwork.contracts.OrderStore;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.Quote;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionStatus;
import dev.brickwork.contracts.SubscriptionStore;
import dev.brickwork.contracts.TermTimeline;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.jobs.DueRowPoller;
import dev.brickwork.platform.jobs.DueRows;
import dev.brickwork.platform.jobs.Sweep;
import dev.brickwork.sellers.Sellers;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Applies everything that comes due in subscriptions: they start, ramp, pause, resume, renew and end (rules
/// N-01, N-05, K-05, Z-02). One transaction per subscription; the process that locks it first does the work, and
/// the others find nothing left to do.
public final class AdvanceSubscription {
    private static final DueRows DUE = new DueRows("subscription", "id", "due_at");
    private static final int STEPS_MAX = 200;

    private final Database database;
    private final SubscriptionStore subscriptions;
    private final OrderStore orders;
    private final ContractTerms agreements;
    private final PriceOrder pricing;
    private final Payers payers;
    private final Sellers sellers;
    private final CloseOrder closing;
    private final PauseSubscription pausing;
    private final TerminateSubscription ending;
    private final ScheduleInvoices bills;
    private final MilestoneStore milestones;
    private final OrderEvents events;
    private final DueRowPoller poller;

    public AdvanceSubscription(
            OrderDependencies parts, CloseOrder closing, PauseSubscription pausing, TerminateSubscription ending) {
        this.database = parts.database;
        this.subscriptions = parts.subscriptions;
        this.orders = parts.orders;
        this.agreements = parts.agreements;
        this.pricing = parts.pricing;
        this.payers = parts.payers;
        this.sellers = parts.sellers;
        this.closing = closing;
        this.pausing = pausing;
        this.ending = ending;
        this.bills = parts.bills;
        this.milestones = parts.milestones;
        this.events = parts.events;
        this.poller = new DueRowPoller(DUE, database);
    }

    public Sweep sweep() {
        return DUE.sweep("subscriptions", this::run);
    }

    private int run(Caller caller, BooleanSupplier isEnough) {
        return poller.each(
                caller, id -> database.inTransaction(caller, tx -> step(tx, new SubscriptionId(id))), isEnough);
    }

    /// Advances a subscription without waiting for the sweep when an operation refers to a day: one that is to
    /// start or resume today does so now, and where the running term is over by that day, the next one begins.
    void catchUp(Tx tx, SubscriptionId id, LocalDate day) {
        boolean isAsleep = subscriptions
                .lock(tx, id)
                .filter(it -> it.today(tx.now()).isBefore(it.endsOn())
                        ? it.status() != SubscriptionStatus.ACTIVE
                        : !day.isBefore(it.endsOn()))
                .isPresent();
        if (isAsleep) step(tx, id);
    }

    /// Locks a subscription and applies everything that came due in it, without waiting for the sweep.
    public Optional<Subscription> lockCurrent(Tx tx, SubscriptionId id) {
        var locked = subscriptions.lock(tx, id);
        boolean isDue = locked.flatMap(Subscription::dueAt)
                .filter(at -> !at.isAfter(tx.now()))
                .isPresent();
        if (!isDue) return locked;
        step(tx, id);
        return subscriptions.find(tx, id);
    }

    /// Everything of one subscription up to now, in order of time.
    private int step(Tx tx, SubscriptionId id) {
        int done = 0;
        for (int i = 0; i < STEPS_MAX; i++) {
            var now = agreements.lock(tx, id);
            var since = now.subscription().dueAt();
            if (since.isEmpty() || since.get().isAfter(tx.now())) return done;
            var course = agreements.course(tx, now);
            var moment = LifecycleEvents.ahead(course).stream()
                    .filter(it -> !it.at().isAfter(tx.now()))
                    .filter(it ->
                            it.what() != LifecycleEvents.What.PHASE || !it.at().isBefore(since.get()))
                    .findFirst();
            if (moment.isEmpty()) {
                save(tx, now, now.subscription());
                return done;
            }
            happen(tx, course, moment.get());
            done++;
        }
        throw new IllegalStateException("the subscription %s does not come to rest".formatted(id));
    }

    private void happen(Tx tx, TermTimeline course, LifecycleEvents.Moment moment) {
        var now = course.now();
        var then = tx.caller().at(moment.at());
        switch (moment.what()) {
            case START -> start(tx.as(then), now);
            case PHASE -> phase(tx.as(then), now, moment);
            case TERMINATE -> ending.takeEffect(tx.as(then), now);
            case RESUME -> pausing.resumeOnSchedule(tx.as(then), now, moment.on());
            case PAUSE -> pausing.begin(tx.as(then), now);
            case END -> over(tx.as(then), course, moment);
        }
    }

    private void start(Tx tx, ContractTerm now) {
        var active = now.subscription().with(SubscriptionStatus.ACTIVE);
        var saved = save(tx, now, active);
        events.subscription(tx, "subscription.started", saved, _ -> {});
    }

    /// A phase begins, or a change that was agreed for later: the subscription bears the plan of that day, and what a
    /// recast leaves open of its works is never billed (rule L-06).
    private void phase(Tx tx, ContractTerm now, LifecycleEvents.Moment moment) {
        var term = moment.term();
        var phases = term.terms().phases();
        for (int i = 1; i < phases.size(); i++) {
            if (term.clock().calendar(term.terms().term(phases.get(i)).start()).equals(moment.on())) {
                events.phase(tx, term, i);
            }
        }
        var base = term.base();
        boolean isRecast =
                base.type() == OrderType.RECAST && term.calendarStart().equals(moment.on());
        if (isRecast) milestones.lapse(tx, base);
        var plan = term.contract().planOn(term.clock().service(moment.on()));
        var subscription = now.subscription();
        // A recast that lies ahead has given the subscription its plan already.
        save(tx, now, term.equals(now) ? subscription.named(plan) : subscription);
    }

    /// The term is over.
    private void over(Tx tx, TermTimeline course, LifecycleEvents.Moment moment) {
        var now = course.now();
        var subscription = now.subscription();
        if (course.following().isPresent()) {
            next(tx, now, course.following().get());
            return;
        }
        if (!isRenewing(tx, now)) {
            ending.over(tx, now, moment.on());
            return;
        }
        var quote = pricing.automaticRenewal(tx, now, payers.taxes(tx, subscription));
        var order = renewal(tx, now, quote);
        var base = now.base();
        var closed = closing.runAutomatic(tx, now, order, quote, sellers.get(tx, tx.seller()));
        events.order(tx, "order.end", base);
        events.renewed(tx, closed.subscription(), order);
    }

    private boolean isRenewing(Tx tx, ContractTerm now) {
        var subscription = now.subscription();
        return subscription.isRenewing()
                && subscription.status() == SubscriptionStatus.ACTIVE
                && !now.isTrial()
                && orders.open(tx, subscription.id()).isEmpty();
    }

    /// The term of today, for who only asks: where the sweep is still to come, the next one as it will be, or none.
    ContractTerm today(Tx tx, ContractTerm now) {
        var subscription = now.subscription();
        boolean isOver = now.base().stage() == OrderStage.CLOSED
                && subscription.status() == SubscriptionStatus.ACTIVE
                && !subscription.today(tx.now()).isBefore(subscription.endsOn());
        if (!isOver) return now;
        var ahead = agreements.ahead(tx, now);
        if (!ahead.isEmpty()) return begun(now, ahead.getFirst());
        if (!isRenewing(tx, now)) return now.with(subscription.with(SubscriptionStatus.INACTIVE), now.pauses());
        var then = tx.caller().at(subscription.zone().startOf(subscription.endsOn()));
        var quote = pricing.automaticRenewal(tx.as(then), now, payers.taxes(tx.as(then), subscription));
        return begun(now, new ContractTerm(subscription, List.of(renewal(tx.as(then), now, quote)), now.pauses()));
    }

    private Order renewal(Tx tx, ContractTerm now, Quote.Opening quote) {
        var order = Order.open(new OrderId(Ids.next()), now.subscription(), OrderType.RENEWAL, quote, "{}", tx.now());
        int before = orders.closedCount(tx, now.subscription().id());
        return order.closed(quote, before + 1, now.subscription().parties(), tx.now());
    }

    /// A term that was agreed in advance begins. Others may take the subscription over with it; what was billed before
    /// stays with whom it was.
    private void next(Tx tx, ContractTerm now, ContractTerm next) {
        var before = now.subscription();
        var begun = begun(now, next);
        var running = begun.subscription();
        if (!running.billedCompany().equals(before.billedCompany())) bills.keepReferences(tx, before);
        var saved = save(tx, begun, running);
        events.order(tx, "order.end", now.base());
        events.renewed(tx, saved, next.base());
    }

    private static ContractTerm begun(ContractTerm now, ContractTerm next) {
        var base = next.base();
        var before = now.subscription();
        var terms = next.terms();
        var running = (base.parties().equals(before.parties()) ? before : base.taken(now))
                .on(base, terms.phases().getFirst().plan(), terms.frequency(), next.calendarEnd());
        return next.with(running, now.pauses());
    }

    private Subscription save(Tx tx, ContractTerm agreement, Subscription changed) {
        var after = agreement.with(changed, agreement.pauses());
        var timed = changed.dueAt(LifecycleEvents.next(agreements.course(tx, after), tx.now()));
        subscriptions.update(tx, timed);
        return timed;
    }
}
