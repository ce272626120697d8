package dev.brickwork.payments;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.payments.charges.PayAtForm;
import dev.brickwork.payments.methods.MethodResource;
import dev.brickwork.payments.methods.Processors;
import dev.brickwork.payments.methods.RemoveMethod;
import dev.brickwork.payments.methods.SetDefaultMethod;
import dev.brickwork.payments.methods.Unavailable;
import dev.brickwork.payments.processor.Method;
import dev.brickwork.payments.processor.MethodType;
import dev.brickwork.payments.processor.Processor;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Tx;
import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/// Lets payers pay at the processor's form and manage their company's methods, for the payment pages. Every call
/// may ask the processor, so none is made inside a transaction; one that does not answer is a [Refusal] of the kind
/// UNAVAILABLE.
public final class CustomerPayments {
    private final Processors processors;
    private final MethodResource methods;
    private final SetDefaultMethod choosing;
    private final RemoveMethod removing;
    private final PayAtForm forms;

    CustomerPayments(
            Processors processors,
            MethodResource methods,
            SetDefaultMethod choosing,
            RemoveMethod removing,
            PayAtForm forms) {
        this.processors = processors;
        this.methods = methods;
        this.choosing = choosing;
        this.removing = removing;
        this.forms = forms;
    }

    public record Saved(Method method, boolean isDefault) {}

    /// Whether the seller can take payments online.
    public boolean isTakingPayments(Caller caller) {
        return processors.isTakingPayments(caller);
    }

    /// The address of the processor's form for what is open on an invoice; the payer comes back to `returnTo`.
    /// Refused when nothing can be paid now.
    public URI formFor(Caller caller, InvoiceId invoice, URI returnTo, Optional<String> language) {
        return Unavailable.refused(() -> forms.open(caller, invoice, returnTo, language));
    }

    /// Asks the processor whether the open form of an invoice was paid, so that a payer who comes back sees it at
    /// once.
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
        return Unavailable.refused(() -> processors.forPayer(caller, connected, company, payer -> {
            var types = EnumSet.allOf(MethodType.class);
            var order = new Processor.SetupOrder(Ids.next(), payer, types, Optional.of(returnTo));
            return connected.processor().beginSetup(order).url().orElseThrow();
        }));
    }

    /// False when it is none of the company's.
    public boolean chooseMethod(Caller caller, UUID company, String id) {
        return choosing.run(caller, company, id);
    }

    /// Checks a method with the processor and returns the step that makes it the default in the caller's own
    /// transaction; empty when it is none of the company's.
    public Optional<Consumer<Tx>> choice(Caller caller, UUID company, String id) {
        return choosing.choice(caller, company, id);
    }

    /// False when it was none of the company's.
    public boolean removeMethod(Caller caller, UUID company, String id) {
        return removing.run(caller, company, id);
    }
}
