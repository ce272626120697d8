package dev.brickwork.payments.methods;

import dev.brickwork.customers.Customers;
import dev.brickwork.kernel.Caller;
import dev.brickwork.payments.processor.Processor;
import dev.brickwork.plumbing.database.Database;
import dev.brickwork.plumbing.outbox.Listener;
import dev.brickwork.plumbing.outbox.Task;
import dev.brickwork.sellers.Sellers;
import java.time.InstantSource;
import java.util.Set;

/// Takes every method from a customer whose personal data were erased, at the processor too: nobody shall charge them
/// any more, and nobody shall read there whose they were. Tried again while the processor is away.
public final class ForgetMethods implements Listener {
    private final Database database;
    private final Sellers sellers;
    private final Processors processors;
    private final MethodStore methods = new MethodStore();
    private final InstantSource realTime;

    public ForgetMethods(Database database, Sellers sellers, Processors processors, InstantSource realTime) {
        this.database = database;
        this.sellers = sellers;
        this.processors = processors;
        this.realTime = realTime;
    }

    @Override
    public String name() {
        return "forget-methods";
    }

    @Override
    public Set<String> types() {
        return Set.of(Customers.ERASED);
    }

    @Override
    public void handle(Task task) {
        var now = database.read(tx -> sellers.testClock(tx, task.seller())).orElseGet(realTime::instant);
        var caller = new Caller(task.seller(), "forget-methods", task.eventId().toString(), now);
        var company = task.object();
        processors
                .find(caller)
                .ifPresent(connected -> processors
                        .payer(caller, connected, company)
                        .ifPresent(payer -> detachAll(connected.processor(), payer)));
        database.inTransaction(caller, tx -> methods.removeAll(tx, caller, company));
    }

    private static void detachAll(Processor processor, String payer) {
        for (var method : processor.methods(payer)) processor.detach(payer, method.id());
    }
}
