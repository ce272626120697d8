package dev.brickwork.customers;

import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.PersonId;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.outbox.Outbox;

/// Adds a contact person to a customer.
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
