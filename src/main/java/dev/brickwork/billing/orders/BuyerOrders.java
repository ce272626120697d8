package dev.brickwork.billing.orders;

import dev.brickwork.contracts.FormLinks;
import dev.brickwork.contracts.Order;
import dev.brickwork.contracts.OrderStore;
import dev.brickwork.contracts.OrderType;
import dev.brickwork.ids.OrderId;
import dev.brickwork.ids.SubscriptionId;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.database.Tx;
import java.util.Optional;

/// Open orders as their buyers see them and agree to them, for the hosted pages.
public final class BuyerOrders {
    private final OrderStore orders;
    private final FormLinks links;
    private final ChangeOrders changes;
    private final OrderForms forms;
    private final AgreeToOrder agreeing;

    public BuyerOrders(OrderDependencies parts, ChangeOrders changes, OrderForms forms, AgreeToOrder agreeing) {
        this.orders = parts.orders;
        this.links = parts.links;
        this.changes = changes;
        this.forms = forms;
        this.agreeing = agreeing;
    }

    /// The order that waits for its buyer; a subscription has at most one.
    public Optional<OrderId> open(Tx tx, SubscriptionId id) {
        return orders.open(tx, id).map(Order::id);
    }

    /// An open recast; 404 when there is no such recast, 400 when it is closed.
    public OrderId openRecast(Tx tx, SubscriptionId id, OrderId recast) {
        var order = changes.find(tx, id, OrderType.RECAST, recast);
        if (!order.isOpen())
            throw Refusal.badRequest("the order is %s and can no longer be signed".formatted(order.stage()));
        return order.id();
    }

    /// An order as its buyer sees it.
    public Optional<OrderSheet> sheet(Tx tx, SubscriptionId id, OrderId orderId) {
        return orders.find(tx, id, orderId).map(order -> {
            var form = forms.of(tx, order);
            return new OrderSheet(form, order.stage(), order.version(), links.path(order));
        });
    }

    /// Closes an open order with its buyer's consent.
    public Consent.Outcome agree(Tx tx, Consent consent) {
        return agreeing.run(tx, consent);
    }
}
