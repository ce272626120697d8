package dev.brickwork.billing.estimate;

import dev.brickwork.billing.schedule.ScheduleInvoices;
import dev.brickwork.contracts.ContractTerm;
import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.OrderStore;
import dev.brickwork.ids.OrderId;
import dev.brickwork.invoicing.Payer;
import dev.brickwork.invoicing.SettledValue;
import dev.brickwork.invoicing.SettlementCause;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.Settlement;
import dev.brickwork.pricing.contract.EarlyEnd;
import dev.brickwork.pricing.contract.Line;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// Ends what was agreed: the running term on a day, and whatever was agreed for the time after it before it
/// begins. A recast does so because it takes their place, a termination because nothing comes after it (rules
/// Z-02).
public final class EndTerms {
    private final ContractTerms agreements;
    private final OrderStore orders;
    private final ScheduleInvoices bills;

    public EndTerms(ContractTerms agreements, OrderStore orders, ScheduleInvoices bills) {
        this.agreements = agreements;
        this.orders = orders;
        this.bills = bills;
    }

    /// A term that ends before its time.
    ///
    /// @param lines by their ids
    public record Ending(ContractTerm term, EarlyEnd end, Map<UUID, Line> lines) {}

    /// The running term ends as given, and each term after it before it begins.
    public List<Ending> endings(Tx tx, ContractTerm now, EarlyEnd end) {
        var all = new ArrayList<Ending>();
        all.add(new Ending(now, end, agreements.lines(tx, now)));
        for (var next : agreements.ahead(tx, now)) {
            var unbegun = EarlyEnd.credited(next.base().startsOn());
            all.add(new Ending(next, unbegun, agreements.lines(tx, next)));
        }
        return all;
    }

    /// Value of the ending terms that an issued invoice has billed and that will not be used.
    ///
    /// @param customer whose credit it gives
    record Unused(Settlement settlement, UUID customer) {}

    /// @param isLocked locks the invoices, so that no payment changes them while they are settled
    List<Unused> unused(Tx tx, List<Ending> endings, boolean isLocked) {
        var all = new ArrayList<Unused>();
        for (var ending : endings) {
            var term = ending.term.termId();
            var facts = isLocked ? bills.lockFacts(tx, term) : bills.facts(tx, term);
            Map<UUID, UUID> customers = new HashMap<>();
            for (var invoice : facts) customers.put(invoice.invoice(), invoice.customer());
            for (var settlement : new UnusedValue(facts, ending.lines).at(ending.end.on())) {
                var customer = Objects.requireNonNull(customers.get(settlement.invoiceId()));
                all.add(new Unused(settlement, customer));
            }
        }
        return all;
    }

    /// A credit set by hand, which a recast gives its customer instead of the paid and unused value (rule R-06).
    /// Credit of other customers is not part of it (rule I-16).
    public record ByHand(long total, UUID customer) {}

    /// Takes the unused value back from the invoices. What one of them gave too much comes last, so that it is
    /// taken from what the others give: out of the credit of a recast, unless that was set by hand, else out of
    /// the ledger.
    ///
    /// @param cause by the customer of an invoice
    public void settle(
            Tx tx,
            List<Ending> endings,
            OrderId causedBy,
            Function<UUID, SettlementCause> cause,
            Optional<ByHand> byHand) {
        long left = byHand.map(ByHand::total).orElse(0L);
        long credited = 0;
        var givingFirst = unused(tx, endings, true).stream()
                .sorted(Comparator.comparing(unused -> unused.settlement.credit() < 0))
                .toList();
        for (var unused : givingFirst) {
            boolean isReplaced =
                    byHand.filter(it -> it.customer.equals(unused.customer)).isPresent();
            long credit = unused.settlement.credit();
            long given = isReplaced ? Math.min(credit, left) : credit;
            if (isReplaced) left -= Math.max(0, given);
            var why = cause.apply(unused.customer);
            boolean isAutomatic = why == SettlementCause.RECAST && !isReplaced;
            long borne = isAutomatic ? Math.clamp(-credit, 0, credited) : 0;
            if (isAutomatic) credited += Math.max(0, credit) - borne;
            var settled = new SettledValue(unused.settlement, Optional.empty(), given, borne);
            bills.settle(tx, causedBy, why, List.of(settled));
        }
    }

    /// Nothing is billed for what will not take place. The last term goes first, so that what waited on its invoices
    /// comes back to the end of the running one.
    public void cut(Tx tx, List<Ending> endings, Payer payer) {
        for (var ending : endings.reversed()) {
            var term = ending.term.termId();
            var on = ending.end.on();
            orders.end(tx, term, Optional.of(ending.end));
            var shares = new UnusedValue(bills.lockFacts(tx, term), ending.lines).upTo(on);
            bills.cut(tx, ending.term.billed(), payer, on, ending.lines, shares);
        }
    }
}
