package dev.brickwork.customers;

import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.PersonId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Change;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.outbox.Outbox;

/// Changes what is known of a person: what was sent replaces, null clears, what was not sent stays.
final class ChangePerson {
    private final PersonStore persons;
    private final Outbox outbox;

    ChangePerson(PersonStore persons, Outbox outbox) {
        this.persons = persons;
        this.outbox = outbox;
    }

    Person run(Tx tx, Request request, CustomerId customer, PersonId id) {
        var before = persons.lock(tx, customer, id).orElseThrow(() -> Refusal.notFound("person"));
        request.requireVersion(before.version());
        var fields = request.fields();
        var wanted = read(fields, before);
        fields.check();
        if (wanted.equals(before)) return before; // No change, no event.
        persons.update(tx, wanted);
        var after = persons.find(tx, id).orElseThrow();
        outbox.stage(tx, CustomerEvents.updated(after));
        return after;
    }

    static Person read(Fields fields, Person before) {
        var person = new Person(
                before.id(),
                before.customer(),
                text(fields, "first_name").over(before.firstName()),
                text(fields, "last_name").over(before.lastName()),
                text(fields, "preferred_name").over(before.preferredName()),
                fields.change("email", fields::email).over(before.email()),
                text(fields, "role").over(before.role()),
                before.erasedAt(),
                before.createdAt(),
                before.version());
        if (!person.canBeNamed() && !fields.hasFaults()) {
            fields.fault("email", "At least one of first_name, last_name and email must be there.");
        }
        return person;
    }

    private static Change<String> text(Fields fields, String name) {
        return fields.change(name, field -> fields.filledText(field, ChangeCustomer.NAME_LENGTH_MAX));
    }
}
