package dev.brickwork.customers;

import dev.brickwork.ids.CustomerId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Outbox;
import java.time.Instant;
import java.util.ArrayList;

/// Blanks all personal data of a customer in this module; `privacy` blanks them in the others. Issued invoices keep
/// what the law makes the seller keep. Receivers of events are told, so that they can blank their copies too.
final class ErasePersonalData {
    private final CustomerStore customers;
    private final PersonStore persons;
    private final CustomerView view;
    private final Outbox outbox;

    ErasePersonalData(CustomerStore customers, PersonStore persons, CustomerView view, Outbox outbox) {
        this.customers = customers;
        this.persons = persons;
        this.view = view;
        this.outbox = outbox;
    }

    sealed interface Verdict {
        record Allowed(Customer erased) implements Verdict {}

        record Refused(String why) implements Verdict {}

        /// Asking twice is no mistake.
        record AlreadyDone() implements Verdict {}
    }

    static Verdict decide(Customer customer, long liveSubscriptions, long unissuedInvoices, Instant now) {
        if (customer.isErased()) return new Verdict.AlreadyDone();
        if (liveSubscriptions > 0) {
            return new Verdict.Refused("the customer has %d live subscription%s; end them first"
                    .formatted(liveSubscriptions, liveSubscriptions == 1 ? "" : "s"));
        }
        if (unissuedInvoices > 0) {
            return new Verdict.Refused("the customer has %d invoice%s still to be issued; wait, or void them first"
                    .formatted(unissuedInvoices, unissuedInvoices == 1 ? "" : "s"));
        }
        return new Verdict.Allowed(customer.erased(now));
    }

    /// False when that was done before.
    boolean run(Tx tx, CustomerId id) {
        var customer = customers.lock(tx, id).orElseThrow(() -> Refusal.notFound("customer"));
        var verdict = decide(customer, view.countLive(tx, id), view.countUnissued(tx, id), tx.now());
        return switch (verdict) {
            case Verdict.AlreadyDone() -> false;
            case Verdict.Refused(var why) -> throw Refusal.badRequest(why);
            case Verdict.Allowed(var erased) -> {
                customers.update(tx, erased);
                var events = new ArrayList<Event>();
                events.add(CustomerEvents.updated(erased, view.subscriptions(tx, id)));
                events.add(Event.inside(Customers.ERASED, id.value(), _ -> {}));
                persons.eraseAll(tx, id, tx.now()).stream()
                        .map(CustomerEvents::updated)
                        .forEach(events::add);
                outbox.stage(tx, events);
                yield true;
            }
        };
    }
}
