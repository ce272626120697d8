package dev.brickwork.billing.orders;

import dev.brickwork.billing.schedule.ScheduleInvoices;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.MilestoneStore;
import dev.brickwork.contracts.OrderStage;
import dev.brickwork.contracts.OrderStore;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionStatus;
import dev.brickwork.contracts.SubscriptionStore;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.BilledCharge;
import dev.brickwork.invoicing.TermInvoice;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.calendar.FirstCharge;
import dev.brickwork.pricing.contract.Charge;
import dev.brickwork.sellers.Seller;
import dev.brickwork.sellers.Sellers;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Takes a termination back while the term runs: what it dropped is scheduled again (rule Z-02).
public final class ReinstateSubscription {
    private final SubscriptionStore subscriptions;
    private final OrderStore orders;
    private final ContractTerms agreements;
    private final Parties namedParties;
    private final Payers payers;
    private final Sellers sellers;
    private final ScheduleInvoices bills;
    private final MilestoneStore milestones;
    private final OrderEvents events;

    public ReinstateSubscription(OrderDependencies parts) {
        this.subscriptions = parts.subscriptions;
        this.orders = parts.orders;
        this.agreements = parts.agreements;
        this.namedParties = parts.parties;
        this.payers = parts.payers;
        this.sellers = parts.sellers;
        this.bills = parts.bills;
        this.milestones = parts.milestones;
        this.events = parts.events;
    }

    /// Why it is refused; empty where it is not.
    static Optional<String> decide(ContractTerm now, LocalDate today) {
        var termination = now.subscription().termination();
        if (termination.isEmpty()) return Optional.of("no termination stands");
        if (now.base().stage() != OrderStage.CLOSED || !today.isBefore(now.calendarEnd()))
            return Optional.of("the term is over; only a new subscription can follow");
        boolean isOver = now.subscription().status() == SubscriptionStatus.INACTIVE;
        if (isOver && termination.get().isUnusedCredited())
            return Optional.of("what was not used has been credited; make a new subscription instead");
        return Optional.empty();
    }

    Subscription run(Tx tx, SubscriptionId id) {
        var now = agreements.lock(tx, id);
        var before = now.subscription();
        decide(now, before.today(tx.now())).ifPresent(why -> {
            throw Refusal.badRequest(why);
        });
        namedParties.requireKept(tx, before);
        var status = before.status() == SubscriptionStatus.INACTIVE ? SubscriptionStatus.ACTIVE : before.status();
        var alive = before.with(Optional.<Subscription.Termination>empty()).with(status, Optional.empty());
        orders.end(tx, now.termId(), Optional.empty());
        var agreement = agreements.of(tx, alive);
        var course = agreements.course(tx, agreement);
        var invoices = invoices(tx, alive);
        schedule(tx, agreement, invoices);
        for (var next : course.ahead()) {
            orders.end(tx, next.termId(), Optional.empty());
            schedule(tx, next, invoices);
        }
        var today = before.today(tx.now());
        boolean isRecast = agreement.base().type() == OrderType.RECAST;
        if (isRecast && !agreement.calendarStart().isAfter(today)) milestones.lapse(tx, agreement.base());
        var plan = agreement.contract().planOn(agreement.clock().service(today));
        var told = before.status() == SubscriptionStatus.INACTIVE
                ? LifecycleEvents.before(
                        before.zone().startOf(before.termination().orElseThrow().on())) // From then on, none began.
                : LifecycleEvents.told(before, tx.now());
        var timed = alive.named(plan) // A phase may have begun meanwhile.
                .endingOn(agreement.calendarEnd()) // A pause that ended with it has left the term its days.
                .dueAt(LifecycleEvents.next(course, told));
        subscriptions.update(tx, timed);
        events.order(tx, "order.reinstated", now.base());
        return timed;
    }

    /// All invoices of the subscription: two terms may share one.
    private List<TermInvoice> invoices(Tx tx, Subscription subscription) {
        var invoices = new ArrayList<TermInvoice>();
        for (var term : agreements.all(tx, subscription)) invoices.addAll(bills.lockFacts(tx, term.termId()));
        return invoices;
    }

    private static Stream<BilledCharge> billed(TermInvoice invoice) {
        return Stream.concat(invoice.charges().stream(), invoice.reductions().stream());
    }

    private void schedule(Tx tx, ContractTerm term, List<TermInvoice> invoices) {
        var subscription = term.subscription();
        var seller = sellers.get(tx, tx.seller());
        var unbilled = new ReinstatedCharges(
                agreements.lines(tx, term),
                invoices.stream().flatMap(ReinstateSubscription::billed).toList(),
                invoices.stream()
                        .filter(TermInvoice::isVoided)
                        .flatMap(invoice ->
                                billed(invoice).map(each -> new ReinstatedCharges.Waived(invoice.billOn(), each)))
                        .toList(),
                term.paymentTermsDays(),
                term::parties);
        var firstCharges = term.firstCharges(seller.firstCharge());
        var today = subscription.today(tx.now());
        for (int i = 0; i < term.orders().size(); i++)
            unbilled.add(charges(term, i, today, firstCharges.get(i), seller));
        var payer = payers.of(tx, subscription, seller);
        bills.restore(tx, term.billed(), payer, unbilled.restored());
    }

    /// On the dates that they have today. What was muted on the date that it had when its order was closed keeps that
    /// one: another system has billed it. The order that came from there has its own dates anyway.
    private static List<Charge> charges(
            ContractTerm term, int place, LocalDate today, FirstCharge firstCharge, Seller seller) {
        var dates = term.closing(today, firstCharge);
        var charges = term.contract().charges(place, place == 0 ? Closing.openingDates(term, dates, seller) : dates);
        var closedOn = term.orders().get(place).life().closedAt().map(term.subscription()::today);
        boolean cameFromThere = place == 0 && term.isMigrated();
        if (closedOn.isEmpty() || seller.mutedBefore().isEmpty() || cameFromThere) return charges;
        var first = term.contract().charges(place, term.closing(closedOn.get(), firstCharge));
        var cutOver = seller.mutedBefore().get();
        return IntStream.range(0, charges.size())
                .mapToObj(i -> {
                    boolean wasMuted =
                            term.clock().calendar(first.get(i).billOn()).isBefore(cutOver);
                    return wasMuted ? first.get(i) : charges.get(i);
                })
                .toList();
    }
}
