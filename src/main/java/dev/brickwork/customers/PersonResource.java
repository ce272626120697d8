package dev.brickwork.customers;

import dev.brickwork.ids.PersonId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Like;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.database.Where;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.outbox.Outbox;
import java.util.Optional;
import java.util.stream.Stream;

/// The people of customers over HTTP. Who was erased is not listed any more.
final class PersonResource {
    private final CustomerStore customers;
    private final CustomerView view;
    private final AddPerson addPerson;
    private final ChangePerson changePerson;

    PersonResource(CustomerStore customers, PersonStore persons, CustomerView view, Outbox outbox) {
        this.customers = customers;
        this.view = view;
        this.addPerson = new AddPerson(customers, persons, outbox);
        this.changePerson = new ChangePerson(persons, outbox);
    }

    Routes routes() {
        return new Routes()
                .get("/customers/{customer_id}/persons", Scope.READ, this::list)
                .post("/customers/{customer_id}/persons", Scope.WRITE, this::add)
                .patch("/customers/{customer_id}/persons/{person_id}", Scope.WRITE, this::change)
                .search("/persons/search", Scope.READ, this::search);
    }

    private Answer list(Tx tx, Request request) {
        var customer = customers.find(tx, CustomerResource.id(request)).orElseThrow(() -> Refusal.notFound("customer"));
        return page(
                tx,
                request,
                request.queryFields(),
                Where.seller(request.seller().value())
                        .and(
                                "customer_id = :customer",
                                "customer",
                                Optional.of(customer.id().value())));
    }

    private Answer search(Tx tx, Request request) {
        var fields = request.fields();
        var email = fields.filledText("email", ChangeCustomer.NAME_LENGTH_MAX);
        var firstName = fields.filledText("first_name", ChangeCustomer.NAME_LENGTH_MAX);
        var lastName = fields.filledText("last_name", ChangeCustomer.NAME_LENGTH_MAX);
        var customer = fields.uuid("customer_id");
        if (Stream.of(email, firstName, lastName, customer).allMatch(Optional::isEmpty)) {
            fields.fault("email", "Send at least one of email, first_name, last_name and customer_id.");
        }
        return page(
                tx,
                request,
                fields,
                Where.seller(request.seller().value())
                        .and("email ILIKE :email", "email", email.map(Like::containing))
                        .and("first_name ILIKE :firstName", "firstName", firstName.map(Like::containing))
                        .and("last_name ILIKE :lastName", "lastName", lastName.map(Like::containing))
                        .and("customer_id = :customer", "customer", customer));
    }

    private Answer page(Tx tx, Request request, Fields fields, Where everybody) {
        var where = everybody.and("erased_at IS NULL");
        var page = request.page(fields, Listing.OLDEST_FIRST);
        fields.check();
        var found = view.persons(tx, where, page);
        return page.answer(view.countPersons(tx, where), found, (json, person) -> json.object(person::write));
    }

    private Answer add(Tx tx, Request request) {
        return shown(addPerson.run(tx, request, CustomerResource.id(request)));
    }

    private Answer change(Tx tx, Request request) {
        var person = request.id("person_id", "person", PersonId::new);
        return shown(changePerson.run(tx, request, CustomerResource.id(request), person));
    }

    private static Answer shown(Person person) {
        return Answer.ok(json -> json.object(person::write)).version(person.version());
    }
}
