package dev.brickwork.billing.rating;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.usage.AdvanceFee;
import dev.brickwork.invoicing.usage.Billed;
import dev.brickwork.invoicing.usage.Billed.Row;
import dev.brickwork.invoicing.usage.UsageBillStore;
import dev.brickwork.invoicing.usage.WindowKey;
import dev.brickwork.ledger.Account;
import dev.brickwork.ledger.Cause;
import dev.brickwork.ledger.CreditAccount;
import dev.brickwork.ledger.CreditLedger;
import dev.brickwork.ledger.CreditSource;
import dev.brickwork.ledger.Entry;
import dev.brickwork.ledger.Journal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.contract.Overage;
import dev.brickwork.pricing.money.Currency;
import dev.brickwork.pricing.money.Quantity;
import dev.brickwork.pricing.money.Rounding;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Less is owed for a window than was billed: the customer's ledger gets the net and its share of the tax that was
/// billed on it (rules G-06, R-03).
public final class CreditUsage {
    private static final String REASON = "usage was corrected";

    private final CreditLedger credits;
    private final RateUsage rating;
    private final Journal journal;
    private final NoteUsageCredit noting;
    private final UsageBillStore store = new UsageBillStore();

    public CreditUsage(BillingDependencies modules, RateUsage rating) {
        this.credits = modules.credits();
        this.rating = rating;
        this.journal = modules.journal();
        this.noting = new NoteUsageCredit(modules);
    }

    /// The tax with which the credit for each window on an invoice was given, as its current version says it.
    public Map<WindowKey, Long> taxes(Tx tx, InvoiceId invoice) {
        var credited = new LinkedHashMap<WindowKey, Long>();
        var fees = new LinkedHashMap<WindowKey, AdvanceFee>();
        rating.borneBy(tx, invoice).forEach((window, billed) -> {
            if (billed.credited() == 0) return;
            credited.put(window, billed.credited());
            fees.put(window, billed.fee());
        });
        if (credited.isEmpty()) return credited;
        var taxed = store.taxed(tx, fees, Optional.empty());
        credited.replaceAll((window, net) ->
                taxed.getOrDefault(window, UsageBillStore.Taxed.NOTHING).taxOf(net));
        return credited;
    }

    /// Where a window was billed last: its usage, or the fee before it.
    public Optional<UsageBillStore.Bearer> bearer(Tx tx, WindowKey window) {
        return store.bearer(tx, window)
                .or(() -> rating.fee(tx, window).bearer().flatMap(invoice -> store.bearer(tx, invoice)));
    }

    /// The invoice was priced again with another tax, and so is what was given back of it (rule I-08).
    ///
    /// @param before the taxes until now
    public void retax(Tx tx, LockedInvoice locked, Map<WindowKey, Long> before) {
        long change = 0;
        for (var each : taxes(tx, locked.id()).entrySet()) {
            long more = each.getValue() - before.getOrDefault(each.getKey(), 0L);
            noting.run(tx, each.getKey(), locked.id(), 0, more);
            change += more;
        }
        retax(tx, locked, change);
    }

    private void retax(Tx tx, LockedInvoice locked, long change) {
        var account = locked.account();
        credits.move(
                tx,
                account.grant(CreditSource.USAGE_CORRECTION, Math.max(0, change))
                        .on(locked.id())
                        .because(Optional.of(REASON)));
        long tooMuch = Math.max(0, -change);
        long taken = credits.takeBack(
                tx, account.grant(CreditSource.USAGE_CORRECTION, tooMuch).on(locked.id()));
        journal.post(
                tx,
                Entry.of(Cause.USAGE_CORRECTED, account.currency(), account.customer())
                        .move(Account.TAX, Account.CUSTOMER_CREDIT, change)
                        .move(Account.GOODWILL, Account.CUSTOMER_CREDIT, tooMuch - taken));
    }

    public void run(Tx tx, CreditAccount account, Row credit) {
        long net = -credit.change().net();
        long before = store.credited(tx, credit.window());
        var fee = rating.fee(tx, credit.window());
        var taxed = store.taxed(tx, credit.window(), fee, Optional.empty());
        long tax = taxed.taxOf(before + net) - taxed.taxOf(before);
        store.insert(tx, credit);
        bearer(tx, credit.window()).ifPresent(bearer -> noting.run(tx, credit.window(), bearer.invoice(), net, tax));
        credits.move(tx, account.grant(CreditSource.USAGE_CORRECTION, net + tax).because(Optional.of(REASON)));
        journal.post(
                tx,
                Entry.of(Cause.USAGE_CORRECTED, account.currency(), account.customer())
                        .move(Account.REVENUE, Account.CUSTOMER_CREDIT, net)
                        .move(Account.TAX, Account.CUSTOMER_CREDIT, tax));
    }

    /// Credit of a window that goes back.
    ///
    /// @param on an issued invoice that bears the window
    record Taken(WindowKey window, InvoiceId on, long net, long tax) {}

    /// The ledger gives credit for a window back; what the customer has spent of it is lost.
    void takeBack(Tx tx, CreditAccount account, Taken taken, Billed billed, Optional<String> reason) {
        var change = new Overage(Quantity.ZERO, taken.net, 0);
        var last = billed.rows().getLast();
        store.insert(tx, Row.creditReturned(taken.window, billed.ratedOn().orElseThrow(), last.used(), change));
        noting.run(tx, taken.window, taken.on, -taken.net, -taken.tax);
        long all = taken.net + taken.tax;
        long got = credits.takeBack(
                tx,
                account.grant(CreditSource.USAGE_CORRECTION, all).on(taken.on).because(reason));
        journal.post(
                tx,
                Entry.of(Cause.USAGE_CORRECTED, account.currency(), account.customer())
                        .move(Account.CUSTOMER_CREDIT, Account.REVENUE, taken.net)
                        .move(Account.CUSTOMER_CREDIT, Account.TAX, taken.tax)
                        .move(Account.GOODWILL, Account.CUSTOMER_CREDIT, all - got));
    }

    /// The contract has no such window any more, so all of its fee is given back as unused (rule R-02), and what was
    /// given back of the fee before goes back to the seller.
    public void takeBackOfFee(Tx tx, Currency currency, WindowKey window, Billed billed, long net) {
        var given = store.given(tx, window);
        if (given.isEmpty()) return;
        var all = given.get();
        long tax = all.tax() - Rounding.share(all.tax(), all.net() - net, all.net());
        var account = new CreditAccount(all.bearer().customer(), currency);
        var taken = new Taken(window, all.bearer().invoice(), net, tax);
        takeBack(tx, account, taken, billed, Optional.of(REASON));
    }
}
