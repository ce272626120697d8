package dev.brickwork.billing.schedule;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.invoicing.Billable;
import dev.brickwork.invoicing.InvoiceStatus;
import dev.brickwork.invoicing.issued.HistoryStore;
import dev.brickwork.invoicing.scheduled.ScheduledInvoice;
import dev.brickwork.invoicing.scheduled.ScheduledInvoiceLines;
import dev.brickwork.invoicing.scheduled.ScheduledInvoiceStore;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Tx;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Puts a line on the next invoice of a subscription (rule L-03). The caller holds the subscription's lock.
public final class DeferItem {
    private final ScheduledInvoiceTaxes taxes;
    private final ScheduledInvoiceStore drafts = new ScheduledInvoiceStore();
    private final ScheduledInvoiceLines lines = new ScheduledInvoiceLines();
    private final HistoryStore history;

    public DeferItem(BillingDependencies modules, HistoryStore history) {
        this.taxes = new ScheduledInvoiceTaxes(modules);
        this.history = history;
    }

    /// The earliest scheduled one of a payer, neither muted nor paused; empty when none is left to defer onto.
    public Optional<InvoiceId> run(
            Tx tx, SubscriptionId subscription, Subscription.BillingParties parties, Billable line) {
        return place(tx, subscription, parties, line).map(Placed::invoice);
    }

    /// Where a line went.
    record Placed(InvoiceId invoice, UUID item) {}

    Optional<Placed> place(Tx tx, SubscriptionId subscription, Subscription.BillingParties parties, Billable line) {
        var payee = ScheduledInvoice.Payee.of(parties);
        var next = drafts.lockOpen(
                tx,
                subscription.value(),
                open -> open.values().stream()
                        .filter(draft -> draft.status() == InvoiceStatus.SCHEDULED && draft.payee.equals(payee))
                        .min(Comparator.comparing(draft -> draft.billOn)));
        if (next.isEmpty()) return Optional.empty();
        var draft = next.get();
        var item = Ids.next();
        draft.extras.add(ScheduledInvoice.Extra.fresh(item, line));
        draft.tax(taxes.of(tx, draft));
        save(tx, draft);
        history.add(tx, draft.id, "LINE_ADDED", Optional.of(line.name()));
        return Optional.of(new Placed(new InvoiceId(draft.id), item));
    }

    /// Takes a line off an invoice that is not issued yet. False when it cannot be: the invoice is gone, or paid in
    /// advance for more than would be left.
    boolean takeBack(Tx tx, SubscriptionId subscription, UUID invoice, UUID item) {
        var found = drafts.lockOpen(tx, subscription.value(), open -> Optional.ofNullable(open.get(invoice)));
        if (found.isEmpty()) return false;
        var draft = found.get();
        var extra = draft.extras.stream().filter(it -> it.id.equals(item)).findFirst();
        if (extra.isEmpty()) return false;
        draft.extras.remove(extra.get());
        draft.tax(taxes.of(tx, draft));
        if (draft.paid + draft.credited > draft.total()) return false;
        lines.deleteItem(tx, item);
        save(tx, draft);
        history.add(tx, draft.id, "LINE_REMOVED", Optional.of(extra.get().line.name()));
        return true;
    }

    private void save(Tx tx, ScheduledInvoice draft) {
        drafts.update(tx, List.of(draft));
        lines.save(tx, List.of(draft));
    }
}
