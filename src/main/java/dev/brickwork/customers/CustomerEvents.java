package dev.brickwork.customers;

import dev.brickwork.platform.outbox.Event;
import java.util.List;
import java.util.Optional;

/// The events of customers and their people. The API's events call a customer a company.
final class CustomerEvents {
    private CustomerEvents() {}

    static Event created(Customer customer) {
        return Event.told(
                "company.created",
                customer.id().value(),
                Optional.empty(),
                json -> CustomerJson.fields(json, customer, List.of()));
    }

    static Event updated(Customer customer, List<CustomerSubscription> subscriptions) {
        return Event.told(
                "company.updated",
                customer.id().value(),
                Optional.empty(),
                json -> CustomerJson.fields(json, customer, subscriptions));
    }

    static Event created(Person person) {
        return Event.told("person.created", person.id().value(), Optional.empty(), person::write);
    }

    static Event updated(Person person) {
        return Event.told("person.updated", person.id().value(), Optional.empty(), person::write);
    }
}
