package dev.brickwork.invoices;

import dev.brickwork.journal.Account;
import dev.brickwork.journal.Cause;
import dev.brickwork.journal.Entry;
import dev.brickwork.journal.Journal;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.Refusal;
import dev.brickwork.kernel.money.Rounding;
import dev.brickwork.plumbing.database.AuditContext;
import dev.brickwork.plumbing.outbox.Outbox;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Cancels an invoice that nobody has paid (API 3.2, 4.8). The number stays used, credit that was used on it goes
/// back, and nothing is billed again by itself (rule I-07). A scheduled one is waived.
final class VoidInvoice {
    private final InvoiceStore invoices;
    private final HistoryStore history;
    private final Credits credits;
    private final Journal journal;
    private final Outbox outbox;
    private final InvoiceView view;

    VoidInvoice(Invoices.Rooms rooms, InvoiceStore invoices, HistoryStore history, Credits credits, InvoiceView view) {
        this.invoices = invoices;
        this.history = history;
        this.credits = credits;
        this.journal = rooms.journal();
        this.outbox = rooms.outbox();
        this.view = view;
    }

    sealed interface Verdict {
        /// It may be voided.
        ///
        /// @param returned credit that goes back to the customer's ledger
        record Allowed(long returned) implements Verdict {}

        record Refused(String why) implements Verdict {}
    }

    /// @param given what changes of the contract already gave back of it as credit
    static Verdict decide(Held invoice, long given) {
        if (invoice.isVoided()) return new Verdict.Refused("the invoice is already void");
        if (invoice.amounts().paid() > 0) {
            return new Verdict.Refused("the invoice has payments; refund them first");
        }
        if (invoice.isBeingCharged()) return new Verdict.Refused("a payment is being processed");
        long used = invoice.amounts().credited() + invoice.amounts().adjustmentCredit();
        return new Verdict.Allowed(Math.max(0, used - given));
    }

    Invoice run(Handle tx, Caller caller, InvoiceId id, Optional<String> reason) {
        var held = invoices.lock(tx, caller, id).orElseThrow(() -> Refusal.notFound("invoice"));
        return switch (decide(held, invoices.creditGiven(tx, caller, id))) {
            case Verdict.Refused(var why) -> throw Refusal.badRequest(why);
            case Verdict.Allowed(var returned) -> {
                AuditContext.because(tx, reason);
                invoices.saveVoided(tx, caller, id, reason);
                history.add(tx, caller, id.value(), "VOIDED", reason);
                credits.move(
                        tx,
                        caller,
                        held.account()
                                .grant(Credits.Source.VOID_RETURN, returned)
                                .on(id));
                if (held.isIssued()) journal.post(tx, caller, booked(tx, caller, held, returned));
                var voided = view.find(tx, caller, id).orElseThrow();
                outbox.stage(
                        tx,
                        caller,
                        List.of(InvoiceEvents.told(
                                "invoice.voided",
                                voided,
                                caller.now(),
                                out -> out.put("voided_at", caller.now()).put("reason", reason))));
                yield voided;
            }
        };
    }

    /// Nobody owes anything on it any more: what is open and what was paid by credit is taken out of revenue and
    /// tax, in the proportion in which they still hold it. What was billed says too little: a change of the
    /// contract may have taken more from one than from the other.
    private Entry booked(Handle tx, Caller caller, Held held, long returned) {
        long reversed = held.amounts().remaining() + returned;
        long taxed = -journal.balance(tx, caller, Account.TAX, held.id().value());
        long gross =
                taxed - journal.balance(tx, caller, Account.REVENUE, held.id().value());
        long tax = gross == 0 ? 0 : Rounding.share(taxed, reversed, gross);
        return Entry.of(Cause.INVOICE_VOIDED, held.currency(), held.customer())
                .on(held.id().value())
                .move(Account.RECEIVABLE, Account.CUSTOMER_CREDIT, returned)
                .move(Account.REVENUE, Account.RECEIVABLE, reversed - tax)
                .move(Account.TAX, Account.RECEIVABLE, tax);
    }
}
