package dev.brickwork.payments.refunds;

import dev.brickwork.payments.booking.Payment;
import dev.brickwork.payments.booking.PaymentDependencies;
import dev.brickwork.payments.methods.Processors.Connected;
import dev.brickwork.payments.processor.Processor.ForeignRefund;
import dev.brickwork.payments.processor.RefundResult;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Database;
import java.util.ArrayList;
import java.util.List;

/// Books what went back of a charge without us: refunds made in the processor's own dashboard, disputes that were
/// lost, and refunds of ours that were given up and made all the same. The money is gone, so nothing is refused
/// here.
public final class AdoptRefunds {
    private static final String CAME_BACK = "The refund did not go through.";

    private final Database database;
    private final RefundStore refunds = new RefundStore();
    private final Refunding refunding;

    public AdoptRefunds(PaymentDependencies modules, Refunding refunding) {
        this.database = modules.database();
        this.refunding = refunding;
    }

    /// The shares of a refund: the invoice that is open again, then the customer's credit, where money of this
    /// payment may have become credit before (rules I-04, I-13), then the seller.
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
        var payment = database.read(tx -> refunds.paymentOf(tx.as(caller), origin));
        if (payment.isEmpty()) return; // Not a charge of ours.
        // Known before the processor is asked: what another process adopts meanwhile is not missing.
        var known = database.read(tx -> refunds.foreign(tx.as(caller), origin));
        for (var made : made(caller, connected, origin)) {
            known.remove(made.id());
            database.write(caller, tx -> refunding.adopt(tx, payment.get(), origin, made));
        }
        for (var id : known.values()) refunding.comeBack(caller, id, CAME_BACK);
    }

    private List<ForeignRefund> made(Caller caller, Connected connected, RefundStore.Origin origin) {
        var all = new ArrayList<>(connected.processor().foreignRefunds(origin.charge()));
        for (var refund : database.read(tx -> refunds.givenUp(tx.as(caller), origin))) {
            if (Refunding.said(connected, refund.id(), origin.charge()).orElse(null)
                    instanceof RefundResult.Refunded(var id, var amount)) {
                all.add(Refunding.afterAll(id, amount));
            }
        }
        return all;
    }
}
