package dev.brickwork.customers;

import dev.brickwork.ids.CustomerId;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.outbox.Outbox;

/// Makes a customer. Only its name is needed.
final class CreateCustomer {
    private final CustomerStore customers;
    private final Outbox outbox;

    CreateCustomer(CustomerStore customers, Outbox outbox) {
        this.customers = customers;
        this.outbox = outbox;
    }

    Customer run(Tx tx, Request request) {
        var caller = request.caller();
        var fields = request.fields();
        if (!fields.has("name")) fields.fault("name", Fields.REQUIRED);
        boolean isPartner = fields.flag("is_partner").orElse(false);
        var customer = ChangeCustomer.read(fields, Customer.blank(new CustomerId(Ids.next()), caller.now()), isPartner);
        customers.taken(tx, customer).forEach(field -> fields.fault(field, CustomerStore.TAKEN));
        fields.check();
        customers.insert(tx, customer);
        outbox.stage(tx, CustomerEvents.created(customer));
        return customer;
    }
}
