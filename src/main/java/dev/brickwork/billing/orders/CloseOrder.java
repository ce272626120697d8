package dev.brickwork.billing.orders;

import dev.brickwork.billing.schedule.ScheduleInvoices;
import dev.brickwork.catalog.api.Catalogue;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.FormLinks;
import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.OrderSettings;
import dev.brickwork.contracts.OrderStore;
import dev.brickwork.contracts.Quote;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionStore;
import dev.brickwork.contracts.TransactionMethod;
import dev.brickwork.customers.Customers;
import dev.brickwork.invoicing.TermInvoice;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.EstimateLine;
import dev.brickwork.pricing.calendar.ServiceClock;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.contract.LineKey;
import dev.brickwork.pricing.contract.LineKind;
import dev.brickwork.sellers.Seller;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Closes an order: freezes its terms, uses up its coupon, schedules its invoices and lets what it replaces
/// end, all in one transaction (rules I-01, U-11, R-01, Z-01).
public final class CloseOrder {
    private static final Logger LOG = System.getLogger(CloseOrder.class.getName());

    private final SubscriptionStore subscriptions;
    private final OrderStore orders;
    private final FormLinks links;
    private final ContractTerms agreements;
    private final Customers customers;
    private final Catalogue catalogue;
    private final ScheduleInvoices bills;
    private final OpenTerm openTerm;
    private final ScheduleUpgrade scheduleUpgrade;
    private final CreateMilestones creatingMilestones;
    private final OrderEvents events;

    public CloseOrder(OrderDependencies parts) {
        this.subscriptions = parts.subscriptions;
        this.orders = parts.orders;
        this.links = parts.links;
        this.agreements = parts.agreements;
        this.customers = parts.customers;
        this.catalogue = parts.catalogue;
        this.bills = parts.bills;
        this.openTerm = new OpenTerm(parts);
        this.scheduleUpgrade = new ScheduleUpgrade(parts);
        this.creatingMilestones = new CreateMilestones(parts.milestones);
        this.events = parts.events;
    }

    sealed interface Verdict {
        record Allowed() implements Verdict {}

        record Refused(String why) implements Verdict {}
    }

    /// Whether an order may close as it stands. Whether its subscription takes a change was asked before
    /// ([ChangeOrders#requireStartable]).
    static Verdict decide(Subscription subscription, Order order, OrderSettings agreed, Quote quote, Seller seller) {
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

    /// The closed order and its subscription.
    ///
    /// @param clock on which the order's dates move
    public record Closed(Subscription subscription, Order order, ServiceClock clock) {}

    /// @param now the agreement that the order changes; of a first order, the order itself
    Closed run(Tx tx, ContractTerm now, Order open, Quote quote, Seller seller) {
        var subscription = now.subscription();
        switch (decide(subscription, open, open.agreed(now), quote, seller)) {
            case Verdict.Refused(var why) -> throw Refusal.badRequest(why);
            case Verdict.Allowed() -> {}
        }
        // Nothing closes before the first order.
        int before = Closing.isChange(subscription, open) ? orders.closedCount(tx, subscription.id()) : 0;
        boolean opensTerm = quote instanceof Quote.Opening;
        var order = open.on(now)
                .closed(quote, before + 1, open.parties(now), tx.now())
                .foreseeing(opensTerm ? now.foreseenPauseDays(quote.startsOn()) : 0);
        orders.update(tx, order);
        var closed = finish(tx, now, order, quote, seller);
        // A coupon stays locked until the commit, and many orders may bear the same: so it comes last.
        for (var coupon : quote.coupons()) catalogue.redeem(tx, coupon.code(), "discount_coupons");
        return closed;
    }

    /// An order that the service makes by itself is closed from the beginning.
    Closed runAutomatic(Tx tx, ContractTerm now, Order closed, Quote quote, Seller seller) {
        orders.insert(tx, closed, links);
        return finish(tx, now, closed, quote, seller);
    }

    private Closed finish(Tx tx, ContractTerm now, Order order, Quote quote, Seller seller) {
        // Invoices are locked before the customer; those that a recast replaces were when it was priced.
        var billed = quote instanceof Quote.Delta ? bills.lockFacts(tx, now.termId()) : List.<TermInvoice>of();
        var changed = changed(tx, now, order);
        var ids = new HashMap<LineKey, UUID>();
        var lines = new LinkedHashMap<UUID, Line>();
        for (var line :
                quote.estimate().lines().stream().map(EstimateLine::line).toList()) {
            var id = Ids.next();
            ids.put(line.key(), id);
            lines.put(id, line);
            if (quote instanceof Quote.Opening) noteTooMuchOff(order, line);
        }
        orders.insertLines(tx, order, lines);
        var closing = new Closing(now, changed, order, ids, seller);
        var after = switch (quote) {
            case Quote.Delta delta -> scheduleUpgrade.run(tx, closing, delta, billed);
            case Quote.Opening opening -> openTerm.run(tx, closing, opening);
        };
        if (!isTrial(quote)) agreeWorks(tx, closing, quote, lines);
        var timed = after.dueAt(nextMoment(tx, now, after, order));
        subscriptions.update(tx, timed);
        var clock = now.clockOf(order);
        events.closed(tx, order, clock);
        return new Closed(timed, order, clock);
    }

    private void agreeWorks(Tx tx, Closing closing, Quote quote, Map<UUID, Line> lines) {
        var now = closing.now();
        var order = closing.order();
        var milestones = new LinkedHashMap<UUID, Line>();
        lines.forEach((id, line) -> {
            if (line.kind() == LineKind.MILESTONE) milestones.put(id, line);
        });
        if (milestones.isEmpty()) return;
        var terms = quote instanceof Quote.Opening opening ? opening.terms() : now.terms();
        var repriced = quote instanceof Quote.Delta ? repriced(now, milestones) : Set.<UUID>of();
        var own = order.ownPaymentTermsDays();
        var id = closing.changed().id();
        creatingMilestones.run(tx, new CreateMilestones.Agreed(id, order.id(), terms, milestones, repriced, own));
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
    private static Set<UUID> repriced(ContractTerm now, Map<UUID, Line> lines) {
        var repriced = new HashSet<UUID>();
        lines.forEach((id, line) -> {
            var brick = line.brick().orElseThrow();
            for (var before : now.contract().bricksOn(line.term().start())) {
                if (before.id().equals(brick.id()) && !brick.costsLike(before)) repriced.add(id);
            }
        });
        return repriced;
    }

    private Optional<Instant> nextMoment(Tx tx, ContractTerm now, Subscription after, Order order) {
        var told = LifecycleEvents.told(now.subscription(), tx.now());
        boolean isOpening = order.id().equals(order.term());
        if (isOpening && after.term().equals(order.id())) {
            // An order that opens a term is all there is of it, and was agreed last.
            var opened = new ContractTerm(after, List.of(order), now.pauses());
            return LifecycleEvents.next(agreements.opened(tx, opened), told);
        }
        var running = agreements.of(tx, after);
        return LifecycleEvents.next(agreements.course(tx, running), told);
    }

    /// A trial bills nothing, milestones neither.
    private static boolean isTrial(Quote quote) {
        return quote instanceof Quote.Opening opening && opening.trialDays().isPresent();
    }

    /// The subscription with the settings and parties of the order. They take effect now, except where other
    /// parties take over a term that begins later ([OpenTerm]). Earlier invoices, scheduled ones too, keep their
    /// payer and where they are sent.
    private Closing.Changed changed(Tx tx, ContractTerm now, Order order) {
        var parties = order.parties();
        var subscription = now.subscription();
        boolean isOtherPayer = !parties.billedCompany().equals(subscription.billedCompany());
        var taken = order.taken(now);
        boolean isOtherPurchase =
                !taken.agreed().purchaseOrder().equals(subscription.agreed().purchaseOrder());
        if (isOtherPayer) {
            if (!Closing.isFollowing(now, order, tx.caller())) bills.keepReferences(tx, subscription);
        } else if (isOtherPurchase) {
            bills.keepPurchaseOrder(tx, subscription);
        }
        var owner = customers.lockForBusiness(tx, parties.customer());
        var payer = parties.customer().equals(parties.billedCompany())
                ? owner
                : customers.lockForBusiness(tx, parties.billedCompany());
        return new Closing.Changed(taken, payer);
    }
}
