package dev.brickwork.payments.callbacks;

import dev.brickwork.kernel.Caller;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.outbox.Listener;
import dev.brickwork.plumbing.outbox.Task;
import dev.brickwork.sellers.Sellers;
import java.time.InstantSource;
import java.util.Set;

/// Acts on stored messages of processors, and tries again while the processor cannot be read.
public final class HandleCallbacks implements Listener {
    private final Database database;
    private final Sellers sellers;
    private final Callbacks callbacks;
    private final InstantSource realTime;

    public HandleCallbacks(Database database, Sellers sellers, Callbacks callbacks, InstantSource realTime) {
        this.database = database;
        this.sellers = sellers;
        this.callbacks = callbacks;
        this.realTime = realTime;
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
        var now = database.read(tx -> sellers.testClock(tx, task.seller())).orElseGet(realTime::instant);
        callbacks.handle(new Caller(task.seller(), "processor", task.eventId().toString(), now), task.object());
    }
}
