package dev.brickwork.customers;

import dev.brickwork.kernel.Refusal;
import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.database.Tx;
import dev.brickwork.plumbing.http.Request;
import dev.brickwork.plumbing.outbox.Outbox;

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

    Person run(Tx tx, Request request, CustomerId id) {
        var caller = request.caller();
        var customer = customers.lock(tx, id).orElseThrow(() -> Refusal.notFound("customer"));
        if (customer.isErased()) throw Customers.erased();
        var fields = request.fields();
        var person = ChangePerson.read(fields, Person.blank(new PersonId(Ids.next()), id, caller.now()));
        fields.check();
        persons.insert(tx, person);
        outbox.stage(tx, CustomerEvents.created(person));
        return person;
    }
}
