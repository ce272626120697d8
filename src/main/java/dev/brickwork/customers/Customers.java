package dev.brickwork.customers;

import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.PersonId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.outbox.Outbox;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Facade of customers: companies, their people, and the erasure of their data.
public final class Customers {
    /// Internal event for modules that keep something about a customer outside the database.
    public static final String ERASED = "company.erased";

    private final CustomerStore customers = new CustomerStore();
    private final PersonStore persons = new PersonStore();
    private final ErasePersonalData erase;
    private final CustomerResource customerResource;
    private final PersonResource personResource;

    public Customers(Outbox outbox) {
        var view = new CustomerView();
        this.erase = new ErasePersonalData(customers, persons, view, outbox);
        this.customerResource = new CustomerResource(customers, view, outbox);
        this.personResource = new PersonResource(customers, persons, view, outbox);
    }

    public Routes routes() {
        return new Routes().include(customerResource.routes()).include(personResource.routes());
    }

    /// Address, tax id, time zone, language and partner role are fields of the customer.
    public Optional<Customer> find(Tx tx, CustomerId id) {
        return customers.find(tx, id);
    }

    /// Many at once, such as those of a billing run.
    public Map<UUID, Customer> all(Tx tx, Collection<UUID> ids) {
        if (ids.isEmpty()) return Map.of();
        return customers.find(tx, ids).stream()
                .collect(Collectors.toMap(one -> one.id().value(), Function.identity()));
    }

    /// Locks the customer against changes until the transaction ends. New business locks it first and refuses an
    /// erased one, so that a purchase and an erasure cannot overlap; other purchases can.
    public Optional<Customer> lockShared(Tx tx, CustomerId id) {
        return customers.lockShared(tx, id);
    }

    /// Locks an existing customer like [#lockShared]; 400 when it was erased.
    public Customer lockForBusiness(Tx tx, UUID id) {
        var found = lockShared(tx, new CustomerId(id)).orElseThrow();
        if (found.isErased()) throw Refusal.badRequest("the customer's data were erased; it takes no new business");
        return found;
    }

    /// The customer that a field of a request names, locked like [#lockShared]. One that does not exist for this
    /// seller, or that takes no new business, is a fault of the field.
    public Optional<Customer> lockNamed(Tx tx, Fields fields, String name) {
        return fields.uuid(name).flatMap(id -> {
            var found = lockShared(tx, new CustomerId(id));
            if (found.isEmpty()) fields.fault(name, "There is no such customer.");
            if (found.filter(Customer::isErased).isPresent())
                fields.fault(name, "The customer's data were erased; it takes no new business.");
            return found;
        });
    }

    /// Who pays for a customer: the partner that the request names, else the customer itself.
    public Optional<Customer> lockPayer(Tx tx, Fields fields, Optional<Customer> customer) {
        var named = lockNamed(tx, fields, "billed_company_id");
        boolean isAnother = !named.map(Customer::id).equals(customer.map(Customer::id));
        if (isAnother && named.filter(it -> !it.isPartner()).isPresent())
            fields.fault("billed_company_id", "The company is no partner.");
        return named.or(() -> customer);
    }

    /// Locks a customer exclusively, for modules that keep data of their own under it.
    public Optional<Customer> lock(Tx tx, CustomerId id) {
        return customers.lock(tx, id);
    }

    public Optional<Person> person(Tx tx, PersonId id) {
        return persons.find(tx, id);
    }

    /// The default mail address: the one of the first of its people who has one.
    public Optional<String> email(Tx tx, CustomerId id) {
        return persons.firstEmail(tx, id);
    }

    /// Blanks the personal data of a customer and its people; false when that was done before.
    public boolean erasePersonalData(Tx tx, CustomerId id) {
        return erase.run(tx, id);
    }

    static Refusal erased() {
        return Refusal.badRequest("the personal data of this customer were erased; it cannot be changed any more");
    }
}
