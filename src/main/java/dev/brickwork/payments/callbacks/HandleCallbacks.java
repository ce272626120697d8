package dev.brickwork.payments.callbacks;

import dev.brickwork.platform.Caller;
import dev.brickwork.platform.outbox.Listener;
import dev.brickwork.platform.outbox.Task;
import dev.brickwork.sellers.SellerClock;
import java.util.Set;

/// Acts on stored messages of processors, and tries again while the processor cannot be read.
public final class HandleCallbacks implements Listener {
    private final SellerClock clock;
    private final Callbacks callbacks;

    public HandleCallbacks(SellerClock clock, Callbacks callbacks) {
        this.clock = clock;
        this.callbacks = callbacks;
    }

    @Override
    public String name() {
        return "callbacks";
    }

    @Override
    public Set<String> types() {
        return Set.of(Callbacks.RECEIVED);
    }

    @Override
    public void handle(Task task) {
        var now = clock.now(task.seller());
        callbacks.handle(new Caller(task.seller(), "processor", task.eventId().toString(), now), task.object());
    }
}
