package dev.brickwork.billing.orders;

import dev.brickwork.billing.estimate.UnusedValue;
import dev.brickwork.billing.schedule.ScheduleInvoices;
import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.Quote;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.invoicing.ChargeToBill;
import dev.brickwork.invoicing.SettledValue;
import dev.brickwork.invoicing.SettlementCause;
import dev.brickwork.invoicing.TermInvoice;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.EstimateLine;
import dev.brickwork.pricing.contract.Charge;
import dev.brickwork.pricing.contract.LineKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Schedules what an upgrade adds, and takes what it removes off scheduled or issued invoices (rules U-03, U-11).
final class ScheduleUpgrade {
    private final ContractTerms agreements;
    private final Payers payers;
    private final ScheduleInvoices bills;

    ScheduleUpgrade(OrderDependencies parts) {
        this.agreements = parts.agreements;
        this.payers = parts.payers;
        this.bills = parts.bills;
    }

    /// @param billed the invoices of the term, locked
    Subscription run(Tx tx, Closing closing, Quote.Delta delta, List<TermInvoice> billed) {
        var now = closing.now();
        var contract = now.contract().with(delta.upgrade());
        int place = contract.upgrades().size();
        var dates = Closing.dates(now, closing.changed(), tx.caller(), closing.seller());
        var charges = contract.charges(place, dates).stream().collect(Collectors.groupingBy(Charge::line));
        var reductions = new UnusedValue(billed, agreements.lines(tx, now));
        var paymentTerms = now.paymentTermsDays(closing.order());
        var toBill = new ArrayList<ChargeToBill>();
        var settled = new ArrayList<SettledValue>();
        for (var line :
                delta.estimate().lines().stream().map(EstimateLine::line).toList()) {
            var own = charges.getOrDefault(line.key(), List.of());
            int terms = paymentTerms.applyAsInt(line);
            if (line.total().net() < 0 && line.kind() != LineKind.MILESTONE) {
                var reduced = reductions.reduce(closing.idOf(line), line, own);
                settled.addAll(reduced.settled());
                for (var placed : reduced.open())
                    toBill.add(closing.toBill(line, placed.charge(), terms, placed.invoice()));
            } else {
                for (var charge : own) toBill.add(closing.toBill(line, charge, terms, Optional.empty()));
            }
        }
        bills.settle(tx, closing.order().id(), SettlementCause.REDUCTION, settled);
        var payer =
                payers.of(tx, closing.changed(), closing.seller(), closing.to().billed());
        bills.schedule(tx, now.billed(), payer, toBill, Optional.empty());
        var today = now.clock().service(closing.changed().today(tx.now()));
        return closing.changed().named(contract.planOn(today));
    }
}
