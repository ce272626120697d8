package dev.brickwork.billing.invoices;

import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.issued.SettlementStore;
import dev.brickwork.invoicing.scheduled.ScheduledInvoice;
import dev.brickwork.invoicing.scheduled.ScheduledInvoiceStore;
import dev.brickwork.ledger.CreditLedger;
import dev.brickwork.ledger.CreditSource;
import dev.brickwork.platform.database.Tx;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Takes credit back that a customer was given for an invoice: what a recast put onto invoices that are still to come
/// (rule R-04), the latest first, and then what is in their ledger. The caller holds the subscription's lock.
final class ClawBackCredit {
    private final CreditLedger credits;
    private final SettlementStore settlements;
    private final ScheduledInvoiceStore drafts = new ScheduledInvoiceStore();

    ClawBackCredit(CreditLedger credits, SettlementStore settlements) {
        this.credits = credits;
        this.settlements = settlements;
    }

    /// Returns how much of it there was; what is spent is the seller's loss.
    long run(Tx tx, LockedInvoice locked, CreditSource source, long amount) {
        if (amount == 0) return 0;
        long waiting = fromScheduled(tx, locked, amount);
        var rest = locked.account().grant(source, amount - waiting).on(locked.id());
        return waiting + credits.takeBack(tx, rest);
    }

    private long fromScheduled(Tx tx, LockedInvoice locked, long amount) {
        var recasts = settlements.recasts(tx, locked.id());
        if (recasts.isEmpty()) return 0;
        var bearing = drafts.lockOpen(tx, locked.subscription().orElseThrow()).values().stream()
                .filter(draft -> recasts.contains(draft.term) && draft.credit > 0)
                .sorted(Comparator.comparing((ScheduledInvoice draft) -> draft.billOn)
                        .reversed())
                .toList();
        long left = amount;
        List<ScheduledInvoice> lowered = new ArrayList<>();
        for (var draft : bearing) {
            if (left == 0) break;
            left -= draft.loseCredit(left);
            lowered.add(draft);
        }
        drafts.update(tx, lowered);
        return amount - left;
    }
}
