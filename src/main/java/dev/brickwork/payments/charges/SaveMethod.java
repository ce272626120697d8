package dev.brickwork.payments.charges;

import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.payments.booking.PaymentDependencies;
import dev.brickwork.payments.collection.CollectionStore;
import dev.brickwork.payments.methods.MethodStore.Owner;
import dev.brickwork.payments.methods.Processors;
import dev.brickwork.payments.methods.SetDefaultMethod;
import dev.brickwork.payments.processor.Method;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.outbox.Listener;
import dev.brickwork.platform.outbox.Task;
import java.util.Set;

/// Carries out `paywall_force_autopay` after a payment at a form: the method that was used there becomes the
/// company's default, and later invoices of the subscription are charged to it automatically. Tried again while the
/// processor is away.
public final class SaveMethod implements Listener {
    /// Event: an invoice was paid at a form that keeps the method.
    static final String PAID = "form.paid";

    private final Database database;
    private final Invoices invoices;
    private final Processors processors;
    private final FormStore forms = new FormStore();
    private final SetDefaultMethod choosing;
    private final CollectionStore collections = new CollectionStore();

    public SaveMethod(PaymentDependencies modules, Processors processors, SetDefaultMethod choosing) {
        this.database = modules.database();
        this.invoices = modules.invoices();
        this.processors = processors;
        this.choosing = choosing;
    }

    @Override
    public String name() {
        return "save-method";
    }

    @Override
    public Set<String> types() {
        return Set.of(PAID);
    }

    @Override
    public void handle(Task task) {
        var caller = new Caller(task.seller(), name(), task.eventId().toString(), task.occurredAt());
        var form = database.read(tx -> forms.find(tx.as(caller), task.object())).orElseThrow();
        processors
                .find(caller, form.account())
                .ifPresent(connected -> connected.processor().methods(form.payer()).stream()
                        .findFirst() // The newest.
                        .ifPresent(method -> keep(caller, form, method)));
    }

    private void keep(Caller caller, OpenForm form, Method method) {
        try {
            database.write(caller, tx -> {
                var subscription =
                        invoices.find(tx, form.invoice()).orElseThrow().subscription();
                subscription.ifPresent(id -> collections.lockAutoPay(tx, id));
                choosing.run(tx, new Owner(form.company(), form.account()), method);
                subscription.ifPresent(id -> collections.turn(tx, id, true));
            });
        } catch (Refusal erased) {
            return; // Nothing is kept of a customer whose data were erased meanwhile.
        }
    }
}
