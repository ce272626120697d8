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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Less is owed for a window than was billed: the customer's ledger gets the net and its share of the tax that was
/// billed on it (rules G-06, R-03).
public final class CreditUsage {
    private static final String REASON = "usage was corrected";

    private final Credits credits;
    private final Journal journal;
    private final NoteUsageCredit noting;
    private final UsageBillStore store = new UsageBillStore();

    public CreditUsage(InvoiceRooms rooms, Credits credits) {
        this.credits = credits;
        this.journal = rooms.journal();
        this.noting = new NoteUsageCredit(rooms);
    }

    /// The tax with which the credit for each window on an invoice was given, as its current version says it.
    public Map<WindowKey, Long> taxes(Handle tx, Caller caller, InvoiceId invoice) {
        var credited = new LinkedHashMap<WindowKey, Long>();
        store.onInvoice(tx, caller, invoice).forEach((window, billed) -> {
            if (billed.credited() != 0) credited.put(window, billed.credited());
        });
        if (credited.isEmpty()) return credited;
        var taxed = store.taxed(tx, caller, credited.keySet(), Optional.empty());
        credited.replaceAll((window, net) ->
                taxed.getOrDefault(window, UsageBillStore.Taxed.NOTHING).taxOf(net));
        return credited;
    }

    /// The invoice was priced again with another tax, and so is what was given back of it (rule I-08).
    ///
    /// @param before the taxes until now
    public void retax(Handle tx, Caller caller, Held held, Map<WindowKey, Long> before) {
        long change = 0;
        for (var each : taxes(tx, caller, held.id()).entrySet()) {
            long more = each.getValue() - before.getOrDefault(each.getKey(), 0L);
            noting.run(tx, caller, each.getKey(), held.id(), 0, more);
            change += more;
        }
        retax(tx, caller, held, change);
    }

    private void retax(Handle tx, Caller caller, Held held, long change) {
        var account = held.account();
        credits.move(
                tx,
                caller,
                account.grant(Credits.Source.USAGE_CORRECTION, Math.max(0, change))
                        .on(held.id())
                        .because(Optional.of(REASON)));
        long tooMuch = Math.max(0, -change);
        long taken = credits.takeBack(
                tx,
                caller,
                account.grant(Credits.Source.USAGE_CORRECTION, tooMuch).on(held.id()));
        journal.post(
                tx,
                caller,
                Entry.of(Cause.USAGE_CORRECTED, account.currency(), account.customer())
                        .move(Account.TAX, Account.CUSTOMER_CREDIT, change)
                        .move(Account.GOODWILL, Account.CUSTOMER_CREDIT, tooMuch - taken));
    }

    public void run(Handle tx, Caller caller, Credits.Account account, Row credit) {
        long net = -credit.change().net();
        long before = store.credited(tx, caller, credit.window());
        var taxed = store.taxed(tx, caller, credit.window(), Optional.empty());
        long tax = taxed.taxOf(before + net) - taxed.taxOf(before);
        store.insert(tx, caller, credit);
        store.bearer(tx, caller, credit.window())
                .ifPresent(bearer -> noting.run(tx, caller, credit.window(), bearer.invoice(), net, tax));
        credits.move(
                tx,
                caller,
                account.grant(Credits.Source.USAGE_CORRECTION, net + tax).because(Optional.of(REASON)));
        journal.post(
                tx,
                caller,
                Entry.of(Cause.USAGE_CORRECTED, account.currency(), account.customer())
                        .move(Account.REVENUE, Account.CUSTOMER_CREDIT, net)
                        .move(Account.TAX, Account.CUSTOMER_CREDIT, tax));
    }
}
