package dev.brickwork.payments.callbacks;

import dev.brickwork.payments.charges.FormStore;
import dev.brickwork.payments.charges.IntentStore;
import dev.brickwork.payments.charges.PayAtForm;
import dev.brickwork.payments.charges.SettleCharge;
import dev.brickwork.payments.methods.MethodStore;
import dev.brickwork.payments.methods.ProcessorStore;
import dev.brickwork.payments.methods.Processors;
import dev.brickwork.payments.methods.Processors.Connected;
import dev.brickwork.payments.processor.Callback;
import dev.brickwork.payments.processor.CallbackReader;
import dev.brickwork.payments.refunds.AdoptRefunds;
import dev.brickwork.payments.refunds.Refunding;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.jobs.Loop;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/// The inbox of a processor's messages. A message is stored and answered at once, and acted on later: then the object
/// it names is read from the processor, and only what stands there moves money.
public final class Callbacks {
    static final String RECEIVED = "callback.received";
    private static final Duration POLL = Duration.ofHours(1);
    private static final int BITE_ROWS = 1_000;

    private final Database database;
    private final Outbox outbox;
    private final Processors processors;
    private final ProcessorStore connections;
    private final CallbackStore store = new CallbackStore();
    private final IntentStore intents = new IntentStore();
    private final FormStore forms = new FormStore();
    private final MethodStore methods = new MethodStore();
    private final Deeds deeds;

    /// The use cases that handle messages.
    public record Deeds(SettleCharge settling, PayAtForm forms, Refunding refunds, AdoptRefunds adopting) {}

    public Callbacks(Database database, Outbox outbox, Processors processors, ProcessorStore connections, Deeds deeds) {
        this.database = database;
        this.outbox = outbox;
        this.processors = processors;
        this.connections = connections;
        this.deeds = deeds;
    }

    enum Reception {
        /// The signature is wrong, or the message is too old or not readable.
        REFUSED,
        STORED,
        /// The event was received before.
        KNOWN
    }

    /// Stores a message together with the task to handle it.
    Reception receive(Caller caller, Connected connected, byte[] raw, String signature) {
        var callback = connected.processor().callback(raw, signature);
        if (callback.isEmpty()) return Reception.REFUSED;
        return database.inTransaction(caller, tx -> {
            var id = store.insert(tx, connected.accountId(), callback.get(), raw);
            if (id.isEmpty()) return Reception.KNOWN;
            outbox.stage(tx, Event.inside(RECEIVED, id.get(), _ -> {}));
            return Reception.STORED;
        });
    }

    /// Stores a message and handles it at once, without the outbox: for the sandbox, whose messages come on the
    /// seller's own clock.
    Reception receiveAndHandle(Caller caller, Connected connected, byte[] raw, String signature) {
        var callback = connected.processor().callback(raw, signature);
        if (callback.isEmpty()) return Reception.REFUSED;
        Optional<UUID> id =
                database.inTransaction(caller, tx -> store.insert(tx, connected.accountId(), callback.get(), raw));
        if (id.isEmpty()) return Reception.KNOWN;
        handle(caller, id.get());
        return Reception.STORED;
    }

    /// Safe to run twice: everything it leads to is.
    void handle(Caller caller, UUID id) {
        var kept = database.read(tx -> store.find(tx.as(caller), id));
        if (kept.isEmpty() || kept.get().isHandled()) return;
        var connected = processors.find(caller, kept.get().account());
        var callback = CallbackReader.read(kept.get().body());
        if (connected.isPresent() && callback.isPresent()) act(caller, connected.get(), callback.get());
        database.inTransaction(caller, tx -> store.markHandled(tx, id));
    }

    /// Deletes old messages, also of sellers who get no more.
    public Loop upkeep() {
        return new Loop(
                "callback-upkeep",
                POLL,
                () -> database.inTransaction(tx -> store.forgetOld(tx, BITE_ROWS)) == BITE_ROWS);
    }

    private void act(Caller caller, Connected connected, Callback callback) {
        switch (callback.about()) {
            case CHARGE -> charge(caller, connected, callback.objectId());
            case PAGE ->
                database.read(tx -> forms.byProcessor(tx.as(caller), connected.accountId(), callback.objectId()))
                        .ifPresent(form -> deeds.forms.lookAt(caller, form.id()));
            case REFUND -> callback.chargeId().ifPresent(charge -> goneBack(caller, connected, charge));
            case METHODS -> callback.customerId().ifPresent(payer -> forgetRemoved(caller, connected, payer));
            case ACCOUNT -> {
                var account = connected.processor().account();
                database.write(
                        caller,
                        tx -> connections.saveState(
                                tx, connected.accountId(), account.takesPayments(), account.problem()));
            }
            case OTHER -> {}
        }
    }

    /// Which payment it is, is taken from the processor's object, not from the message.
    private void charge(Caller caller, Connected connected, String chargeId) {
        var charge = connected.processor().read(chargeId);
        if (charge.paymentId().isEmpty()) return;
        var id = charge.paymentId().get();
        if (database.read(tx -> intents.find(tx.as(caller), id)).isPresent()) {
            deeds.settling.run(caller, id, charge.result());
        } else if (database.read(tx -> forms.find(tx.as(caller), id)).isPresent()) {
            deeds.forms.lookAt(caller, id);
        }
    }

    /// Settles our refunds of a charge and adopts those made elsewhere. The charge comes first, because the message
    /// may be the first that is known of it.
    private void goneBack(Caller caller, Connected connected, String chargeId) {
        charge(caller, connected, chargeId);
        deeds.refunds.lookAtCharge(caller, connected, chargeId);
        deeds.adopting.run(caller, connected, chargeId);
    }

    /// Removes the default method that was detached at the processor.
    private void forgetRemoved(Caller caller, Connected connected, String payer) {
        var company = database.read(tx -> connections.companyOf(tx.as(caller), connected.accountId(), payer));
        if (company.isEmpty()) return;
        var owner = new MethodStore.Owner(company.get(), connected.accountId());
        var standard = database.read(tx -> methods.defaultId(tx.as(caller), owner));
        if (standard.isEmpty()
                || connected.processor().method(payer, standard.get()).isPresent()) return;
        database.inTransaction(caller, tx -> methods.remove(tx, owner.company(), standard.get()));
    }
}
