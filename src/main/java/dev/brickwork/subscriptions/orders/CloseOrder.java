package dev.brickwork.subscriptions.orders;

import dev.brickwork.catalogue.Catalogue;
import dev.brickwork.customers.Customer;
import dev.brickwork.customers.Customers;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.Refusal;
import dev.brickwork.kernel.calendar.BillDates;
import dev.brickwork.kernel.calendar.ServiceClock;
import dev.brickwork.kernel.pricing.AdjustmentCredit;
import dev.brickwork.kernel.pricing.EstimateLine;
import dev.brickwork.kernel.pricing.contract.Charge;
import dev.brickwork.kernel.pricing.contract.Contract;
import dev.brickwork.kernel.pricing.contract.EarlyEnd;
import dev.brickwork.kernel.pricing.contract.Line;
import dev.brickwork.kernel.pricing.contract.LineKey;
import dev.brickwork.kernel.pricing.contract.LineKind;
import dev.brickwork.kernel.pricing.terms.Terms;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.sellers.Seller;
import dev.brickwork.subscriptions.Agreed;
import dev.brickwork.subscriptions.Agreement;
import dev.brickwork.subscriptions.Bills;
import dev.brickwork.subscriptions.Order;
import dev.brickwork.subscriptions.OrderType;
import dev.brickwork.subscriptions.Quote;
import dev.brickwork.subscriptions.Subscription;
import dev.brickwork.subscriptions.SubscriptionStatus;
import dev.brickwork.subscriptions.TermsJson;
import dev.brickwork.subscriptions.TransactionMethod;
import dev.brickwork.subscriptions.Works;
import dev.brickwork.subscriptions.quotes.EndTerms;
import dev.brickwork.subscriptions.quotes.PriceOrder;
import dev.brickwork.subscriptions.quotes.Reductions;
import dev.brickwork.subscriptions.stored.Agreements;
import dev.brickwork.subscriptions.stored.OrderStore;
import dev.brickwork.subscriptions.stored.SubscriptionStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Closes an order: freezes its terms, uses up its coupon, schedules its invoices and lets what it replaces
/// end, all in one transaction (rules I-01, U-11, R-01, Z-01).
public final class CloseOrder {
    private static final Logger LOG = System.getLogger(CloseOrder.class.getName());

    private final SubscriptionStore subscriptions;
    private final OrderStore orders;
    private final Agreements agreements;
    private final Payers payers;
    private final Customers customers;
    private final Catalogue catalogue;
    private final Bills bills;
    private final EndTerms ending;
    private final Works works;
    private final OrderEvents events;

    public CloseOrder(Parts parts) {
        this.subscriptions = parts.subscriptions;
        this.orders = parts.orders;
        this.agreements = parts.agreements;
        this.payers = parts.payers;
        this.customers = parts.customers;
        this.catalogue = parts.catalogue;
        this.bills = parts.bills;
        this.ending = parts.endings;
        this.works = parts.works;
        this.events = parts.events;
    }

    sealed interface Verdict {
        record Allowed() implements Verdict {}

        record Refused(String why) implements Verdict {}
    }

    /// Whether an order may close as it stands. Whether its subscription takes a change was asked before
    /// ([ChangeOrders#requireStartable]).
    static Verdict decide(Subscription subscription, Order order, Agreed agreed, Quote quote, Seller seller) {
        if (!order.isOpen())
            return new Verdict.Refused("the order is %s; only an open order can be started".formatted(order.stage()));
        var methods = agreed.paymentMethods().orElse(seller.paymentMethods());
        boolean isByForm = agreed.transactionMethod()
                .filter(TransactionMethod.ORDER_FORM::equals)
                .isPresent();
        if (isByForm && !methods.isOrderFormTaken(quote.estimate().totals().net())) {
            return new Verdict.Refused(
                    "an order form needs a contract value of at least %d".formatted(methods.minimumOrderFormTcv()));
        }
        if (subscription.isMigrated()
                && order.id().equals(subscription.term())
                && seller.mutedBefore().isEmpty()) {
            return new Verdict.Refused("a migrated subscription needs the seller's cut-over date (muted_before)");
        }
        return new Verdict.Allowed();
    }

    private static boolean isChange(Subscription subscription, Order order) {
        return !order.id().equals(subscription.term());
    }

    /// What came of it.
    ///
    /// @param clock on which the order's dates move
    public record Closed(Subscription subscription, Order order, ServiceClock clock) {}

    /// @param now the agreement that the order changes; of a first order, the order itself
    Closed run(Handle tx, Caller caller, Agreement now, Order open, Quote quote, Seller seller) {
        var subscription = now.subscription();
        switch (decide(subscription, open, open.agreed(now), quote, seller)) {
            case Verdict.Refused(var why) -> throw Refusal.badRequest(why);
            case Verdict.Allowed() -> {}
        }
        for (var coupon : quote.coupons()) catalogue.redeem(tx, caller, coupon.code(), "discount_coupons");
        // Nothing closes before the first order.
        int before = isChange(subscription, open) ? orders.closedCount(tx, caller, subscription.id()) : 0;
        boolean opensTerm = quote instanceof Quote.Opening;
        var order = open.on(now)
                .closed(quote, before + 1, open.sides(now), caller.now())
                .foreseeing(opensTerm ? now.foreseenPauseDays(quote.startsOn()) : 0);
        orders.update(tx, caller, order);
        return finish(tx, caller, now, order, quote, seller);
    }

    /// An order that the service makes by itself is closed from the beginning.
    Closed runAutomatic(Handle tx, Caller caller, Agreement now, Order closed, Quote quote, Seller seller) {
        orders.insert(tx, caller, closed);
        return finish(tx, caller, now, closed, quote, seller);
    }

    /// A closed order whose consequences are still to come.
    ///
    /// @param now the agreement that it changes; of a first order, the order itself
    /// @param ids of the order's lines
    private record Closing(Agreement now, Changed to, Order order, Map<LineKey, UUID> ids, Seller seller) {
        Subscription changed() {
            return to.subscription;
        }

        UUID idOf(Line line) {
            var id = ids.get(line.key());
            if (id == null) throw new IllegalStateException("a line without its id " + line.key());
            return id;
        }
    }

    private Closed finish(Handle tx, Caller caller, Agreement now, Order order, Quote quote, Seller seller) {
        // Invoices are locked before the customer; those that a recast replaces were when it was priced.
        var billed = quote instanceof Quote.Delta ? bills.lockFacts(tx, caller, now.termId()) : List.<Bills.Facts>of();
        var changed = changed(tx, caller, now, order);
        var ids = new HashMap<LineKey, UUID>();
        var lines = new LinkedHashMap<UUID, Line>();
        for (var line :
                quote.estimate().lines().stream().map(EstimateLine::line).toList()) {
            var id = Ids.next();
            ids.put(line.key(), id);
            lines.put(id, line);
            if (quote instanceof Quote.Opening) noteTooMuchOff(order, line);
        }
        orders.insertLines(tx, caller, order, lines);
        var closing = new Closing(now, changed, order, ids, seller);
        var after = switch (quote) {
            case Quote.Delta delta -> upgrade(tx, caller, closing, delta, billed);
            case Quote.Opening opening -> open(tx, caller, closing, opening);
        };
        var milestones = new LinkedHashMap<UUID, Line>();
        lines.forEach((id, line) -> {
            if (line.kind() == LineKind.MILESTONE) milestones.put(id, line);
        });
        if (!milestones.isEmpty() && !isTrial(quote)) {
            var repriced = quote instanceof Quote.Delta ? repriced(now, milestones) : Set.<UUID>of();
            var own = order.ownPaymentTermsDays();
            var terms = terms(quote, now);
            works.agreed(tx, caller, new Works.Agreed(after.id(), order.id(), terms, milestones, repriced, own));
        }
        var timed = after.dueAt(nextMoment(tx, caller, now, after, order));
        subscriptions.update(tx, caller, timed);
        var clock = now.clockOf(order);
        events.closed(tx, caller, order, clock);
        return new Closed(timed, order, clock);
    }

    /// A fixed discount may exceed its price, and more often it is a slip (rule D-03).
    private static void noteTooMuchOff(Order order, Line line) {
        if (line.net().total() >= 0) return;
        var brick = line.brick().map(terms -> terms.id().toString()).orElse("none");
        LOG.log(
                Level.WARNING,
                () -> "order_id=%s gives more off than the price of brick_id=%s".formatted(order.id(), brick));
    }

    /// The lines whose brick was on the order before, with another price or other discounts.
    private static Set<UUID> repriced(Agreement now, Map<UUID, Line> lines) {
        var repriced = new HashSet<UUID>();
        lines.forEach((id, line) -> {
            var brick = line.brick().orElseThrow();
            for (var before : now.contract().bricksOn(line.term().start())) {
                if (before.id().equals(brick.id()) && !brick.costsLike(before)) repriced.add(id);
            }
        });
        return repriced;
    }

    private Optional<Instant> nextMoment(Handle tx, Caller caller, Agreement now, Subscription after, Order order) {
        boolean isOpening = order.id().equals(order.term());
        if (isOpening && after.term().equals(order.id())) {
            // An order that opens a term is all there is of it, and was agreed last.
            return Moments.next(new Agreement(after, List.of(order), now.pauses()), Optional.empty(), caller.now());
        }
        var running = agreements.of(tx, caller, after);
        return Moments.next(running, agreements.following(tx, caller, running), caller.now());
    }

    /// A trial bills nothing, milestones neither.
    private static boolean isTrial(Quote quote) {
        return quote instanceof Quote.Opening opening && opening.trialDays().isPresent();
    }

    private static Terms terms(Quote quote, Agreement now) {
        return switch (quote) {
            case Quote.Opening opening -> opening.terms();
            case Quote.Delta _ -> now.terms();
        };
    }

    /// The subscription with all that was agreed beside the price, and who pays from now on.
    private record Changed(Subscription subscription, Customer billed) {}

    /// What was agreed beside the price takes effect now, but for who takes over what begins later. What was billed
    /// before stays with whom it was, scheduled invoices too, and where they are sent.
    private Changed changed(Handle tx, Caller caller, Agreement now, Order order) {
        var sides = order.sides();
        var subscription = now.subscription();
        boolean isOtherPayer = !sides.billedCompany().equals(subscription.billedCompany());
        if (isOtherPayer && !isFollowing(now, order, caller)) bills.keepReferences(tx, caller, subscription);
        var owner = customers.lockForBusiness(tx, caller, sides.customer());
        var payer = sides.customer().equals(sides.billedCompany())
                ? owner
                : customers.lockForBusiness(tx, caller, sides.billedCompany());
        return new Changed(order.taken(now), payer);
    }

    private Subscription upgrade(
            Handle tx, Caller caller, Closing closing, Quote.Delta delta, List<Bills.Facts> billed) {
        var now = closing.now;
        var contract = now.contract().with(delta.upgrade());
        int place = contract.upgrades().size();
        var charges = byLine(contract.charges(place, dates(now, closing.changed(), caller, closing.seller)));
        var before = agreements.lines(tx, caller, now);
        var reductions = new Reductions(billed, before);
        var toBill = new ArrayList<Bills.ToBill>();
        var settled = new ArrayList<Bills.Settled>();
        for (var line :
                delta.estimate().lines().stream().map(EstimateLine::line).toList()) {
            var own = charges.getOrDefault(line.key(), List.of());
            var id = closing.idOf(line);
            int terms = now.paymentTermsDays(line, closing.order);
            if (line.total().net() < 0 && line.kind() != LineKind.MILESTONE) {
                var reduced = reductions.reduce(id, line, own);
                settled.addAll(reduced.settled());
                for (var placed : reduced.open())
                    toBill.add(toBill(id, line, placed.charge(), terms, placed.invoice()));
            } else {
                for (var charge : own) toBill.add(toBill(id, line, charge, terms, Optional.empty()));
            }
        }
        bills.settle(tx, caller, closing.order.id(), Bills.Cause.REDUCTION, settled);
        bills.schedule(
                tx,
                caller,
                now.billed(),
                payers.of(tx, caller, closing.changed(), closing.seller, closing.to.billed),
                toBill,
                Optional.empty());
        var today = now.clock().service(closing.changed().today(caller.now()));
        return closing.changed().named(contract.planOn(today));
    }

    private Subscription open(Handle tx, Caller caller, Closing closing, Quote.Opening opening) {
        var now = closing.now;
        var order = closing.order;
        var payer = payers.of(tx, caller, closing.changed(), closing.seller, closing.to.billed);
        if (order.type() == OrderType.RECAST) replace(tx, caller, now, payer, order);
        var begun = begun(now, closing.changed(), order, caller);
        var term = new Agreement(begun, List.of(order), now.pauses());
        if (opening.trialDays().isPresent()) return begun;
        var charges = charges(term, closing, opening, caller);
        if (isChange(now.subscription(), order)) {
            bills.schedule(tx, caller, term.billed(), payer, charges, credit(order));
            // Until it begins the subscription is another one's.
            if (!begun.billedCompany().equals(payer.billedCompany()))
                bills.keepReferences(tx, caller, closing.changed());
        } else {
            bills.begin(tx, caller, term, payer, charges);
        }
        return begun;
    }

    /// The term that runs now ends where the recast begins; those that were to follow it never begin (rules R-01,
    ///
    private void replace(Handle tx, Caller caller, Agreement now, Bills.Payer payer, Order order) {
        var endings = ending.endings(
                tx, caller, now, EarlyEnd.credited(now.clock().known().service(order.startsOn())));
        // Who is billed no more has ended with it and keeps his credit.
        var byHand = PriceOrder.creditByHand(order.fields()).map(total -> new EndTerms.ByHand(total, payer.customer()));
        ending.settle(
                tx,
                caller,
                endings,
                order.id(),
                customer -> customer.equals(payer.customer()) ? Bills.Cause.RECAST : Bills.Cause.TERMINATION,
                byHand);
        ending.cut(tx, caller, endings, payer);
        var today = now.subscription().today(caller.now());
        if (!order.startsOn().isAfter(today)) works.lapse(tx, caller, order);
    }

    private static Optional<AdjustmentCredit> credit(Order order) {
        return order.quoted()
                .credit()
                .filter(total -> total > 0)
                .map(total -> new AdjustmentCredit(Agreement.creditLabel(order), total));
    }

    /// A renewal agreed in advance waits for the end of the running term; one that comes late revives the subscription
    /// (rule N-05).
    private static boolean isFollowing(Agreement now, Order order, Caller caller) {
        var subscription = now.subscription();
        return isChange(subscription, order)
                && order.id().equals(order.term())
                && order.type() != OrderType.RECAST
                && now.calendarEnd().isAfter(subscription.today(caller.now()));
    }

    /// Which term carries the subscription from now on. Who takes over one that begins later has the subscription from
    /// then on.
    private static Subscription begun(Agreement now, Subscription changed, Order order, Caller caller) {
        var terms = TermsJson.terms(order.terms());
        var today = changed.today(caller.now());
        boolean isFirst = order.id().equals(changed.term());
        if (isFollowing(now, order, caller))
            return changed.sides().equals(now.subscription().sides()) ? changed : now.subscription();
        var clock = Agreement.clock(order, now.pauses());
        var plan = terms.phaseOn(clock.service(today)).plan();
        var running = changed.on(order, plan, terms.frequency(), clock.calendarEnd(order.endsOn()));
        if (isFirst) running = running.startingOn(order.startsOn());
        boolean isOn = !order.startsOn().isAfter(today);
        boolean isAlive = changed.status() == SubscriptionStatus.ACTIVE;
        return running.with(isOn || isAlive ? SubscriptionStatus.ACTIVE : SubscriptionStatus.PENDING, Optional.empty());
    }

    private static List<Bills.ToBill> charges(Agreement term, Closing closing, Quote.Opening opening, Caller caller) {
        var contract = Contract.of(opening.terms());
        var dates = openingDates(term, dates(term, closing.changed(), caller, closing.seller), closing.seller);
        var byKey = new HashMap<LineKey, Line>();
        for (var line : opening.estimate().lines()) byKey.put(line.line().key(), line.line());
        var toBill = new ArrayList<Bills.ToBill>();
        for (var charge : contract.charges(0, dates)) {
            var line = byKey.get(charge.line());
            if (line == null) throw new IllegalStateException("a charge without its line " + charge.line());
            toBill.add(toBill(closing.idOf(line), line, charge, term.paymentTermsDays(line), Optional.empty()));
        }
        return toBill;
    }

    private static Bills.ToBill toBill(UUID id, Line line, Charge charge, int terms, Optional<UUID> invoice) {
        return new Bills.ToBill(
                id,
                line.taxCategory(),
                charge.billOn(),
                charge.service(),
                charge.amounts(),
                terms,
                invoice,
                Optional.empty());
    }

    private static Map<LineKey, List<Charge>> byLine(List<Charge> charges) {
        var all = new HashMap<LineKey, List<Charge>>();
        for (var charge : charges)
            all.computeIfAbsent(charge.line(), _ -> new ArrayList<>()).add(charge);
        return all;
    }

    /// The same for the order that opened the term. What another system has billed of the first one keeps its own
    /// date and is muted.
    static BillDates openingDates(Agreement term, BillDates dates, Seller seller) {
        return term.isMigrated() ? dates.keptBefore(seller.mutedBefore().map(term.clock()::service)) : dates;
    }

    /// Rule S-05, on the term's own clock.
    private static BillDates dates(Agreement term, Subscription changed, Caller caller, Seller seller) {
        return term.closing(
                changed.today(caller.now()), changed.agreed().firstCharge().orElse(seller.firstCharge()));
    }
}
