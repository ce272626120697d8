package dev.brickwork.payments.methods;

import dev.brickwork.customers.Customers;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.payments.methods.MethodJson.Shown;
import dev.brickwork.payments.methods.MethodStore.Owner;
import dev.brickwork.payments.processor.Method;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The payment methods of a company over HTTP. They are read from the processor each time: what it does not show is
/// not there, whatever we remember.
public final class MethodResource {
    private final Database database;
    private final Customers customers;
    private final Processors processors;
    private final MethodStore methods = new MethodStore();
    private final MethodView view = new MethodView();
    private final AddMethod adding;
    private final RemoveMethod removing;
    private final SetDefaultMethod choosing;

    public MethodResource(
            Database database,
            Customers customers,
            Processors processors,
            SetDefaultMethod choosing,
            RemoveMethod removing) {
        this.database = database;
        this.customers = customers;
        this.processors = processors;
        this.choosing = choosing;
        this.adding = new AddMethod(customers, processors);
        this.removing = removing;
    }

    public Routes routes() {
        var all = "/customers/{customer_id}/payment-methods";
        return new Routes()
                .getPlain(all, Scope.READ, this::list)
                .staged("POST", all, Scope.PAYMENTS, adding)
                .getPlain(all + "/default", Scope.READ, this::standard)
                .stagedForm("PUT", all + "/default", Scope.PAYMENTS, choosing)
                .staged("DELETE", all + "/{payment_method_id}", Scope.PAYMENTS, removing);
    }

    static UUID company(Request request) {
        return request.id("customer_id", "customer", id -> id);
    }

    private Answer list(Request request) {
        var shown = Unavailable.refused(() -> list(request.caller(), existing(request)));
        return Answer.ok(json -> json.array(shown, MethodJson::method));
    }

    private Answer standard(Request request) {
        var company = existing(request);
        var shown = Unavailable.refused(() -> standard(request.caller(), company))
                .orElseThrow(() -> Refusal.notFound("default payment method"));
        return Answer.ok(json -> MethodJson.method(json, shown))
                .versionOf(shown.method().id());
    }

    private UUID existing(Request request) {
        var company = company(request);
        var customer = database.read(tx -> customers.find(tx.as(request.caller()), new CustomerId(company)));
        if (customer.isEmpty()) throw Refusal.notFound("customer");
        return company;
    }

    /// Newest first; none while no processor is connected.
    public List<Shown> list(Caller caller, UUID company) {
        var connected = processors.find(caller);
        if (connected.isEmpty()) return List.of();
        var payer = processors.payer(caller, connected.get(), company);
        if (payer.isEmpty()) return List.of();
        var found = connected.get().processor().methods(payer.get());
        var owner = new Owner(company, connected.get().accountId());
        return database.read(tx -> {
            var standard = methods.defaultId(tx.as(caller), owner);
            var acceptance = view.acceptance(tx.as(caller), company);
            return found.stream()
                    .map(method -> shown(method, standard, acceptance))
                    .toList();
        });
    }

    Optional<Shown> standard(Caller caller, UUID company) {
        return processors.find(caller).flatMap(connected -> {
            var owner = new Owner(company, connected.accountId());
            var id = database.read(tx -> methods.defaultId(tx.as(caller), owner));
            var payer = processors.payer(caller, connected, company);
            if (id.isEmpty() || payer.isEmpty()) return Optional.empty();
            var acceptance = database.read(tx -> view.acceptance(tx.as(caller), company));
            return connected.processor().method(payer.get(), id.get()).map(method -> shown(method, id, acceptance));
        });
    }

    private static Shown shown(Method method, Optional<String> standard, Optional<Acceptance> acceptance) {
        return new Shown(
                method,
                standard.filter(method.id()::equals).isPresent(),
                acceptance.flatMap(its -> its.restriction(method.type())));
    }
}
