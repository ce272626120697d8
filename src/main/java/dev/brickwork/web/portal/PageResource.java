package dev.brickwork.web.portal;

import dev.brickwork.billing.orders.BuyerOrders;
import dev.brickwork.billing.orders.OrderForm;
import dev.brickwork.contracts.Contracts;
import dev.brickwork.contracts.Subscription;
import dev.brickwork.customers.Customers;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.PersonId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.web.portal.MakeLink.Input;
import java.util.Optional;
import java.util.UUID;

/// Links to hosted pages over HTTP. Two of them are read by GET, and each read makes a fresh
/// link with its own expiry, so an old one that leaked cannot be kept alive. The holder of a link can accept the
/// order or change how the company pays, so a read-only key gets none.
final class PageResource {
    private final Database database;
    private final Customers customers;
    private final Contracts contracts;
    private final BuyerOrders orders;
    private final MakeLink making;

    PageResource(Pages.Dependencies modules, MakeLink making) {
        this.database = modules.database();
        this.customers = modules.customers();
        this.contracts = modules.contracts();
        this.orders = modules.orders();
        this.making = making;
    }

    Routes routes() {
        var one = "/subscriptions/{subscription_id}";
        return new Routes()
                .getPlain(one + "/checkout", Scope.WRITE, this::checkout)
                .getPlain(one + "/recast/{order_id}/checkout", Scope.WRITE, this::recastCheckout)
                .post(one + "/sign", Scope.WRITE, this::sign)
                .getPlain(one + "/billing-portal", Scope.PAYMENTS, this::portal);
    }

    private Answer checkout(Request request) {
        return database.inTransaction(request.caller(), tx -> {
            var subscription = subscription(tx, request);
            var order = openOrder(tx, subscription.id());
            return made(tx, Input.ofOrder(Link.Kind.CHECKOUT, subscription.id(), order, Optional.empty()));
        });
    }

    private Answer recastCheckout(Request request) {
        return database.inTransaction(request.caller(), tx -> {
            var subscription = subscription(tx, request);
            var recast = request.id("order_id", "order", OrderId::new);
            var order = orders.openRecast(tx, subscription.id(), recast);
            return made(tx, Input.ofOrder(Link.Kind.CHECKOUT, subscription.id(), order, Optional.empty()));
        });
    }

    private Answer sign(Tx tx, Request request) {
        var subscription = subscription(tx, request);
        var fields = request.fields();
        var person = fields.uuid("signatory_user_id");
        fields.check();
        var order = openOrder(tx, subscription.id());
        var sheet = orders.sheet(tx, subscription.id(), order).orElseThrow();
        if (person.isPresent() && !isOf(tx, sheet.form(), person.get()))
            throw Refusal.badField("signatory_user_id", "No such person of this customer.");
        if (!sheet.isFormOffered()) {
            throw Refusal.badRequest("the accepted payment methods do not let this order be agreed by form");
        }
        return made(tx, Input.ofOrder(Link.Kind.SIGN, subscription.id(), order, person));
    }

    private Answer portal(Request request) {
        return database.inTransaction(request.caller(), tx -> made(tx, Input.ofPortal(subscription(tx, request))));
    }

    /// Who takes the contract over signs for it.
    private boolean isOf(Tx tx, OrderForm form, UUID person) {
        return customers
                .person(tx, new PersonId(person))
                .filter(it -> !it.isErased())
                .filter(it -> it.customer().equals(form.customer().id())
                        || it.customer().equals(form.billed().id()))
                .isPresent();
    }

    private OrderId openOrder(Tx tx, SubscriptionId id) {
        return orders.open(tx, id)
                .orElseThrow(() -> Refusal.badRequest("the subscription has no open order to agree to"));
    }

    private Subscription subscription(Tx tx, Request request) {
        var id = request.id("subscription_id", "subscription", SubscriptionId::new);
        return contracts.find(tx, id).orElseThrow(() -> Refusal.notFound("subscription"));
    }

    private Answer made(Tx tx, Input input) {
        var made = making.run(tx, input);
        return Answer.ok(json -> json.object(out -> out.put("url", made.url())
                        .put("url_expires_at", made.link().expiresAt())))
                .secret("url");
    }
}
