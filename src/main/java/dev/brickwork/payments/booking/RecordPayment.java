package dev.brickwork.payments.booking;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.ids.PaymentId;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.Received;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.ledger.Account;
import dev.brickwork.ledger.Cause;
import dev.brickwork.ledger.CreditLedger;
import dev.brickwork.ledger.CreditSource;
import dev.brickwork.ledger.Entry;
import dev.brickwork.ledger.Journal;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Warning;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.pricing.money.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Books money that was collected outside the service. It has arrived, so it is taken: what the invoice
/// cannot use becomes the customer's credit (rules I-03 to I-05).
public final class RecordPayment {
    private static final Duration AHEAD_MAX = Duration.ofDays(1);
    private static final long OPEN_TIMES_MAX = 10;

    private final Invoices invoices;
    private final Journal journal;
    private final CreditLedger credits;
    private final Outbox outbox;
    private final PaymentStore payments = new PaymentStore();

    public RecordPayment(PaymentDependencies modules) {
        this.invoices = modules.invoices();
        this.journal = modules.journal();
        this.outbox = modules.outbox();
        this.credits = modules.credits();
    }

    public enum ManualMethod {
        WIRE,
        CHECK,
        ACH,
        CREDIT_CARD
    }

    public record Input(
            ManualMethod method,
            long amount,
            Optional<Instant> paidAt,
            Optional<String> proof,
            Optional<String> memo) {}

    /// A payment that was booked, and what the caller should know of it.
    record Recorded(Payment payment, List<Warning> warnings) {}

    sealed interface Verdict {
        record Allowed(Instant paidAt) implements Verdict {}

        record Refused(String why) implements Verdict {}
    }

    /// When the money came; absent means now. A day ahead may be another zone, more is a mistake (rule I-05).
    public static Optional<Instant> paidAt(Fields fields, Instant now) {
        var paidAt = fields.moment("paid_at");
        if (paidAt.filter(at -> at.isAfter(now.plus(AHEAD_MAX))).isPresent()) {
            fields.fault("paid_at", "Must not be more than a day ahead.");
        }
        return paidAt;
    }

    static Verdict decide(LockedInvoice invoice, Input input, Instant now) {
        if (invoice.isVoided()) return new Verdict.Refused("the invoice is void; it takes no payment");
        return new Verdict.Allowed(input.paidAt.orElse(now));
    }

    Recorded run(Tx tx, InvoiceId id, Input input) {
        var locked = invoices.lock(tx, id).orElseThrow(() -> Refusal.notFound("invoice"));
        return switch (decide(locked, input, tx.now())) {
            case Verdict.Refused(var why) -> throw Refusal.badRequest(why);
            case Verdict.Allowed(var paidAt) ->
                new Recorded(book(tx, locked, input, paidAt), warnings(locked, input.amount));
        };
    }

    /// A payment of many times what is open is more often a slip (an amount in the wrong unit, the wrong invoice) than
    /// meant.
    static List<Warning> warnings(LockedInvoice invoice, long amount) {
        long open = Math.max(0, invoice.amounts().remaining());
        if (amount <= OPEN_TIMES_MAX * open) return List.of();
        var message =
                "%s was paid and %s was open; the rest is credit of the customer. Refund the payment if it is a mistake."
                        .formatted(
                                new Money(amount, invoice.currency()).withCode(),
                                new Money(open, invoice.currency()).withCode());
        return List.of(new Warning("payment_far_above_open", "paid_amount", message));
    }

    private Payment book(Tx tx, LockedInvoice locked, Input input, Instant paidAt) {
        var received = invoices.receive(tx, locked, input.amount, paidAt, 0);
        if (!credits.hasRoomFor(tx, locked.account(), received.excess())) {
            throw Refusal.badField("paid_amount", "The credit of the customer would be more than can be kept.");
        }
        var payment = new Payment(
                new PaymentId(Ids.next()),
                locked.id(),
                locked.currency(),
                locked.versionId(),
                locked.number(),
                Payment.State.SUCCEEDED,
                input.method.name(),
                input.amount,
                input.amount,
                received.applied(),
                paidAt,
                input.proof,
                input.memo,
                Optional.empty(),
                0);
        payments.insert(tx, payment);
        settle(tx, locked, payment.id().value(), Cause.PAYMENT_RECORDED, received);
        invoices.remember(tx, locked.id(), "PAYMENT_RECORDED", Optional.empty());
        outbox.stage(tx, told(tx, "invoice.payment.succeeded", locked, payment));
        return payment;
    }

    /// Posts a received payment: it lowers what is owed, and the excess becomes the customer's credit (rule I-04).
    void settle(Tx tx, LockedInvoice locked, UUID payment, Cause cause, Received received) {
        var open = received.isPrepayment() ? Account.PREPAYMENT : Account.RECEIVABLE;
        journal.post(
                tx,
                Entry.of(cause, locked.currency(), locked.customer())
                        .on(locked.id().value())
                        .by(payment)
                        .move(Account.CASH, open, received.applied())
                        .move(Account.CASH, Account.CUSTOMER_CREDIT, received.excess()));
        credits.move(
                tx,
                locked.account()
                        .grant(CreditSource.OVERPAYMENT, received.excess())
                        .on(locked.id()));
    }

    /// The invoice as it is now, and the payment.
    Event told(Tx tx, String type, LockedInvoice locked, Payment payment) {
        var invoice = invoices.find(tx, locked.id()).orElseThrow();
        return Event.told(type, locked.id().value(), locked.subscription(), out -> {
            invoices.write(out, invoice, tx.now());
            out.putObject("payment", it -> PaymentJson.fields(it, payment));
        });
    }
}
