package dev.brickwork.invoices.changes;

import dev.brickwork.invoices.Billable;
import dev.brickwork.invoices.Credits;
import dev.brickwork.invoices.InvoiceId;
import dev.brickwork.invoices.issue.ToIssue;
import dev.brickwork.invoices.schedule.CorrectUsage;
import dev.brickwork.invoices.usage.Billed;
import dev.brickwork.invoices.usage.Billed.Kind;
import dev.brickwork.invoices.usage.Billed.Row;
import dev.brickwork.invoices.usage.BilledWindow;
import dev.brickwork.invoices.usage.CreditUsage;
import dev.brickwork.invoices.usage.RateUsage;
import dev.brickwork.invoices.usage.UsageBillStore;
import dev.brickwork.invoices.usage.WindowKey;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.pricing.contract.Overage;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.database.Columns;
import dev.brickwork.subscriptions.SubscriptionId;
import dev.brickwork.subscriptions.Subscriptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Rates the usage of an issued invoice anew when it is regenerated: what waited as a correction elsewhere comes
/// onto it, and no difference is left (rule G-06). What was given as credit stays given.
public final class RerateUsage {
    private final Subscriptions subscriptions;
    private final RateUsage rating;
    private final CorrectUsage correcting;
    private final CreditUsage crediting;
    private final UsageBillStore store = new UsageBillStore();

    public RerateUsage(Subscriptions subscriptions, RateUsage rating, CorrectUsage correcting, CreditUsage crediting) {
        this.crediting = crediting;
        this.subscriptions = subscriptions;
        this.rating = rating;
        this.correcting = correcting;
    }

    /// Holds the subscription of an invoice, so that nobody settles its usage meanwhile.
    void lock(Handle tx, Caller caller, InvoiceId invoice) {
        tx.createQuery("SELECT subscription_id FROM invoice WHERE seller_id = :seller AND id = :id")
                .bind("seller", caller.seller().value())
                .bind("id", invoice.value())
                .map((row, _) -> Columns.maybeUuid(row, "subscription_id"))
                .findOne()
                .flatMap(found -> found)
                .ifPresent(id -> subscriptions.lock(tx, caller, new SubscriptionId(id)));
    }

    /// The usage lines of the invoice as they are now.
    List<Billable> run(Handle tx, Caller caller, ToIssue invoice, boolean isAlone) {
        if (invoice.subscription().isEmpty()) return List.of();
        var subscription = new SubscriptionId(invoice.subscription().get());
        var windows = rating.metered(tx, caller, subscription)
                .map(RateUsage.Metered::windows)
                .orElse(Map.of());
        var lines = new ArrayList<Billable>();
        store.ofSubscription(tx, caller, subscription).forEach((key, billed) -> {
            if (billed.rows().stream().noneMatch(row -> isOn(row, invoice.id()))) return;
            var window = Optional.ofNullable(windows.get(key));
            // Without a window the contract was changed backwards since. What was billed of it was given back as
            // credit then, so the invoice keeps it.
            var line = window.isPresent()
                    ? Optional.of(rerate(tx, caller, invoice, billed, window.get()))
                    : store.line(tx, caller, invoice.id(), key);
            line.filter(it -> isAlone || it.gross() != 0 || it.discount() != 0).ifPresent(lines::add);
        });
        return lines;
    }

    private static boolean isOn(Row row, UUID invoice) {
        return (row.kind() == Kind.BILLED || row.kind() == Kind.REGENERATED)
                && row.invoice().filter(invoice::equals).isPresent();
    }

    private Billable rerate(Handle tx, Caller caller, ToIssue invoice, Billed billed, BilledWindow window) {
        var key = WindowKey.of(window.meter());
        var rows = new ArrayList<>(billed.rows());
        rows.addAll(correcting.takeBack(tx, caller, key, billed));
        var here = rows.stream().filter(row -> isOn(row, invoice.id())).toList();
        var elsewhere =
                Billed.sum(rows.stream().filter(row -> !isOn(row, invoice.id())).toList());
        var rated = rating.rate(tx, caller, List.of(new Billed(rows, billed.voided()).again(window)))
                .getFirst();
        var wanted = rated.rating().minus(elsewhere);
        var stands = Billed.sum(here);
        // Below nothing it cannot go; the rest of the difference goes to the ledger as always.
        if (wanted.net() < 0) {
            var account = new Credits.Account(invoice.customer(), invoice.currency());
            crediting.run(tx, caller, account, rated.adding(wanted).credit());
        }
        var now = wanted.net() < 0 ? Overage.NONE : wanted;
        var change = now.minus(stands);
        if (change.net() != 0 || change.gross() != 0) {
            var row = rated.adding(change).row(Ids.next(), Kind.REGENERATED, invoice.id(), Optional.empty());
            store.insert(tx, caller, row);
        }
        return rated.adding(now)
                .upTo(here.getLast().ratedOn())
                .line(Billable.Kind.USAGE, here.getFirst().id());
    }
}
