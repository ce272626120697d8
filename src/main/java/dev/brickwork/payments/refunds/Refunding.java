package dev.brickwork.payments.refunds;

import dev.brickwork.ids.PaymentId;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.ledger.Account;
import dev.brickwork.ledger.Cause;
import dev.brickwork.ledger.CreditLedger;
import dev.brickwork.ledger.CreditMovement;
import dev.brickwork.ledger.CreditSource;
import dev.brickwork.ledger.Entry;
import dev.brickwork.ledger.Journal;
import dev.brickwork.payments.booking.Intent;
import dev.brickwork.payments.booking.Payment;
import dev.brickwork.payments.booking.PaymentDependencies;
import dev.brickwork.payments.booking.PaymentStore;
import dev.brickwork.payments.booking.StaleChargeGuard;
import dev.brickwork.payments.collection.CollectionStore;
import dev.brickwork.payments.methods.Processors;
import dev.brickwork.payments.methods.Processors.Connected;
import dev.brickwork.payments.processor.Processor;
import dev.brickwork.payments.processor.ProcessorUnavailable;
import dev.brickwork.payments.processor.RefundResult;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.pricing.money.Money;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Gives a payment back, all or a part of it, by the way it came or as credit, and opens its invoice again (rule
/// I-13). In two steps, like a charge: the intent is committed, then the processor is called.
public final class Refunding {
    private static final Logger LOG = System.getLogger(Refunding.class.getName());
    private static final String AFTER_ALL = "The refund was made after it had been given up.";
    private static final boolean ANSWERED = true;
    private static final boolean LATER = false;

    private final Database database;
    private final Invoices invoices;
    private final Journal journal;
    private final Outbox outbox;
    private final CreditLedger credits;
    private final Processors processors;
    private final RefundStore refunds = new RefundStore();
    private final CollectionStore collections = new CollectionStore();
    private final PaymentStore payments = new PaymentStore();

    public Refunding(PaymentDependencies rooms, Processors processors) {
        this.database = rooms.database();
        this.invoices = rooms.invoices();
        this.journal = rooms.journal();
        this.outbox = rooms.outbox();
        this.credits = rooms.credits();
        this.processors = processors;
    }

    public record Input(Optional<Long> amount, Refund.Way way, Optional<String> reason) {}

    sealed interface Verdict {
        /// It may go back: `fromInvoice` opens the invoice again, and the rest had become credit when it came.
        record Allowed(long amount, long fromInvoice) implements Verdict {}

        record Refused(Optional<String> field, String why) implements Verdict {}
    }

    /// Whether it may go back, and from where.
    ///
    /// @param returned of this payment, also what is on its way
    /// @param free what stands on the invoice and is not on its way back
    static Verdict decide(Payment payment, RefundStore.Returned returned, long free, Input wish) {
        if (payment.state() != Payment.State.SUCCEEDED) {
            return refused("only a payment that succeeded can be refunded");
        }
        long left = payment.paid() - returned.amount();
        if (left <= 0) return refused("the payment was refunded already");
        long amount = wish.amount.orElse(left);
        if (amount > left) {
            return new Verdict.Refused(Optional.of("amount"), "At most %d is left of this payment.".formatted(left));
        }
        long fromInvoice = Math.min(amount, Math.min(payment.applied() - returned.fromInvoice(), free));
        if (wish.way == Refund.Way.ACCOUNT_CREDIT && fromInvoice < amount) {
            return new Verdict.Refused(
                    Optional.of("amount"),
                    "At most %d can become credit; the rest is credit already.".formatted(fromInvoice));
        }
        return new Verdict.Allowed(amount, fromInvoice);
    }

    private static Verdict refused(String why) {
        return new Verdict.Refused(Optional.empty(), why);
    }

    Payment requirePayment(Tx tx, UUID id) {
        return payments.find(tx, id).orElseThrow(() -> Refusal.notFound("payment"));
    }

    Refund begin(Tx tx, UUID paymentId, Input wish) {
        var payment = requirePayment(tx, paymentId);
        var held = invoices.lock(tx, payment.invoice()).orElseThrow();
        long free = held.amounts().paid() - refunds.leaving(tx, payment.invoice());
        var allowed = switch (decide(
                requirePayment(tx, paymentId), // as it is under the lock
                refunds.returned(tx, paymentId),
                free,
                wish)) {
            case Verdict.Refused(var field, var why) ->
                throw field.isPresent() ? Refusal.badField(field.get(), why) : Refusal.badRequest(why);
            case Verdict.Allowed all -> all;
        };
        Optional<RefundStore.Origin> origin =
                wish.way == Refund.Way.ORIGINAL_PAYMENT_METHOD ? refunds.origin(tx, paymentId) : Optional.empty();
        var amount = new Money(allowed.amount, payment.currency());
        origin.ifPresent(its -> requireTaken(tx, its, amount));
        var refund = new Refund(
                Ids.next(),
                paymentId,
                payment.invoice(),
                amount,
                allowed.fromInvoice,
                0,
                wish.way,
                wish.reason,
                origin.isPresent() ? Refund.State.PROCESSING : Refund.State.SUCCEEDED,
                Optional.empty(),
                origin.map(RefundStore.Origin::account),
                origin.map(RefundStore.Origin::charge),
                tx.now(),
                0);
        refunds.insert(tx, refund);
        takeCredit(tx, held, refund);
        if (origin.isEmpty()) book(tx, held, refund);
        return refund;
    }

    private void requireTaken(Tx tx, RefundStore.Origin origin, Money amount) {
        var connected = processors.find(tx).filter(its -> its.accountId().equals(origin.account()));
        connected.flatMap(its -> its.processor().refusal(amount)).ifPresent(why -> {
            throw Refusal.badField("amount", why);
        });
    }

    /// Takes the part of a refund that had become credit out of the customer's ledger; refuses when it was spent.
    private void takeCredit(Tx tx, LockedInvoice held, Refund refund) {
        long rest = refund.amount().minor() - refund.fromInvoice();
        if (rest == 0) return;
        long balance = credits.lock(tx, List.of(held.customer())).getOrDefault(held.account(), 0L);
        if (balance < rest) {
            throw Refusal.badField(
                    "amount", "%d of this payment became credit, of which only %d is left.".formatted(rest, balance));
        }
        takeCredit(tx, held, refund, rest);
    }

    private void takeCredit(Tx tx, LockedInvoice held, Refund refund, long amount) {
        credits.move(
                tx,
                List.of(new CreditMovement(
                        held.account(),
                        Optional.of(CreditSource.REFUND),
                        -amount,
                        Optional.of(held.id()),
                        refund.reason())));
        journal.post(tx, entry(held, refund).move(Account.CUSTOMER_CREDIT, Account.CASH, amount));
    }

    private static Entry entry(LockedInvoice held, Refund refund) {
        return Entry.of(Cause.PAYMENT_REFUNDED, held.currency(), held.customer())
                .on(held.id().value())
                .by(refund.payment());
    }

    /// Calls the processor and writes down its answer. A repeated run of the same refund gets the same answer.
    Refund finish(Caller caller, UUID id) {
        return finish(caller, id, ANSWERED);
    }

    private Refund finish(Caller caller, UUID id, boolean isAnswered) {
        var nap = new StaleChargeGuard();
        var refund = database.read(tx -> refunds.find(tx.as(caller), id)).orElseThrow();
        boolean isForTheLookUps = refund.looks() > 0 || Intent.isLate(refund.createdAt(), caller.now());
        if (!refund.isProcessing() || isForTheLookUps) return refund;
        var connected = refund.account().flatMap(account -> processors.find(caller, account));
        if (connected.isEmpty()) {
            return settle(caller, id, new RefundResult.Refused("The account is not connected any more."), isAnswered);
        }
        var order = new Processor.RefundOrder(id, refund.charge().orElseThrow(), refund.amount());
        if (nap.isTooLong()) return refund; // The look-ups see to it.
        return settle(caller, id, connected.get().processor().refund(order), isAnswered);
    }

    /// Takes over a refund that its process left without an answer. False when there is nothing to resume, and when
    /// another process does so already.
    private boolean takeOver(Caller caller, UUID id) {
        return database.inTransaction(
                caller,
                tx -> refunds.find(tx, id)
                        .filter(refund -> refund.isCutOff(caller.now()))
                        .filter(refund -> refunds.resume(tx, refund))
                        .isPresent());
    }

    /// Looks up a refund of unknown outcome, or resumes one whose process crashed before it had an answer. Throws
    /// when the processor does not answer.
    public void lookAt(Caller caller, UUID id) {
        if (takeOver(caller, id)) {
            finish(caller, id, LATER);
            return;
        }
        var refund = database.read(tx -> refunds.find(tx.as(caller), id)).orElseThrow();
        if (!refund.isProcessing()) return;
        var connected = refund.account().flatMap(account -> processors.find(caller, account));
        var result = connected
                .map(its -> its.processor()
                        .findRefund(id, refund.charge().orElseThrow())
                        .orElseGet(() -> new RefundResult.Refused("The payment processor did not get the refund.")))
                .orElseGet(() -> new RefundResult.Unknown("the account is not connected any more"));
        settle(caller, id, result, LATER);
    }

    public void unheard(Caller caller, UUID id) {
        boolean isCutOff = database.read(tx -> refunds.find(tx.as(caller), id))
                .filter(refund -> refund.isCutOff(caller.now()))
                .isPresent();
        if (isCutOff) takeOver(caller, id); // It is resumed later.
        else settle(caller, id, new RefundResult.Unknown("the processor does not answer"), LATER);
    }

    /// After a message about the charge. One under way that the processor does not know may be about to be sent: only
    /// the look-ups, which come minutes later, take that for an end. One that went through can still come back days
    /// later: the bank of the payer did not take it.
    public void lookAtCharge(Caller caller, Connected connected, String charge) {
        for (var id : database.read(tx -> refunds.underWay(tx.as(caller), charge))) {
            said(connected, id, charge).ifPresent(result -> settle(caller, id, result, LATER));
        }
        for (var id : database.read(tx -> refunds.ours(tx.as(caller), charge))) {
            if (said(connected, id, charge).orElse(null) instanceof RefundResult.Refused refused)
                comeBack(caller, id, refused.message());
        }
    }

    /// Asks the processor about a refund of ours. Throws without an answer: no look-up follows for a refund that
    /// has ended, so the message that made us ask has to be handled again.
    static Optional<RefundResult> said(Connected connected, UUID id, String charge) {
        var said = connected.processor().findRefund(id, charge);
        if (said.orElse(null) instanceof RefundResult.Unknown(var why)) {
            throw new ProcessorUnavailable(ProcessorUnavailable.Why.IN_DOUBT, why);
        }
        return said;
    }

    /// Books a refund that came back, so that the payment stands as before: the invoice takes what is open on it,
    /// the seller what they bore, and the rest is the customer's credit, as money that comes for a settled invoice
    /// is (rule I-04).
    void comeBack(Caller caller, UUID id, String why) {
        database.write(caller, tx -> {
            var invoice = refunds.find(tx, id).orElseThrow().invoice();
            var held = invoices.lock(tx, invoice).orElseThrow();
            var refund = refunds.lock(tx, id).orElseThrow();
            if (refund.state() != Refund.State.SUCCEEDED) return;
            refunds.comeBack(tx, refund, why);
            long open = held.isVoided()
                    ? 0
                    : Math.min(refund.fromInvoice(), held.amounts().remaining());
            if (open > 0) invoices.giveBack(tx, held, -open);
            long rest = refund.amount().minor() - refund.bySeller() - open;
            credits.move(
                    tx,
                    held.account()
                            .grant(CreditSource.REFUND, rest)
                            .on(held.id())
                            .because(Optional.of(why)));
            journal.post(
                    tx,
                    entry(held, refund)
                            .move(Account.CASH, held.isIssued() ? Account.RECEIVABLE : Account.PREPAYMENT, open)
                            .move(Account.CASH, Account.GOODWILL, refund.bySeller())
                            .move(Account.CASH, Account.CUSTOMER_CREDIT, rest));
            failed(tx, held, id, why);
            outbox.stage(tx, Event.inside("refund.returned", id, out -> out.putObject("refund", refund::write)));
        });
    }

    private void failed(Tx tx, LockedInvoice held, UUID id, String why) {
        invoices.remember(tx, held.id(), "REFUND_FAILED", Optional.of(why));
        tell(tx, held, refunds.find(tx, id).orElseThrow());
    }

    /// @param isAnswered whether the client gets this result, so that no event has to tell a refusal
    private Refund settle(Caller caller, UUID id, RefundResult result, boolean isAnswered) {
        return database.inTransaction(caller, tx -> {
            var before = refunds.find(tx, id).orElseThrow();
            var held = invoices.lock(tx, before.invoice()).orElseThrow();
            var refund = refunds.lock(tx, id).orElseThrow();
            if (!refund.isProcessing()) return givenUp(tx, refund, result);
            switch (result) {
                case RefundResult.Refunded(var refundId, var amount) -> {
                    if (!amount.equals(refund.amount())) {
                        LOG.log(Level.WARNING, "refund {0}: the processor gave another amount than was asked for", id);
                    }
                    refunds.succeed(tx, refund, refundId);
                    book(tx, held, refunds.find(tx, id).orElseThrow());
                }
                case RefundResult.Pending pending -> refunds.keep(tx, refund, Optional.of(pending.refundId()));
                case RefundResult.Unknown(var why) -> {
                    LOG.log(Level.WARNING, "refund {0} may have been made or not: {1}", id, why);
                    refunds.keep(tx, refund, Optional.empty());
                }
                case RefundResult.Refused refused -> {
                    refunds.fail(tx, refund, refused.message());
                    giveCreditBack(tx, held, refund);
                    if (!isAnswered) failed(tx, held, id, refused.message());
                }
            }
            return refunds.find(tx, id).orElseThrow();
        });
    }

    /// Books what went back without us, or after it had been given up. Empty when it was booked before.
    Optional<Refund> adopt(Tx tx, PaymentId id, RefundStore.Origin origin, Processor.ForeignRefund made) {
        var payment = requirePayment(tx, id.value());
        var held = invoices.lock(tx, payment.invoice()).orElseThrow();
        if (!made.amount().currency().equals(held.currency())) return Optional.empty(); // Never so of a charge of ours.
        long balance = credits.lock(tx, List.of(held.customer())).getOrDefault(held.account(), 0L);
        long free = held.amounts().paid() - refunds.leaving(tx, payment.invoice());
        var returned = refunds.returned(tx, id.value());
        var borne = AdoptRefunds.Borne.of(made.amount().minor(), payment, returned, free, balance);
        var refund = new Refund(
                Ids.next(),
                id.value(),
                payment.invoice(),
                made.amount(),
                borne.byInvoice(),
                borne.bySeller(),
                Refund.Way.ORIGINAL_PAYMENT_METHOD,
                Optional.of(made.reason()),
                Refund.State.SUCCEEDED,
                Optional.empty(),
                Optional.of(origin.account()),
                Optional.of(origin.charge()),
                tx.now(),
                0);
        if (!refunds.adopt(tx, refund, made.id())) return Optional.empty();
        if (borne.byCredit() > 0) takeCredit(tx, held, refund, borne.byCredit());
        journal.post(tx, entry(held, refund).move(Account.GOODWILL, Account.CASH, borne.bySeller()));
        book(tx, held, refund);
        return Optional.of(refund);
    }

    static Processor.ForeignRefund afterAll(String processorId, Money amount) {
        return new Processor.ForeignRefund(processorId, amount, AFTER_ALL);
    }

    /// Books a refund that was made after it was given up, as when a process whose clock is ahead looked it up
    /// before it arrived: the money is gone all the same.
    private Refund givenUp(Tx tx, Refund refund, RefundResult result) {
        if (refund.state() != Refund.State.FAILED || !(result instanceof RefundResult.Refunded(var id, var amount)))
            return refund;
        var origin = new RefundStore.Origin(
                refund.account().orElseThrow(), refund.charge().orElseThrow());
        return adopt(tx, new PaymentId(refund.payment()), origin, afterAll(id, amount))
                .orElse(refund);
    }

    private void giveCreditBack(Tx tx, LockedInvoice held, Refund refund) {
        long rest = refund.amount().minor() - refund.fromInvoice();
        if (rest == 0) return;
        credits.move(tx, held.account().grant(CreditSource.REFUND, rest).on(held.id()));
        journal.post(tx, entry(held, refund).move(Account.CASH, Account.CUSTOMER_CREDIT, rest));
    }

    /// The money is gone: the invoice is open again, and the books say so. It is not charged again by itself.
    private void book(Tx tx, LockedInvoice held, Refund refund) {
        long amount = refund.fromInvoice();
        if (amount > 0) invoices.giveBack(tx, held, amount);
        var open = held.isIssued() ? Account.RECEIVABLE : Account.PREPAYMENT;
        boolean isCredit = refund.way() == Refund.Way.ACCOUNT_CREDIT;
        journal.post(tx, entry(held, refund).move(open, isCredit ? Account.CUSTOMER_CREDIT : Account.CASH, amount));
        if (isCredit) {
            credits.move(
                    tx,
                    held.account()
                            .grant(CreditSource.REFUND, amount)
                            .on(held.id())
                            .because(refund.reason()));
        }
        collections.end(tx, held.id());
        invoices.remember(tx, held.id(), "REFUNDED", refund.reason());
        tell(tx, held, refund);
    }

    private void tell(Tx tx, LockedInvoice held, Refund refund) {
        var invoice = invoices.find(tx, held.id()).orElseThrow();
        outbox.stage(tx, Event.told("invoice.refunded", held.id().value(), held.subscription(), out -> {
            invoices.write(out, invoice, tx.now());
            out.putObject("refund", refund::write);
        }));
    }
}
