package dev.brickwork.billing.usage;

import dev.brickwork.billing.schedule.CorrectUsage;
import dev.brickwork.contracts.Contracts;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.outbox.Listener;
import dev.brickwork.platform.outbox.Task;
import java.util.Set;

/// Late entries are taken in without the lock of their subscription, so what they change is settled right
/// afterwards, here, under that lock (rule G-06). Running twice settles nothing twice: the hours are marked until
/// then.
public final class SettleLateUsage implements Listener {
    private final Database database;
    private final Contracts contracts;
    private final CorrectUsage correcting;

    public SettleLateUsage(Database database, Contracts contracts, CorrectUsage correcting) {
        this.database = database;
        this.contracts = contracts;
        this.correcting = correcting;
    }

    @Override
    public String name() {
        return "late-usage";
    }

    @Override
    public Set<String> types() {
        return Set.of(RecordUsage.LATE);
    }

    @Override
    public void handle(Task task) {
        var caller = new Caller(task.seller(), "usage", task.eventId().toString(), task.occurredAt());
        database.write(
                caller,
                tx -> contracts
                        .lock(tx, new SubscriptionId(task.object()))
                        .ifPresent(found -> correcting.settle(tx, found.id())));
    }
}
