package dev.brickwork.billing.schedule;

import dev.brickwork.billing.BillingDependencies;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.OrderId;
import dev.brickwork.invoicing.SettledValue;
import dev.brickwork.invoicing.SettlementCause;
import dev.brickwork.invoicing.issued.HistoryStore;
import dev.brickwork.invoicing.issued.SettlementStore;
import dev.brickwork.ledger.Account;
import dev.brickwork.ledger.Cause;
import dev.brickwork.ledger.CreditAccount;
import dev.brickwork.ledger.CreditLedger;
import dev.brickwork.ledger.CreditSource;
import dev.brickwork.ledger.Entry;
import dev.brickwork.ledger.Journal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Takes unused value back from issued invoices: what was not paid reduces what is owed, what was paid becomes
/// credit (rules R-02, U-06, Z-02).
final class SettleUnused {
    private final CreditLedger credits;
    private final Journal journal;
    private final Outbox outbox;
    private final HistoryStore history = new HistoryStore();
    private final SettlementStore store = new SettlementStore();

    SettleUnused(BillingDependencies modules) {
        this.credits = modules.credits();
        this.journal = modules.journal();
        this.outbox = modules.outbox();
    }

    /// Locks the invoices of a term, so that none is paid while it is being settled.
    void lock(Tx tx, OrderId term) {
        tx.query("""
                SELECT id
                FROM invoice
                WHERE seller_id = :seller AND term_order_id = :term
                ORDER BY id
                FOR NO KEY UPDATE
                """).bind("term", term.value()).mapTo(UUID.class).list();
    }

    void run(Tx tx, OrderId causedBy, SettlementCause cause, List<SettledValue> settlements) {
        for (var settled : settlements) {
            store.insert(tx, causedBy, cause, settled);
            var settlement = settled.settlement();
            var account = store.offset(tx, settlement.invoiceId(), settlement.offset());
            long lost = credit(tx, cause, account, settled);
            journal.post(tx, booked(settled, cause, account, lost));
            if (settlement.offset() > 0) {
                history.add(tx, settlement.invoiceId(), "REDUCED", Optional.of(cause.name()));
                outbox.stage(tx, Event.inside("invoice.reduced", settlement.invoiceId(), _ -> {}));
            }
        }
    }

    /// Revenue and tax are taken back in the proportion in which they were billed (rule R-03), and stay as they are
    /// where the customer is not given what they paid for. The credit of a recast goes onto the invoices of
    /// its own order; what an invoice gave too much comes out of that, then out of the ledger.
    ///
    /// @param lost what was given too much and is spent already
    private static Entry booked(SettledValue settled, SettlementCause cause, CreditAccount account, long lost) {
        var settlement = settled.settlement();
        long tax = settlement.taxOfGiven(settled.given());
        boolean isOfRecast = cause == SettlementCause.RECAST && settlement.credit() > 0;
        var owed = isOfRecast ? Account.ADJUSTMENTS : Account.CUSTOMER_CREDIT;
        return Entry.of(Cause.UNUSED_SETTLED, account.currency(), account.customer())
                .on(settlement.invoiceId())
                .move(Account.REVENUE, Account.RECEIVABLE, settlement.offset() - settlement.taxOfOffset())
                .move(Account.TAX, Account.RECEIVABLE, settlement.taxOfOffset())
                .move(Account.REVENUE, owed, settled.given() - tax)
                .move(Account.TAX, owed, tax)
                .move(Account.ADJUSTMENTS, Account.CUSTOMER_CREDIT, settled.borne())
                .move(Account.GOODWILL, Account.CUSTOMER_CREDIT, lost);
    }

    /// Gives the customer their credit, or takes back what they have too much. Returns the part already spent.
    private long credit(Tx tx, SettlementCause cause, CreditAccount account, SettledValue settled) {
        var invoice = new InvoiceId(settled.settlement().invoiceId());
        long credit = settled.settlement().credit();
        if (credit < 0) {
            long back = -credit - settled.borne();
            var tooMuch = account.grant(CreditSource.ADJUSTMENT, back).on(invoice);
            return back - credits.takeBack(tx, tooMuch);
        }
        if (cause != SettlementCause.RECAST) {
            var source = cause == SettlementCause.REDUCTION ? CreditSource.DOWNGRADE : CreditSource.ADJUSTMENT;
            credits.move(tx, account.grant(source, credit).on(invoice));
        }
        return 0;
    }
}
