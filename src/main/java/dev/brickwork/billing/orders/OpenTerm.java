package dev.brickwork.billing.orders;

import dev.brickwork.billing.estimate.EndTerms;
import dev.brickwork.billing.estimate.PriceOrder;
import dev.brickwork.billing.schedule.ScheduleInvoices;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.MilestoneStore;
import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.Quote;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionStatus;
import dev.brickwork.contracts.TermsJson;
import dev.brickwork.invoicing.ChargeToBill;
import dev.brickwork.invoicing.Payer;
import dev.brickwork.invoicing.SettlementCause;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.AdjustmentCredit;
import dev.brickwork.pricing.contract.Contract;
import dev.brickwork.pricing.contract.EarlyEnd;
import dev.brickwork.pricing.contract.Line;
import dev.brickwork.pricing.contract.LineKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// A first order, a renewal or a recast opens a term: what it replaces ends, and all its invoices are scheduled (rules
/// I-01, N-05, R-01).
final class OpenTerm {
    private final Payers payers;
    private final ScheduleInvoices bills;
    private final EndTerms ending;
    private final MilestoneStore milestones;

    OpenTerm(OrderDependencies parts) {
        this.payers = parts.payers;
        this.bills = parts.bills;
        this.ending = parts.endings;
        this.milestones = parts.milestones;
    }

    Subscription run(Tx tx, Closing closing, Quote.Opening opening) {
        var now = closing.now();
        var order = closing.order();
        var payer =
                payers.of(tx, closing.changed(), closing.seller(), closing.to().billed());
        if (order.type() == OrderType.RECAST) replace(tx, now, payer, order);
        var begun = begun(now, closing.changed(), order, tx.caller());
        var term = new ContractTerm(begun, List.of(order), now.pauses());
        if (opening.trialDays().isPresent()) return begun;
        var charges = charges(term, closing, opening, tx.caller());
        if (Closing.isChange(now.subscription(), order)) {
            bills.schedule(tx, term.billed(), payer, charges, credit(order));
            // Until the term begins the subscription has another payer.
            if (!begun.billedCompany().equals(payer.billedCompany())) bills.keepReferences(tx, closing.changed());
        } else {
            bills.begin(tx, term, payer, charges);
        }
        return begun;
    }

    /// The term that runs now ends where the recast begins; those that were to follow it never begin (rules R-01,
    ///
    private void replace(Tx tx, ContractTerm now, Payer payer, Order order) {
        var endings =
                ending.endings(tx, now, EarlyEnd.credited(now.clock().known().service(order.startsOn())));
        // The contract of a customer who is billed no more ends with the term; they keep their credit.
        var byHand = PriceOrder.creditByHand(order.fields()).map(total -> new EndTerms.ByHand(total, payer.customer()));
        ending.settle(
                tx,
                endings,
                order.id(),
                customer -> customer.equals(payer.customer()) ? SettlementCause.RECAST : SettlementCause.TERMINATION,
                byHand);
        ending.cut(tx, endings, payer);
        var today = now.subscription().today(tx.now());
        if (!order.startsOn().isAfter(today)) milestones.lapse(tx, order);
    }

    private static Optional<AdjustmentCredit> credit(Order order) {
        return order.quoted()
                .credit()
                .filter(total -> total > 0)
                .map(total -> new AdjustmentCredit(ContractTerm.creditLabel(order), total));
    }

    /// The subscription with the term that carries it from now on. Other parties get it when their term begins.
    private static Subscription begun(ContractTerm now, Subscription changed, Order order, Caller caller) {
        var terms = TermsJson.terms(order.terms());
        var today = changed.today(caller.now());
        boolean isFirst = order.id().equals(changed.term());
        if (Closing.isFollowing(now, order, caller))
            return changed.parties().equals(now.subscription().parties()) ? changed : now.subscription();
        var clock = ContractTerm.clock(order, now.pauses());
        var plan = terms.phaseOn(clock.service(today)).plan();
        var running = changed.on(order, plan, terms.frequency(), clock.calendarEnd(order.endsOn()));
        if (isFirst) running = running.startingOn(order.startsOn());
        boolean isOn = !order.startsOn().isAfter(today);
        boolean isAlive = changed.status() == SubscriptionStatus.ACTIVE;
        return running.with(isOn || isAlive ? SubscriptionStatus.ACTIVE : SubscriptionStatus.PENDING, Optional.empty());
    }

    private static List<ChargeToBill> charges(
            ContractTerm term, Closing closing, Quote.Opening opening, Caller caller) {
        var contract = Contract.of(opening.terms());
        var dates = Closing.openingDates(
                term, Closing.dates(term, closing.changed(), caller, closing.seller()), closing.seller());
        var byKey = new HashMap<LineKey, Line>();
        for (var line : opening.estimate().lines()) byKey.put(line.line().key(), line.line());
        var paymentTerms = term.paymentTermsDays();
        var toBill = new ArrayList<ChargeToBill>();
        for (var charge : contract.charges(0, dates)) {
            var line = byKey.get(charge.line());
            if (line == null) throw new IllegalStateException("a charge without its line " + charge.line());
            toBill.add(closing.toBill(line, charge, paymentTerms.applyAsInt(line), Optional.empty()));
        }
        return toBill;
    }
}
