package dev.brickwork.payments.charges;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.LockedInvoice;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.payments.booking.Booking;
import dev.brickwork.payments.booking.Intent;
import dev.brickwork.payments.booking.Intent.Cause;
import dev.brickwork.payments.booking.PaymentDependencies;
import dev.brickwork.payments.booking.StaleChargeGuard;
import dev.brickwork.payments.collection.CollectionStore;
import dev.brickwork.payments.methods.Acceptance;
import dev.brickwork.payments.methods.MethodStore;
import dev.brickwork.payments.methods.MethodStore.Owner;
import dev.brickwork.payments.methods.MethodView;
import dev.brickwork.payments.methods.Processors;
import dev.brickwork.payments.methods.Processors.Connected;
import dev.brickwork.payments.processor.ChargeResult;
import dev.brickwork.payments.processor.Method;
import dev.brickwork.payments.processor.Processor;
import dev.brickwork.payments.processor.ProcessorUnavailable;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.pricing.money.Money;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Charges what is open on an invoice to a saved method of the company that is billed (rule I-14), in two steps:
/// the intent is committed, then the processor is called. After a crash in between, the intent is resumed or looked
/// up.
public final class ChargeSavedMethod {
    private static final String NOT_ATTACHED = "No such payment method is attached to the company that is billed.";

    private final Database database;
    private final Processors processors;
    private final Invoices invoices;
    private final Booking booking;
    private final IntentStore intents = new IntentStore();
    private final CollectionStore collections = new CollectionStore();
    private final MethodStore methods = new MethodStore();
    private final MethodView view = new MethodView();
    private final SettleCharge settling;
    private final PayAtForm forms;

    public ChargeSavedMethod(
            PaymentDependencies rooms, Processors processors, Booking booking, SettleCharge settling, PayAtForm forms) {
        this.database = rooms.database();
        this.invoices = rooms.invoices();
        this.processors = processors;
        this.booking = booking;
        this.settling = settling;
        this.forms = forms;
    }

    sealed interface Verdict {
        record Allowed(Money amount) implements Verdict {}

        record Refused(String why) implements Verdict {}
    }

    static Verdict decide(LockedInvoice invoice) {
        if (invoice.isVoided()) return new Verdict.Refused("the invoice is void");
        if (!invoice.isIssued()) return new Verdict.Refused("the invoice is not issued");
        if (invoice.isBeingCharged()) return new Verdict.Refused("a payment of this invoice is being processed");
        long open = invoice.amounts().remaining();
        if (open <= 0) return new Verdict.Refused("nothing is open on this invoice");
        return new Verdict.Allowed(new Money(open, invoice.currency()));
    }

    /// Commits nothing itself: the caller's transaction does.
    Intent begin(Tx tx, InvoiceId invoice, Optional<String> methodId, Cause cause) {
        var held = invoices.lock(tx, invoice).orElseThrow(() -> Refusal.notFound("invoice"));
        var amount = switch (decide(held)) {
            case Verdict.Refused(var why) -> throw Refusal.badRequest(why);
            case Verdict.Allowed(var open) -> open;
        };
        var connected = processors.find(tx).orElseThrow(Processors::notConnected);
        requireTaken(connected, amount);
        var owner = new Owner(held.billedCompany(), connected.accountId());
        var wanted = methodId.or(() -> methods.defaultId(tx, owner))
                .orElseThrow(() -> Refusal.badRequest(
                        "the company that is billed has no default payment method; choose one first"));
        var payer = processors
                .payer(tx, connected, held.billedCompany())
                .filter(_ -> Method.isId(wanted))
                .orElseThrow(() -> Refusal.badField("payment_method_id", NOT_ATTACHED));
        var intent = Intent.fresh(invoice, owner, payer, wanted, amount, cause, tx.now());
        intents.insert(tx, intent);
        invoices.beginCharge(tx, held, amount.minor());
        return intent;
    }

    static void requireTaken(Connected connected, Money amount) {
        connected.processor().refusal(amount).ifPresent(why -> {
            throw Refusal.badField("amount", why);
        });
    }

    /// Calls the processor and writes down its answer. A repeated run of the same intent gets the same answer.
    ///
    /// @throws ProcessorUnavailable also after a charge that comes by itself, when the processor refuses the seller
    Intent finish(Caller caller, UUID id) {
        var intent = database.read(tx -> intents.find(tx.as(caller), id)).orElseThrow();
        if (!intent.isProcessing() || intent.processorId().isPresent() || intent.looks() > 0) return intent;
        if (Intent.isLate(intent.intendedAt(), caller.now())) {
            return settling.run(caller, id, new ChargeResult.Unknown("it was left for too long"));
        }
        var connected = processors.find(caller).orElseThrow(Processors::notConnected);
        if (!connected.accountId().equals(intent.account())) return intent; // The look-ups see to it.
        if (intent.cause().isAutomatic() && isStillRefused(caller, intent, connected)) throw refused();
        forms.closeOpen(caller, intent.invoice());
        var nap = new StaleChargeGuard();
        var method =
                connected.processor().method(intent.payer(), intent.wanted().orElseThrow());
        var why = method.isEmpty() ? Optional.of(NOT_ATTACHED) : confirm(caller, id, method.get());
        if (why.isPresent()) {
            settling.cancel(caller, id);
            throw Refusal.badField("payment_method_id", why.get());
        }
        if (nap.isTooLong()) return intent; // The look-ups see to it.
        var result = connected.processor().charge(order(intent, method.get()));
        var ended = settling.run(caller, id, result);
        if (SettleCharge.isRefused(intent, result)) throw refused();
        return ended;
    }

    /// Whether the last attempt was skipped, and the account still says that it may not charge. Another try would
    /// add one more failed payment, with its notices, each hour.
    private boolean isStillRefused(Caller caller, Intent intent, Connected connected) {
        boolean wasSkipped = database.read(tx -> collections.wasSkipped(tx.as(caller), intent.invoice()));
        return wasSkipped && connected.processor().account().mayNotCharge();
    }

    private static ProcessorUnavailable refused() {
        return new ProcessorUnavailable(ProcessorUnavailable.Why.REFUSED, "the processor refuses the account");
    }

    void cancel(Caller caller, UUID id) {
        settling.cancel(caller, id);
    }

    /// Checks the charge once more under the invoice's lock, right before the call. Returns why it must not be
    /// made.
    private Optional<String> confirm(Caller caller, UUID id, Method method) {
        return database.inTransaction(caller, tx -> {
            var before = intents.find(tx, id).orElseThrow();
            var held = invoices.lock(tx, before.invoice()).orElseThrow();
            var intent = intents.lock(tx, id).orElseThrow();
            if (!intent.isProcessing()) {
                return Optional.of(
                        held.isBeingCharged() ? "The invoice is being paid meanwhile." : "The payment has ended.");
            }
            if (intent.method().isPresent()) return Optional.<String>empty(); // Confirmed before a crash.
            long open = held.amounts().remaining();
            if (open < intent.amount().minor()) return Optional.of("The invoice was paid meanwhile.");
            var restriction = view.acceptance(tx, intent.invoice()).restriction(method.type());
            if (restriction.isPresent()) return restriction.map(Acceptance.Restriction::message);
            methods.note(tx, intent.owner(), method);
            intents.confirmMethod(tx, intent, method);
            booking.begin(tx, held, intent, Optional.of(method));
            return Optional.<String>empty();
        });
    }

    private static Processor.ChargeOrder order(Intent intent, Method method) {
        return new Processor.ChargeOrder(
                intent.id(),
                intent.payer(),
                method,
                intent.amount(),
                "Invoice",
                Map.of("brickwork_invoice_id", intent.invoice().value().toString()));
    }

    /// Takes over a charge that its process left without an answer. Empty when there is nothing to resume, and when
    /// another process does so already.
    Optional<Intent> takeOver(Caller caller, UUID id) {
        return database.inTransaction(
                caller,
                tx -> intents.find(tx, id)
                        .filter(intent -> intent.isCutOff(caller.now()))
                        .filter(intent -> intents.resume(tx, intent)));
    }

    /// Looks up a charge of unknown outcome and settles it. Throws when the processor does not answer.
    void lookAt(Caller caller, UUID id) {
        var intent = database.read(tx -> intents.find(tx.as(caller), id)).orElseThrow();
        if (!intent.isProcessing()) return;
        var connected = processors.find(caller, intent.account());
        var result = connected
                .map(its -> known(its, intent))
                .orElseGet(() -> new ChargeResult.Unknown("the account is not connected any more"));
        settling.run(caller, id, result);
    }

    /// Notes that the processor did not answer; a charge that was cut off is resumed later.
    void unheard(Caller caller, UUID id) {
        boolean isCutOff = database.read(tx -> intents.find(tx.as(caller), id))
                .filter(intent -> intent.isCutOff(caller.now()))
                .isPresent();
        if (isCutOff) takeOver(caller, id);
        else settling.run(caller, id, new ChargeResult.Unknown("the processor does not answer"));
    }

    private static ChargeResult known(Connected connected, Intent intent) {
        if (intent.processorId().isPresent()) {
            return connected.processor().read(intent.processorId().get()).result();
        }
        return connected
                .processor()
                .find(intent.id(), intent.payer())
                .orElseGet(() -> new ChargeResult.Declined(
                        ChargeResult.Decline.SOFT, "The payment processor did not get the charge."));
    }
}
