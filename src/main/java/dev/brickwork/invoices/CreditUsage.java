package dev.brickwork.invoices;

import dev.brickwork.invoices.RateUsage.Rated;
import dev.brickwork.invoices.UsageBillStore.Kind;
import dev.brickwork.invoices.UsageBillStore.Row;
import dev.brickwork.invoices.UsageBillStore.WindowKey;
import dev.brickwork.journal.Account;
import dev.brickwork.journal.Cause;
import dev.brickwork.journal.Entry;
import dev.brickwork.journal.Journal;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.money.Quantity;
import dev.brickwork.kernel.money.Rounding;
import dev.brickwork.kernel.pricing.Overage;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.subscriptions.SubscriptionId;
import java.time.LocalDate;
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

    void run(Handle tx, Caller caller, Credits.Account account, SubscriptionId subscription, Rated rated) {
        run(tx, caller, account, subscription, rated.key(), rated.ratedOn(), rated.used(), rated.change());
    }

    void run(
            Handle tx,
            Caller caller,
            Credits.Account account,
            SubscriptionId subscription,
            WindowKey key,
            LocalDate ratedOn,
            Quantity used,
            Overage change) {
        long net = -change.net();
        var taxed = store.taxed(tx, caller, subscription, key);
        long tax = taxed.net() <= 0 ? 0 : Rounding.share(taxed.tax(), Math.min(net, taxed.net()), taxed.net());
        store.insert(
                tx,
                caller,
                subscription,
                new Row(Ids.next(), key, ratedOn, Kind.CREDIT, used, change, Optional.empty(), Optional.empty()));
        credits.grant(
                tx, caller, account, Credits.Source.USAGE_CORRECTION, net + tax, Optional.empty(), Optional.of(REASON));
        journal.post(
                tx,
                caller,
                Entry.of(Cause.USAGE_CORRECTED, account.currency(), account.customer())
                        .move(Account.REVENUE, Account.CUSTOMER_CREDIT, net)
                        .move(Account.TAX, Account.CUSTOMER_CREDIT, tax));
    }
}
