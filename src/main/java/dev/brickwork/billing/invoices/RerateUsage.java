package dev.brickwork.billing.invoices;

import dev.brickwork.billing.rating.CreditUsage;
import dev.brickwork.billing.rating.RateUsage;
import dev.brickwork.billing.rating.RateUsage.Rated;
import dev.brickwork.billing.schedule.CorrectUsage;
import dev.brickwork.contracts.Contracts;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.issued.DueInvoice;
import dev.brickwork.invoicing.usage.Billed;
import dev.brickwork.invoicing.usage.Billed.Kind;
import dev.brickwork.invoicing.usage.Billed.Row;
import dev.brickwork.invoicing.usage.BilledWindow;
import dev.brickwork.invoicing.usage.UsageBillStore;
import dev.brickwork.invoicing.usage.UsageToRate;
import dev.brickwork.invoicing.usage.WindowKey;
import dev.brickwork.ledger.CreditAccount;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Columns;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.contract.Overage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/// Rates the usage of an issued invoice anew when it is regenerated: what waited as a correction elsewhere comes
/// onto it, and no difference is left (rule G-06). What was given as credit stays given.
public final class RerateUsage {
    private final Contracts contracts;
    private final RateUsage rating;
    private final CorrectUsage correcting;
    private final CreditUsage crediting;
    private final UsageBillStore store = new UsageBillStore();

    public RerateUsage(Contracts contracts, RateUsage rating, CorrectUsage correcting, CreditUsage crediting) {
        this.crediting = crediting;
        this.contracts = contracts;
        this.rating = rating;
        this.correcting = correcting;
    }

    /// Locks the subscription of an invoice, so that its usage is not settled meanwhile.
    void lock(Tx tx, InvoiceId invoice) {
        tx.query("SELECT subscription_id FROM invoice WHERE seller_id = :seller AND id = :id")
                .bind("id", invoice.value())
                .map((row, _) -> Columns.maybeUuid(row, "subscription_id"))
                .findOne()
                .flatMap(found -> found)
                .ifPresent(id -> contracts.lock(tx, new SubscriptionId(id)));
    }

    /// The usage lines of the invoice as they are now.
    List<Billable> run(Tx tx, DueInvoice invoice, boolean isAlone) {
        if (invoice.subscription().isEmpty()) return List.of();
        var subscription = new SubscriptionId(invoice.subscription().get());
        var here = store.onInvoice(tx, new InvoiceId(invoice.id()));
        here.entrySet()
                .removeIf(each -> !each.getKey().subscription().equals(subscription)
                        || onIt(each.getValue(), invoice).isEmpty());
        if (here.isEmpty()) return List.of();
        var windows =
                rating.metered(tx, subscription).map(RateUsage.Metered::windows).orElse(Map.of());
        // Without a window the contract was changed backwards since. What was billed of it was given back as
        // credit then, so the invoice keeps it.
        boolean isAnyGone = !windows.keySet().containsAll(here.keySet());
        var lines = isAnyGone ? store.lines(tx, invoice.id(), subscription) : new HashMap<WindowKey, Billable>();
        lines.values().removeIf(it -> !isAlone && it.gross() == 0 && it.discount() == 0);
        rerate(tx, invoice, here, windows).forEach((key, rated) -> {
            if (isAlone || rated.isTold())
                lines.put(key, line(rated, onIt(Objects.requireNonNull(here.get(key)), invoice)));
        });
        return here.keySet().stream()
                .flatMap(key -> Optional.ofNullable(lines.get(key)).stream())
                .toList();
    }

    private static Billable line(Rated rated, List<Row> onIt) {
        return rated.line(Billable.Kind.USAGE, onIt.getFirst().id());
    }

    private static List<Row> onIt(Billed billed, DueInvoice invoice) {
        return billed.rows().stream().filter(row -> isOn(row, invoice.id())).toList();
    }

    private static boolean isOn(Row row, UUID invoice) {
        return (row.kind() == Kind.BILLED || row.kind() == Kind.UNPRICED || row.kind() == Kind.REGENERATED)
                && row.invoice().filter(invoice::equals).isPresent();
    }

    /// Those of the windows that there still are.
    private Map<WindowKey, Rated> rerate(
            Tx tx, DueInvoice invoice, Map<WindowKey, Billed> here, Map<WindowKey, BilledWindow> windows) {
        var open = store.open(tx, new SubscriptionId(invoice.subscription().orElseThrow()));
        var asked = new ArrayList<UsageToRate>();
        here.forEach((key, billed) -> Optional.ofNullable(windows.get(key)).ifPresent(window -> {
            var rows = new ArrayList<>(billed.rows());
            rows.addAll(correcting.takeBack(tx, key, billed, open));
            asked.add(new Billed(rows, billed.voided()).again(window));
        }));
        var rerated = new HashMap<WindowKey, Rated>();
        var changes = new ArrayList<Row>();
        var all = rating.rate(tx, asked).iterator();
        for (var ask : asked) rerated.put(ask.key(), rerated(tx, invoice, ask.billed(), all.next(), changes));
        store.insert(tx, changes);
        return rerated;
    }

    /// @param changes takes what is billed of the window now and was not, or no more
    private Rated rerated(Tx tx, DueInvoice invoice, Billed billed, Rated rated, List<Row> changes) {
        var here = onIt(billed, invoice);
        var elsewhere = billed.sum().minus(Billed.sum(here));
        var wanted = rated.rating().minus(elsewhere);
        // Below nothing it cannot go; the rest of the difference goes to the ledger as always.
        if (wanted.net() < 0) {
            var account = new CreditAccount(invoice.customer(), invoice.currency());
            crediting.run(tx, account, rated.adding(wanted).credit());
        }
        var now = wanted.net() < 0 ? Overage.NONE : wanted;
        var change = now.minus(Billed.sum(here));
        if (change.net() != 0 || change.gross() != 0) {
            changes.add(rated.adding(change).row(Ids.next(), Kind.REGENERATED, invoice.id(), Optional.empty()));
        }
        var less = wanted.net() < 0 ? wanted : Overage.NONE;
        return rated.adding(now)
                .crediting(billed.given().minus(less))
                .upTo(here.getLast().ratedOn());
    }
}
