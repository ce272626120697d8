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
import java.util.UUID;

/// Removes a method of a company, at the processor first: after its answer the method cannot be charged any more.
public final class RemoveMethod implements Routes.Staged {
    private final Database database;
    private final Customers customers;
    private final Processors processors;
    private final MethodStore methods = new MethodStore();

    public RemoveMethod(Database database, Customers customers, Processors processors) {
        this.database = database;
        this.customers = customers;
        this.processors = processors;
    }

    @Override
    public UUID begin(Tx tx, Request request) {
        var company = MethodResource.company(request);
        var customer = customers.find(tx, new CustomerId(company));
        if (customer.isEmpty()) throw Refusal.notFound("customer");
        return company;
    }

    @Override
    public Routes.Write finish(Request request, UUID company) {
        var caller = request.caller();
        var id = request.path("payment_method_id");
        boolean wasThere = detach(caller, company, id);
        return (tx, _) -> {
            if (!methods.remove(tx, company, id) && !wasThere) throw Refusal.notFound("payment method");
            return Answer.ok(json -> json.object(out -> out.put("message", "the payment method is removed")));
        };
    }

    /// Removes a method on a payer's page; false when it was none of the company's.
    public boolean run(Caller caller, UUID company, String id) {
        boolean wasThere = detach(caller, company, id);
        return database.inTransaction(caller, tx -> methods.remove(tx, company, id)) || wasThere;
    }

    /// Whether the processor had the method. After a crash in the middle of an earlier call only we still have it.
    private boolean detach(Caller caller, UUID company, String id) {
        var connected = processors.require(caller);
        return Unavailable.refused(() -> processors
                .payer(caller, connected, company)
                .filter(_ -> Method.isId(id))
                .map(payer -> connected.processor().detach(payer, id))
                .orElse(false));
    }
}
