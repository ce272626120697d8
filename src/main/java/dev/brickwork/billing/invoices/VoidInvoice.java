package dev.brickwork.billing.invoices;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.billing.rating.ReturnUsageCredit;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.Invoice;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.issued.HistoryStore;
import dev.brickwork.invoicing.issued.InvoiceEvents;
import dev.brickwork.invoicing.issued.InvoiceStore;
import dev.brickwork.invoicing.issued.InvoiceView;
import dev.brickwork.invoicing.issued.PdfStore;
import dev.brickwork.invoicing.issued.SettlementStore;
import dev.brickwork.ledger.Account;
import dev.brickwork.ledger.Cause;
import dev.brickwork.ledger.CreditLedger;
import dev.brickwork.ledger.CreditSource;
import dev.brickwork.ledger.Entry;
import dev.brickwork.ledger.Journal;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.AuditContext;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.pricing.money.Rounding;
import java.util.Optional;

/// Cancels an invoice that has no payments. The number stays used, credit that was used on it goes
/// back, and nothing is billed again by itself (rule I-07). A scheduled one is waived.
public final class VoidInvoice {
    private final InvoiceStore invoices = new InvoiceStore();
    private final HistoryStore history = new HistoryStore();
    private final PdfStore pdfs = new PdfStore();
    private final CreditLedger credits;
    private final SettlementStore settlements = new SettlementStore();
    private final ClawBackCredit taking;
    private final ReturnUsageCredit usage;
    private final Journal journal;
    private final Outbox outbox;
    private final InvoiceView view;

    public VoidInvoice(BillingDependencies modules, ReturnUsageCredit usage, InvoiceView view) {
        this.credits = modules.credits();
        this.taking = new ClawBackCredit(credits, settlements);
        this.usage = usage;
        this.journal = modules.journal();
        this.outbox = modules.outbox();
        this.view = view;
    }

    sealed interface Verdict {
        /// It may be voided.
        ///
        /// @param returned credit that goes back to the customer's ledger
        /// @param tooMuch credit that the customer has of it, and that goes with it
        record Allowed(long returned, long tooMuch) implements Verdict {}

        record Refused(String why) implements Verdict {}
    }

    /// Whether it may be voided, and what that gives back.
    ///
    /// @param given what changes of the contract already gave back of it as credit
    static Verdict decide(LockedInvoice invoice, long given) {
        if (invoice.isVoided()) return new Verdict.Refused("the invoice is already void");
        if (invoice.amounts().paid() > 0) {
            return new Verdict.Refused("the invoice has payments; refund them first");
        }
        if (invoice.isBeingCharged()) return new Verdict.Refused("a payment is being processed");
        long used = invoice.amounts().credited() + invoice.amounts().adjustmentCredit();
        long carried = invoice.isIssued() ? invoice.amounts().carriedForward() : 0; // M-08
        long owed = used - carried - given;
        return new Verdict.Allowed(Math.max(0, owed), Math.max(0, -owed));
    }

    public Invoice run(Tx tx, InvoiceId id, Optional<String> reason) {
        usage.lock(tx, id); // Lock order: subscriptions before the invoice.
        var locked = invoices.lock(tx, id).orElseThrow(() -> Refusal.notFound("invoice"));
        long given = settlements.taken(tx, id).stream()
                .mapToLong(SettlementStore.Taken::given)
                .sum();
        return switch (decide(locked, given)) {
            case Verdict.Refused(var why) -> throw Refusal.badRequest(why);
            case Verdict.Allowed(var returned, var tooMuch) -> {
                AuditContext.because(tx, reason);
                usage.run(tx, locked, reason);
                invoices.saveVoided(tx, id, reason);
                history.add(tx, id.value(), "VOIDED", reason);
                pdfs.discard(tx, id);
                credits.move(
                        tx,
                        locked.account()
                                .grant(CreditSource.VOID_RETURN, returned)
                                .on(id));
                long lost = tooMuch - taking.run(tx, locked, CreditSource.VOID_RETURN, tooMuch);
                if (locked.isIssued()) journal.post(tx, booked(tx, locked, returned - tooMuch, lost));
                var voided = view.find(tx, id).orElseThrow();
                outbox.stage(
                        tx,
                        InvoiceEvents.told(
                                "invoice.voided",
                                voided,
                                tx.now(),
                                out -> out.put("voided_at", tx.now()).put("reason", reason)));
                yield voided;
            }
        };
    }

    /// The journal entry of the void: the open amount and what was paid by credit are taken out of revenue and tax,
    /// in the proportion in which they still hold it. The billed amounts are no measure of that: a change of the
    /// contract may have taken more from one than from the other.
    ///
    /// @param returned what the customer's credit grows by, below zero where it shrinks
    /// @param lost of that, what the customer has spent already
    private Entry booked(Tx tx, LockedInvoice locked, long returned, long lost) {
        long reversed = locked.amounts().remaining() + returned;
        long taxed = -journal.balance(tx, Account.TAX, locked.id().value());
        long gross = taxed - journal.balance(tx, Account.REVENUE, locked.id().value());
        long tax = gross == 0 ? 0 : Rounding.share(taxed, reversed, gross);
        return Entry.of(Cause.INVOICE_VOIDED, locked.currency(), locked.customer())
                .on(locked.id().value())
                .move(Account.RECEIVABLE, Account.CUSTOMER_CREDIT, returned + lost)
                .move(Account.GOODWILL, Account.RECEIVABLE, lost)
                .move(Account.REVENUE, Account.RECEIVABLE, reversed - tax)
                .move(Account.TAX, Account.RECEIVABLE, tax);
    }
}
