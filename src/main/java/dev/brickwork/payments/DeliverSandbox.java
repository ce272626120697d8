package dev.brickwork.payments;

import dev.brickwork.kernel.Caller;
import dev.brickwork.plumbing.jobs.DueRows;
import dev.brickwork.plumbing.jobs.Sweep;

/// Carries the sandbox's messages to the same inbox that a real processor's reach, when their time has come on the
/// seller's clock.
final class DeliverSandbox {
    private static final DueRows MESSAGES = new DueRows("sandbox_message", "place", "due_at");

    private final Processors processors;
    private final Callbacks callbacks;

    DeliverSandbox(Processors processors, Callbacks callbacks) {
        this.processors = processors;
        this.callbacks = callbacks;
    }

    Sweep sweep() {
        return MESSAGES.sweep("sandbox", this::run);
    }

    int run(Caller caller) {
        var sandbox = processors.sandboxProcessor(caller);
        var connected = processors.sandbox(caller);
        int done = 0;
        while (true) {
            var due = sandbox.due();
            if (due.isEmpty()) return done;
            for (var message : due) {
                callbacks.receiveAndHandle(caller, connected, message.raw(), message.signature());
                done++;
            }
        }
    }
}
