package dev.brickwork.payments.methods;

import dev.brickwork.customers.Customers;
import dev.brickwork.payments.processor.Processor;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.outbox.Listener;
import dev.brickwork.platform.outbox.Task;
import dev.brickwork.sellers.SellerClock;
import java.util.Set;

/// Removes every method of a customer whose personal data were erased, at the processor too, so that they can
/// neither be charged nor be read there any more. Tried again while the processor is away.
public final class ForgetMethods implements Listener {
    private final Database database;
    private final SellerClock clock;
    private final Processors processors;
    private final MethodStore methods = new MethodStore();

    public ForgetMethods(Database database, SellerClock clock, Processors processors) {
        this.database = database;
        this.clock = clock;
        this.processors = processors;
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
        var now = clock.now(task.seller());
        var caller = new Caller(task.seller(), "forget-methods", task.eventId().toString(), now);
        var company = task.object();
        processors
                .find(caller)
                .ifPresent(connected -> processors
                        .payer(caller, connected, company)
                        .ifPresent(payer -> detachAll(connected.processor(), payer)));
        database.inTransaction(caller, tx -> methods.removeAll(tx, company));
    }

    private static void detachAll(Processor processor, String payer) {
        for (var method : processor.methods(payer)) processor.detach(payer, method.id());
    }
}
