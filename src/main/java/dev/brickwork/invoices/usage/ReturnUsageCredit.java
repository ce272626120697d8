package dev.brickwork.invoices.usage;

import dev.brickwork.invoices.Credits;
import dev.brickwork.invoices.Held;
import dev.brickwork.invoices.InvoiceId;
import dev.brickwork.invoices.InvoiceRooms;
import dev.brickwork.invoices.usage.Billed.Row;
import dev.brickwork.journal.Account;
import dev.brickwork.journal.Cause;
import dev.brickwork.journal.Entry;
import dev.brickwork.journal.Journal;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.money.Quantity;
import dev.brickwork.kernel.pricing.contract.Overage;
import dev.brickwork.subscriptions.Subscriptions;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// An invoice is voided after its usage was corrected to less: the customer's ledger got the difference for something
/// that nobody pays now, and gives it back (rules G-06, I-07). It comes to the same as when it is voided first.
public final class ReturnUsageCredit {
    private final Subscriptions subscriptions;
    private final Credits credits;
    private final Journal journal;
    private final NoteUsageCredit noting;
    private final UsageBillStore store = new UsageBillStore();

    public ReturnUsageCredit(InvoiceRooms rooms, Subscriptions subscriptions, Credits credits) {
        this.subscriptions = subscriptions;
        this.credits = credits;
        this.journal = rooms.journal();
        this.noting = new NoteUsageCredit(rooms);
    }

    /// Holds the subscriptions whose usage an invoice bears, so that nobody settles it meanwhile.
    public void lock(Handle tx, Caller caller, InvoiceId invoice) {
        for (var subscription : store.bearing(tx, caller, invoice)) subscriptions.lock(tx, caller, subscription);
    }

    /// While the invoice is not yet void.
    public void run(Handle tx, Caller caller, Held held, Optional<String> reason) {
        store.onInvoice(tx, caller, held.id())
                .forEach((window, billed) -> giveBack(tx, caller, held, window, billed, reason));
    }

    private void giveBack(
            Handle tx, Caller caller, Held held, WindowKey window, Billed billed, Optional<String> reason) {
        long stays = billed.creditedWithout(held.id().value());
        var tooMuch = new Overage(Quantity.ZERO, billed.credited() - stays, 0);
        if (tooMuch.net() <= 0) return;
        long given = billed.credited();
        long tax = store.taxed(tx, caller, window, Optional.empty()).taxOf(given)
                - store.taxed(tx, caller, window, Optional.of(held.id())).taxOf(given - tooMuch.net());
        var last = billed.rows().getLast();
        store.insert(tx, caller, Row.creditReturned(window, billed.ratedOn().orElseThrow(), last.used(), tooMuch));
        noting.run(tx, caller, window, held.id(), -tooMuch.net(), -tax);
        long all = tooMuch.net() + tax;
        long taken = credits.takeBack(
                tx,
                caller,
                held.account()
                        .grant(Credits.Source.USAGE_CORRECTION, all)
                        .on(held.id())
                        .because(reason));
        journal.post(
                tx,
                caller,
                Entry.of(Cause.USAGE_CORRECTED, held.currency(), held.customer())
                        .move(Account.CUSTOMER_CREDIT, Account.REVENUE, tooMuch.net())
                        .move(Account.CUSTOMER_CREDIT, Account.TAX, tax)
                        .move(Account.GOODWILL, Account.CUSTOMER_CREDIT, all - taken));
    }
}
