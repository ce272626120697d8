package dev.brickwork.invoices;

import dev.brickwork.invoices.UsageBillStore.Kind;
import dev.brickwork.kernel.Caller;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.subscriptions.SubscriptionId;
import dev.brickwork.usage.Corrections;
import dev.brickwork.usage.MeterBook;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Puts usage on invoices that are being issued (rules G-03, G-04). From here on it counts as billed.
final class BillUsage {
    private final MeterBook book;
    private final RateUsage rating;
    private final CreditUsage crediting;
    private final Corrections corrections;
    private final UsageBillStore store = new UsageBillStore();

    BillUsage(MeterBook book, RateUsage rating, CreditUsage crediting, Corrections corrections) {
        this.book = book;
        this.rating = rating;
        this.crediting = crediting;
        this.corrections = corrections;
    }

    /// What changed in windows that were billed goes onto these invoices, not onto the ones after them.
    void settleLate(Handle tx, Caller caller, List<ToIssue> due) {
        for (var subscription : book.late(tx, caller, subscriptions(due))) {
            rating.metered(tx, caller, subscription)
                    .ifPresent(metered -> corrections.settle(tx, caller, metered.subscription()));
        }
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
        for (var one : metered) {
            var subscription = new SubscriptionId(one.subscription().orElseThrow());
            boolean isAlone = otherLines.getOrDefault(one.id(), List.of()).isEmpty();
            lines.put(one.id(), bill(tx, caller, one, subscription, isAlone));
        }
        return lines;
    }

    private List<Billable> bill(
            Handle tx, Caller caller, ToIssue invoice, SubscriptionId subscription, boolean isAlone) {
        var metered = rating.metered(tx, caller, subscription);
        if (metered.isEmpty()) return List.of();
        var billed = store.ofSubscription(tx, caller, subscription);
        var lines = new ArrayList<Billable>();
        for (var rated : rating.due(
                tx, caller, subscription, invoice.billOn(), metered.get().windows(), billed)) {
            book.billed(
                    tx,
                    caller,
                    subscription,
                    rated.key().brick(),
                    rated.window().until(rated.ratedOn()));
            if (rated.change().net() < 0) {
                var account = new Credits.Account(invoice.customer(), invoice.currency());
                crediting.run(tx, caller, account, subscription, rated.credit());
                continue;
            }
            var id = Ids.next();
            store.insert(tx, caller, subscription, rated.row(id, Kind.BILLED, invoice.id(), Optional.empty()));
            boolean saysSomething = rated.change().net() != 0 || rated.change().gross() != 0;
            if (saysSomething || isAlone) lines.add(rated.line(Billable.Kind.USAGE, id));
        }
        return lines;
    }
}
