package dev.brickwork.subscriptions;

import dev.brickwork.kernel.Refusal;
import dev.brickwork.plumbing.http.Request;
import dev.brickwork.sellers.Sellers;
import org.jdbi.v3.core.Handle;

/// Starts an order: prices it once more as it stands, and closes it (API extended 5).
final class StartOrder {
    private final Agreements agreements;
    private final PriceOrder pricing;
    private final ChangeOrders changes;
    private final CloseOrder closing;
    private final Payers payers;
    private final Sellers sellers;
    private final Charges charges;
    private final OrderEvents events;

    StartOrder(
            Agreements agreements,
            PriceOrder pricing,
            ChangeOrders changes,
            CloseOrder closing,
            Payers payers,
            Sellers sellers,
            Charges charges,
            OrderEvents events) {
        this.agreements = agreements;
        this.pricing = pricing;
        this.changes = changes;
        this.closing = closing;
        this.payers = payers;
        this.sellers = sellers;
        this.charges = charges;
        this.events = events;
    }

    /// @param agreement whose clock shows the order's dates
    record Started(Subscription subscription, Order order, Agreement agreement) {}

    /// The first order of a subscription.
    Started first(Handle tx, Request request, SubscriptionId id) {
        var caller = request.caller();
        var now = agreements.lock(tx, caller, id);
        if (!now.base().isOpen() || now.subscription().status() == SubscriptionStatus.INACTIVE) {
            throw Refusal.badRequest(
                    "the first order is %s already".formatted(now.base().stage()));
        }
        var seller = sellers.get(tx, caller.seller());
        var setting = new PriceOrder.Setting(
                pricing.offers(tx, caller, request.identity()),
                payers.taxes(tx, caller, now.subscription()),
                seller,
                true);
        var quote = pricing.first(now.base().fields(), setting);
        var closed = closing.run(tx, caller, now, now.base(), quote, seller);
        if (closed.subscription().status() == SubscriptionStatus.ACTIVE) {
            events.subscription(tx, caller, "subscription.started", closed.subscription(), _ -> {});
        }
        return new Started(closed.subscription(), closed.order(), agreements.of(tx, caller, closed.subscription()));
    }

    /// An upgrade, a recast or a renewal.
    Started change(Handle tx, Request request, SubscriptionId id, OrderType type, OrderId orderId) {
        var caller = request.caller();
        var locked = agreements.lock(tx, caller, id);
        var order = changes.find(tx, caller, id, type, orderId);
        if (!order.isOpen())
            throw Refusal.badRequest("the order is %s; only an open order can be started".formatted(order.stage()));
        var now = type == OrderType.RENEWAL
                ? agreements.following(tx, caller, locked).orElse(locked)
                : locked;
        changes.requireStartable(locked, type, caller);
        var quote = changes.quote(tx, request, now, order.type(), order.fields(), true);
        var closed = closing.run(tx, caller, now, order, quote, sellers.get(tx, caller.seller()));
        if (request.query("charge_immediately").filter("yes"::equals).isPresent()) {
            charges.chargeAtOnce(tx, caller, id, orderId);
        }
        tellRevived(tx, request, locked, closed);
        return new Started(
                closed.subscription(),
                closed.order(),
                agreements.of(tx, caller, closed.subscription(), closed.order().term()));
    }

    /// A late renewal begins as it closes (rule N-05).
    private void tellRevived(Handle tx, Request request, Agreement before, CloseOrder.Closed closed) {
        boolean isBegun = closed.subscription().term().equals(closed.order().id());
        if (closed.order().type() != OrderType.RENEWAL || !isBegun) return;
        if (before.subscription().status() != SubscriptionStatus.INACTIVE)
            events.order(tx, request.caller(), "order.end", before.base());
        events.subscription(
                tx,
                request.caller(),
                "subscription.renewed",
                closed.subscription(),
                out -> out.putObject("order", events.order(closed.order())));
    }
}
