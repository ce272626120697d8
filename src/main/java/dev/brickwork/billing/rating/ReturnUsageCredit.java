package dev.brickwork.billing.rating;

import dev.brickwork.contracts.Contracts;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.usage.Billed;
import dev.brickwork.invoicing.usage.UsageBillStore;
import dev.brickwork.invoicing.usage.WindowKey;
import dev.brickwork.platform.database.Tx;
import java.util.Optional;

/// Takes usage credit back when its invoice is voided after the usage was corrected to less: the customer's ledger
/// got the difference for usage that is not paid now (rules G-06, I-07). The result is that of voiding first.
public final class ReturnUsageCredit {
    private final Contracts contracts;
    private final RateUsage rating;
    private final CreditUsage crediting;
    private final UsageBillStore store = new UsageBillStore();

    public ReturnUsageCredit(Contracts contracts, RateUsage rating, CreditUsage crediting) {
        this.contracts = contracts;
        this.rating = rating;
        this.crediting = crediting;
    }

    /// Locks the subscriptions whose usage an invoice bears, so that it is not settled meanwhile.
    public void lock(Tx tx, InvoiceId invoice) {
        for (var subscription : store.bearing(tx, invoice)) contracts.lock(tx, subscription);
    }

    /// While the invoice is not yet void.
    public void run(Tx tx, LockedInvoice locked, Optional<String> reason) {
        rating.borneBy(tx, locked.id()).forEach((window, billed) -> giveBack(tx, locked, window, billed, reason));
    }

    private void giveBack(Tx tx, LockedInvoice locked, WindowKey window, Billed billed, Optional<String> reason) {
        long given = billed.credited();
        long tooMuch = given - billed.creditedWithout(locked.id().value());
        if (tooMuch <= 0) return;
        long tax = store.taxed(tx, window, billed.fee(), Optional.empty()).taxOf(given)
                - store.taxed(tx, window, billed.fee(), Optional.of(locked.id()))
                        .taxOf(given - tooMuch);
        crediting.takeBack(
                tx, locked.account(), new CreditUsage.Taken(window, locked.id(), tooMuch, tax), billed, reason);
    }
}
