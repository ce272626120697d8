package dev.brickwork.billing.orders;

import dev.brickwork.billing.estimate.EstimateJson;
import dev.brickwork.contracts.ContractTerms;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.contracts.SubscriptionView;
import dev.brickwork.ids.OrderId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Listing;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.http.Warning;
import java.util.List;
import java.util.Optional;

/// Upgrades, recasts and renewals over HTTP: the same operations for each.
public final class OrderResource {
    private final Database database;
    private final ContractTerms agreements;
    private final SubscriptionView view;
    private final ChangeOrders changes;
    private final StartOrder starting;
    private final SubscriptionResource subscriptions;
    private final OrderJson json;

    public OrderResource(
            OrderDependencies parts, ChangeOrders changes, StartOrder starting, SubscriptionResource subscriptions) {
        this.database = parts.database;
        this.agreements = parts.agreements;
        this.view = parts.view;
        this.changes = changes;
        this.starting = starting;
        this.subscriptions = subscriptions;
        this.json = parts.json;
    }

    public Routes routes() {
        var routes = new Routes()
                .get(
                        "/subscriptions/{subscription_id}/orders",
                        Scope.READ,
                        (tx, request) -> list(tx, request, Optional.empty()));
        for (var type : List.of(OrderType.UPGRADE, OrderType.RECAST, OrderType.RENEWAL)) {
            var path = "/subscriptions/{subscription_id}/" + type.path();
            var one = path + "/{order_id}";
            routes.get(path, Scope.READ, (tx, request) -> list(tx, request, Optional.of(type)))
                    .post(path, Scope.WRITE, (tx, request) -> create(tx, request, type))
                    .patch(one, Scope.WRITE, (tx, request) -> change(tx, request, type))
                    .delete(one, Scope.WRITE, (tx, request) -> delete(tx, request, type))
                    .post(one + "/start", Scope.WRITE, (tx, request) -> start(tx, request, type));
            if (type != OrderType.RENEWAL) {
                routes.get(one, Scope.READ, (tx, request) -> one(tx, request, type))
                        .calculate(one + "/estimate", Scope.READ, request -> estimateOrder(request, type));
            }
            if (type == OrderType.RECAST) {
                routes.calculateForm(path + "/estimate", Scope.READ, request -> estimate(request, type));
            } else {
                routes.calculate(path + "/estimate", Scope.READ, request -> estimate(request, type));
            }
        }
        return routes.cpuBoundReads();
    }

    private Answer list(Tx tx, Request request, Optional<OrderType> type) {
        var id = agreements
                .find(tx, SubscriptionResource.id(request))
                .subscription()
                .id();
        var page = request.page(Listing.OLDEST_FIRST);
        var found = view.orders(tx, id, type, page);
        var clocks = ContractTerms.clocks(tx, found);
        return page.answer(
                view.countOrders(tx, id, type), found, (each, order) -> json.order(each, order, clocks.apply(order)));
    }

    private Answer create(Tx tx, Request request, OrderType type) {
        var made = changes.create(tx, request, SubscriptionResource.id(request), type);
        return Answer.ok(each -> each.object(out -> {
            json.result(out, made.order(), made.clock());
            Warning.write(out, made.warnings());
        }));
    }

    private Answer change(Tx tx, Request request, OrderType type) {
        var changed = changes.change(tx, request, SubscriptionResource.id(request), type, orderId(request));
        return Answer.ok(each -> each.object(out -> {
                    out.put("subscription_id", changed.order().subscription().value());
                    Warning.write(out, changed.warnings());
                }))
                .version(changed.order().version());
    }

    private Answer delete(Tx tx, Request request, OrderType type) {
        var order = changes.delete(tx, request, SubscriptionResource.id(request), type, orderId(request));
        var clock = ContractTerms.clock(tx, order);
        return Answer.ok(each -> json.order(each, order, clock));
    }

    private Answer start(Tx tx, Request request, OrderType type) {
        return subscriptions.started(
                starting.change(tx, request, SubscriptionResource.id(request), type, orderId(request)));
    }

    private Answer one(Tx tx, Request request, OrderType type) {
        var id = agreements
                .find(tx, SubscriptionResource.id(request))
                .subscription()
                .id();
        var order = changes.find(tx, id, type, orderId(request));
        var clock = ContractTerms.clock(tx, order);
        return Answer.ok(each -> json.order(each, order, clock)).version(order.version());
    }

    private Answer estimate(Request request, OrderType type) {
        var id = SubscriptionResource.id(request);
        return database.read(tx -> shown(changes.estimate(tx.as(request.caller()), request, id, type)));
    }

    /// Prices the order as it stands.
    private Answer estimateOrder(Request request, OrderType type) {
        var id = SubscriptionResource.id(request);
        return database.read(
                tx -> shown(changes.estimate(tx.as(request.caller()), request, id, type, orderId(request))));
    }

    private static Answer shown(ChangeOrders.Priced priced) {
        return Answer.ok(out -> EstimateJson.write(out, priced.estimate(), priced.warnings()));
    }

    private static OrderId orderId(Request request) {
        return request.id("order_id", "order", OrderId::new);
    }
}
