package dev.brickwork.customers;

import dev.brickwork.plumbing.Ids;
import dev.brickwork.plumbing.http.Fields;
import dev.brickwork.plumbing.http.Request;
import dev.brickwork.plumbing.outbox.Outbox;
import org.jdbi.v3.core.Handle;

/// Makes a customer. Only its name is needed.
final class CreateCustomer {
    private final CustomerStore customers;
    private final Outbox outbox;

    CreateCustomer(CustomerStore customers, Outbox outbox) {
        this.customers = customers;
        this.outbox = outbox;
    }

    Customer run(Handle tx, Request request) {
        var caller = request.caller();
        var fields = request.fields();
        if (!fields.has("name")) fields.fault("name", Fields.REQUIRED);
        boolean isPartner = fields.flag("is_partner").orElse(false);
        var customer = ChangeCustomer.read(fields, Customer.blank(new CustomerId(Ids.next()), caller.now()), isPartner);
        customers.taken(tx, caller, customer).forEach(field -> fields.fault(field, CustomerStore.TAKEN));
        fields.check();
        customers.insert(tx, caller, customer);
        outbox.stage(tx, caller, CustomerEvents.created(customer));
        return customer;
    }
}
