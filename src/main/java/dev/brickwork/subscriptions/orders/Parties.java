package dev.brickwork.subscriptions.orders;

import dev.brickwork.customers.Customer;
import dev.brickwork.customers.CustomerId;
import dev.brickwork.customers.Customers;
import dev.brickwork.customers.Person;
import dev.brickwork.customers.PersonId;
import dev.brickwork.kernel.Caller;
import dev.brickwork.plumbing.http.Fields;
import dev.brickwork.sellers.LegalEntity;
import dev.brickwork.sellers.LegalEntityId;
import dev.brickwork.sellers.Sellers;
import dev.brickwork.subscriptions.Subscription;
import dev.brickwork.subscriptions.SubscriptionStatus;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

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
    Optional<Found> read(Handle tx, Caller caller, Fields fields) {
        var customer = fields.require("customer_id", fields::uuid)
                .flatMap(id -> company(tx, caller, fields, "customer_id", id));
        var billed =
                fields.uuid("billed_company_id").flatMap(id -> company(tx, caller, fields, "billed_company_id", id));
        if (billed.filter(it -> !it.isPartner() && !customer.map(Customer::id).equals(Optional.of(it.id())))
                .isPresent()) {
            fields.fault("billed_company_id", "The company is no partner.");
        }
        var entity = entity(tx, caller, fields).orElseGet(() -> sellers.defaultEntity(tx, caller));
        return customer.map(it -> new Found(it, billed.orElse(it), entity));
    }

    /// The ids that any order may carry.
    void check(Handle tx, Caller caller, Fields fields) {
        for (var name : List.of("point_of_contact_id", "signatory_user_id")) {
            fields.uuid(name).ifPresent(id -> person(tx, caller, fields, name, id));
        }
    }

    /// A change order may move the subscription to another customer or entity.
    void checkChange(Handle tx, Caller caller, Fields fields) {
        check(tx, caller, fields);
        fields.uuid("customer_id").ifPresent(id -> company(tx, caller, fields, "customer_id", id));
        entity(tx, caller, fields);
    }

    /// Nothing brings a customer back whose personal data were erased, nor its partner. Both are held until the
    /// transaction ends, so that they are not erased meanwhile. While a subscription lives, they cannot be.
    void requireKept(Handle tx, Caller caller, Subscription subscription) {
        if (subscription.status() != SubscriptionStatus.INACTIVE) return;
        for (var company : new LinkedHashSet<>(List.of(subscription.customer(), subscription.billedCompany()))) {
            customers.lockForBusiness(tx, caller, company);
        }
    }

    private Optional<LegalEntity> entity(Handle tx, Caller caller, Fields fields) {
        var id = fields.uuid("legal_entity_id").map(LegalEntityId::new);
        var found = id.flatMap(it -> sellers.entity(tx, caller, it));
        if (id.isPresent() && found.isEmpty()) fields.fault("legal_entity_id", "There is no such legal entity.");
        return found;
    }

    private Optional<Customer> company(Handle tx, Caller caller, Fields fields, String name, UUID id) {
        var found = customers.lockShared(tx, caller, new CustomerId(id));
        if (found.isEmpty()) fields.fault(name, "There is no such customer.");
        if (found.filter(Customer::isErased).isPresent()) {
            fields.fault(name, "The customer's data were erased; it takes no new business.");
        }
        return found;
    }

    private void person(Handle tx, Caller caller, Fields fields, String name, UUID id) {
        var found = customers.person(tx, caller, new PersonId(id));
        if (found.isEmpty()) fields.fault(name, "There is no such person.");
        if (found.filter(Person::isErased).isPresent()) fields.fault(name, "The person's data were erased.");
    }
}
