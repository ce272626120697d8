package dev.brickwork.payments.refunds;

import dev.brickwork.invoices.Credits;
import dev.brickwork.invoices.Invoices;
import dev.brickwork.journal.Account;
import dev.brickwork.journal.Journal;
import dev.brickwork.kernel.Caller;
import dev.brickwork.payments.PaymentRooms;
import dev.brickwork.payments.booking.Payment;
import dev.brickwork.payments.booking.PaymentId;
import dev.brickwork.payments.methods.Processors.Connected;
import dev.brickwork.payments.processor.Processor.ForeignRefund;
import dev.brickwork.payments.processor.RefundResult;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.database.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Writes down what went back of a charge without us: refunds made at the processor's own pages, disputes that were
/// lost, and refunds of ours that were given up and arrived there all the same. The money is gone, so nothing is
/// refused here.
public final class AdoptRefunds {
    private static final String CAME_BACK = "The refund did not go through.";
    private static final String AFTER_ALL = "The refund was made after it had been given up.";

    private final Database database;
    private final Invoices invoices;
    private final Journal journal;
    private final Credits credits;
    private final RefundStore refunds = new RefundStore();
    private final Refunding refunding;

    public AdoptRefunds(PaymentRooms rooms, Credits credits, Refunding refunding) {
        this.database = rooms.database();
        this.invoices = rooms.invoices();
        this.journal = rooms.journal();
        this.credits = credits;
        this.refunding = refunding;
    }

    /// Who bears it: the invoice that is open again, then the customer's credit, where money of this payment may have
    /// become credit before (rules I-04, I-13), then the seller.
    record Borne(long byInvoice, long byCredit, long bySeller) {
        /// Who bears what went back: the invoice, the customer's credit, then the seller.
        ///
        /// @param free what stands on the invoice and is not on its way back
        /// @param balance of the customer's credit
        public static Borne of(long amount, Payment payment, RefundStore.Returned returned, long free, long balance) {
            long paid = Math.max(0, Math.min(payment.applied() - returned.fromInvoice(), free));
            long byInvoice = Math.min(amount, paid);
            long byCredit = Math.min(amount - byInvoice, balance);
            return new Borne(byInvoice, byCredit, amount - byInvoice - byCredit);
        }
    }

    public void run(Caller caller, Connected connected, String charge) {
        var origin = new RefundStore.Origin(connected.accountId(), charge);
        var payment = database.read(tx -> refunds.paymentOf(tx, caller, origin));
        if (payment.isEmpty()) return; // A charge of somebody else.
        // Known before the processor is asked: what somebody else adopts meanwhile is no missing one.
        var known = database.read(tx -> refunds.foreign(tx, caller, origin));
        for (var made : made(caller, connected, origin)) {
            known.remove(made.id());
            database.write(caller, tx -> adopt(tx, caller, payment.get(), origin, made));
        }
        for (var id : known.values()) refunding.comeBack(caller, id, CAME_BACK);
    }

    private List<ForeignRefund> made(Caller caller, Connected connected, RefundStore.Origin origin) {
        var all = new ArrayList<>(connected.processor().foreignRefunds(origin.charge()));
        for (var refund : database.read(tx -> refunds.givenUp(tx, caller, origin))) {
            if (Refunding.said(connected, refund.id(), origin.charge()).orElse(null)
                    instanceof RefundResult.Refunded(var id, var amount)) {
                all.add(new ForeignRefund(id, amount, AFTER_ALL));
            }
        }
        return all;
    }

    private void adopt(Handle tx, Caller caller, PaymentId id, RefundStore.Origin origin, ForeignRefund made) {
        var payment = refunding.requirePayment(tx, caller, id.value());
        var held = invoices.lock(tx, caller, payment.invoice()).orElseThrow();
        if (!made.amount().currency().equals(held.currency())) return; // Never so of a charge of ours.
        long balance = credits.lock(tx, caller, List.of(held.customer())).getOrDefault(held.account(), 0L);
        long free = held.amounts().paid() - refunds.leaving(tx, caller, payment.invoice());
        var returned = refunds.returned(tx, caller, id.value());
        var borne = Borne.of(made.amount().minor(), payment, returned, free, balance);
        var refund = new Refund(
                Ids.next(),
                id.value(),
                payment.invoice(),
                made.amount(),
                borne.byInvoice,
                borne.bySeller,
                Refund.Way.ORIGINAL_PAYMENT_METHOD,
                Optional.of(made.reason()),
                Refund.State.SUCCEEDED,
                Optional.empty(),
                Optional.of(origin.account()),
                Optional.of(origin.charge()),
                caller.now(),
                0);
        if (!refunds.adopt(tx, caller, refund, made.id())) return; // Told before.
        if (borne.byCredit > 0) refunding.takeCredit(tx, caller, held, refund, borne.byCredit);
        journal.post(tx, caller, Refunding.entry(held, refund).move(Account.GOODWILL, Account.CASH, borne.bySeller));
        refunding.book(tx, caller, held, refund);
    }
}
