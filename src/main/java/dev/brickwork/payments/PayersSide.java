package dev.brickwork.payments;

import dev.brickwork.invoices.InvoiceId;
import dev.brickwork.kernel.Caller;
import dev.brickwork.kernel.Refusal;
import dev.brickwork.kernel.SellerId;
import dev.brickwork.kernel.money.Money;
import dev.brickwork.payments.processor.ChargeResult;
import dev.brickwork.payments.processor.Method;
import dev.brickwork.payments.processor.MethodType;
import dev.brickwork.payments.processor.Processor;
import dev.brickwork.payments.processor.SandboxScript;
import dev.brickwork.payments.processor.SandboxStore;
import dev.brickwork.payments.processor.SandboxWords;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.database.Database;
import java.net.URI;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// What the people who pay can do: pay at the processor's form, and look after their company's methods. Every call
/// may ask the processor, so none is made inside a transaction; one that does not answer is a [Refusal] of the kind
/// UNAVAILABLE.
public final class PayersSide {
    private final Database database;
    private final Processors processors;
    private final MethodResource methods;
    private final SetDefaultMethod choosing;
    private final RemoveMethod removing;
    private final PayAtForm forms;
    private final DeliverSandbox delivering;

    PayersSide(
            Database database,
            Processors processors,
            MethodResource methods,
            SetDefaultMethod choosing,
            RemoveMethod removing,
            PayAtForm forms,
            DeliverSandbox delivering) {
        this.database = database;
        this.processors = processors;
        this.methods = methods;
        this.choosing = choosing;
        this.removing = removing;
        this.forms = forms;
        this.delivering = delivering;
    }

    public record Saved(Method method, boolean isDefault) {}

    /// The address of the processor's form for what is open on an invoice; the payer comes back to `returnTo`.
    /// Refused when nothing can be paid now.
    public URI formFor(Caller caller, InvoiceId invoice, URI returnTo, Optional<String> language) {
        return Unavailable.refused(() -> forms.open(caller, invoice, returnTo, language));
    }

    /// Asks the processor whether somebody has paid at the open form of an invoice: a payer who comes back wants to
    /// know at once.
    public void lookAtForm(Caller caller, InvoiceId invoice) {
        Unavailable.refused(() -> {
            forms.lookAtOpen(caller, invoice);
            return invoice;
        });
    }

    /// Newest first; empty when no processor is connected.
    public List<Saved> methods(Caller caller, UUID company) {
        return Unavailable.refused(() -> methods.list(caller, company)).stream()
                .map(shown -> new Saved(shown.method(), shown.isDefault()))
                .toList();
    }

    /// The address of the processor's form where a method can be added.
    public URI addMethod(Caller caller, UUID company, URI returnTo) {
        var connected = processors.require(caller);
        return Unavailable.refused(() -> {
            var payer = processors.ensurePayer(caller, connected, company);
            var types = EnumSet.allOf(MethodType.class);
            var order = new Processor.SetupOrder(Ids.next(), payer, types, Optional.of(returnTo));
            return connected.processor().beginSetup(order).url().orElseThrow();
        });
    }

    /// False when it is none of the company's.
    public boolean chooseMethod(Caller caller, UUID company, String id) {
        var connected = processors.require(caller);
        var method = Unavailable.refused(() -> processors.method(caller, connected, company, id));
        if (method.isEmpty()) return false;
        database.inTransaction(caller, tx -> {
            choosing.run(tx, caller, new MethodStore.Owner(company, connected.accountId()), method.get());
            return id;
        });
        return true;
    }

    /// False when it was none of the company's.
    public boolean removeMethod(Caller caller, UUID company, String id) {
        return removing.run(caller, company, id);
    }

    /// A form of the sandbox.
    ///
    /// @param amount absent when a method is only added
    /// @param locale the language of the company that pays
    public record SandboxForm(SellerId seller, String title, Optional<Money> amount, URI returnTo, Locale locale) {}

    /// What the sandbox can do on request: a method, and what happens with it.
    public record SandboxMethod(String id, String name, String deed) {}

    public enum Submitted {
        /// Paid or saved, or on its way; the payer goes back.
        DONE,
        /// Declined; the form is still open.
        DECLINED,
        /// The form has ended.
        ENDED
    }

    /// Whose form this is; the caller finds out what time it is for that seller.
    public Optional<SellerId> sellerOfSandboxForm(String formId) {
        return database.read(tx -> SandboxStore.sellerOfForm(tx, formId));
    }

    /// Empty when there is none, or it has ended.
    public Optional<SandboxForm> sandboxForm(Caller caller, String formId) {
        return processors
                .sandboxProcessor(caller)
                .openForm(formId)
                .map(form -> new SandboxForm(
                        caller.seller(),
                        form.title(),
                        form.amount(),
                        form.returnTo(),
                        processors.sandboxLocale(caller, form.customerId())));
    }

    public List<SandboxMethod> sandboxMethods(Locale locale) {
        return Arrays.stream(SandboxScript.values())
                .map(script -> {
                    var words = SandboxWords.of(script);
                    return new SandboxMethod(script.methodId(), words.name(locale), words.deed(locale));
                })
                .toList();
    }

    /// The visitor of the sandbox's form chose what shall happen. Its messages are carried at once.
    public Submitted submitSandboxForm(Caller caller, String formId, String methodId) {
        var script = SandboxScript.of(methodId).orElseThrow(() -> Refusal.badField("method", "No such method."));
        var result = processors.sandboxProcessor(caller).submit(formId, script);
        delivering.run(caller);
        if (result.isEmpty()) return Submitted.ENDED;
        boolean isDeclined =
                result.get() instanceof ChargeResult.Declined || result.get() instanceof ChargeResult.RequiresAction;
        return isDeclined ? Submitted.DECLINED : Submitted.DONE;
    }
}
