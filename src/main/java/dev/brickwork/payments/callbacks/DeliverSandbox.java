package dev.brickwork.payments.callbacks;

import dev.brickwork.payments.methods.Processors;
import dev.brickwork.payments.methods.Processors.Connected;
import dev.brickwork.payments.processor.SandboxProcessor;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.DatabaseAway;
import dev.brickwork.platform.database.DatabaseBusy;
import dev.brickwork.platform.jobs.DueRows;
import dev.brickwork.platform.jobs.Sweep;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.BooleanSupplier;

/// Delivers the sandbox's messages to the inbox that a real processor's reach, when they are due on the seller's
/// clock.
public final class DeliverSandbox {
    private static final Logger LOG = System.getLogger(DeliverSandbox.class.getName());
    private static final DueRows MESSAGES = new DueRows("sandbox_message", "place", "due_at");

    private final Processors processors;
    private final Callbacks callbacks;

    public DeliverSandbox(Processors processors, Callbacks callbacks) {
        this.processors = processors;
        this.callbacks = callbacks;
    }

    public Sweep sweep() {
        return MESSAGES.sweep("sandbox", this::run);
    }

    public int run(Caller caller) {
        return run(caller, () -> false);
    }

    private int run(Caller caller, BooleanSupplier isEnough) {
        var sandbox = processors.sandboxProcessor(caller);
        var connected = processors.sandbox(caller);
        int done = 0;
        while (true) {
            var due = sandbox.due();
            if (due.isEmpty()) return done;
            for (var message : due) deliver(caller, connected, message);
            done += due.size();
            if (isEnough.getAsBoolean()) return done;
        }
    }

    /// Handles a message, which is out of the sandbox's book already. A failure keeps no other message back; what
    /// the message was about is looked up later (`ReconcileWithProcessor`).
    private void deliver(Caller caller, Connected connected, SandboxProcessor.Signed message) {
        try {
            callbacks.receiveAndHandle(caller, connected, message.raw(), message.signature());
        } catch (DatabaseAway | DatabaseBusy passing) {
            throw passing;
        } catch (RuntimeException failed) {
            LOG.log(Level.ERROR, "a message of the sandbox is left out", failed);
        }
    }
}
