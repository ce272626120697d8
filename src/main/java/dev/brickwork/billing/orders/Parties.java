package dev.brickwork.billing.orders;

import dev.brickwork.contracts.Subscription;
import dev.brickwork.contracts.SubscriptionStatus;
import dev.brickwork.customers.Customer;
import dev.brickwork.customers.Customers;
import dev.brickwork.customers.Person;
import dev.brickwork.ids.PersonId;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.sellers.LegalEntity;
import dev.brickwork.sellers.Sellers;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Finds the companies, people and entities that a request names. One that is not there, or not this seller's,
/// is a fault of its field.
final class Parties {
    private final Customers customers;
    private final Sellers sellers;

    Parties(Customers customers, Sellers sellers) {
        this.customers = customers;
        this.sellers = sellers;
    }

    record Found(Customer customer, Customer billed, LegalEntity entity) {}

    /// Of a new subscription; empty when there is no customer, which is a fault.
    Optional<Found> read(Tx tx, Fields fields) {
        var customer = fields.require("customer_id", name -> customers.lockNamed(tx, fields, name));
        var billed = customers.lockPayer(tx, fields, customer);
        var entity = sellers.named(tx, fields).orElseGet(() -> sellers.defaultEntity(tx));
        return customer.map(it -> new Found(it, billed.orElse(it), entity));
    }

    /// The ids that any order may carry.
    void check(Tx tx, Fields fields) {
        for (var name : List.of("point_of_contact_id", "signatory_user_id")) {
            fields.uuid(name).ifPresent(id -> person(tx, fields, name, id));
        }
    }

    /// A change order may move the subscription to another customer or entity.
    void checkChange(Tx tx, Fields fields) {
        check(tx, fields);
        customers.lockNamed(tx, fields, "customer_id");
        sellers.named(tx, fields);
    }

    /// Nothing brings a customer back whose personal data were erased, nor its partner. Both are held until the
    /// transaction ends, so that they are not erased meanwhile. While a subscription lives, they cannot be.
    void requireKept(Tx tx, Subscription subscription) {
        if (subscription.status() != SubscriptionStatus.INACTIVE) return;
        for (var company : new LinkedHashSet<>(List.of(subscription.customer(), subscription.billedCompany()))) {
            customers.lockForBusiness(tx, company);
        }
    }

    private void person(Tx tx, Fields fields, String name, UUID id) {
        var found = customers.person(tx, new PersonId(id));
        if (found.isEmpty()) fields.fault(name, "There is no such person.");
        if (found.filter(Person::isErased).isPresent()) fields.fault(name, "The person's data were erased.");
    }
}
