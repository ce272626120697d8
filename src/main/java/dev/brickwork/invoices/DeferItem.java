package dev.brickwork.invoices;

import dev.brickwork.customers.CustomerId;
import dev.brickwork.customers.Customers;
import dev.brickwork.kernel.Caller;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.sellers.LegalEntityId;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.subscriptions.SubscriptionId;
import dev.brickwork.taxes.Sale;
import dev.brickwork.taxes.Taxes;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Puts a line on the next invoice of a subscription (rule L-03). The caller holds the subscription's lock.
final class DeferItem {
    private final Sellers sellers;
    private final Customers customers;
    private final Taxes taxes;
    private final DraftStore drafts = new DraftStore();
    private final HistoryStore history;

    DeferItem(Invoices.Rooms rooms, HistoryStore history) {
        this.sellers = rooms.sellers();
        this.customers = rooms.customers();
        this.taxes = rooms.taxes();
        this.history = history;
    }

    /// The earliest scheduled one, neither muted nor paused; empty when no invoice is left to defer onto.
    Optional<InvoiceId> run(Handle tx, Caller caller, SubscriptionId subscription, Billable line) {
        var next = drafts.lockOpen(tx, caller, subscription.value()).values().stream()
                .filter(draft -> draft.status() == InvoiceStatus.SCHEDULED)
                .min(Comparator.comparing(draft -> draft.billOn));
        if (next.isEmpty()) return Optional.empty();
        var draft = next.get();
        draft.extras.add(new Draft.Extra(Ids.next(), line, 0, true));
        var billed = customers
                .find(tx, caller, new CustomerId(draft.payee.billedCompany()))
                .orElseThrow();
        var issuer = sellers.entity(tx, caller, new LegalEntityId(draft.payee.entity()))
                .orElseThrow();
        var before = draft.charges.stream().map(charge -> charge.tax).toList();
        draft.tax(taxes.rates(
                tx, caller, Sale.of(issuer, billed.address(), billed.taxId(), draft.zone.dateOf(caller.now()))));
        for (int i = 0; i < before.size(); i++) {
            var charge = draft.charges.get(i);
            if (charge.tax != before.get(i)) charge.isCut = true;
        }
        drafts.update(tx, caller, List.of(draft));
        drafts.updateCharges(tx, caller, List.of(draft));
        drafts.saveExtras(tx, caller, List.of(draft));
        history.add(tx, caller, draft.id, "LINE_ADDED", Optional.of(line.name()));
        return Optional.of(new InvoiceId(draft.id));
    }
}
