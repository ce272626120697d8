package dev.brickwork.invoices.issue;

import dev.brickwork.invoices.Billable;
import dev.brickwork.invoices.Credits;
import dev.brickwork.invoices.usage.Billed.Kind;
import dev.brickwork.invoices.usage.Billed.Row;
import dev.brickwork.invoices.usage.CreditUsage;
import dev.brickwork.invoices.usage.RateUsage;
import dev.brickwork.invoices.usage.RateUsage.Rated;
import dev.brickwork.invoices.usage.UsageBillStore;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.pricing.contract.Overage;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.subscriptions.SubscriptionId;
import dev.brickwork.usage.Corrections;
import dev.brickwork.usage.MeterBook;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Puts usage on invoices that are being issued (rules G-03, G-04). From here on it counts as billed.
public final class BillUsage {
    private final MeterBook book;
    private final RateUsage rating;
    private final CreditUsage crediting;
    private final Corrections corrections;
    private final UsageBillStore store = new UsageBillStore();

    public BillUsage(MeterBook book, RateUsage rating, CreditUsage crediting, Corrections corrections) {
        this.book = book;
        this.rating = rating;
        this.crediting = crediting;
        this.corrections = corrections;
    }

    /// What changed in windows that were billed goes onto these invoices, not onto the ones after them.
    void settleLate(Handle tx, Caller caller, List<ToIssue> due) {
        for (var subscription : book.late(tx, caller, subscriptions(due))) corrections.settle(tx, caller, subscription);
    }

    private static Set<SubscriptionId> subscriptions(List<ToIssue> invoices) {
        var subscriptions = new LinkedHashSet<SubscriptionId>();
        for (var one : invoices) one.subscription().ifPresent(id -> subscriptions.add(new SubscriptionId(id)));
        return subscriptions;
    }

    /// The usage lines of each invoice. Their subscriptions' rows are locked by the caller; nobody adds usage to
    /// them until the commit.
    ///
    /// @param otherLines invoices that bill something else too: they need no line that says nothing
    Map<UUID, List<Billable>> run(Handle tx, Caller caller, List<ToIssue> due, Map<UUID, List<Billable>> otherLines) {
        var metered = due.stream()
                .filter(one -> one.holdsUsage() && one.subscription().isPresent())
                .toList();
        if (metered.isEmpty()) return Map.of();
        book.hold(tx, caller, subscriptions(metered));
        var lines = new HashMap<UUID, List<Billable>>();
        for (var round : rounds(metered)) lines.putAll(bill(tx, caller, round, otherLines));
        return lines;
    }

    /// One invoice of each subscription at a time, the earliest first: the next one bills what this one has left.
    private static List<List<ToIssue>> rounds(List<ToIssue> due) {
        var rounds = new ArrayList<List<ToIssue>>();
        var taken = new HashMap<UUID, Integer>();
        for (var one : due) {
            int round = taken.merge(one.subscription().orElseThrow(), 1, Integer::sum) - 1;
            if (round == rounds.size()) rounds.add(new ArrayList<>());
            rounds.get(round).add(one);
        }
        return rounds;
    }

    /// In as many statements for all as for one.
    private Map<UUID, List<Billable>> bill(
            Handle tx, Caller caller, List<ToIssue> round, Map<UUID, List<Billable>> otherLines) {
        var subscriptions = subscriptions(round);
        var metered = rating.metered(tx, caller, subscriptions);
        var billed = store.of(tx, caller, subscriptions);
        var invoices = new HashMap<SubscriptionId, ToIssue>();
        var asked = new ArrayList<RateUsage.Ask>();
        for (var one : round) {
            var subscription = new SubscriptionId(one.subscription().orElseThrow());
            invoices.put(subscription, one);
            var its = metered.get(subscription);
            if (its != null) asked.addAll(RateUsage.due(its, one.sides(), one.billOn(), billed));
        }
        var rated = rating.rate(tx, caller, asked);
        book.billed(tx, caller, rated.stream().map(Rated::billed).toList());
        var lines = new HashMap<UUID, List<Billable>>();
        var rows = new ArrayList<Row>();
        for (var each : rated) {
            var invoice = Objects.requireNonNull(invoices.get(each.key().subscription()));
            var one = each.change().net() < 0 ? credited(tx, caller, invoice, each) : each;
            var row = one.row(Ids.next(), Kind.BILLED, invoice.id(), Optional.empty());
            rows.add(row);
            boolean isAlone = otherLines.getOrDefault(invoice.id(), List.of()).isEmpty();
            boolean saysSomething = one.change().net() != 0 || one.change().gross() != 0;
            if (saysSomething || isAlone) {
                lines.computeIfAbsent(invoice.id(), _ -> new ArrayList<>())
                        .add(one.line(Billable.Kind.USAGE, row.id()));
            }
        }
        store.insert(tx, caller, rows);
        return lines;
    }

    /// Less than before is no line of an invoice: the ledger has it, and the invoice says that it looked.
    private Rated credited(Handle tx, Caller caller, ToIssue invoice, Rated less) {
        var account = new Credits.Account(invoice.customer(), invoice.currency());
        crediting.run(tx, caller, account, less.credit());
        return less.adding(Overage.NONE);
    }
}
