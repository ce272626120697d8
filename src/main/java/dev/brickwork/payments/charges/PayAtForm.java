package dev.brickwork.payments.charges;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.payments.booking.Booking;
import dev.brickwork.payments.booking.PaymentDependencies;
import dev.brickwork.payments.methods.MethodView;
import dev.brickwork.payments.methods.Processors;
import dev.brickwork.payments.methods.Processors.Connected;
import dev.brickwork.payments.processor.ChargeResult;
import dev.brickwork.payments.processor.PaymentText;
import dev.brickwork.payments.processor.Processor;
import dev.brickwork.payments.processor.ProcessorUnavailable;
import dev.brickwork.payments.processor.ProcessorUnavailable.Why;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/// Lets a payer pay an invoice at a form of the processor's. An open form is no payment yet: it blocks nothing, and
/// is closed when the invoice is charged, paid or voided otherwise.
public final class PayAtForm {
    private static final Logger LOG = System.getLogger(PayAtForm.class.getName());
    private static final int CLOSED_MAX = 50;

    private final Database database;
    private final Processors processors;
    private final Invoices invoices;
    private final MethodView view = new MethodView();
    private final Booking booking;
    private final IntentStore intents = new IntentStore();
    private final FormStore forms = new FormStore();
    private final SettleCharge settling;
    private final Outbox outbox;

    public PayAtForm(PaymentDependencies rooms, Processors processors, Booking booking, SettleCharge settling) {
        this.database = rooms.database();
        this.invoices = rooms.invoices();
        this.processors = processors;
        this.booking = booking;
        this.settling = settling;
        this.outbox = rooms.outbox();
    }

    /// The address of the form, the same for every visitor while it is open.
    public URI open(Caller caller, InvoiceId invoice, URI returnTo, Optional<String> language) {
        var connected = processors.require(caller);
        var company = database.read(tx -> invoices.find(tx.as(caller), invoice))
                .orElseThrow(() -> Refusal.notFound("invoice"))
                .billedCompany();
        return processors.forPayer(
                caller, connected, company, payer -> open(caller, invoice, connected, payer, returnTo, language));
    }

    private URI open(
            Caller caller,
            InvoiceId invoice,
            Connected connected,
            String payer,
            URI returnTo,
            Optional<String> language) {
        closeStale(caller, invoice, payer);
        var form = database.inTransaction(caller, tx -> begin(tx, invoice, connected, payer));
        if (form.url().isPresent()) return form.url().get();
        var types = database.read(tx -> view.acceptance(tx.as(caller), invoice)).types();
        if (types.isEmpty()) throw Refusal.badRequest("this invoice cannot be paid online");
        var page = connected
                .processor()
                .openPage(new Processor.PageOrder(
                        form.id(),
                        form.openedAt(),
                        form.payer(),
                        form.amount(),
                        title(caller, invoice, language),
                        types,
                        returnTo,
                        form.savesMethod(),
                        language));
        var saved = database.inTransaction(caller, tx -> {
            forms.saveOpened(tx, form.id(), page);
            return forms.find(tx, form.id()).orElseThrow();
        });
        if (saved.isOpen()) return page.url();
        connected.processor().closePage(page.id()); // The invoice was paid or voided while the form was being opened.
        throw Refusal.badRequest("nothing can be paid on this invoice now");
    }

    private String title(Caller caller, InvoiceId invoice, Optional<String> language) {
        var shown = database.read(tx -> invoices.find(tx.as(caller), invoice)).orElseThrow();
        var word = PaymentText.invoice(language.map(Locale::forLanguageTag).orElse(Locale.ENGLISH));
        return shown.number().map(number -> word + " " + number).orElse(word);
    }

    private void closeStale(Caller caller, InvoiceId invoice, String payer) {
        database.read(tx -> forms.open(tx.as(caller), invoice))
                .filter(form -> isStale(caller, form) || !form.payer().equals(payer))
                .ifPresent(form -> close(caller, form));
    }

    /// Whether the form has expired or is over another amount than is open now.
    private boolean isStale(Caller caller, OpenForm form) {
        var shown = database.read(tx -> invoices.find(tx.as(caller), form.invoice()))
                .orElseThrow();
        return form.amount().minor() != shown.sums().remaining()
                || !caller.now().isBefore(form.expiresAt());
    }

    private OpenForm begin(Tx tx, InvoiceId invoice, Connected connected, String payer) {
        var held = invoices.lock(tx, invoice).orElseThrow(() -> Refusal.notFound("invoice"));
        var amount = switch (ChargeSavedMethod.decide(held)) {
            case ChargeSavedMethod.Verdict.Refused(var why) -> throw Refusal.badRequest(why);
            case ChargeSavedMethod.Verdict.Allowed(var open) -> open;
        };
        ChargeSavedMethod.requireTaken(connected, amount);
        var open = forms.open(tx, invoice);
        if (open.isPresent()) return open.get();
        var form = new OpenForm(
                Ids.next(),
                invoice,
                held.billedCompany(),
                amount,
                connected.accountId(),
                payer,
                view.acceptance(tx, invoice).accepted().paywallForceAutopay(),
                Optional.empty(),
                Optional.empty(),
                OpenForm.State.OPEN,
                tx.now(),
                tx.now().plus(Processor.PAGE_LIFE),
                0);
        forms.insert(tx, form);
        return form;
    }

    /// Closes the open form before money is taken otherwise, so that the invoice is not paid twice. Throws while it
    /// is unknown whether the form was paid.
    void closeOpen(Caller caller, InvoiceId invoice) {
        closeOpen(caller, invoice, _ -> true);
    }

    /// After a refund, or the return of one: closes a form unless it is over what is owed now.
    void closeNotOwed(Caller caller, InvoiceId invoice) {
        closeOpen(caller, invoice, form -> isStale(caller, form));
    }

    private void closeOpen(Caller caller, InvoiceId invoice, Predicate<OpenForm> which) {
        var form = database.read(tx -> forms.open(tx.as(caller), invoice)).filter(which);
        if (form.isEmpty()) return;
        close(caller, form.get());
        boolean isInDoubt = database.read(
                        tx -> forms.find(tx.as(caller), form.get().id()))
                .filter(OpenForm::isOpen)
                .isPresent();
        if (isInDoubt) throw new ProcessorUnavailable(Why.IN_DOUBT, "a form is neither closed nor known to be paid");
    }

    /// Closes the forms of an account before another is connected, because payments there would not be noticed
    /// afterwards. As many as one request has the time for; one that the processor does not let us close keeps the
    /// account until it has ended.
    public void closeAll(Caller caller, String account) {
        try {
            database.read(tx -> forms.open(tx.as(caller), account, CLOSED_MAX)).forEach(form -> close(caller, form));
        } catch (ProcessorUnavailable down) {
            LOG.log(Level.INFO, "forms of the former account stay open: {0}", down.getMessage());
        }
    }

    private void close(Caller caller, OpenForm form) {
        var connected = processors.find(caller, form.account());
        boolean isClosed = form.processorId().isEmpty()
                || connected.isEmpty()
                || connected.get().processor().closePage(form.processorId().get());
        if (isClosed) {
            database.inTransaction(caller, tx -> forms.end(tx, form.id()));
        } else {
            lookAt(caller, form.id());
        }
    }

    /// Asks the processor what became of a form: after a message, when the payer comes back, and when its time
    /// is over.
    public void lookAt(Caller caller, UUID id) {
        try {
            askAfter(caller, id);
        } catch (ProcessorUnavailable silent) {
            unheard(caller, id);
        }
    }

    /// Asks the processor what became of a form, like `lookAt`, but throws when the processor does not answer.
    public void askAfter(Caller caller, UUID id) {
        var form = database.read(tx -> forms.find(tx.as(caller), id)).orElseThrow();
        if (form.state() == OpenForm.State.PAID) return;
        var connected = processors.find(caller, form.account());
        if (form.processorId().isEmpty() || connected.isEmpty()) {
            database.inTransaction(caller, tx -> forms.end(tx, id));
            return;
        }
        var result = connected.get().processor().readPage(form.processorId().get());
        database.inTransaction(caller, tx -> settle(tx, form, result));
    }

    public void unheard(Caller caller, UUID id) {
        database.write(caller, tx -> forms.lock(tx, id).ifPresent(form -> forms.keep(tx, form)));
    }

    public void lookAtOpen(Caller caller, InvoiceId invoice) {
        database.read(tx -> forms.open(tx.as(caller), invoice)).ifPresent(form -> lookAt(caller, form.id()));
    }

    /// Whether it was paid now. The method that was used is kept afterwards: then the invoice is known to be paid.
    private boolean settle(Tx tx, OpenForm seen, ChargeResult result) {
        var before = invoices.lock(tx, seen.invoice()).orElseThrow();
        var form = forms.lock(tx, seen.id()).orElseThrow();
        boolean isStillOpen = result instanceof ChargeResult.Processing(var id)
                && form.processorId().filter(id::equals).isPresent();
        if (isStillOpen || result instanceof ChargeResult.Unknown) {
            forms.keep(tx, form);
            return false;
        }
        boolean isUnpaid = result instanceof ChargeResult.Declined || result instanceof ChargeResult.RequiresAction;
        if (isUnpaid) {
            forms.end(tx, form.id());
            return false;
        }
        if (!forms.pay(tx, form.id())) return false;
        if (result instanceof ChargeResult.Processing) settling.giveWay(tx, before);
        var held = invoices.lock(tx, seen.invoice()).orElseThrow();
        boolean isHeld = result instanceof ChargeResult.Processing && !held.isVoided() && !held.isBeingCharged();
        var intent = form.intent(isHeld);
        intents.insert(tx, intent);
        if (isHeld) {
            invoices.beginCharge(tx, held, form.amount().minor());
            booking.begin(tx, held, intent, Optional.empty());
        }
        settling.run(tx, form.id(), result);
        if (form.savesMethod()) outbox.stage(tx, Event.inside(SaveMethod.PAID, form.id(), _ -> {}));
        return true;
    }
}
