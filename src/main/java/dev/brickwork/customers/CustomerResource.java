package dev.brickwork.customers;

import dev.brickwork.ids.CustomerId;
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
import java.util.List;

/// Customers over HTTP.
final class CustomerResource {
    private final CustomerStore customers;
    private final CustomerView view;
    private final CreateCustomer createCustomer;
    private final ChangeCustomer changeCustomer;

    CustomerResource(CustomerStore customers, CustomerView view, Outbox outbox) {
        this.customers = customers;
        this.view = view;
        this.createCustomer = new CreateCustomer(customers, outbox);
        this.changeCustomer = new ChangeCustomer(customers, view, outbox);
    }

    Routes routes() {
        return new Routes()
                .get("/customers", Scope.READ, this::list)
                .post("/customers", Scope.WRITE, this::create)
                .search("/customers/search", Scope.READ, this::search)
                .get("/customers/{customer_id}", Scope.READ, this::one)
                .patch("/customers/{customer_id}", Scope.WRITE, this::change);
    }

    private Answer list(Tx tx, Request request) {
        return page(
                tx,
                request,
                request.queryFields(),
                Where.seller(request.seller().value()));
    }

    private Answer search(Tx tx, Request request) {
        var fields = request.fields();
        var name = fields.filledText("name", ChangeCustomer.NAME_LENGTH_MAX);
        var externalId = fields.filledText("external_id", ChangeCustomer.NAME_LENGTH_MAX);
        if (name.isEmpty() && externalId.isEmpty()) fields.fault("name", "Send name, external_id or both.");
        return page(
                tx,
                request,
                fields,
                Where.seller(request.seller().value())
                        .and("name ILIKE :name", "name", name.map(Like::containing))
                        .and("external_id = :externalId", "externalId", externalId));
    }

    private Answer page(Tx tx, Request request, Fields fields, Where where) {
        var page = request.page(fields, Listing.OLDEST_FIRST);
        fields.check();
        var found = view.customers(tx, where, page);
        var subscriptions =
                view.subscriptions(tx, found.stream().map(Customer::id).toList());
        return page.answer(
                view.countCustomers(tx, where),
                found,
                (json, customer) ->
                        CustomerJson.customer(json, customer, subscriptions.getOrDefault(customer.id(), List.of())));
    }

    private Answer one(Tx tx, Request request) {
        return shown(tx, customers.find(tx, id(request)).orElseThrow(() -> Refusal.notFound("customer")));
    }

    private Answer create(Tx tx, Request request) {
        return shown(createCustomer.run(tx, request), List.of());
    }

    private Answer change(Tx tx, Request request) {
        return shown(tx, changeCustomer.run(tx, request, id(request)));
    }

    private Answer shown(Tx tx, Customer customer) {
        return shown(customer, view.subscriptions(tx, customer.id()));
    }

    private static Answer shown(Customer customer, List<CustomerSubscription> subscriptions) {
        return Answer.ok(json -> CustomerJson.customer(json, customer, subscriptions))
                .version(customer.version());
    }

    static CustomerId id(Request request) {
        return request.id("customer_id", "customer", CustomerId::new);
    }
}
