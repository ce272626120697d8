package dev.brickwork.payments;

import dev.brickwork.payments.callbacks.DeliverSandbox;
import dev.brickwork.payments.methods.Processors;
import dev.brickwork.payments.processor.ChargeResult;
import dev.brickwork.payments.processor.PaymentText;
import dev.brickwork.payments.processor.SandboxScript;
import dev.brickwork.payments.processor.SandboxStore;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.pricing.money.Money;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The hosted forms of the built-in processor, where a visitor chooses what shall happen.
public final class SandboxForms {
    private final Database database;
    private final Processors processors;
    private final DeliverSandbox delivering;

    SandboxForms(Database database, Processors processors, DeliverSandbox delivering) {
        this.database = database;
        this.processors = processors;
        this.delivering = delivering;
    }

    /// A form that is open.
    ///
    /// @param amount absent when a method is only added
    /// @param locale the language of the company that pays
    public record Form(SellerId seller, String title, Optional<Money> amount, URI returnTo, Locale locale) {}

    /// A method that a visitor can choose on the sandbox's form.
    public record Outcome(String id, String name, String deed) {}

    public enum Submitted {
        /// Paid or saved, or on its way; the payer goes back.
        DONE,
        /// Declined; the form is still open.
        DECLINED,
        /// The form has ended.
        ENDED
    }

    /// Whose form this is; the caller finds out what time it is for that seller.
    public Optional<SellerId> sellerOf(String formId) {
        return database.read(tx -> SandboxStore.sellerOfForm(tx, formId));
    }

    /// Empty when there is none, or it has ended.
    public Optional<Form> find(Caller caller, String formId) {
        return processors
                .sandboxProcessor(caller)
                .openForm(formId)
                .map(form -> new Form(
                        caller.seller(),
                        form.title(),
                        form.amount(),
                        form.returnTo(),
                        processors.sandboxLocale(caller, form.customerId())));
    }

    public List<Outcome> outcomes(Locale locale) {
        return Arrays.stream(SandboxScript.values())
                .map(script -> new Outcome(
                        script.methodId(), PaymentText.name(script, locale), PaymentText.deed(script, locale)))
                .toList();
    }

    /// The visitor of the sandbox's form chose what shall happen. Its messages are carried at once.
    public Submitted submit(Caller caller, String formId, String methodId) {
        var script = SandboxScript.of(methodId).orElseThrow(() -> Refusal.badField("method", "No such method."));
        var result = processors.sandboxProcessor(caller).submit(formId, script);
        delivering.run(caller);
        if (result.isEmpty()) return Submitted.ENDED;
        boolean isDeclined =
                result.get() instanceof ChargeResult.Declined || result.get() instanceof ChargeResult.RequiresAction;
        return isDeclined ? Submitted.DECLINED : Submitted.DONE;
    }
}
