package dev.brickwork.payments.booking;

import dev.brickwork.ids.PaymentId;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.Received;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.ledger.Cause;
import dev.brickwork.payments.methods.Processors;
import dev.brickwork.payments.processor.ChargeResult;
import dev.brickwork.payments.processor.Method;
import dev.brickwork.payments.processor.MethodType;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The payment that stands for a charge, from the call to its end, and everything that follows from the end: the
/// invoice's sums, the journal, the customer's credit, the events. Runs under the invoice's lock.
public final class Booking {
    private static final String AT_FORM = "online"; // The payer chose a method that only the processor knows.

    private final Invoices invoices;
    private final Outbox outbox;
    private final RecordPayment recording;
    private final PaymentStore payments = new PaymentStore();

    public Booking(PaymentDependencies modules, RecordPayment recording) {
        this.invoices = modules.invoices();
        this.outbox = modules.outbox();
        this.recording = recording;
    }

    /// From here on the payment is shown as being processed.
    public void begin(Tx tx, LockedInvoice locked, Intent intent, Optional<Method> method) {
        var type = method.map(known -> known.type().wire()).orElse(AT_FORM);
        payments.insert(tx, payment(intent.id(), locked, intent, type, Payment.State.PROCESSING, tx.now()));
    }

    /// The money is there. Whatever the invoice cannot use becomes the customer's credit; a voided one uses nothing.
    public void book(Tx tx, LockedInvoice locked, Intent intent, long amount, String processorId) {
        long ended = intent.isHeld() ? intent.amount().minor() : 0;
        var received = locked.isVoided()
                ? new Received(0, amount, false)
                : invoices.receive(tx, locked, amount, tx.now(), ended);
        var gateway = new PaymentStore.Gateway(gateway(intent), processorId, intent.method());
        var id = saveSucceeded(tx, locked, intent, gateway, amount, received.applied());
        recording.settle(tx, locked, id, Cause.PAYMENT_CHARGED, received);
        invoices.remember(tx, locked.id(), "PAYMENT_CHARGED", Optional.empty());
        var payment = payments.find(tx, id).orElseThrow();
        outbox.stage(tx, recording.told(tx, "invoice.payment.succeeded", locked, payment));
        outbox.stage(
                tx,
                Event.inside(
                        "payment.notice",
                        locked.id().value(),
                        out -> out.put("what", "RECEIPT")
                                .put("amount", amount)
                                .put("surplus", received.excess())
                                .put("reason", "")));
    }

    /// A payment that has ended never changes. Money that comes for one that we had given up is another payment.
    private UUID saveSucceeded(
            Tx tx, LockedInvoice locked, Intent intent, PaymentStore.Gateway gateway, long amount, long applied) {
        var known = payments.find(tx, intent.id());
        if (known.isPresent() && known.get().state() == Payment.State.PROCESSING) {
            payments.succeed(tx, intent.id(), gateway, amount, applied);
            return intent.id();
        }
        var id = known.isPresent() ? Ids.next() : intent.id();
        var method = intent.type().map(MethodType::wire).orElse(AT_FORM);
        var fresh = payment(id, locked, intent, method, Payment.State.SUCCEEDED, tx.now());
        payments.insert(tx, fresh.received(amount, applied), Optional.of(gateway));
        return id;
    }

    /// Whether the charge was given up before its outcome was known: then it has failed once, and that was told.
    public boolean hasFailed(Tx tx, Intent intent) {
        return payments.find(tx, intent.id())
                .filter(payment -> payment.state() == Payment.State.FAILED)
                .isPresent();
    }

    /// Nothing was taken: a payment of nothing that says why (rule I-14).
    ///
    /// @param error in the processor's words, for the seller
    public void fail(Tx tx, LockedInvoice locked, Intent intent, ChargeResult.Reason reason, String error) {
        var known = payments.find(tx, intent.id());
        if (known.isEmpty()) {
            var method = intent.type().map(MethodType::wire).orElse(AT_FORM);
            payments.insert(
                    tx,
                    payment(intent.id(), locked, intent, method, Payment.State.FAILED, tx.now())
                            .failed(error));
        } else {
            payments.fail(tx, intent.id(), error);
        }
        invoices.remember(tx, locked.id(), "PAYMENT_FAILED", Optional.of(error));
        var payment = payments.find(tx, intent.id()).orElseThrow();
        outbox.stage(tx, recording.told(tx, "invoice.payment.failed", locked, payment));
        if (intent.cause() == Intent.Cause.ASKED) return; // The client has it as its answer.
        if (!reason.isForThePayer()) return;
        if (locked.isNothingOpen()) return; // Paid otherwise meanwhile: the payer need not act.
        outbox.stage(
                tx,
                Event.inside(
                        "payment.notice",
                        locked.id().value(),
                        out -> out.put("what", "FAILED")
                                .put("amount", intent.amount().minor())
                                .put("reason", reason)));
    }

    private static String gateway(Intent intent) {
        return intent.account().equals(Processors.SANDBOX_ACCOUNT) ? "SANDBOX" : "STRIPE";
    }

    private static Payment payment(
            UUID id, LockedInvoice locked, Intent intent, String method, Payment.State state, Instant now) {
        return new Payment(
                new PaymentId(id),
                locked.id(),
                locked.currency(),
                locked.versionId(),
                locked.number(),
                state,
                method,
                intent.amount().minor(),
                0,
                0,
                now,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0);
    }
}
