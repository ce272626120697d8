package dev.brickwork.payments;

import dev.brickwork.payments.booking.Booking;
import dev.brickwork.payments.booking.PaymentDependencies;
import dev.brickwork.payments.booking.PaymentInvariants;
import dev.brickwork.payments.booking.PaymentResource;
import dev.brickwork.payments.booking.RecordPayment;
import dev.brickwork.payments.callbacks.CallbackPages;
import dev.brickwork.payments.callbacks.Callbacks;
import dev.brickwork.payments.callbacks.DeliverSandbox;
import dev.brickwork.payments.callbacks.HandleCallbacks;
import dev.brickwork.payments.charges.AutoCharge;
import dev.brickwork.payments.charges.ChargeAtOnce;
import dev.brickwork.payments.charges.ChargeSavedMethod;
import dev.brickwork.payments.charges.CloseForms;
import dev.brickwork.payments.charges.PayAtForm;
import dev.brickwork.payments.charges.PayInvoice;
import dev.brickwork.payments.charges.ReconcileWithProcessor;
import dev.brickwork.payments.charges.SaveMethod;
import dev.brickwork.payments.charges.SettleCharge;
import dev.brickwork.payments.collection.DunningState;
import dev.brickwork.payments.credit.CreditResource;
import dev.brickwork.payments.methods.ForgetMethods;
import dev.brickwork.payments.methods.MethodResource;
import dev.brickwork.payments.methods.ProcessorResource;
import dev.brickwork.payments.methods.ProcessorStore;
import dev.brickwork.payments.methods.Processors;
import dev.brickwork.payments.methods.RemoveMethod;
import dev.brickwork.payments.methods.SetDefaultMethod;
import dev.brickwork.payments.processor.StripeProcessor;
import dev.brickwork.payments.refunds.AdoptRefunds;
import dev.brickwork.payments.refunds.RefundPayment;
import dev.brickwork.payments.refunds.Refunding;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Invariants;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.pages.PublicPages;
import dev.brickwork.platform.jobs.DueRowPoller;
import dev.brickwork.platform.jobs.DueRows;
import dev.brickwork.platform.jobs.Loop;
import dev.brickwork.platform.jobs.Sweep;
import dev.brickwork.platform.outbox.Listener;
import dev.brickwork.platform.security.SealedTokens;
import dev.brickwork.platform.security.SecretEncryption;
import dev.brickwork.sellers.SellerClock;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// The API of the payments module.
public final class Payments {
    private final ProcessorStore connections;
    private final Routes routes;
    private final List<Sweep> sweeps;
    private final CallbackPages callbackPages;
    private final Loop upkeep;
    private final CustomerPayments payersSide;
    private final SandboxForms sandboxForms;
    private final ChargeAtOnce chargingAtOnce;

    /// Settings and services from outside the application's modules.
    ///
    /// @param baseUrl the public address of this service, without a slash at its end
    /// @param stripeUrl where Stripe is reached, if not at Stripe
    public record Surroundings(
            SecretEncryption seal, String baseUrl, Optional<String> stripeUrl, InstantSource realTime) {}

    public Payments(PaymentDependencies modules, Surroundings around) {
        var database = modules.database();
        var outside = new Processors.Outside(
                around.seal,
                around.baseUrl,
                around.stripeUrl.map(URI::create).orElse(StripeProcessor.BASE),
                around.realTime);
        connections = new ProcessorStore(around.seal);
        var processors = new Processors(database, modules.sellers(), modules.customers(), connections, outside);
        var recording = new RecordPayment(modules);
        var booking = new Booking(modules, recording);
        var collecting = new DunningState(modules);
        var choosing = new SetDefaultMethod(database, modules.customers(), processors, List.of(collecting::restart));
        var settling = new SettleCharge(modules, booking, collecting);
        var atForm = new PayAtForm(modules, processors, booking, settling);
        var taking = new ChargeSavedMethod(modules, processors, booking, settling, atForm);
        var refunding = new Refunding(modules, processors);
        var callbacks = new Callbacks(
                database,
                modules.outbox(),
                processors,
                connections,
                new Callbacks.Deeds(settling, atForm, refunding, new AdoptRefunds(modules, refunding)));
        var removing = new RemoveMethod(database, modules.customers(), processors);
        var methodResource = new MethodResource(database, modules.customers(), processors, choosing, removing);
        var delivering = new DeliverSandbox(processors, callbacks);
        var outbox = modules.outbox();
        var clock = new SellerClock(database, modules.sellers(), around.realTime);
        List<Listener> listeners = List.of(
                new HandleCallbacks(clock, callbacks),
                new ForgetMethods(database, clock, processors),
                new SaveMethod(modules, processors, choosing),
                new CloseForms(clock, atForm));
        listeners.forEach(outbox::register);
        routes = new Routes()
                .include(new ProcessorResource(
                                database,
                                modules.sellers(),
                                connections,
                                processors,
                                outside,
                                atForm::closeAll,
                                tx -> outbox.tryAgain(tx, listeners))
                        .routes())
                .include(methodResource.routes())
                .include(new PaymentResource(modules, recording).routes())
                .include(new CreditResource(modules).routes())
                .include(new CollectionResource(modules, new PayInvoice(modules, taking), new RefundPayment(refunding))
                        .routes());
        var collect = new AutoCharge(modules, collecting, taking);
        chargingAtOnce = new ChargeAtOnce(collect);
        sweeps = List.of(
                delivering.sweep(),
                collect.sweep(),
                new ReconcileWithProcessor(List.of(
                        new ReconcileWithProcessor.Kind(looks(database, "charge"), collect::lookAt, collect::unheard),
                        new ReconcileWithProcessor.Kind(looks(database, "pay_page"), atForm::askAfter, atForm::unheard),
                        new ReconcileWithProcessor.Kind(
                                looks(database, "refund"), refunding::lookAt, refunding::unheard))));
        upkeep = callbacks.upkeep();
        callbackPages = new CallbackPages(database, connections, processors, callbacks, around.realTime);
        payersSide = new CustomerPayments(processors, methodResource, choosing, removing, atForm);
        sandboxForms = new SandboxForms(database, processors, delivering);
    }

    private static DueRowPoller looks(Database database, String table) {
        return new DueRowPoller(new DueRows(table, "id", "look_at"), database);
    }

    /// Links to the payment pages of this service.
    public PayPageLinks pageLinks(SealedTokens tokens, String baseUrl) {
        return new PayPageLinks(connections, tokens, baseUrl);
    }

    /// The operation by which starting an order charges what it makes due (`charge_immediately`).
    public ChargeAtOnce chargingAtOnce() {
        return chargingAtOnce;
    }

    public Routes routes() {
        return routes;
    }

    /// Sweeps for sandbox messages, automatic charges and reconciliation. They run after the sweeps that issue
    /// invoices.
    public List<Sweep> sweeps() {
        return sweeps;
    }

    /// Deletes old messages of processors.
    public Loop upkeep() {
        return upkeep;
    }

    /// Where processors send their messages.
    public PublicPages pages() {
        return callbackPages;
    }

    /// The API of the pages that payers see.
    public CustomerPayments payersSide() {
        return payersSide;
    }

    public SandboxForms sandboxForms() {
        return sandboxForms;
    }

    public void register(Invariants invariants) {
        PaymentInvariants.register(invariants);
    }
}
