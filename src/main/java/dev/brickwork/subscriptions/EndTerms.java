package dev.brickwork.subscriptions;

import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.pricing.EarlyEnd;
import dev.brickwork.kernel.pricing.Settlement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Ends what was agreed: the running term on a day, and whatever was agreed for the time after it before it
/// begins. A recast does so because it takes their place, a termination because nothing comes after it (rules
/// Z-02).
final class EndTerms {
    private final Agreements agreements;
    private final OrderStore orders;
    private final Bills bills;

    EndTerms(Agreements agreements, OrderStore orders, Bills bills) {
        this.agreements = agreements;
        this.orders = orders;
        this.bills = bills;
    }

    private record Ending(Agreement term, EarlyEnd end) {}

    private List<Ending> endings(Handle tx, Caller caller, Agreement now, EarlyEnd end) {
        var all = new ArrayList<Ending>();
        all.add(new Ending(now, end));
        for (var next : agreements.ahead(tx, caller, now)) {
            all.add(new Ending(next, EarlyEnd.credited(next.base().startsOn())));
        }
        return all;
    }

    /// What issued invoices have billed of it and nobody will use.
    ///
    /// @param isLocked holds the invoices, so that nobody pays what is being settled
    List<Settlement> unused(Handle tx, Caller caller, Agreement now, LocalDate from, boolean isLocked) {
        var all = new ArrayList<Settlement>();
        for (var ending : endings(tx, caller, now, EarlyEnd.credited(from))) {
            var term = ending.term.termId();
            var facts = isLocked ? bills.lockFacts(tx, caller, term) : bills.facts(tx, caller, term);
            all.addAll(new Reductions(facts, agreements.lines(tx, caller, ending.term)).at(ending.end.on()));
        }
        return all;
    }

    /// Takes the unused value back from the invoices.
    void settle(Handle tx, Caller caller, Agreement now, LocalDate from, OrderId causedBy, Bills.Cause cause) {
        var settled = unused(tx, caller, now, from, true).stream()
                .map(settlement -> new Bills.Settled(settlement, Optional.empty()))
                .toList();
        bills.settle(tx, caller, causedBy, cause, settled);
    }

    /// Nothing is billed for what will not take place.
    void cut(Handle tx, Caller caller, Agreement now, Bills.Payer payer, EarlyEnd end) {
        for (var ending : endings(tx, caller, now, end)) {
            var term = ending.term;
            orders.end(tx, caller, term.termId(), Optional.of(ending.end));
            bills.cut(tx, caller, term.billed(), payer, ending.end.on(), agreements.lines(tx, caller, term));
        }
    }
}
