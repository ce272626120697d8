package dev.brickwork.payments.methods;

import dev.brickwork.customers.Customers;
import dev.brickwork.ids.CustomerId;
import dev.brickwork.payments.processor.Method;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/// Makes a method the default that a company's invoices are charged to. The same call asks the processor whose
/// method it is, so that a client cannot name another company's.
public final class SetDefaultMethod implements Routes.Staged {
    public static final int ID_LENGTH_MAX = 255;
    private static final String NOT_ATTACHED = "No such payment method is attached to this customer.";

    private final Database database;
    private final Customers customers;
    private final Processors processors;
    private final MethodStore methods = new MethodStore();
    private final MethodView view = new MethodView();
    private final List<NewDefault> followers;

    /// Listener for a new default method: charges that were given up start again (rule J-01).
    @FunctionalInterface
    public interface NewDefault {
        void chosen(Tx tx, UUID company);
    }

    public SetDefaultMethod(Database database, Customers customers, Processors processors, List<NewDefault> followers) {
        this.database = database;
        this.customers = customers;
        this.processors = processors;
        this.followers = List.copyOf(followers);
    }

    @Override
    public UUID begin(Tx tx, Request request) {
        var company = MethodResource.company(request);
        var customer = customers.find(tx, new CustomerId(company));
        if (customer.isEmpty()) throw Refusal.notFound("customer");
        methodId(request);
        return company;
    }

    private static String methodId(Request request) {
        var fields = request.fields();
        var id = fields.require("payment_method_id", name -> fields.filledText(name, ID_LENGTH_MAX));
        fields.check();
        return id.orElseThrow();
    }

    @Override
    public Routes.Write finish(Request request, UUID company) {
        var caller = request.caller();
        var methodId = methodId(request);
        var connected = processors.require(caller);
        var method = Unavailable.refused(() -> processors.method(caller, connected, company, methodId))
                .orElseThrow(() -> Refusal.badField("payment_method_id", NOT_ATTACHED));
        var owner = new MethodStore.Owner(company, connected.accountId());
        return (tx, _) -> {
            hold(tx, owner, method);
            request.requireVersionOf(methods.defaultId(tx, owner).orElse(""));
            methods.makeDefault(tx, owner, method);
            var subscription = view.latestSubscription(tx, company);
            return Answer.ok(json -> json.object(out ->
                            out.put("subscription_id", subscription).put("default_payment_method_id", method.id())))
                    .versionOf(method.id());
        };
    }

    /// Sets the default on a payer's page; false when the method is none of the company's.
    public boolean run(Caller caller, UUID company, String id) {
        var choice = choice(caller, company, id);
        if (choice.isEmpty()) return false;
        database.write(caller, choice.get());
        return true;
    }

    /// Checks a method with the processor and returns the step that makes it the default in the caller's
    /// transaction; empty when it is none of the company's.
    public Optional<Consumer<Tx>> choice(Caller caller, UUID company, String id) {
        var connected = processors.require(caller);
        var owner = new MethodStore.Owner(company, connected.accountId());
        return Unavailable.refused(() -> processors.method(caller, connected, company, id))
                .map(method -> tx -> run(tx, owner, method));
    }

    /// Makes a method the default that the payer has just saved at a form.
    public void run(Tx tx, MethodStore.Owner owner, Method method) {
        hold(tx, owner, method);
        methods.makeDefault(tx, owner, method);
    }

    /// Locks the customer, so that no other request sets a default for this company until the transaction ends. The
    /// followers lock invoices, which comes before the customer.
    private void hold(Tx tx, MethodStore.Owner owner, Method method) {
        boolean isNew = methods.defaultId(tx, owner).filter(method.id()::equals).isEmpty();
        if (isNew) for (var follower : followers) follower.chosen(tx, owner.company());
        var customer =
                customers.lock(tx, new CustomerId(owner.company())).orElseThrow(() -> Refusal.notFound("customer"));
        if (customer.isErased()) throw Refusal.badRequest("the personal data of this customer were erased");
    }
}
