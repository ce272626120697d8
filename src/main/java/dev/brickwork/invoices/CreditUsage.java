package dev.brickwork.invoices;

import dev.brickwork.invoices.UsageBillStore.Row;
import dev.brickwork.journal.Account;
import dev.brickwork.journal.Cause;
import dev.brickwork.journal.Entry;
import dev.brickwork.journal.Journal;
import dev.brickwork.kernel.Caller;
import dev.brickwork.subscriptions.SubscriptionId;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Less is owed for a window than was billed: the customer's ledger gets the net and its share of the tax that was
/// billed on it (rules G-06, R-03).
final class CreditUsage {
    private static final String REASON = "usage was corrected";

    private final Credits credits;
    private final Journal journal;
    private final UsageBillStore store = new UsageBillStore();

    CreditUsage(Invoices.Rooms rooms, Credits credits) {
        this.credits = credits;
        this.journal = rooms.journal();
    }

    void run(Handle tx, Caller caller, Credits.Account account, SubscriptionId subscription, Row credit) {
        long net = -credit.change().net();
        long before = store.ofSubscription(tx, caller, subscription)
                .getOrDefault(credit.window(), UsageBillStore.Billed.NOTHING)
                .credited();
        var taxed = store.taxed(tx, caller, subscription, credit.window(), Optional.empty());
        long tax = taxed.taxOf(before + net) - taxed.taxOf(before);
        store.insert(tx, caller, subscription, credit);
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
