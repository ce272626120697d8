package dev.brickwork.customers;

import dev.brickwork.kernel.Refusal;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.http.Request;
import dev.brickwork.plumbing.outbox.Outbox;
import org.jdbi.v3.core.Handle;

/// Adds somebody to a customer.
final class AddPerson {
    private final CustomerStore customers;
    private final PersonStore persons;
    private final Outbox outbox;

    AddPerson(CustomerStore customers, PersonStore persons, Outbox outbox) {
        this.customers = customers;
        this.persons = persons;
        this.outbox = outbox;
    }

    Person run(Handle tx, Request request, CustomerId id) {
        var caller = request.caller();
        var customer = customers.lock(tx, caller, id).orElseThrow(() -> Refusal.notFound("customer"));
        if (customer.isErased()) throw Customers.erased();
        var fields = request.fields();
        var person = ChangePerson.read(fields, Person.blank(new PersonId(Ids.next()), id, caller.now()));
        fields.check();
        persons.insert(tx, caller, person);
        outbox.stage(tx, caller, CustomerEvents.created(person));
        return person;
    }
}
