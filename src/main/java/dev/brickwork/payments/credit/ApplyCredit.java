package dev.brickwork.payments.credit;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.ledger.Account;
import dev.brickwork.ledger.Cause;
import dev.brickwork.ledger.CreditAccount;
import dev.brickwork.ledger.CreditLedger;
import dev.brickwork.ledger.Entry;
import dev.brickwork.ledger.Journal;
import dev.brickwork.payments.booking.PaymentDependencies;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import java.util.List;
import java.util.Optional;

/// Settles an issued invoice with credit that came after it; what is there at issue is used by itself (rule I-11).
public final class ApplyCredit {
    private final Invoices invoices;
    private final Journal journal;
    private final CreditLedger credits;
    private final Outbox outbox;

    ApplyCredit(PaymentDependencies modules) {
        this.invoices = modules.invoices();
        this.journal = modules.journal();
        this.outbox = modules.outbox();
        this.credits = modules.credits();
    }

    sealed interface Verdict {
        record Allowed(long amount) implements Verdict {}

        /// More was asked for than is open and there.
        record TooMuch(long most) implements Verdict {}

        record Refused(String why) implements Verdict {}
    }

    /// How much of the credit goes to the invoice.
    ///
    /// @param wanted absent means as much as is open and there
    static Verdict decide(LockedInvoice invoice, long balance, Optional<Long> wanted) {
        if (invoice.isVoided()) return new Verdict.Refused("the invoice is void");
        if (!invoice.isIssued()) return new Verdict.Refused("the invoice is not issued; credit is used at issue");
        if (invoice.isBeingCharged()) return new Verdict.Refused("a payment of this invoice is being processed");
        if (invoice.isNothingOpen()) return new Verdict.Refused("nothing is open on this invoice");
        if (balance == 0) return new Verdict.Refused("the customer has no credit in this currency");
        long most = Math.min(balance, invoice.amounts().remaining());
        long amount = wanted.orElse(most);
        return amount > most ? new Verdict.TooMuch(most) : new Verdict.Allowed(amount);
    }

    void run(Tx tx, InvoiceId id, Optional<Long> wanted) {
        var locked = invoices.lock(tx, id).orElseThrow(() -> Refusal.notFound("invoice"));
        var account = locked.account();
        long balance = credits.lock(tx, List.of(locked.customer())).getOrDefault(account, 0L);
        switch (decide(locked, balance, wanted)) {
            case Verdict.Refused(var why) -> throw Refusal.badRequest(why);
            case Verdict.TooMuch(var most) ->
                throw Refusal.badField("amount", "At most %d can be applied.".formatted(most));
            case Verdict.Allowed(var amount) -> apply(tx, locked, account, amount);
        }
    }

    private void apply(Tx tx, LockedInvoice locked, CreditAccount account, long amount) {
        invoices.credit(tx, locked, amount);
        credits.move(tx, account.use(amount).on(locked.id()));
        journal.post(
                tx,
                Entry.of(Cause.CREDIT_APPLIED, locked.currency(), locked.customer())
                        .on(locked.id().value())
                        .move(Account.CUSTOMER_CREDIT, Account.RECEIVABLE, amount));
        invoices.remember(tx, locked.id(), "CREDIT_APPLIED", Optional.empty());
        outbox.stage(tx, Event.inside("invoice.credited", locked.id().value(), out -> out.put("amount", amount)));
    }
}
